//! Tool registration and tool calls for a host.
//!
//! A host gets a definition to show to the model. [`call`] carries out a tool call:
//! it asks the operator and returns the result. This module connects the dialects,
//! which translate JSON, with the handlers, which ask.
//!
//! ```
//! use ask_user::dialect::{Api, TOOLS, definition};
//! use ask_user::tools::call;
//!
//! // A host registers all tools in one loop.
//! for &tool in TOOLS {
//!     let _shown_to_the_model = definition(tool, Api::Anthropic);
//! }
//! // Later it carries out the calls of the model. Here there is no operator.
//! let arguments = serde_json::json!({"question": "Deploy where?"});
//! let result = call("ask_user", arguments, None, &Default::default(), &Default::default())?;
//! assert!(result.text.contains("no interactive operator"));
//! # Ok::<(), ask_user::Error>(())
//! ```

use serde_json::Value;

use crate::core::outcome::NoOperatorReason;
use crate::core::{Choice, Outcome, RequestOutcome, Settings};
use crate::dialect::{ASK_USER, DecodeMode, Dialect, REQUEST_USER_INPUT, ToolResult, tool};
use crate::error::Error;
use crate::seam::{UserQuestionHandler, Withdrawal};

/// One option of a question. The JSON of these tools calls a choice an option.
pub type QuestionOption = Choice;

/// The question tool of a harness. It is registered under one of two names.
///
/// It asks only through a [`UserQuestionHandler`]. Without a handler, the result of a
/// call is an error at once. The result tells the model to decide for itself. The tool
/// never invents an answer.
///
/// ```
/// use ask_user::tools::AskUserTool;
/// let both: Vec<_> = AskUserTool::preset("cx").unwrap().iter().map(|tool| tool.name).collect();
/// assert_eq!(both, ["AskUserQuestion", "request_user_input"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskUserTool {
    /// The tool name: [`ASK_USER`] or [`REQUEST_USER_INPUT`].
    pub name: &'static str,
}

impl AskUserTool {
    /// The tools to register for compatibility with another harness. `cc` has the
    /// tool of Claude Code. `cx`, for Codex, has both tools. `None` for other names.
    pub fn preset(name: &str) -> Option<&'static [Self]> {
        const BOTH: [AskUserTool; 2] = [
            AskUserTool { name: ASK_USER },
            AskUserTool {
                name: REQUEST_USER_INPUT,
            },
        ];
        match name {
            "cc" => Some(&BOTH[..1]),
            "cx" => Some(&BOTH),
            _ => None,
        }
    }

    /// The dialect of this tool: its definition, decoder and encoder.
    ///
    /// # Errors
    /// A bad request if no dialect has this name.
    pub fn dialect(&self) -> Result<&'static dyn Dialect, Error> {
        tool(self.name)
    }

    /// Carries out a call of this tool, see [`call`].
    ///
    /// # Errors
    /// See [`call`].
    pub fn call(
        &self,
        arguments: Value,
        handler: Option<&UserQuestionHandler>,
        settings: &Settings,
        withdrawal: &Withdrawal,
    ) -> Result<ToolResult, Error> {
        call(self.name, arguments, handler, settings, withdrawal)
    }
}

/// Carries out a call of the tool with this name. It decodes the arguments, asks
/// through the handler, and encodes the outcome.
///
/// The grammar is the tool's own. The grammar in `settings` is ignored.
///
/// # Errors
/// - A bad request with its path. The host should return it to the model.
/// - An error of the handler.
///
/// A question without an answer is not an error. It is a result.
pub fn call(
    name: &str,
    arguments: Value,
    handler: Option<&UserQuestionHandler>,
    settings: &Settings,
    withdrawal: &Withdrawal,
) -> Result<ToolResult, Error> {
    let tool = tool(name)?;
    let decoded = tool.decode(arguments, DecodeMode::Lenient)?;
    let settings = Settings {
        grammar: tool.grammar(),
        ..settings.clone()
    };
    let request_outcome = match handler {
        Some(handler) => handler.ask(decoded.request(), &settings, withdrawal)?,
        None => RequestOutcome::not_asked(Outcome::NoOperator(NoOperatorReason::Nobody)),
    };
    Ok(decoded.encode(&request_outcome))
}
