//! The JSON shapes that agents already call, one file each.
//!
//! A dialect translates arguments to a [`DecodedCall`] call: its questions, and how
//! the end of the call becomes its result. It knows no terminal, no thread and no other dialect. The one table
//! is [`TOOLS`]: the decoder, the schemas, the tool list and the documentation
//! all read it.

pub(crate) mod arguments;
mod ask;
mod ask_user;
mod ask_user_question;
mod claude_code;
mod codex;
mod decode_mode;
mod decoded_call;
mod definition;
pub mod json;
mod lenient;
mod limits;
pub mod native;
mod redaction;
pub(crate) mod submitted_answer;
pub mod tool_call;
mod tool_result;

use serde_json::Value;

pub use decode_mode::DecodeMode;
pub use decoded_call::DecodedCall;
pub use definition::{Api, definition, manifest};
pub use limits::{MAX_OPTIONS, MAX_QUESTIONS};
pub use tool_result::ToolResult;

use crate::core::Grammar;
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
    fn decode(&self, arguments: Value, repair: DecodeMode) -> Result<DecodedCall, Error>;
}

/// All dialects, in the order in which they are listed.
pub static TOOLS: &[&dyn Dialect] = &[
    &ask_user::AskUserDialect,
    &ask::AskDialect,
    &ask_user_question::AskUserQuestionDialect,
    &claude_code::ClaudeCodeDialect,
    &codex::CodexDialect,
];

/// The name of the tool in the shape of Claude Code.
pub const ASK_USER: &str = "AskUserQuestion";

/// The name of the same tool in the shape of Codex.
pub const REQUEST_USER_INPUT: &str = "request_user_input";

/// What these two tell a model when nobody can be asked.
const NO_OPERATOR_ADVICE: &str =
    "no interactive operator in this session mode; decide for yourself and say what you assumed";

/// The dialect with this name.
///
/// # Errors
/// A bad request with the path `name` that lists the known names.
///
/// ```
/// use ask_user::dialect::tool;
/// assert_eq!(tool("ask_user")?.name(), "ask_user");
/// let error = tool("ask_god").err().unwrap();
/// assert!(error.to_string().starts_with("name: unknown tool `ask_god`: expected ask_user, "));
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
