//! [`Approval`]: the decision about an approval request.

use std::convert::Infallible;

use crate::core::{Outcome, OutcomeKind};

/// The decision about an approval request.
///
/// Only [`Allow`](Self::Allow) permits the action. The other variants never permit it. They
/// only give the reason why.
#[must_use = "what is not allowed must not happen"]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Approval {
    /// A person allowed the action, perhaps with a reason.
    Allow {
        /// The reason, as the person wrote it.
        reason: Option<String>,
    },
    /// A person denied the action, perhaps with a reason.
    Deny {
        /// The reason, as the person wrote it.
        reason: Option<String>,
    },
    /// Nobody decided: the request was declined, withdrawn, cancelled, closed and so on.
    NotDecided(Outcome<Infallible>),
}

impl Approval {
    /// Whether a person allowed the action.
    pub fn is_allowed(&self) -> bool {
        match self {
            Self::Allow { .. } => true,
            Self::Deny { .. } | Self::NotDecided(_) => false,
        }
    }

    /// The outcome of the request. It is `Answered` for both decisions, allow and deny.
    pub fn outcome(&self) -> OutcomeKind {
        match self {
            Self::Allow { .. } | Self::Deny { .. } => OutcomeKind::Answered,
            Self::NotDecided(outcome) => outcome.kind(),
        }
    }
}
