//! What was decided about a request of either kind.

use super::approval::Approval;
use super::request_id::RequestKind;
use crate::core::{Outcome, OutcomeKind, RequestOutcome};

/// What was decided about a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// About its questions.
    Questions(RequestOutcome),
    /// About the leave that it asked for.
    Approval(Approval),
}

impl Resolution {
    /// How the request ended.
    pub fn outcome(&self) -> OutcomeKind {
        match self {
            Self::Questions(request_outcome) => request_outcome.outcome.kind(),
            Self::Approval(approval) => approval.outcome(),
        }
    }

    /// The caller took it back.
    pub(super) fn withdrawn(kind: RequestKind) -> Self {
        match kind {
            RequestKind::Question => Self::Questions(RequestOutcome::not_asked(Outcome::Withdrawn)),
            RequestKind::Approval => Self::Approval(Approval::NotDecided(OutcomeKind::Withdrawn)),
        }
    }

    /// There is nobody any more who could decide.
    pub(super) fn closed(kind: RequestKind) -> Self {
        match kind {
            RequestKind::Question => Self::Questions(RequestOutcome::not_asked(Outcome::Closed)),
            RequestKind::Approval => Self::Approval(Approval::NotDecided(OutcomeKind::Closed)),
        }
    }

    /// For those who asked questions. The other kind does not occur, and is no answer.
    pub(super) fn into_request_outcome(self) -> RequestOutcome {
        match self {
            Self::Questions(request_outcome) => request_outcome,
            Self::Approval(_) => RequestOutcome::not_asked(Outcome::Closed),
        }
    }

    /// For those who asked for leave. The other kind does not occur, and is no leave.
    pub(super) fn into_approval(self) -> Approval {
        match self {
            Self::Approval(approval) => approval,
            Self::Questions(_) => Approval::NotDecided(OutcomeKind::Closed),
        }
    }
}
