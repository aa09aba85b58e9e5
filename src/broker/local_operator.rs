//! The local operator: an approval as a question, and what their ending means.

use super::approval::Approval;
use crate::core::outcome::Decline;
use crate::core::{
    Answers, Grammar, Layout, Number, Outcome, OutcomeKind, Question, Request, RequestOutcome,
    Settings,
};

/// The number of the row that is leave.
const ALLOW: usize = 1;

/// A request for leave as the operator is asked it. Enter alone decides nothing.
pub(super) fn approval_request(from: &str, title: &str, detail: Option<&str>) -> Request {
    let mut text = match from.trim() {
        "" => format!("Approval: {title}"),
        from => format!("Approval for {from}: {title}"),
    };
    if let Some(detail) = detail.filter(|detail| !detail.trim().is_empty()) {
        text.push('\n');
        text.push_str(detail);
    }
    Request::from(Question::new(text).with_choices(["allow", "deny"]))
}

/// With the full grammar a decision takes a reason: `2 # not today`, `! not today`.
pub(super) fn approval_settings() -> Settings {
    Settings {
        grammar: Grammar::Full,
        layout: Layout::List,
        ..Settings::default()
    }
}

/// The decision: only the pick of `allow` is leave.
pub(super) fn approval(request_outcome: RequestOutcome) -> Approval {
    match request_outcome.into_single() {
        Outcome::Answered(answer) => {
            let reason = answer.note().map(str::to_owned);
            match answer.choice_number().map(Number::get) {
                Some(ALLOW) => Approval::Allow { reason },
                Some(_) | None => Approval::Deny { reason },
            }
        }
        Outcome::Declined(Decline::Operator(reason)) => Approval::Deny { reason },
        other @ (Outcome::Declined(Decline::Client)
        | Outcome::NoOperator(_)
        | Outcome::Exhausted
        | Outcome::Closed
        | Outcome::Discuss(_)
        | Outcome::Withdrawn
        | Outcome::TimedOut(_)
        | Outcome::Cancelled) => Approval::NotDecided(other.kind()),
    }
}

/// Whether this ending of the operator's prompt ends the request. An operator
/// who is not there, or is gone, leaves it to the front ends, if there are any.
pub(super) fn decides(outcome: &Outcome<Answers>, front_ends: bool) -> bool {
    match outcome.kind() {
        OutcomeKind::Answered
        | OutcomeKind::Declined
        | OutcomeKind::Discuss
        | OutcomeKind::Withdrawn
        | OutcomeKind::TimedOut
        | OutcomeKind::Cancelled => true,
        OutcomeKind::NoOperator | OutcomeKind::Exhausted | OutcomeKind::Closed => !front_ends,
    }
}
