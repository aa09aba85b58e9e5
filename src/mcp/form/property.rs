//! The JSON schemas of the form's properties, with sanitized texts.

use serde_json::{Map, Value, json};

use super::field::{Field, Kind};
use crate::core::{Choice, DefaultAnswer, Number, Question, sanitize};

/// The mark of a recommended choice.
const RECOMMENDED: &str = "(recommended)";

/// The title of the property of a single question. The message of the form is the question
/// itself.
const SINGLE_TITLE: &str = "Answer";

/// The length of a question text in the description of its Other field, in characters.
const OTHER_CHARS: usize = 200;

/// The property that answers a question. `alone` is true if it is the only question of the form.
pub(super) fn question(field: &Field<'_>, alone: bool) -> Value {
    let mut property = Map::new();
    let json_type = match field.kind {
        Kind::Array => "array",
        Kind::Text | Kind::NamedEnum | Kind::TitledEnum | Kind::Numbers => "string",
    };
    property.insert("type".to_owned(), json_type.into());
    let title = match field.question.header_text() {
        Some(header) => header,
        None if alone => SINGLE_TITLE,
        None => field.question.text(),
    };
    property.insert("title".to_owned(), on_one_line(title).into());
    if let Some(description) = description(field) {
        property.insert("description".to_owned(), description.into());
    }
    let mut add = |name: &str, value: Value| property.insert(name.to_owned(), value);
    match field.kind {
        Kind::Text | Kind::Numbers => {}
        Kind::NamedEnum => {
            add("enum", json!(field.consts));
            add("enumNames", titles(field.question).collect());
        }
        Kind::TitledEnum => {
            add("oneOf", titled_constants(field));
        }
        Kind::Array => {
            add("items", json!({"anyOf": titled_constants(field)}));
            // A text in the other property counts as a pick.
            let min = field.question.min_picks();
            let min = min.saturating_sub(usize::from(field.other.is_some()));
            add("minItems", min.into());
            if let Some(max) = field.question.max_picks() {
                add("maxItems", max.into());
            }
        }
    }
    if let Some(default) = default(field) {
        add("default", default);
    }
    Value::Object(property)
}

/// The property for a text, next to the property of the choices. It says which question it
/// belongs to.
pub(super) fn other(field: &Field<'_>, alone: bool) -> Value {
    let title = match field.short_name(alone) {
        Some(name) => format!("Other: {}", on_one_line(&name)),
        None => "Other".to_owned(),
    };
    let question = sanitize::excerpt(&on_one_line(field.question.text()), OTHER_CHARS);
    let beside = match field.kind {
        Kind::Array | Kind::Numbers => "It counts beside the choices.",
        Kind::Text | Kind::NamedEnum | Kind::TitledEnum => "Beside a choice it is a note.",
    };
    let description = format!("Your own answer to: {question}\n{beside}");
    json!({"type": "string", "title": title, "description": description})
}

/// Sanitizes an untrusted text. Line breaks are kept.
pub(super) fn sanitized(text: &str) -> String {
    join_lines(text, "\n")
}

/// Sanitizes an untrusted text and joins its lines with spaces.
fn on_one_line(text: &str) -> String {
    join_lines(text, " ")
}

fn join_lines(text: &str, separator: &str) -> String {
    let lines: Vec<_> = sanitize::lines(text.trim()).collect();
    lines.join(separator)
}

/// The description of a property: the warning, the question text if the title is the header, and
/// the menu if the answer is a line of numbers.
fn description(field: &Field<'_>) -> Option<String> {
    let question = field.question;
    let mut texts: Vec<_> = question.warning_text().map(sanitized).into_iter().collect();
    if question.header_text().is_some() {
        texts.push(sanitized(question.text()));
    }
    if field.kind == Kind::Numbers {
        let rows = question.choices().iter().enumerate();
        texts.extend(rows.map(|(index, choice)| {
            let number = Number::from_index(index);
            format!("{number}) {}", title(question, number, choice))
        }));
        texts.push(count_hint(question));
    }
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// What else the user must know to answer a question with choices.
pub(super) fn how_to_answer(field: &Field<'_>) -> Option<String> {
    let other = field
        .other
        .as_ref()
        .map(|_| "an answer of your own: under Other");
    let several = match field.kind {
        Kind::Text | Kind::NamedEnum | Kind::TitledEnum => None,
        Kind::Array => Some(picks_hint(field.question)),
        Kind::Numbers => Some(count_hint(field.question)),
    };
    let hints: Vec<_> = several
        .into_iter()
        .chain(other.map(str::to_owned))
        .collect();
    (!hints.is_empty()).then(|| hints.join("; "))
}

/// How many choices may be picked.
fn picks_hint(question: &Question) -> String {
    match (question.min_picks(), question.max_picks()) {
        (0, None) => "any number of them".to_owned(),
        (0, Some(max)) => format!("at most {max} of them"),
        (min, None) => format!("at least {min} of them"),
        (min, Some(max)) => format!("{min} to {max} of them"),
    }
}

/// The hint for an answer that is a line of numbers.
fn count_hint(question: &Question) -> String {
    let numbers = "Numbers, separated by commas";
    match (question.min_picks(), question.max_picks()) {
        (0, None) => numbers.to_owned(),
        (0, Some(max)) => format!("{numbers}: at most {max}"),
        (min, None) => format!("{numbers}: at least {min}"),
        (min, Some(max)) => format!("{numbers}: {min} to {max}"),
    }
}

/// Each choice as a constant with a title.
fn titled_constants(field: &Field<'_>) -> Value {
    let rows = field.consts.iter().zip(titles(field.question));
    rows.map(|(constant, title)| json!({"const": constant, "title": title}))
        .collect()
}

pub(super) fn titles(question: &Question) -> impl Iterator<Item = String> {
    let choices = question.choices().iter().enumerate();
    choices.map(|(index, choice)| title(question, Number::from_index(index), choice))
}

/// The title of a choice: the label, the mark if it is recommended, and the description.
pub(super) fn title(question: &Question, number: Number, choice: &Choice) -> String {
    let mut title = on_one_line(choice.label());
    let marked = title.to_lowercase().ends_with(RECOMMENDED);
    if question.recommended_number() == Some(number) && !marked {
        title.push(' ');
        title.push_str(RECOMMENDED);
    }
    if let Some(description) = choice.description_text() {
        title.push_str(" — ");
        title.push_str(&on_one_line(description));
    }
    title
}

/// The default of a property, in the same form as its answer.
fn default(field: &Field<'_>) -> Option<Value> {
    let numbers = match field.question.default_answer()? {
        DefaultAnswer::Text(text) | DefaultAnswer::Draft(text) => return Some(text.into()),
        DefaultAnswer::Pick(number) => return field.constant(number).map(Value::from),
        DefaultAnswer::Ticked(numbers) => numbers,
    };
    Some(match field.kind {
        Kind::Array => {
            let consts = numbers.iter().filter_map(|&number| field.constant(number));
            consts.collect()
        }
        Kind::Text | Kind::NamedEnum | Kind::TitledEnum | Kind::Numbers => {
            let numbers: Vec<_> = numbers.iter().map(Number::to_string).collect();
            numbers.join(", ").into()
        }
    })
}
