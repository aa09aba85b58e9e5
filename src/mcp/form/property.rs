//! The JSON schemas of the form's properties, with sanitized texts.

use serde_json::{Map, Value, json};

use super::FormVersion;
use super::field::{Field, Kind};
use crate::core::{Choice, DefaultAnswer, Number, Question, sanitize};

/// The mark of a recommended choice.
const RECOMMENDED: &str = "(recommended)";

/// The title of the property of a single question. The message of the form is the question
/// itself.
const SINGLE_TITLE: &str = "Answer";

/// The property that answers a question. `alone` is true if it is the only question of the form.
pub(super) fn question(field: &Field<'_>, version: FormVersion, alone: bool) -> Value {
    let mut property = Map::new();
    let by_number = field.kind() == Kind::Many && version == FormVersion::EnumNames;
    let is_list = field.kind() == Kind::Many && version == FormVersion::TitledEnum;
    let json_type = if is_list { "array" } else { "string" };
    property.insert("type".to_owned(), json_type.into());
    let title = match field.question.header_text() {
        Some(header) => header,
        None if alone => SINGLE_TITLE,
        None => field.question.text(),
    };
    property.insert("title".to_owned(), on_one_line(title).into());
    if let Some(description) = description(field, by_number) {
        property.insert("description".to_owned(), description.into());
    }
    let mut add = |name: &str, value: Value| property.insert(name.to_owned(), value);
    match (field.kind(), version) {
        (Kind::Text, FormVersion::EnumNames | FormVersion::TitledEnum)
        | (Kind::Many, FormVersion::EnumNames) => {}
        (Kind::One, FormVersion::EnumNames) => {
            add("enum", json!(field.consts));
            add("enumNames", titles(field.question).collect());
        }
        (Kind::One, FormVersion::TitledEnum) => {
            add("oneOf", titled_constants(field));
        }
        (Kind::Many, FormVersion::TitledEnum) => {
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
    if let Some(default) = default(field, version) {
        add("default", default);
    }
    Value::Object(property)
}

/// The property for a text, next to the property of the choices.
pub(super) fn other() -> Value {
    json!({"type": "string", "title": "Other"})
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
fn description(field: &Field<'_>, by_number: bool) -> Option<String> {
    let question = field.question;
    let mut texts: Vec<_> = question.warning_text().map(sanitized).into_iter().collect();
    if question.header_text().is_some() {
        texts.push(sanitized(question.text()));
    }
    if by_number {
        let rows = question.choices().iter().enumerate();
        texts.extend(rows.map(|(index, choice)| {
            let number = Number::from_index(index);
            format!("{number}) {}", title(question, number, choice))
        }));
        texts.push(count_hint(question));
    }
    (!texts.is_empty()).then(|| texts.join("\n"))
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

fn titles(question: &Question) -> impl Iterator<Item = String> {
    let choices = question.choices().iter().enumerate();
    choices.map(|(index, choice)| title(question, Number::from_index(index), choice))
}

/// The title of a choice: the label, the mark if it is recommended, and the description.
fn title(question: &Question, number: Number, choice: &Choice) -> String {
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
fn default(field: &Field<'_>, version: FormVersion) -> Option<Value> {
    match field.question.default_answer()? {
        DefaultAnswer::Text(text) | DefaultAnswer::Draft(text) => Some(text.into()),
        DefaultAnswer::Pick(number) => field.constant(number).map(Value::from),
        DefaultAnswer::Ticked(numbers) => Some(match version {
            FormVersion::TitledEnum => {
                let consts = numbers.iter().filter_map(|&number| field.constant(number));
                consts.collect()
            }
            FormVersion::EnumNames => {
                let numbers: Vec<_> = numbers.iter().map(Number::to_string).collect();
                numbers.join(", ").into()
            }
        }),
    }
}
