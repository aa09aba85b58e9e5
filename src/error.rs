//! What can fail: a malformed request, a bridge, a device.
//!
//! A question that got no answer is not an error; it is an
//! [`Outcome`](crate::Outcome).

use std::fmt;
use std::io;

use crate::core::QuestionError;

/// Why a call could not be carried out.
///
/// Messages name the thing, the rule and the value found, in lower case and
/// without a full stop. They never hold what an operator typed.
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
    /// A request that cannot be asked. `path` names the field, relative to the
    /// arguments (`questions[1].options`); it is empty for the arguments as a whole.
    pub fn bad_request(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self(Kind::BadRequest {
            path: path.into(),
            message: message.into(),
            contradictory: false,
        })
    }

    /// A bad request whose rules contradict each other: a minimum above the
    /// maximum, a choice among nothing.
    pub fn contradiction(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self(Kind::BadRequest {
            path: path.into(),
            message: message.into(),
            contradictory: true,
        })
    }

    /// A device that failed while doing `what`.
    pub fn device(what: &'static str, source: io::Error) -> Self {
        Self(Kind::Device { what, source })
    }

    /// There is no terminal to ask on, and why.
    pub fn no_terminal(why: &'static str) -> Self {
        Self(Kind::NoTerminal(why))
    }

    pub(crate) fn reentrant() -> Self {
        Self(Kind::Reentrant)
    }

    pub(crate) fn panicked(message: Option<String>) -> Self {
        Self(Kind::Panicked(message))
    }

    /// Whether the request itself was at fault.
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

    /// Whether a question was asked from inside the bridge that would have to ask it.
    pub fn is_reentrant(&self) -> bool {
        matches!(self.0, Kind::Reentrant)
    }

    /// Whether the bound interaction panicked.
    pub fn is_bridge_panic(&self) -> bool {
        matches!(self.0, Kind::Panicked(_))
    }

    /// Whether a terminal, a pipe or the like failed.
    pub fn is_device(&self) -> bool {
        matches!(self.0, Kind::Device { .. })
    }

    /// Whether there is no terminal that this process may ask on.
    pub fn is_no_terminal(&self) -> bool {
        matches!(self.0, Kind::NoTerminal(_))
    }

    /// The field that a bad request fails at.
    pub fn path(&self) -> Option<&str> {
        match &self.0 {
            Kind::BadRequest { path, .. } => Some(path),
            Kind::Reentrant | Kind::Panicked(_) | Kind::Device { .. } | Kind::NoTerminal(_) => None,
        }
    }

    /// The message without the path in front of it.
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
        Self::bad_request(fault.field(), fault.to_string())
    }
}
