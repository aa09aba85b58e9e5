//! The lines that tell the operator what was taken, or how it ended.

use super::answer::{Answer, AnswerValue, Pick};
use super::outcome::Outcome;
use super::sanitize;
use super::settings::Settings;

/// What is shown when an answer was accepted: `Answer: 2) green`.
pub fn accepted(answer: &Answer, settings: &Settings) -> Vec<String> {
    let limit = settings.timeout.unwrap_or_default();
    let late = answer
        .timed_out()
        .then(|| Outcome::<Answer>::TimedOut(limit).reason());
    let mut lines: Vec<_> = late.flatten().into_iter().collect();
    lines.push(format!("Answer: {}", taken(answer)));
    lines
}

/// What is shown when there is no answer: the reason, on one line. Nothing
/// where nobody is there to read it, and nothing for an answered call.
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

/// What was taken, on one line: `2) green`, `"teal"`, `1) red, 3) blue`, `none`, `(hidden)`.
pub(crate) fn taken(answer: &Answer) -> String {
    if answer.is_secret() {
        return "(hidden)".to_owned();
    }
    let mut shown = match answer.value() {
        AnswerValue::Pick(pick) => row(pick),
        AnswerValue::Text(text) => quoted(text),
        AnswerValue::Secret(_) => return "(hidden)".to_owned(),
        AnswerValue::LeftOut => return "left out".to_owned(),
        AnswerValue::Picks(picks) => {
            let mut parts: Vec<_> = picks.in_menu_order().into_iter().map(row).collect();
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

fn row(pick: &Pick) -> String {
    format!("{}) {}", pick.number, sanitize::line(&pick.label))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", sanitize::line(text))
}
