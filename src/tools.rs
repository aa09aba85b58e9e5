//! Tools as a host registers them: a definition to show to the model, and a call
//! that asks the operator and gives back the result.
//!
//! Dialects translate, handlers ask; this is the one place that joins the two.
//!
//! ```
//! use ask_user::dialect::{Api, TOOLS, definition};
//! use ask_user::tools::call;
//!
//! // A host registers all of them in one loop …
//! for &tool in TOOLS {
//!     let _shown_to_the_model = definition(tool, Api::Anthropic);
//! }
//! // … and later carries out what the model calls. Here nobody can be asked.
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

/// One option of a question, as the tools of this module name it.
pub type QuestionOption = Choice;

/// The question tool of a harness: one object, registered under either of its
/// two names.
///
/// It asks only through a [`UserQuestionHandler`]. With none installed a call
/// fails at once and advises the model to decide for itself; it never makes an
/// answer up.
///
/// ```
/// use ask_user::tools::AskUserTool;
/// let both: Vec<_> = AskUserTool::preset("cx").unwrap().iter().map(|tool| tool.name).collect();
/// assert_eq!(both, ["AskUserQuestion", "request_user_input"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskUserTool {
    /// [`ASK_USER`] or [`REQUEST_USER_INPUT`].
    pub name: &'static str,
}

impl AskUserTool {
    /// The tools that a harness registers to be like another: `cc` like Claude
    /// Code, `cx` like Codex, which knows both names.
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

    /// Its definition, decoder and encoder.
    ///
    /// # Errors
    /// A bad request if the name is neither of the two.
    pub fn dialect(&self) -> Result<&'static dyn Dialect, Error> {
        tool(self.name)
    }

    /// Carries out a call, see [`call`].
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

/// Carries out a call of the tool with this name: decodes the arguments, asks
/// through the handler, encodes the end. The grammar is the tool's own, whatever
/// `settings` say.
///
/// # Errors
/// A bad request with its path, for the host to give back to the model; what the
/// handler reports. That nobody answers is a result.
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
