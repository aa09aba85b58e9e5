//! What became of a request for leave to do something.

use crate::core::OutcomeKind;

/// What became of a request for leave.
///
/// Only [`Allow`](Self::Allow) is leave. Whoever matches on the rest may word
/// it; nothing else in here lets anything happen.
#[must_use = "what is not allowed must not happen"]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Approval {
    /// Somebody said yes, and perhaps why.
    Allow {
        /// Their own words.
        reason: Option<String>,
    },
    /// Somebody said no, and perhaps why.
    Deny {
        /// Their own words.
        reason: Option<String>,
    },
    /// Nobody said either: withdrawn, cancelled, closed and so on. Never answered.
    NotDecided(OutcomeKind),
}

impl Approval {
    /// Whether somebody said yes.
    pub fn is_allowed(&self) -> bool {
        match self {
            Self::Allow { .. } => true,
            Self::Deny { .. } | Self::NotDecided(_) => false,
        }
    }

    /// How the request ended: answered, with whichever decision, or why not.
    pub fn outcome(&self) -> OutcomeKind {
        match self {
            Self::Allow { .. } | Self::Deny { .. } => OutcomeKind::Answered,
            Self::NotDecided(outcome) => *outcome,
        }
    }
}
