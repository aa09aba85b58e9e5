//! The JSON shapes that agents already call, one file each.
//!
//! A dialect translates arguments to a [`Request`] and a [`Conclusion`] to a
//! result. It knows no terminal, no thread and no other dialect. The one table
//! is [`TOOLS`]: the decoder, the schemas, the tool list and the documentation
//! all read it.

mod arguments;
mod ask_user;
pub mod call;
mod definition;
pub mod json;
pub mod native;
mod secret;

use serde_json::Value;

pub use arguments::Repair;
pub use definition::{Api, definition};

use crate::core::{Conclusion, Grammar, Request};
use crate::error::Error;

/// A tool-call shape.
pub trait Dialect: Sync {
    /// The name that agents call it by; names are matched case-sensitively.
    fn name(&self) -> &'static str;

    /// What the model is told: what it does, when to ask and when not.
    fn description(&self) -> &'static str;

    /// The JSON schema of the arguments, made from the type that decodes them.
    fn input_schema(&self) -> Value;

    /// Which lines have a meaning at its questions.
    fn grammar(&self) -> Grammar;

    /// Arguments to questions.
    ///
    /// # Errors
    /// A bad request whose path is relative to the arguments.
    fn decode(&self, arguments: Value, repair: Repair) -> Result<Request, Error>;

    /// The end of a call to its result.
    fn encode(&self, request: &Request, conclusion: &Conclusion) -> ToolResult;
}

/// The result of a call in a dialect's own shape.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// The whole result.
    pub json: Value,
    /// What the model would see of it.
    pub text: String,
    /// Whether the dialect fails the call.
    pub is_error: bool,
}

/// All dialects, in the order in which they are listed.
pub static TOOLS: &[&dyn Dialect] = &[&ask_user::AskUserDialect];

/// The dialect with this name.
///
/// # Errors
/// A bad request with the path `name` that lists the known names.
///
/// ```
/// use ask_user::dialect::tool;
/// assert_eq!(tool("ask_user")?.name(), "ask_user");
/// let error = tool("ask_god").err().unwrap();
/// assert_eq!(error.to_string(), "name: unknown tool `ask_god`: expected ask_user");
/// # Ok::<(), ask_user::Error>(())
/// ```
pub fn tool(name: &str) -> Result<&'static dyn Dialect, Error> {
    let found = TOOLS.iter().find(|tool| tool.name() == name);
    found.copied().ok_or_else(|| {
        let known: Vec<_> = TOOLS.iter().map(|tool| tool.name()).collect();
        let known = known.join(", ");
        Error::bad_request("name", format!("unknown tool `{name}`: expected {known}"))
    })
}
