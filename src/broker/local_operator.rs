//! The local operator: shows an approval as a question, and decides whether the outcome of the
//! prompt ends the request.

use super::approval::Approval;
use crate::core::outcome::Decline;
use crate::core::{
    Answers, Grammar, Layout, Number, Outcome, OutcomeKind, Question, Request, RequestOutcome,
    Settings,
};

/// The number of the choice `allow`.
const ALLOW: usize = 1;

/// The question that asks the operator for approval. It has no default, so Enter alone decides
/// nothing.
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

/// The settings of the approval prompt. The full grammar allows a reason: `2 # not today`,
/// `! not today`.
pub(super) fn approval_settings() -> Settings {
    Settings {
        grammar: Grammar::Full,
        layout: Layout::List,
        ..Settings::default()
    }
}

/// Converts the outcome of the prompt to the decision. Only the choice `allow` permits the action.
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

/// Whether this outcome of the operator's prompt ends the request.
///
/// If there is no operator, the input has ended or the attempts are used up, the request stays
/// open for the front ends, if there are any.
pub(super) fn ends_request(outcome: &Outcome<Answers>, front_ends: bool) -> bool {
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
