//! The error type: an invalid request, a failed interaction, or a failed device.
//!
//! A question without an answer is not an error. It is an
//! [`Outcome`](crate::Outcome).

use std::fmt;
use std::io;

use crate::core::QuestionError;

/// The reason why a call failed.
///
/// A message names the thing, the rule and the value that was found. It is in lower
/// case and has no full stop. It never holds text that an operator typed.
#[derive(Debug)]
pub struct Error(Kind);

#[derive(Debug)]
enum Kind {
    BadRequest {
        path: String,
        message: String,
        contradictory: bool,
    },
    Reentrant,
    Panicked(Option<String>),
    Device {
        what: &'static str,
        source: io::Error,
    },
    NoTerminal(&'static str),
}

impl Error {
    /// Creates the error for an invalid request.
    ///
    /// `path` names the field, relative to the arguments (`questions[1].options`). It
    /// is empty for the arguments as a whole.
    pub fn bad_request(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self(Kind::BadRequest {
            path: path.into(),
            message: message.into(),
            contradictory: false,
        })
    }

    /// Creates the error for a bad request whose rules contradict each other. Examples: a
    /// minimum above the maximum, or a choice from an empty list.
    pub fn contradiction(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self(Kind::BadRequest {
            path: path.into(),
            message: message.into(),
            contradictory: true,
        })
    }

    /// Creates the error for a failed device. `what` is the operation that failed.
    pub fn device(what: &'static str, source: io::Error) -> Self {
        Self(Kind::Device { what, source })
    }

    /// Creates the error for a missing terminal. `why` is the reason.
    pub fn no_terminal(why: &'static str) -> Self {
        Self(Kind::NoTerminal(why))
    }

    pub(crate) fn reentrant() -> Self {
        Self(Kind::Reentrant)
    }

    pub(crate) fn panicked(message: Option<String>) -> Self {
        Self(Kind::Panicked(message))
    }

    /// Whether the request is invalid.
    pub fn is_bad_request(&self) -> bool {
        matches!(self.0, Kind::BadRequest { .. })
    }

    /// Whether the rules of a bad request contradict each other.
    pub fn is_contradiction(&self) -> bool {
        matches!(
            self.0,
            Kind::BadRequest {
                contradictory: true,
                ..
            }
        )
    }

    /// Whether a question was asked from inside the interaction that would have to ask it.
    pub fn is_reentrant(&self) -> bool {
        matches!(self.0, Kind::Reentrant)
    }

    /// Whether the bound interaction panicked.
    pub fn is_bridge_panic(&self) -> bool {
        matches!(self.0, Kind::Panicked(_))
    }

    /// Whether a terminal, a pipe or another device failed.
    pub fn is_device(&self) -> bool {
        matches!(self.0, Kind::Device { .. })
    }

    /// Whether this process has no terminal that it may use.
    pub fn is_no_terminal(&self) -> bool {
        matches!(self.0, Kind::NoTerminal(_))
    }

    /// The path of the invalid field. `None` if the error is not a bad request.
    pub fn path(&self) -> Option<&str> {
        match &self.0 {
            Kind::BadRequest { path, .. } => Some(path),
            Kind::Reentrant | Kind::Panicked(_) | Kind::Device { .. } | Kind::NoTerminal(_) => None,
        }
    }

    /// The message, without the path in front.
    pub fn message(&self) -> String {
        match &self.0 {
            Kind::BadRequest { message, .. } => message.clone(),
            Kind::Reentrant => {
                "a question was asked from inside the bridge that asks questions: return a line instead".to_owned()
            }
            Kind::Panicked(None) => "the bound interaction panicked".to_owned(),
            Kind::Panicked(Some(message)) => format!("the bound interaction panicked: {message}"),
            Kind::Device { what, source } => format!("{what}: {source}"),
            Kind::NoTerminal(why) => (*why).to_owned(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path() {
            Some(path) if !path.is_empty() => write!(f, "{path}: {}", self.message()),
            Some(_) | None => f.write_str(&self.message()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            Kind::Device { source, .. } => Some(source),
            Kind::BadRequest { .. } | Kind::Reentrant | Kind::Panicked(_) | Kind::NoTerminal(_) => {
                None
            }
        }
    }
}

impl From<QuestionError> for Error {
    fn from(fault: QuestionError) -> Self {
        Self::bad_request(fault.path(), fault.to_string())
    }
}
