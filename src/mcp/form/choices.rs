//! Finds the choices that a user means: by constant, label, title or number.

use serde_json::Value;

use super::field::Field;
use super::property;
use crate::core::grammar::{ParsedLine, Rules, parse};
use crate::core::{Choice, FreeText, Grammar, Number};
use crate::dialect::arguments::kind;
use crate::error::Error;

/// The picked choices of a field, and the note on the last one.
#[derive(Debug, Default)]
pub(super) struct Picked {
    pub(super) numbers: Vec<Number>,
    pub(super) note: Option<String>,
}

impl Picked {
    fn one(number: Number) -> Self {
        Self {
            numbers: vec![number],
            note: None,
        }
    }

    /// Adds the choices of another part of the answer. A choice that is named twice counts once.
    fn add(&mut self, other: Self) {
        for number in other.numbers {
            if !self.numbers.contains(&number) {
                self.numbers.push(number);
            }
        }
        self.note = other.note.or(self.note.take());
    }
}

/// Decodes the value of a property with choices. `None` if nothing was filled in.
///
/// # Errors
/// A bad request with the path of the part that names no choice.
pub(super) fn read(
    field: &Field<'_>,
    value: Option<&Value>,
    path: &str,
) -> Result<Option<Picked>, Error> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
        Some(Value::Array(items)) if items.is_empty() && !field.question.is_multi() => Ok(None),
        Some(Value::Array(items)) => {
            let mut picked = Picked::default();
            for (index, item) in items.iter().enumerate() {
                picked.add(part(field, item, &format!("{path}[{index}]"))?);
            }
            Ok(Some(picked))
        }
        Some(value) => part(field, value, path).map(Some),
    }
}

fn part(field: &Field<'_>, value: &Value, path: &str) -> Result<Picked, Error> {
    let found = match value {
        Value::String(text) => from_text(field, text),
        Value::Number(number) => from_text(field, &number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
            let message = format!("{}, found {}", expected(field), kind(value));
            return Err(Error::bad_request(path, message));
        }
    };
    found.ok_or_else(|| {
        let message = format!("{}, found another text", expected(field));
        Error::bad_request(path, message)
    })
}

fn expected(field: &Field<'_>) -> String {
    let count = field.consts.len();
    if field.question.is_multi() {
        format!("expected choices or numbers from 1 to {count}, separated by commas")
    } else {
        format!("expected one of the choices or a number from 1 to {count}")
    }
}

/// The choices that a text names: one as a whole, or several, as at the prompt or separated by
/// commas.
fn from_text(field: &Field<'_>, text: &str) -> Option<Picked> {
    if let Some(number) = by_name(field, text.trim()) {
        return Some(Picked::one(number));
    }
    if let Some(picked) = from_line(field, text) {
        return Some(picked);
    }
    if !field.question.is_multi() {
        return None;
    }
    let mut picked = Picked::default();
    let parts = text.split([',', ';', '\n']).map(str::trim);
    for part in parts.filter(|part| !part.is_empty()) {
        match by_name(field, part) {
            Some(number) => picked.add(Picked::one(number)),
            None => picked.add(from_line(field, part)?),
        }
    }
    (!picked.numbers.is_empty()).then_some(picked)
}

/// How a choice can be named, the most exact name first: by its constant, label or title, or by
/// its row in the message.
type Names = [String; 6];

/// The choice with this name. Upper and lower case count only if that tells two choices apart.
fn by_name(field: &Field<'_>, name: &str) -> Option<Number> {
    let labels = field.question.choices().iter().map(Choice::label);
    let rows = field.consts.iter().zip(labels);
    let names = rows.zip(property::titles(field.question)).enumerate();
    let names: Vec<Names> = names
        .map(|(index, ((constant, label), title))| {
            let number = Number::from_index(index);
            let (constant, label, title) = (constant.trim(), label.trim(), title.trim());
            [
                constant.to_owned(),
                label.to_owned(),
                title.to_owned(),
                format!("{number})"),
                format!("{number}) {label}"),
                format!("{number}) {title}"),
            ]
        })
        .collect();
    let columns = 0..names.first()?.len();
    let exact = columns
        .into_iter()
        .find_map(|column| only(&names, |row| row[column] == name));
    let lower = name.to_lowercase();
    exact.or_else(|| {
        only(&names, |row| {
            row.iter().any(|it| it.to_lowercase() == lower)
        })
    })
}

/// The number of the only row that fits.
fn only(rows: &[Names], fits: impl Fn(&Names) -> bool) -> Option<Number> {
    let mut found = rows.iter().enumerate().filter(|(_, row)| fits(row));
    let (index, _) = found.next()?;
    found.next().is_none().then(|| Number::from_index(index))
}

/// The choices that a line picks at the prompt, by number or label, with a note.
fn from_line(field: &Field<'_>, line: &str) -> Option<Picked> {
    // The text answer has its own property, so this line must not contain text.
    let menu = field.question.clone().free_text(FreeText::Never);
    let rules = Rules {
        grammar: Grammar::Full,
        navigates: false,
    };
    match parse(&menu, rules, line) {
        ParsedLine::Toggle(numbers, note) => {
            let mut picked = Picked::default();
            picked.add(Picked { numbers, note });
            Some(picked)
        }
        ParsedLine::Pick(number, note) => Some(Picked {
            numbers: vec![number],
            note,
        }),
        ParsedLine::All => Some(Picked {
            numbers: (0..field.consts.len()).map(Number::from_index).collect(),
            note: None,
        }),
        ParsedLine::SelectNone => Some(Picked::default()),
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
        | ParsedLine::Invalid(_) => None,
    }
}
