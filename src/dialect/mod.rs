//! Dialects: the JSON shapes of tool calls that agents already use. Each has its own file.
//!
//! A dialect decodes arguments to a [`DecodedCall`]. That holds the questions of the
//! call, and a function that encodes the outcome as the result. A dialect does not use a
//! terminal, a thread or another dialect. All dialects are in the table [`TOOLS`]. The
//! decoder, the schemas, the tool list and the documentation use this table.

pub(crate) mod arguments;
mod ask;
mod ask_user;
mod ask_user_question;
mod claude_code;
mod codex;
mod decode_error;
mod decode_mode;
mod decoded_call;
mod definition;
mod document_text;
pub mod json;
mod json_decoder;
pub mod later;
mod lenient;
mod limits;
pub mod native;
mod partial_answers;
mod redaction;
mod strict_schema;
pub(crate) mod submitted_answer;
pub mod tool_call;
mod tool_result;

use serde_json::Value;

pub use decode_mode::DecodeMode;
pub use decoded_call::DecodedCall;
pub use definition::{Api, definition, instructions, later_definition, manifest};
pub use limits::{MAX_OPTIONS, MAX_QUESTIONS};
pub use tool_result::ToolResult;

use crate::core::Grammar;
use crate::error::Error;

/// A dialect: the JSON shape of one tool call.
pub trait Dialect: Sync {
    /// The tool name. Names are case-sensitive.
    fn name(&self) -> &'static str;

    /// The title that clients show to people.
    fn title(&self) -> &'static str;

    /// What the tool asks, in a few words. It tells the tools of a list apart.
    fn purpose(&self) -> &'static str;

    /// The description for the model: what the tool does, when to ask and when not.
    fn description(&self) -> &'static str;

    /// The JSON schema of the arguments. It is generated from the type that decodes them.
    fn input_schema(&self) -> Value;

    /// The grammar for the questions of this tool.
    fn grammar(&self) -> Grammar;

    /// Decodes the arguments to questions.
    ///
    /// # Errors
    /// A bad request. Its path is relative to the arguments.
    fn decode(&self, arguments: Value, mode: DecodeMode) -> Result<DecodedCall, Error>;
}

/// All dialects, in the order of the tool list.
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

/// The result text of these two tools if there is no operator.
const NO_OPERATOR_ADVICE: &str =
    "no interactive operator in this session mode; decide for yourself and say what you assumed";

/// The dialect with this name.
///
/// # Errors
/// A bad request with the path `name`. Its message lists the known names.
///
/// ```
/// use ask_user::dialect::tool;
/// assert_eq!(tool("ask_user")?.name(), "ask_user");
/// let error = tool("ask_god").err().unwrap();
/// assert!(error.to_string().starts_with("name: unknown tool `ask_god`: expected ask_user, "));
/// # Ok::<(), ask_user::Error>(())
/// ```
pub fn tool(name: &str) -> Result<&'static dyn Dialect, Error> {
    tool_among(name, &[])
}

/// The dialect with this name, among `extra_tools` and [`TOOLS`].
fn tool_among(
    name: &str,
    extra_tools: &[&'static dyn Dialect],
) -> Result<&'static dyn Dialect, Error> {
    let mut known = extra_tools.iter().chain(TOOLS);
    known
        .find(|tool| tool.name() == name)
        .copied()
        .ok_or_else(|| {
            let known = TOOLS.iter().chain(extra_tools).map(|tool| tool.name());
            let known = known.collect::<Vec<_>>().join(", ");
            Error::bad_request("name", format!("unknown tool `{name}`: expected {known}"))
        })
}
