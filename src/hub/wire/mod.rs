//! What an asking process and the hub send each other, as JSON: the questions of a request, its
//! settings, and its outcome. Pure, without IO.
//!
//! ```text
//!   asking process                                    hub
//!   Request         -- request, settings -->  Request, asked at its prompt
//!   RequestOutcome  <-------- outcome ------  RequestOutcome
//! ```
//!
//! A question has the shape that it has in the events of the broker, and members for what only a
//! prompt needs. Decoding is strict, and trusts nobody: a member that is not known is an error, and
//! so is an answer that its question does not allow.

mod answer;
pub(crate) mod outcome;
mod question;
pub(crate) mod request;
mod rule;
pub(crate) mod seconds;
pub(crate) mod settings;
#[cfg(test)]
mod tests;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::Error;

/// The JSON object of a wire type.
fn object(wire: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(wire) {
        Ok(Value::Object(members)) => members,
        // Wire types are structs of strings, numbers and booleans, so this does not happen.
        Ok(_) | Err(_) => Map::new(),
    }
}

/// The error with its path below `parent`.
fn within(parent: &str, error: &Error) -> Error {
    let path = match error.path() {
        Some(path) if !path.is_empty() => format!("{parent}.{path}"),
        Some(_) | None => parent.to_owned(),
    };
    Error::bad_request(path, error.message())
}
