//! Decodes and validates the form content that a client returns for one question.

use serde_json::{Map, Value};

use super::FormVersion;
use super::field::{Field, Kind};
use crate::core::grammar::{ParsedLine, Rules, parse};
use crate::core::{Answer, FreeText, Grammar, Number};
use crate::dialect::arguments::kind;
use crate::dialect::submitted_answer::{self, Paths, SubmittedAnswer};
use crate::error::Error;

/// Decodes the answer to the question of a field. `None` if the question was skipped. `alone` is
/// true if it is the only question of the form.
pub(super) fn answer(
    field: &Field<'_>,
    version: FormVersion,
    content: &Map<String, Value>,
    alone: bool,
) -> Result<Option<Answer>, Error> {
    let paths = paths(field);
    let given = read(field, version, content, &paths)?;
    if given.picks.is_none() && given.text.is_none() {
        return submitted_answer::missing(field.question, alone, &paths.whole);
    }
    submitted_answer::answer(field.question, &given, &paths).map(Some)
}

fn paths(field: &Field<'_>) -> Paths {
    let path = format!("content.{}", field.name);
    let text = field.other.as_ref().unwrap_or(&field.name);
    Paths {
        text: format!("content.{text}"),
        picks: path.clone(),
        note: path.clone(),
        whole: path,
    }
}

/// Decodes the properties of a field, without the rules of the question.
fn read(
    field: &Field<'_>,
    version: FormVersion,
    content: &Map<String, Value>,
    paths: &Paths,
) -> Result<SubmittedAnswer, Error> {
    let value = content.get(&field.name).filter(|value| !value.is_null());
    let mut picks = match (field.kind(), version) {
        (Kind::Text, FormVersion::EnumNames | FormVersion::TitledEnum) => {
            return Ok(SubmittedAnswer {
                text: text(value, &paths.text)?.map(str::to_owned),
                ..SubmittedAnswer::default()
            });
        }
        (Kind::One, FormVersion::EnumNames | FormVersion::TitledEnum) => {
            let constant = text(value, &paths.picks)?;
            constant
                .map(|constant| {
                    constant_number(field, constant, &paths.picks).map(|number| vec![number])
                })
                .transpose()?
        }
        (Kind::Many, FormVersion::TitledEnum) => array_picks(field, value, &paths.picks)?,
        (Kind::Many, FormVersion::EnumNames) => line_picks(field, value, &paths.picks)?,
    };
    let other = match &field.other {
        Some(other) => text(content.get(other), &paths.text)?,
        None => None,
    };
    // A form also sends unchanged defaults. If there is a text too, the user did not pick the
    // default.
    if other.is_some() && field.kind() == Kind::One && is_default(field, picks.as_deref()) {
        picks = None;
    }
    Ok(SubmittedAnswer {
        picks: picks.map(|picks| picks.into_iter().map(Number::get).collect()),
        text: other.map(str::to_owned),
        note: None,
    })
}

fn is_default(field: &Field<'_>, picks: Option<&[Number]>) -> bool {
    picks.is_some_and(|picks| picks == field.default_numbers())
}

/// Decodes a string. A blank string counts as missing.
fn text<'v>(value: Option<&'v Value>, path: &str) -> Result<Option<&'v str>, Error> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str()).filter(|text| !text.trim().is_empty())),
        Some(other) => {
            let message = format!("expected a string, found {}", kind(other));
            Err(Error::bad_request(path, message))
        }
    }
}

/// The number of the choice with this constant.
fn constant_number(field: &Field<'_>, constant: &str, path: &str) -> Result<Number, Error> {
    field.number(constant).ok_or_else(|| {
        let message = "expected one of the listed values, found another text";
        Error::bad_request(path, message)
    })
}

/// Decodes picks from an array of constants.
fn array_picks(
    field: &Field<'_>,
    value: Option<&Value>,
    path: &str,
) -> Result<Option<Vec<Number>>, Error> {
    let Some(value) = value else { return Ok(None) };
    let Value::Array(items) = value else {
        let message = format!("expected an array, found {}", kind(value));
        return Err(Error::bad_request(path, message));
    };
    let numbers = items.iter().enumerate().map(|(index, item)| {
        let path = format!("{path}[{index}]");
        if let Value::String(constant) = item {
            return constant_number(field, constant, &path);
        }
        let message = format!("expected a string, found {}", kind(item));
        Err(Error::bad_request(path, message))
    });
    numbers.collect::<Result<_, _>>().map(Some)
}

/// Decodes picks from a line of numbers, as at the prompt.
fn line_picks(
    field: &Field<'_>,
    value: Option<&Value>,
    path: &str,
) -> Result<Option<Vec<Number>>, Error> {
    let Some(line) = text(value, path)? else {
        return Ok(None);
    };
    let count = field.consts.len();
    // The text answer has its own property, so this line must not contain text.
    let menu = field.question.clone().free_text(FreeText::Never);
    let rules = Rules {
        grammar: Grammar::Strict,
        navigates: false,
    };
    match parse(&menu, rules, line) {
        ParsedLine::Toggle(numbers, _) => Ok(Some(numbers)),
        ParsedLine::Pick(number, _) => Ok(Some(vec![number])),
        ParsedLine::All => Ok(Some((0..count).map(Number::from_index).collect())),
        ParsedLine::SelectNone => Ok(Some(Vec::new())),
        // A form has no commands, no Done row and no Other row.
        ParsedLine::Done
        | ParsedLine::Other
        | ParsedLine::Text(_)
        | ParsedLine::TextContinues(_)
        | ParsedLine::Empty
        | ParsedLine::Back
        | ParsedLine::Forward
        | ParsedLine::Help(_)
        | ParsedLine::Find(_)
        | ParsedLine::Propose(_)
        | ParsedLine::Decline(_)
        | ParsedLine::Discuss(_)
        | ParsedLine::Invalid(_) => {
            let message = format!(
                "expected numbers from 1 to {count} separated by commas, found another text"
            );
            Err(Error::bad_request(path, message))
        }
    }
}
