//! The tools of a model that asks now and gets the answer later: `post_question` and
//! `await_answer`.
//!
//! They are not in the table of dialects, because a call of theirs is not one question with one
//! result. `post_question` takes the arguments of `ask`, and the result of `await_answer` is that
//! of `ask`.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::arguments;
use super::decode_mode::DecodeMode;
use super::definition::schema_of;
use super::{Dialect, ToolResult};
use crate::error::Error;

/// The longest that one call of `await_answer` waits. Clients give up a call after 60 seconds.
pub const MAX_WAIT: Duration = Duration::from_secs(50);

/// The tool whose arguments and result the pair takes over.
const ASKED_AS: &str = "ask";

/// A tool of the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaterTool {
    /// Posts questions and gives a ticket at once.
    PostQuestion,
    /// Waits a little for the answer to a ticket.
    AwaitAnswer,
}

/// Both tools, in the order of the documentation.
pub const LATER_TOOLS: [LaterTool; 2] = [LaterTool::PostQuestion, LaterTool::AwaitAnswer];

impl LaterTool {
    /// The tool name.
    pub fn name(self) -> &'static str {
        match self {
            Self::PostQuestion => "post_question",
            Self::AwaitAnswer => "await_answer",
        }
    }

    /// The tool with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        LATER_TOOLS.into_iter().find(|tool| tool.name() == name)
    }

    /// The title that clients show to people.
    pub fn title(self) -> &'static str {
        match self {
            Self::PostQuestion => "Post questions to the operator, to be answered later",
            Self::AwaitAnswer => "Look whether the operator has answered",
        }
    }

    /// What the tool does, in a few words.
    pub(super) fn purpose(self) -> &'static str {
        match self {
            Self::PostQuestion => "posts questions that can be answered later and gives a ticket",
            Self::AwaitAnswer => "gives the answer to a ticket once there is one",
        }
    }

    /// The description for the model.
    pub fn description(self) -> &'static str {
        match self {
            Self::PostQuestion => {
                "Posts one or more questions to the operator and returns at once with a ticket: {\"ticket\": ...}. \
                 Post as early as you know that you will need the answer, then go on with whatever does not depend \
                 on it, and come back with await_answer. The questions are those that `ask` takes: decisions that \
                 are the operator's, not what you can find out yourself. The operator may take minutes or hours. \
                 That they have not answered yet is no answer: never choose for them because it takes long."
            }
            Self::AwaitAnswer => {
                "Looks whether the operator has answered a ticket of post_question, and waits for it up to 50 \
                 seconds. Returns the answers, or {\"pending\": true}: then go on with other work, or call it \
                 again; there is no limit to how often. Pending means that nobody has chosen anything. Do not \
                 guess the answer, and do not post the question again."
            }
        }
    }

    /// The JSON schema of the arguments.
    pub fn input_schema(self) -> Value {
        match self {
            Self::PostQuestion => asked_as().map_or(Value::Null, Dialect::input_schema),
            Self::AwaitAnswer => schema_of::<AwaitArguments>(),
        }
    }
}

/// The dialect that decodes the questions of `post_question` and encodes the result of
/// `await_answer`.
pub fn asked_as() -> Option<&'static dyn Dialect> {
    super::tool(ASKED_AS).ok()
}

/// The arguments of `await_answer`.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
struct AwaitArguments {
    /// The ticket from `post_question`.
    ticket: String,
    /// How many seconds to wait for the answer, at most 50; 0 only looks. Default: 50.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = 50))]
    wait_s: Option<f64>,
}

/// A decoded call of `await_answer`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AwaitAnswer {
    /// The ticket.
    pub ticket: String,
    /// How long to wait, at most [`MAX_WAIT`].
    pub at_most: Duration,
}

impl AwaitAnswer {
    /// Decodes the arguments. A longer wait is cut to [`MAX_WAIT`].
    ///
    /// # Errors
    /// A bad request with the path of the wrong member.
    pub fn decode(arguments: &Value, mode: DecodeMode) -> Result<Self, Error> {
        let given: AwaitArguments = arguments::read(arguments, mode)?;
        let at_most = match given.wait_s {
            None => MAX_WAIT,
            Some(seconds) if seconds >= 0.0 => {
                Duration::try_from_secs_f64(seconds).map_or(MAX_WAIT, |wait| wait.min(MAX_WAIT))
            }
            Some(seconds) => {
                let message = format!("expected a number of seconds from 0 to 50, found {seconds}");
                return Err(Error::bad_request("wait_s", message));
            }
        };
        Ok(Self {
            ticket: given.ticket,
            at_most,
        })
    }
}

/// The result of `post_question`.
pub fn posted(ticket: &str) -> ToolResult {
    plain(json!({ "ticket": ticket }))
}

/// The result of `await_answer` while the operator has not answered.
pub fn pending() -> ToolResult {
    plain(json!({"pending": true}))
}

fn plain(result: Value) -> ToolResult {
    ToolResult::plain(super::json::line(&result), result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(arguments: Value, wanted: Result<(&str, u64), &str>) {
        let got = AwaitAnswer::decode(&arguments, DecodeMode::Lenient);
        let got = got.map(|call| (call.ticket, call.at_most.as_secs()));
        let wanted = wanted.map(|(ticket, wait)| (ticket.to_owned(), wait));
        let got = got.map_err(|error| error.to_string());
        assert_eq!(got, wanted.map_err(str::to_owned), "{arguments}");
    }

    #[test]
    fn await_answer_waits_at_most_fifty_seconds() {
        check(json!({"ticket": "req-1"}), Ok(("req-1", 50)));
        check(
            json!({"ticket": "req-1", "wait_s": null}),
            Ok(("req-1", 50)),
        );
        check(json!({"ticket": "req-1", "wait_s": 0}), Ok(("req-1", 0)));
        check(json!({"ticket": "req-1", "wait_s": 7}), Ok(("req-1", 7)));
        check(
            json!({"ticket": "req-1", "wait_s": 1e300}),
            Ok(("req-1", 50)),
        );
        check(
            json!({"ticket": "req-1", "wait_s": -1}),
            Err("wait_s: expected a number of seconds from 0 to 50, found -1"),
        );
        check(json!({}), Err("missing field `ticket`"));
    }

    #[test]
    fn the_pair_has_results_of_one_member() {
        assert_eq!(posted("req-7").text, r#"{"ticket":"req-7"}"#);
        assert_eq!(pending().text, r#"{"pending":true}"#);
        let schema = LaterTool::PostQuestion.input_schema();
        assert_eq!(schema["required"], json!(["questions"]));
        let schema = LaterTool::AwaitAnswer.input_schema();
        assert_eq!(schema["required"], json!(["ticket"]));
    }
}
