//! The answers that were given before a call ended without sending them.

use crate::core::{Answer, Question, RequestOutcome};

/// The questions that were answered, with their answers. The answers to secret questions
/// are not among them: nobody has sent them.
pub(super) fn given<'a>(
    questions: &'a [Question],
    request_outcome: &'a RequestOutcome,
) -> impl Iterator<Item = (&'a Question, &'a Answer)> {
    let all = questions.iter().zip(&request_outcome.partial);
    all.filter_map(|(question, answer)| Some((question, answer.as_ref()?)))
        .filter(|(_, answer)| !answer.is_secret())
}

/// The text, and after it a line for each answer, if there are any.
pub(super) fn appended(text: String, lines: &[String]) -> String {
    if lines.is_empty() {
        return text;
    }
    format!("{text}\nAnswered so far:\n{}", lines.join("\n"))
}
