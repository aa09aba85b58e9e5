//! `elicitation/create`, client side: asks a server's form or URL at the prompt.
//!
//! The parameters are decoded from raw JSON, because typed layers lose titles, patterns and the
//! order of fields. It supports MCP 2025-06-18, 2025-11-25 and 2026-07-28, whose forms have the same
//! shape.
//! <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation>

mod choices;
mod field;
mod field_rule;
mod field_value;
mod format;
mod hint;
mod number_value;
mod pattern;
mod rule;
mod url_mode;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::core::sanitize::is_blank;
use crate::core::{
    Answer, Grammar, Outcome, OutcomeKind, Question, Request, RequestOutcome, Requirement,
};
use crate::dialect::{DecodeMode, DecodedCall, Dialect, ToolResult};
use crate::error::Error;
use field::Field;
use field_value::Content;

pub use field_rule::FieldRule;

/// The method as a dialect. It is not a tool, so models do not call it.
struct Elicitation;

/// The dialect of the method `elicitation/create`. It decodes and encodes like a tool call.
///
/// ```
/// use ask_user::dialect::DecodeMode;
/// use ask_user::{AskUser, Scripted, Settings};
///
/// let params = serde_json::json!({"message": "Release details", "requestedSchema": {
///     "type": "object",
///     "properties": {"retries": {"type": "integer", "minimum": 0, "maximum": 5}},
///     "required": ["retries"],
/// }});
/// let call = ask_user::mcp::elicitation::method().decode(params, DecodeMode::Lenient)?;
/// let ask = AskUser::new();
/// let _bound = ask.bind(Scripted::lines(["9", "3"]));
/// let request_outcome = ask.ask_request(call.request(), &Settings::default(), None)?;
/// assert_eq!(call.encode(&request_outcome).text, r#"{"action":"accept","content":{"retries":3}}"#);
/// # Ok::<(), ask_user::Error>(())
/// ```
pub fn method() -> &'static dyn Dialect {
    &Elicitation
}

/// The name of the method.
pub const METHOD: &str = "elicitation/create";

impl Dialect for Elicitation {
    fn name(&self) -> &'static str {
        METHOD
    }

    fn title(&self) -> &'static str {
        "Form of an MCP server"
    }

    fn purpose(&self) -> &'static str {
        "a form or an address of an MCP server"
    }

    fn description(&self) -> &'static str {
        "A server's request to its client: show this form to the user, or this address, and send back what they \
         entered. Not a tool for models."
    }

    fn input_schema(&self) -> Value {
        json!({"type": "object", "required": ["message"]})
    }

    fn grammar(&self) -> Grammar {
        Grammar::Full
    }

    fn decode(&self, params: Value, _: DecodeMode) -> Result<DecodedCall, Error> {
        let Value::Object(params) = params else {
            return Err(Error::bad_request("", "expected an object of parameters"));
        };
        let message = text(&params, "message")?;
        match params.get("mode").map(Value::as_str) {
            None | Some(Some("form")) => form(&params, message),
            Some(Some("url")) => url_mode::decode(message, text(&params, "url")?),
            Some(_) => {
                let found = &params["mode"];
                Err(Error::bad_request(
                    "mode",
                    format!("expected form or url, found {found}"),
                ))
            }
        }
    }
}

fn text<'p>(params: &'p Map<String, Value>, field: &str) -> Result<&'p str, Error> {
    match params.get(field) {
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(Error::bad_request(
            field,
            format!("expected a string, found {other}"),
        )),
        None => Err(Error::bad_request("", format!("missing field `{field}`"))),
    }
}

