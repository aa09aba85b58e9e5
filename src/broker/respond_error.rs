//! Why a respond or a withdrawal was not taken.

use std::fmt;

use serde_json::{Value, json};

use super::event::outcome_word;
use super::request_id::{RequestId, RequestKind};
use crate::core::{OutcomeKind, sanitize};

/// How much of an unknown id is repeated, in characters.
const REPEATED: usize = 60;

/// Why a respond was not taken. The request is as it was before.
///
/// ```
/// use ask_user::broker::Table;
///
/// let error = Table::new().respond("req-9", serde_json::json!({})).unwrap_err();
/// assert_eq!(error.code(), -32001);
/// assert_eq!(error.to_string(), "unknown request `req-9`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RespondError(InvalidLine);

#[derive(Clone, Debug, PartialEq, Eq)]
enum InvalidLine {
    Invalid {
        path: String,
        message: String,
    },
    Unknown {
        id: String,
    },
    /// It ended so long ago that it is not remembered how.
    Forgotten {
        id: RequestId,
    },
    Conflict {
        id: RequestId,
        outcome: OutcomeKind,
    },
    WrongKind {
        id: RequestId,
        kind: RequestKind,
    },
}

impl RespondError {
    pub(super) fn invalid(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self(InvalidLine::Invalid {
            path: path.into(),
            message: message.into(),
        })
    }

    pub(super) fn unknown(id: &str) -> Self {
        Self(InvalidLine::Unknown {
            id: sanitize::excerpt(id, REPEATED),
        })
    }

    pub(super) fn forgotten(id: RequestId) -> Self {
        Self(InvalidLine::Forgotten { id })
    }

    pub(super) fn conflict(id: RequestId, outcome: OutcomeKind) -> Self {
        Self(InvalidLine::Conflict { id, outcome })
    }

    /// The content is for the other kind; `kind` is what the request is.
    pub(super) fn wrong_kind(id: RequestId, kind: RequestKind) -> Self {
        Self(InvalidLine::WrongKind { id, kind })
    }

    /// The JSON-RPC code: -32602 invalid content, -32001 unknown request,
    /// -32002 already ended in another way, -32003 wrong kind.
    pub fn code(&self) -> i32 {
        match self.0 {
            InvalidLine::Invalid { .. } => -32602,
            InvalidLine::Unknown { .. } | InvalidLine::Forgotten { .. } => -32001,
            InvalidLine::Conflict { .. } => -32002,
            InvalidLine::WrongKind { .. } => -32003,
        }
    }

    /// The member of invalid content that is at fault; empty for the content as a whole.
    pub fn path(&self) -> Option<&str> {
        match &self.0 {
            InvalidLine::Invalid { path, .. } => Some(path),
            InvalidLine::Unknown { .. }
            | InvalidLine::Forgotten { .. }
            | InvalidLine::Conflict { .. }
            | InvalidLine::WrongKind { .. } => None,
        }
    }

    /// The JSON-RPC error object: code, message, and `data.path` where there is one.
    pub fn json(&self) -> Value {
        let mut object = json!({"code": self.code(), "message": self.to_string()});
        if let Some(path) = self.path() {
            object["data"] = json!({"path": path});
        }
        object
    }
}

impl fmt::Display for RespondError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            InvalidLine::Invalid { path, message } if path.is_empty() => f.write_str(message),
            InvalidLine::Invalid { path, message } => write!(f, "{path}: {message}"),
            InvalidLine::Unknown { id } => write!(f, "unknown request `{id}`"),
            InvalidLine::Forgotten { id } => {
                write!(f, "unknown request `{id}`: it ended too long ago")
            }
            InvalidLine::Conflict { id, outcome } => {
                let outcome = outcome_word(*outcome);
                write!(f, "{id} ended before, in another way: {outcome}")
            }
            InvalidLine::WrongKind {
                id,
                kind: RequestKind::Question,
            } => write!(
                f,
                "{id} is a question: expected answers or an outcome, found a decision"
            ),
            InvalidLine::WrongKind {
                id,
                kind: RequestKind::Approval,
            } => write!(
                f,
                "{id} is an approval: expected a decision, found answers or an outcome"
            ),
        }
    }
}

impl std::error::Error for RespondError {}
