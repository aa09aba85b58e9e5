//! The outcome of a request, with the answers to all of its questions.

use std::ops::ControlFlow;

use super::answer::Answer;
use super::form::Form;
use super::outcome::Outcome;
use super::reply::Reply;
use super::request::Request;
use super::screen::Screen;
use super::settings::Settings;

/// The answers of a request, in the order of its questions. `None` means that a
/// question has no answer.
pub type Answers = Vec<Option<Answer>>;

/// The outcome of a request, and the answers given so far if it was not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestOutcome {
    /// The outcome of the call as a whole.
    pub outcome: Outcome<Answers>,
    /// The answers given before the call ended without sending them. Empty if the
    /// call was answered, and if nothing was asked.
    pub partial: Answers,
}

impl RequestOutcome {
    /// The outcome of a call that ended before anything was asked.
    pub fn not_asked(outcome: Outcome<Answers>) -> Self {
        Self {
            outcome,
            partial: Answers::new(),
        }
    }

    /// The outcome of a request whose timeout has passed, for front ends without a prompt. It is
    /// the same as at a prompt where every question times out.
    pub fn at_timeout(request: &Request, settings: &Settings) -> Self {
        // Such front ends have no review step.
        let settings = Settings {
            review: false,
            ..settings.clone()
        };
        let mut form = Form::new(request, &settings, Screen::off_terminal());
        loop {
            if let ControlFlow::Break(request_outcome) = form.feed(Reply::TimedOut) {
                return request_outcome;
            }
        }
    }

    /// The outcome of a call with one question.
    pub fn into_single(self) -> Outcome {
        let single = self
            .outcome
            .with_answer(|answers| answers.into_iter().next().flatten());
        // A single question cannot be skipped, so there is always an answer here.
        single.unwrap_or(Outcome::Closed)
    }
}
