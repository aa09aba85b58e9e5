//! [`Resolution`]: the result of a request, for questions and approvals.

use super::approval::Approval;
use super::request_id::RequestKind;
use crate::core::{Outcome, OutcomeKind, RequestOutcome};

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
            RequestKind::Approval => Self::Approval(Approval::NotDecided(OutcomeKind::Withdrawn)),
        }
    }

    /// The resolution of a request that nobody can answer any more.
    pub(super) fn closed(kind: RequestKind) -> Self {
        match kind {
            RequestKind::Question => Self::Questions(RequestOutcome::not_asked(Outcome::Closed)),
            RequestKind::Approval => Self::Approval(Approval::NotDecided(OutcomeKind::Closed)),
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
            Self::Questions(_) => Approval::NotDecided(OutcomeKind::Closed),
        }
    }
}
