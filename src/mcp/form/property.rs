//! The schemas of the properties, and foreign text in them.

use serde_json::{Map, Value, json};

use super::FormVersion;
use super::field::{Field, Kind};
use crate::core::{Choice, DefaultAnswer, Number, Question, sanitize};

/// What a recommended choice is marked with.
const RECOMMENDED: &str = "(recommended)";

/// What the property of a question that stands alone is called: the message
/// above it is the question itself.
const ANSWER: &str = "Answer";

/// The property that answers a question; `alone` if it is the only one of its form.
pub(super) fn question(field: &Field<'_>, version: FormVersion, alone: bool) -> Value {
    let mut property = Map::new();
    let by_number = field.kind() == Kind::Many && version == FormVersion::EnumNames;
    let is_list = field.kind() == Kind::Many && version == FormVersion::TitledEnum;
    let json_type = if is_list { "array" } else { "string" };
    property.insert("type".to_owned(), json_type.into());
    let title = match field.question.header_text() {
        Some(header) => header,
        None if alone => ANSWER,
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
            add("oneOf", titled(field));
        }
        (Kind::Many, FormVersion::TitledEnum) => {
            add("items", json!({"anyOf": titled(field)}));
            // A text beside them counts as a pick.
            let least = field.question.min_picks();
            let least = least.saturating_sub(usize::from(field.other.is_some()));
            add("minItems", least.into());
            if let Some(most) = field.question.max_picks() {
                add("maxItems", most.into());
            }
        }
    }
    if let Some(default) = default(field, version) {
        add("default", default);
    }
    Value::Object(property)
}

/// The property of a text beside the choices.
pub(super) fn other() -> Value {
    json!({"type": "string", "title": "Other"})
}

/// A foreign text of several lines, each made safe.
pub(super) fn shown(text: &str) -> String {
    joined(text, "\n")
}

fn on_one_line(text: &str) -> String {
    joined(text, " ")
}

fn joined(text: &str, between: &str) -> String {
    let lines: Vec<_> = sanitize::lines(text.trim()).collect();
    lines.join(between)
}

/// The warning of the host, the question where the title is its header, and
/// the menu where it is answered by numbers.
fn description(field: &Field<'_>, by_number: bool) -> Option<String> {
    let question = field.question;
    let mut texts: Vec<_> = question.warning_text().map(shown).into_iter().collect();
    if question.header_text().is_some() {
        texts.push(shown(question.text()));
    }
    if by_number {
        let rows = question.choices().iter().enumerate();
        texts.extend(rows.map(|(index, choice)| {
            let number = Number::from_index(index);
            format!("{number}) {}", title(question, number, choice))
        }));
        texts.push(how_many(question));
    }
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// What is to be typed where a list of picks is a text.
fn how_many(question: &Question) -> String {
    let numbers = "Numbers, separated by commas";
    match (question.min_picks(), question.max_picks()) {
        (0, None) => numbers.to_owned(),
        (0, Some(max)) => format!("{numbers}: at most {max}"),
        (min, None) => format!("{numbers}: at least {min}"),
        (min, Some(max)) => format!("{numbers}: {min} to {max}"),
    }
}

/// Each choice as a constant with a title.
fn titled(field: &Field<'_>) -> Value {
    let rows = field.consts.iter().zip(titles(field.question));
    rows.map(|(constant, title)| json!({"const": constant, "title": title}))
        .collect()
}

fn titles(question: &Question) -> impl Iterator<Item = String> {
    let choices = question.choices().iter().enumerate();
    choices.map(|(index, choice)| title(question, Number::from_index(index), choice))
}

/// The label, whether it is recommended, and the description.
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

/// What is filled in beforehand, as it would come back.
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