fn form(params: &Map<String, Value>, message: &str) -> Result<DecodedCall, Error> {
    const SCHEMA: &str = "requestedSchema";
    let schema = match params.get(SCHEMA) {
        Some(Value::Object(schema)) => schema,
        Some(other) => {
            return Err(Error::bad_request(
                SCHEMA,
                format!("expected an object, found {other}"),
            ));
        }
        None => return Err(Error::bad_request("", format!("missing field `{SCHEMA}`"))),
    };
    if schema.get("type").is_some_and(|kind| kind != "object") {
        let found = &schema["type"];
        return Err(Error::bad_request(
            format!("{SCHEMA}.type"),
            format!("expected object, found {found}"),
        ));
    }
    let none = Map::new();
    let properties = match schema.get("properties") {
        Some(Value::Object(properties)) => properties,
        None => &none,
        Some(other) => {
            let path = format!("{SCHEMA}.properties");
            return Err(Error::bad_request(
                path,
                format!("expected an object, found {other}"),
            ));
        }
    };
    let required = required(schema, properties)?;
    let fields = properties
        .iter()
        .map(|(name, property)| Field::read(name, property, required.contains(&name.as_str())));
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    let questions = fields.iter().map(|field| field.question.clone()).collect();
    match Request::new(questions) {
        Some(request) => Ok(DecodedCall::new(
            request.preface(message),
            move |_, request_outcome| {
                encode_outcome(request_outcome, |answers| {
                    accept(Some(&content(&fields, answers)))
                })
            },
        )),
        None if is_blank(message) => {
            let message = "expected a text, found only blanks";
            Err(Error::bad_request("message", message))
        }
        None => Ok(consent(message)),
    }
}

/// Decodes the names of the required fields.
fn required<'s>(
    schema: &'s Map<String, Value>,
    properties: &Map<String, Value>,
) -> Result<Vec<&'s str>, Error> {
    let path = "requestedSchema.required";
    let items = match schema.get("required") {
        None => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        Some(other) => {
            return Err(Error::bad_request(
                path,
                format!("expected an array, found {other}"),
            ));
        }
    };
    let names = items.iter().enumerate().map(|(index, item)| {
        let at = || format!("{path}[{index}]");
        let message = || format!("expected the name of a field, found {item}");
        match item.as_str() {
            Some(name) if properties.contains_key(name) => Ok(name),
            Some(_) => Err(Error::contradiction(at(), message())),
            None => Err(Error::bad_request(at(), message())),
        }
    });
    names.collect()
}

/// The call for a form without fields. It asks whether to go on.
fn consent(message: &str) -> DecodedCall {
    let question = Question::new("Go on?").with_choices(["Yes", "No"]);
    let request = Request::from(question).preface(message);
    DecodedCall::new(request, |_, request_outcome| {
        encode_outcome(request_outcome, |answers| {
            accept_or_decline(answers, Some(&Content::default()))
        })
    })
}

/// The result of a yes/no question. The first choice accepts, any other answer declines.
fn accept_or_decline(answers: &[Option<Answer>], content: Option<&Content<'_>>) -> ToolResult {
    let number = answers
        .first()
        .and_then(Option::as_ref)
        .and_then(Answer::choice_number);
    match number.map(crate::core::Number::get) {
        Some(1) => accept(content),
        _ => action_result("decline", None).ending_as(OutcomeKind::Declined),
    }
}

/// The content of an accepted form: the values by field name.
fn content<'f>(fields: &'f [Field], answers: &[Option<Answer>]) -> Content<'f> {
    let given = fields.iter().zip(answers);
    let values = given
        .filter_map(|(field, answer)| Some((field.name.as_str(), field.value(answer.as_ref())?)));
    Content(values.collect())
}

/// Encodes the outcome as accept, decline or cancel. Only an answered outcome can accept.
fn encode_outcome(
    request_outcome: &RequestOutcome,
    answered: impl Fn(&[Option<Answer>]) -> ToolResult,
) -> ToolResult {
    match &request_outcome.outcome {
        Outcome::Answered(answers) => answered(answers),
        Outcome::Declined(_) => action_result("decline", None),
        Outcome::NoOperator(_)
        | Outcome::Exhausted
        | Outcome::Closed
        | Outcome::Discuss(_)
        | Outcome::Withdrawn
        | Outcome::TimedOut(_)
        | Outcome::Cancelled => action_result("cancel", None),
    }
}

fn accept(content: Option<&Content<'_>>) -> ToolResult {
    action_result("accept", content)
}

fn action_result(action: &str, content: Option<&Content<'_>>) -> ToolResult {
    #[derive(Serialize)]
    struct ActionResult<'a> {
        action: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        content: Option<&'a Content<'a>>,
    }
    let mut json = json!({"action": action});
    if let Some(content) = content {
        json["content"] = content.to_json().into();
    }
    // Unlike the JSON value, the text has all digits of a long number.
    let text = crate::dialect::json::line(&ActionResult { action, content });
    ToolResult::plain(text, json)
}

/// The requirement of a question for a required or an optional field.
fn requirement(required: bool) -> Requirement {
    if required {
        Requirement::Required
    } else {
        Requirement::Optional
    }
}
