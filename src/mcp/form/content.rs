//! Decodes and validates the form content that a client returns for one question.
//!
//! It is read generously, because clients draw a field in many ways: as a list, as a line of text,
//! or not at all. What is read still has to keep every rule of its question.

use serde_json::{Map, Value};

use super::choices::{self, Picked};
use super::field::{Field, Kind};
use crate::core::{Answer, FreeText, Number};
use crate::dialect::arguments::kind;
use crate::dialect::submitted_answer::{self, Paths, SubmittedAnswer};
use crate::error::Error;

/// Decodes the answer to the question of a field. `None` if the question was skipped. `alone` is
/// true if it is the only question of the form.
pub(super) fn answer(
    field: &Field<'_>,
    content: &Map<String, Value>,
    alone: bool,
) -> Result<Option<Answer>, Error> {
    let paths = paths(field);
    let given = read(field, content, &paths)?;
    if given.picks.is_some() || given.text.is_some() {
        return submitted_answer::answer(field.question, &given, &paths).map(Some);
    }
    if submitted_answer::needs_answer(field.question, alone) {
        let message = "this question needs an answer, and nothing was filled in";
        return Err(Error::bad_request(paths.whole, message));
    }
    submitted_answer::missing(field.question, alone, &paths.whole)
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
    content: &Map<String, Value>,
    paths: &Paths,
) -> Result<SubmittedAnswer, Error> {
    let value = content.get(&field.name);
    let other = match &field.other {
        Some(other) => text(content.get(other), &paths.text)?,
        None => None,
    };
    match field.kind {
        Kind::Text => Ok(SubmittedAnswer {
            text: text(value, &paths.text)?,
            ..SubmittedAnswer::default()
        }),
        Kind::Array | Kind::Numbers => {
            let picked = choices::read(field, value, &paths.picks)?;
            Ok(submitted(picked, other))
        }
        Kind::NamedEnum | Kind::TitledEnum => match choices::read(field, value, &paths.picks) {
            Ok(picked) => Ok(beside(field, picked, other)),
            // At the prompt, too, any other line is the answer here.
            Err(_) if other.is_none() && field.question.free_text_kind() == FreeText::Inline => {
                Ok(submitted(None, text(value, &paths.text)?))
            }
            Err(fault) => Err(fault),
        },
    }
}

/// A pick and a text of a question that takes one of them: the text is a note on the pick.
fn beside(field: &Field<'_>, picked: Option<Picked>, text: Option<String>) -> SubmittedAnswer {
    let (Some(picked), Some(text)) = (&picked, &text) else {
        return submitted(picked, text);
    };
    // A form also sends unchanged defaults. If there is a text too, the user did not pick the
    // default.
    if picked.numbers == field.default_numbers() {
        return submitted(None, Some(text.clone()));
    }
    let label = |number: &Number| field.question.choices().get(number.index());
    let repeats = |number: &Number| label(number).is_some_and(|it| it.label() == text.trim());
    let note = match &picked.note {
        _ if picked.numbers.iter().any(repeats) => picked.note.clone(),
        Some(note) => Some(format!("{note}\n{}", text.trim())),
        None => Some(text.trim().to_owned()),
    };
    let picked = Picked {
        numbers: picked.numbers.clone(),
        note,
    };
    submitted(Some(picked), None)
}

fn submitted(picked: Option<Picked>, text: Option<String>) -> SubmittedAnswer {
    let (picks, note) = match picked {
        Some(Picked { numbers, note }) => {
            (Some(numbers.into_iter().map(Number::get).collect()), note)
        }
        None => (None, None),
    };
    SubmittedAnswer { picks, text, note }
}

/// Decodes a text. A blank one counts as missing. Some clients send a typed number as a number.
fn text(value: Option<&Value>, path: &str) -> Result<Option<String>, Error> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone()).filter(|text| !text.trim().is_empty())),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(other) => {
            let message = format!("expected a text, found {}", kind(other));
            Err(Error::bad_request(path, message))
        }
    }
}
