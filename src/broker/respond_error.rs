//! [`RespondError`]: the error of a respond or a withdrawal by id.

use std::fmt;

use serde_json::{Value, json};

use super::event::outcome_word;
use super::request_id::{RequestId, RequestKind};
use crate::core::{OutcomeKind, sanitize};

/// The maximum length of an unknown id in the error message, in characters.
const MAX_ID_CHARS: usize = 60;

/// The error of a respond or a withdrawal by id. The request has not changed.
///
/// ```
/// use ask_user::broker::Table;
///
/// let error = Table::new().respond("req-9", serde_json::json!({})).unwrap_err();
/// assert_eq!(error.code(), -32001);
/// assert_eq!(error.to_string(), "unknown request `req-9`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RespondError(Cause);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Cause {
    Invalid {
        path: String,
        message: String,
    },
    Unknown {
        id: String,
    },
    /// It ended too long ago, so its outcome is no longer known.
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
        Self(Cause::Invalid {
            path: path.into(),
            message: message.into(),
        })
    }

    pub(super) fn unknown(id: &str) -> Self {
        Self(Cause::Unknown {
            id: sanitize::excerpt(id, MAX_ID_CHARS),
        })
    }

    pub(super) fn forgotten(id: RequestId) -> Self {
        Self(Cause::Forgotten { id })
    }

    pub(super) fn conflict(id: RequestId, outcome: OutcomeKind) -> Self {
        Self(Cause::Conflict { id, outcome })
    }

    /// The content is for the other kind of request. `kind` is the kind of the request.
    pub(super) fn wrong_kind(id: RequestId, kind: RequestKind) -> Self {
        Self(Cause::WrongKind { id, kind })
    }

    /// The JSON-RPC error code.
    ///
    /// -32602: invalid content. -32001: unknown request. -32002: the request has already ended in
    /// another way. -32003: content for the other kind of request.
    pub fn code(&self) -> i32 {
        match self.0 {
            Cause::Invalid { .. } => -32602,
            Cause::Unknown { .. } | Cause::Forgotten { .. } => -32001,
            Cause::Conflict { .. } => -32002,
            Cause::WrongKind { .. } => -32003,
        }
    }

    /// The path of the invalid member, or an empty path for the content as a whole. `None` if the
    /// content is not the problem.
    pub fn path(&self) -> Option<&str> {
        match &self.0 {
            Cause::Invalid { path, .. } => Some(path),
            Cause::Unknown { .. }
            | Cause::Forgotten { .. }
            | Cause::Conflict { .. }
            | Cause::WrongKind { .. } => None,
        }
    }

    /// The JSON-RPC error object: `code`, `message`, and `data.path` if there is a path.
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
            Cause::Invalid { path, message } if path.is_empty() => f.write_str(message),
            Cause::Invalid { path, message } => write!(f, "{path}: {message}"),
            Cause::Unknown { id } => write!(f, "unknown request `{id}`"),
            Cause::Forgotten { id } => {
                write!(f, "unknown request `{id}`: it ended too long ago")
            }
            Cause::Conflict { id, outcome } => {
                let outcome = outcome_word(*outcome);
                write!(f, "{id} ended before, in another way: {outcome}")
            }
            Cause::WrongKind {
                id,
                kind: RequestKind::Question,
            } => write!(
                f,
                "{id} is a question: expected answers or an outcome, found a decision"
            ),
            Cause::WrongKind {
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
