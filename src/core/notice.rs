//! Notice lines for the operator: the accepted answer, or the reason for no answer.

use super::answer::{Answer, AnswerValue, Pick};
use super::outcome::Outcome;
use super::sanitize;
use super::settings::Settings;

/// The lines to show after an answer was accepted, for example `Answer: 2) green`.
///
/// If the answer was taken because of a timeout, a line with that reason comes first.
pub fn accepted(answer: &Answer, settings: &Settings) -> Vec<String> {
    let limit = settings.timeout.unwrap_or_default();
    let timeout_reason = answer
        .timed_out()
        .then(|| Outcome::<Answer>::TimedOut(limit).reason());
    let mut lines: Vec<_> = timeout_reason.flatten().into_iter().collect();
    lines.push(format!("Answer: {}", answer_text(answer)));
    lines
}

/// The line to show when there is no answer: the reason, on one line.
///
/// `None` if the call was answered, or if there is no operator to read the line.
pub fn refused<A>(outcome: &Outcome<A>) -> Option<String> {
    match outcome {
        Outcome::Answered(_) | Outcome::NoOperator(_) => None,
        Outcome::Exhausted
        | Outcome::Closed
        | Outcome::Declined(_)
        | Outcome::Discuss(_)
        | Outcome::Withdrawn
        | Outcome::TimedOut(_)
        | Outcome::Cancelled => outcome
            .reason()
            .map(|reason| sanitize::line(&reason).into_owned()),
    }
}

/// The answer as text on one line, for example `2) green`, `"teal"`,
/// `1) red, 3) blue`, `none` or `(hidden)`.
pub(crate) fn answer_text(answer: &Answer) -> String {
    if answer.is_secret() {
        return "(hidden)".to_owned();
    }
    let mut shown = match answer.value() {
        AnswerValue::Pick(pick) => pick_text(pick),
        AnswerValue::Text(text) => quoted(text),
        AnswerValue::Secret(_) => return "(hidden)".to_owned(),
        AnswerValue::LeftOut => return "left out".to_owned(),
        AnswerValue::Picks(picks) => {
            let mut parts: Vec<_> = picks.in_menu_order().into_iter().map(pick_text).collect();
            parts.extend(picks.text.as_deref().map(quoted));
            if parts.is_empty() {
                "none".to_owned()
            } else {
                parts.join(", ")
            }
        }
    };
    if let Some(note) = answer.note() {
        shown.push_str(" # ");
        shown.push_str(&sanitize::line(note));
    }
    shown
}

fn pick_text(pick: &Pick) -> String {
    format!("{}) {}", pick.number, sanitize::line(&pick.label))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", sanitize::line(text))
}
