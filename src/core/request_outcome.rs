//! How a call ended, with the answers to all of its questions.

use super::answer::Answer;
use super::outcome::Outcome;

/// The answers of a call, in the order of its questions; `None` where one was
/// passed over.
pub type Answers = Vec<Option<Answer>>;

/// How a call ended, and what had been answered by then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestOutcome {
    /// The outcome of the call as a whole.
    pub outcome: Outcome<Answers>,
    /// The answers given before a call ended without being sent. Empty when it
    /// was answered, and when nothing had been asked.
    pub partial: Answers,
}

impl RequestOutcome {
    /// A call that ended before anything was asked.
    pub fn not_asked(outcome: Outcome<Answers>) -> Self {
        Self {
            outcome,
            partial: Answers::new(),
        }
    }

    /// The outcome of a call with one question.
    pub fn into_single(self) -> Outcome {
        let single = self
            .outcome
            .with_answer(|answers| answers.into_iter().next().flatten());
        // A single question cannot be passed over, so that there always is one.
        single.unwrap_or(Outcome::Closed)
    }
}
