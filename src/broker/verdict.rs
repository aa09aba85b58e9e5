//! What was decided about a request of either kind.

use super::approval::Approval;
use super::id::Kind;
use crate::core::{Conclusion, Outcome, OutcomeKind};

/// What was decided about a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// About its questions.
    Questions(Conclusion),
    /// About the leave that it asked for.
    Approval(Approval),
}

impl Verdict {
    /// How the request ended.
    pub fn outcome(&self) -> OutcomeKind {
        match self {
            Self::Questions(conclusion) => conclusion.outcome.kind(),
            Self::Approval(approval) => approval.outcome(),
        }
    }

    /// The caller took it back.
    pub(super) fn withdrawn(kind: Kind) -> Self {
        match kind {
            Kind::Question => Self::Questions(Conclusion::unasked(Outcome::Withdrawn)),
            Kind::Approval => Self::Approval(Approval::NotDecided(OutcomeKind::Withdrawn)),
        }
    }

    /// There is nobody any more who could decide.
    pub(super) fn closed(kind: Kind) -> Self {
        match kind {
            Kind::Question => Self::Questions(Conclusion::unasked(Outcome::Closed)),
            Kind::Approval => Self::Approval(Approval::NotDecided(OutcomeKind::Closed)),
        }
    }

    /// For those who asked questions. The other kind does not occur, and is no answer.
    pub(super) fn into_conclusion(self) -> Conclusion {
        match self {
            Self::Questions(conclusion) => conclusion,
            Self::Approval(_) => Conclusion::unasked(Outcome::Closed),
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
