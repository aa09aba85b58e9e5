//! What a client sends back for one question, judged like every other answer.

use serde_json::{Map, Value};

use super::FormVersion;
use super::field::{Field, Kind};
use crate::core::grammar::{ParsedLine, Rules, parse};
use crate::core::{Answer, FreeText, Grammar, Number};
use crate::dialect::arguments::kind;
use crate::dialect::submitted_answer::{self, Paths, SubmittedAnswer};
use crate::error::Error;

/// The answer to the question of a field; `None` if it was passed over.
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
                .map(|constant| listed(field, constant, &paths.picks).map(|number| vec![number]))
                .transpose()?
        }
        (Kind::Many, FormVersion::TitledEnum) => list(field, value, &paths.picks)?,
        (Kind::Many, FormVersion::EnumNames) => numbers(field, value, &paths.picks)?,
    };
    let other = match &field.other {
        Some(other) => text(content.get(other), &paths.text)?,
        None => None,
    };
    // A form sends what was filled in beforehand: beside a text nobody picked it.
    if other.is_some() && field.kind() == Kind::One && is_preset(field, picks.as_deref()) {
        picks = None;
    }
    Ok(SubmittedAnswer {
        picks: picks.map(|picks| picks.into_iter().map(Number::get).collect()),
        text: other.map(str::to_owned),
        note: None,
    })
}

fn is_preset(field: &Field<'_>, picks: Option<&[Number]>) -> bool {
    picks.is_some_and(|picks| picks == field.preset_numbers())
}

/// A text; a blank one is as good as none.
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

/// The number of a listed value.
fn listed(field: &Field<'_>, constant: &str, path: &str) -> Result<Number, Error> {
    field.number(constant).ok_or_else(|| {
        let message = "expected one of the listed values, found another text";
        Error::bad_request(path, message)
    })
}

fn list(
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
            return listed(field, constant, &path);
        }
        let message = format!("expected a string, found {}", kind(item));
        Err(Error::bad_request(path, message))
    });
    numbers.collect::<Result<_, _>>().map(Some)
}

/// A line of numbers, as at the menu.
fn numbers(
    field: &Field<'_>,
    value: Option<&Value>,
    path: &str,
) -> Result<Option<Vec<Number>>, Error> {
    let Some(line) = text(value, path)? else {
        return Ok(None);
    };
    let count = field.consts.len();
    // The text beside the choices has a property of its own.
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
        // Neither rows without a choice nor commands are part of a form.
        ParsedLine::Done
        | ParsedLine::Other
        | ParsedLine::Text(_)
        | ParsedLine::TextContinues(_)
        | ParsedLine::Empty
        | ParsedLine::Back
        | ParsedLine::Forward
        | ParsedLine::Help(_)
        | ParsedLine::Find(_)
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
