//! The local operator: shows an approval as a question, and decides whether the outcome of the
//! prompt ends the request.

use super::approval::Approval;
use crate::core::{
    Answers, Grammar, Outcome, OutcomeKind, Question, Request, RequestOutcome, Settings,
};

/// The question about an approval: the title, and below it the detail. Yes allows, No denies.
pub(super) fn approval_question(title: &str, detail: Option<&str>) -> Question {
    match detail {
        Some(detail) => Question::confirm(format!("{title}\n{detail}")),
        None => Question::confirm(title),
    }
}

/// The request that asks the operator for approval. It has no default, so Enter alone decides
/// nothing.
pub(super) fn approval_request(from: &str, title: &str, detail: Option<&str>) -> Request {
    let detail = detail.filter(|detail| !detail.trim().is_empty());
    let name = match from.trim() {
        "" => "a program",
        from => from,
    };
    Request::from(approval_question(title, detail))
        .introduction(format!("{name} asks for approval:"))
}

/// The settings of the approval prompt. The full grammar allows a reason: `2 # not today`.
pub(super) fn approval_settings() -> Settings {
    Settings {
        grammar: Grammar::Full,
        ..Settings::default()
    }
}

/// Converts the outcome of the prompt to the decision. Only Yes permits the action.
pub(super) fn approval(request_outcome: RequestOutcome) -> Approval {
    let answer = match request_outcome.into_single() {
        Outcome::Answered(answer) => answer,
        other => {
            let outcome = other.with_answer(|_| None);
            return Approval::NotDecided(outcome.unwrap_or(Outcome::Closed));
        }
    };
    let reason = answer.note().map(str::to_owned);
    match answer.confirmed() {
        Some(true) => Approval::Allow { reason },
        Some(false) => Approval::Deny { reason },
        None => Approval::NotDecided(Outcome::Closed),
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
