//! Parses JSON arguments into wire types, and reports errors with their paths.

use std::fmt::Write as _;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use tracing::debug;

use super::decode_mode::DecodeMode;
use super::json_decoder::JsonDecoder;
use crate::core::{Question, QuestionError, Request};
use crate::error::Error;

/// The `tracing` target. It is the same as the target of the seam.
pub(super) const TRACING_TARGET: &str = "oc_chat::tools";

/// Parses the arguments into a wire type.
///
/// An unknown field is logged in lenient mode, and is an error in strict mode.
///
/// # Errors
/// A bad request with the path of the first invalid field.
pub(crate) fn read<T: DeserializeOwned>(arguments: &Value, mode: DecodeMode) -> Result<T, Error> {
    if !arguments.is_object() {
        let found = kind(arguments);
        return Err(Error::bad_request(
            "",
            format!("expected an object of arguments, found {found}"),
        ));
    }
    let mut unknown = Vec::new();
    let mut note = |path: serde_ignored::Path<'_>| unknown.push(path_text(&path));
    let reader = serde_ignored::Deserializer::new(JsonDecoder(arguments), &mut note);
    let read = serde_path_to_error::deserialize(reader).map_err(|error| {
        let path = error.path().to_string();
        let path = if path == "." { String::new() } else { path };
        Error::bad_request(path, error.inner().to_string())
    })?;
    for path in unknown {
        match mode {
            DecodeMode::Lenient => {
                debug!(name: "ask:unknown_field", target: TRACING_TARGET, path, "ask:unknown_field");
            }
            DecodeMode::Strict => return Err(Error::bad_request(path, "unknown field")),
        }
    }
    Ok(read)
}

/// Decodes an optional member. Null means that it was left out: where every member must be
/// given, that is how models leave one out.
///
/// # Errors
/// The error of the member's own type.
pub(super) fn null_as_default<'de, D, T>(member: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Option::deserialize(member).map(Option::unwrap_or_default)
}

/// Converts wire items to a request. Each question is checked.
pub(super) fn request<I>(
    items: Vec<I>,
    question: impl Fn(usize, I) -> Result<Question, Error>,
) -> Result<Request, Error> {
    let questions = items.into_iter().enumerate().map(|(index, item)| {
        let question = question(index, item)?;
        check(index, &question)?;
        Ok(question)
    });
    Request::new(questions.collect::<Result<_, Error>>()?).ok_or_else(|| {
        Error::bad_request("questions", "expected at least one question, found none")
    })
}

/// Checks the question at this index of `questions`.
fn check(index: usize, question: &Question) -> Result<(), Error> {
    question.check().map_err(|fault| {
        let prefix = format!("questions[{index}].");
        invalid(&fault, &prefix, ".label")
    })
}

/// Checks the only question of a call, whose options are strings.
pub(super) fn check_single(question: &Question) -> Result<(), Error> {
    question.check().map_err(|fault| invalid(&fault, "", ""))
}

/// The error for an invalid question, with the path in the arguments. All tools call the choices
/// `options`. `label` leads from an option to its label.
fn invalid(fault: &QuestionError, prefix: &str, label: &str) -> Error {
    match fault {
        QuestionError::BlankChoice(number) => {
            blank(format!("{prefix}options[{}]{label}", number.index()))
        }
        fault => Error::bad_request(format!("{prefix}{}", fault.path()), fault.to_string()),
    }
}

/// The error for a text that is needed and is blank.
pub(super) fn blank(path: String) -> Error {
    Error::bad_request(path, "expected a text, found only blanks")
}

/// The type of a JSON value, in words for an error message.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

fn path_text(path: &serde_ignored::Path<'_>) -> String {
    use serde_ignored::Path;
    match path {
        Path::Root => String::new(),
        Path::Seq { parent, index } => {
            let mut text = path_text(parent);
            // Writing to a String cannot fail.
            let _ = write!(text, "[{index}]");
            text
        }
        Path::Map { parent, key } => {
            let mut text = path_text(parent);
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(key);
            text
        }
        Path::Some { parent }
        | Path::NewtypeStruct { parent }
        | Path::NewtypeVariant { parent } => path_text(parent),
    }
}
