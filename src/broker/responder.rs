//! [`Responder`]: who ended a request.

use std::fmt;

use serde::{Serialize, Serializer};

/// Who ended a request: the `by` of a `resolved` event.
///
/// ```
/// use ask_user::broker::Responder;
/// assert_eq!(Responder::FrontEnd("slack".to_owned()).to_string(), "front-end:slack");
/// assert_eq!(Responder::Console.to_string(), "console");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Responder {
    /// The operator, at the broker's own prompt.
    Console,
    /// A front end with this name. Empty for one that gave no name.
    FrontEnd(String),
    /// The launcher's setting for a time limit: the recommended choices were taken.
    Policy,
}

impl fmt::Display for Responder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Console => f.write_str("console"),
            Self::FrontEnd(name) if name.is_empty() => f.write_str("front-end"),
            Self::FrontEnd(name) => write!(f, "front-end:{name}"),
            Self::Policy => f.write_str("policy"),
        }
    }
}

impl Serialize for Responder {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
