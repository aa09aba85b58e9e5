//! [`Resolution`]: the result of a request, for questions and approvals.

use std::time::Duration;

use super::approval::Approval;
use super::request_id::RequestKind;
use super::responder::Responder;
use crate::core::{Answer, Answers, Outcome, OutcomeKind, RequestOutcome};

/// The result of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// The outcome of the questions.
    Questions(RequestOutcome),
    /// The decision about the approval.
    Approval(Approval),
}

impl Resolution {
    /// The outcome of the request.
    pub fn outcome(&self) -> OutcomeKind {
        match self {
            Self::Questions(request_outcome) => request_outcome.outcome.kind(),
            Self::Approval(approval) => approval.outcome(),
        }
    }

    /// The resolution of a withdrawn request.
    pub(super) fn withdrawn(kind: RequestKind) -> Self {
        match kind {
            RequestKind::Question => Self::Questions(RequestOutcome::not_asked(Outcome::Withdrawn)),
            RequestKind::Approval => Self::Approval(Approval::NotDecided(Outcome::Withdrawn)),
        }
    }

    /// The resolution of a request that nobody can answer any more.
    pub(super) fn closed(kind: RequestKind) -> Self {
        match kind {
            RequestKind::Question => Self::Questions(RequestOutcome::not_asked(Outcome::Closed)),
            RequestKind::Approval => Self::Approval(Approval::NotDecided(Outcome::Closed)),
        }
    }

    /// The resolution of a request that ended with this outcome, not with an answer, before
    /// anybody was asked.
    pub(super) fn not_asked(kind: RequestKind, outcome: Outcome<Answers>) -> Self {
        match kind {
            RequestKind::Question => Self::Questions(RequestOutcome::not_asked(outcome)),
            RequestKind::Approval => {
                let outcome = outcome.with_answer(|_| None).unwrap_or(Outcome::Closed);
                Self::Approval(Approval::NotDecided(outcome))
            }
        }
    }

    /// The resolution of an approval whose time limit has passed.
    pub(super) fn timed_out(limit: Duration) -> Self {
        Self::Approval(Approval::NotDecided(Outcome::TimedOut(limit)))
    }

    /// Who has ended a request that ended like this at the operator's prompt.
    pub(super) fn by_operator(&self) -> Option<Responder> {
        let answers = match self {
            Self::Questions(request_outcome) => request_outcome.outcome.answer(),
            Self::Approval(_) => None,
        };
        let mut given = answers.into_iter().flatten().flatten().peekable();
        if given.peek().is_some() && given.all(Answer::timed_out) {
            return Some(Responder::Policy);
        }
        match self.outcome() {
            OutcomeKind::Answered
            | OutcomeKind::Declined
            | OutcomeKind::Discuss
            | OutcomeKind::Cancelled => Some(Responder::Console),
            OutcomeKind::NoOperator
            | OutcomeKind::Exhausted
            | OutcomeKind::Closed
            | OutcomeKind::Withdrawn
            | OutcomeKind::TimedOut => None,
        }
    }

    /// The outcome for the caller of `ask`. An approval does not occur here. It would count as
    /// closed.
    pub(super) fn into_request_outcome(self) -> RequestOutcome {
        match self {
            Self::Questions(request_outcome) => request_outcome,
            Self::Approval(_) => RequestOutcome::not_asked(Outcome::Closed),
        }
    }

    /// The decision for the caller of `approve`. Questions do not occur here. They would count as
    /// closed.
    pub(super) fn into_approval(self) -> Approval {
        match self {
            Self::Approval(approval) => approval,
            Self::Questions(_) => Approval::NotDecided(Outcome::Closed),
        }
    }
}
