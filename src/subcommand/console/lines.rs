//! What the console prints about requests: headings, the list, the history, ends elsewhere.

use std::time::Duration;

use ask_user::OutcomeKind;
use ask_user::broker::{EndedRequest, InboxRequest, RequestKind, Responder};
use ask_user::core::sanitize;

/// The most rows of a list.
pub(super) const MAX_ROWS: usize = 200;

/// The most characters of a name, and of the first line of a question in the list.
const MAX_NAME: usize = 60;
const MAX_TEXT: usize = 70;

/// The name of who asks, safe to show.
fn name(from: &str) -> String {
    match sanitize::excerpt(from.trim(), MAX_NAME) {
        empty if empty.is_empty() => "a program".to_owned(),
        name => name,
    }
}

/// The line above a request. `others` is how many more wait.
pub(super) fn heading(request: &InboxRequest, others: usize) -> String {
    let name = name(request.from());
    let what = match request.kind() {
        RequestKind::Question => "",
        RequestKind::Approval => " for approval",
    };
    match others {
        0 => format!("{name} asks{what}:"),
        _ => format!("{name} asks{what} ({others} more waiting):"),
    }
}

/// The rows of the list.
pub(super) fn list(
    waiting: &[InboxRequest],
    age: impl Fn(&InboxRequest) -> Duration,
) -> Vec<String> {
    if waiting.is_empty() {
        return vec!["nothing waits".to_owned()];
    }
    let rows = waiting.iter().take(MAX_ROWS).enumerate();
    let mut lines: Vec<_> = rows
        .map(|(index, request)| {
            let postponed = if request.is_postponed() {
                " (postponed)"
            } else {
                ""
            };
            format!(
                "  {}) {} {}, {}{postponed}: {}",
                index + 1,
                request.id(),
                name(request.from()),
                duration(age(request)),
                first_line(request)
            )
        })
        .collect();
    if let Some(more) = waiting.len().checked_sub(MAX_ROWS).filter(|&more| more > 0) {
        lines.push(format!("  ... {more} more: type a number"));
    }
    lines
}

fn first_line(request: &InboxRequest) -> String {
    let question = &request.request().questions()[0];
    let line = question.text().lines().find(|line| !line.trim().is_empty());
    sanitize::excerpt(line.unwrap_or_default().trim(), MAX_TEXT)
}

/// A duration in its largest unit.
fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}

/// The rows of the history, oldest first.
pub(super) fn history(ended: &[EndedRequest]) -> Vec<String> {
    if ended.is_empty() {
        return vec!["nothing has ended yet".to_owned()];
    }
    let rows = ended.iter().map(|ended| {
        let by = match &ended.by {
            Some(Responder::FrontEnd(front_end)) => format!(" (by {})", name(front_end)),
            Some(Responder::Policy) => " (by the time limit)".to_owned(),
            Some(Responder::Console) | None => String::new(),
        };
        let id = ended.id;
        let from = name(&ended.from);
        match ended.outcome {
            OutcomeKind::Answered => format!("  {id} {from}, answered: {}{by}", ended.told),
            OutcomeKind::NoOperator
            | OutcomeKind::Exhausted
            | OutcomeKind::Closed
            | OutcomeKind::Declined
            | OutcomeKind::Discuss
            | OutcomeKind::Withdrawn
            | OutcomeKind::TimedOut
            | OutcomeKind::Cancelled => format!("  {id} {from}: {}{by}", ended.told),
        }
    });
    rows.collect()
}

/// The line about a request that the operator has seen and that ended elsewhere.
pub(super) fn ended_elsewhere(ended: &EndedRequest) -> String {
    let from = name(&ended.from);
    let by = match &ended.by {
        Some(Responder::FrontEnd(front_end)) if front_end.is_empty() => "a front end".to_owned(),
        Some(Responder::FrontEnd(front_end)) => name(front_end),
        Some(Responder::Policy) => "the time limit".to_owned(),
        Some(Responder::Console) => "the console".to_owned(),
        None => String::new(),
    };
    match ended.outcome {
        OutcomeKind::Answered => format!("answered by {by}: {}", ended.told),
        OutcomeKind::Declined | OutcomeKind::Discuss | OutcomeKind::Cancelled => {
            format!("ended by {by}: {}", ended.told)
        }
        OutcomeKind::Withdrawn => format!("withdrawn: {from} does not wait any more"),
        OutcomeKind::TimedOut => format!("{}: {from} does not wait any more", ended.told),
        OutcomeKind::NoOperator | OutcomeKind::Exhausted | OutcomeKind::Closed => {
            format!("{from}: {}", ended.told)
        }
    }
}
