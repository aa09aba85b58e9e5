//! A field of an elicitation form: converts a JSON schema property to a question, and the answer
//! to a JSON value.

use serde_json::{Map, Value};

use super::choices::{self, Rows};
use super::field_value::FieldValue;
use super::hint::hint;
use super::requirement;
use super::rule::{NumberRule, TextRule, count, number_text, same_value};
use crate::core::{Answer, AnswerValue, Choice, Question, QuestionError, ValueRule as _};
use crate::error::Error;

/// A field of a form.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) question: Question,
    kind: Kind,
    /// The field is required and nullable: if it is left out, `null` is sent.
    null_if_left_out: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Text,
    Number(NumberRule),
    /// The values of the choices, in menu order.
    One(Vec<Value>),
    Many(Vec<Value>),
}

impl Field {
    /// Decodes a property of the requested schema.
    ///
    /// # Errors
    /// A schema that is not allowed in a form, with its path.
    pub(super) fn read(name: &str, property: &Value, required: bool) -> Result<Self, Error> {
        let path = format!("requestedSchema.properties.{name}");
        let Some(outer) = property.as_object() else {
            return Err(Error::bad_request(
                path,
                format!("expected the schema of a field, found {property}"),
            ));
        };
        let (schema, nullable) = without_null(outer);
        let base =
            base_question(name, schema, outer).requirement(requirement(required && !nullable));
        let default = outer.get("default");
        if schema.contains_key("$ref") {
            return Err(Error::bad_request(
                format!("{path}.$ref"),
                "a form takes no references",
            ));
        }
        let kind = kind_of(schema, &path)?;
        let (question, kind) = match kind {
            "array" => multiple_choice(base, schema, default, &path)?,
            "object" | "null" => {
                return Err(Error::bad_request(
                    format!("{path}.type"),
                    format!("a form takes no {kind} fields"),
                ));
            }
            kind => match choices::read(schema, &path)? {
                Some(rows) => single_choice(base, rows, default),
                None => scalar(base, kind, schema, default, &path)?,
            },
        };
        question.check().map_err(|fault| {
            if matches!(fault, QuestionError::MinTooHigh { .. }) {
                Error::contradiction(&path, fault.to_string())
            } else {
                Error::bad_request(&path, fault.to_string())
            }
        })?;
        Ok(Self {
            name: name.to_owned(),
            question,
            kind,
            null_if_left_out: required && nullable,
        })
    }

    /// The value of an answer. `None` if the field is omitted from the content.
    pub(super) fn value(&self, answer: Option<&Answer>) -> Option<FieldValue> {
        let value = answer.and_then(|answer| self.answer_value(answer));
        value.or(self
            .null_if_left_out
            .then_some(FieldValue::Json(Value::Null)))
    }

    fn answer_value(&self, answer: &Answer) -> Option<FieldValue> {
        let json = match (&self.kind, answer.value()) {
            (Kind::Text, AnswerValue::Text(text)) => text.clone().into(),
            (Kind::Number(rule), AnswerValue::Text(text)) => {
                return rule.value(text).map(FieldValue::Number);
            }
            (Kind::One(values), AnswerValue::Pick(pick)) => {
                values.get(pick.number.index())?.clone()
            }
            (Kind::Many(values), AnswerValue::Picks(picks)) => {
                let ordered = picks.in_menu_order().into_iter();
                ordered
                    .filter_map(|pick| values.get(pick.number.index()).cloned())
                    .collect()
            }
            // The field was left out. Other kinds of answers do not occur.
            (Kind::Text | Kind::Number(_) | Kind::One(_) | Kind::Many(_), _) => return None,
        };
        Some(FieldValue::Json(json))
    }
}

/// The schema without the `null` alternative, and whether `null` is allowed.
fn without_null(schema: &Map<String, Value>) -> (&Map<String, Value>, bool) {
    let is_null = |alternative: &Value| alternative.get("type").is_some_and(|kind| kind == "null");
    let alternatives = schema.get("anyOf").and_then(Value::as_array);
    let rest: Vec<_> = alternatives
        .into_iter()
        .flatten()
        .filter(|alternative| !is_null(alternative))
        .collect();
    match (alternatives, rest.as_slice()) {
        (Some(all), [only]) if all.len() == 2 => match only.as_object() {
            Some(only) => (only, true),
            None => (schema, false),
        },
        _ => {
            let kinds = schema.get("type").and_then(Value::as_array);
            (
                schema,
                kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "null")),
            )
        }
    }
}

/// The keywords that list the values of a field.
const CONSTANTS: [&str; 4] = ["enum", "oneOf", "anyOf", "const"];

/// The name of the type. If `type` is missing but there are constants, it is `string`.
fn kind_of<'s>(schema: &'s Map<String, Value>, path: &str) -> Result<&'s str, Error> {
    let enumerates = CONSTANTS.iter().any(|key| schema.contains_key(*key));
    match schema.get("type") {
        Some(Value::String(kind)) => Ok(kind),
        Some(Value::Array(kinds)) => {
            let mut named = kinds
                .iter()
                .filter_map(Value::as_str)
                .filter(|kind| *kind != "null");
            match (named.next(), named.next()) {
                (Some(kind), None) => Ok(kind),
                _ => Err(Error::bad_request(
                    format!("{path}.type"),
                    "expected one type, perhaps with null",
                )),
            }
        }
        None if enumerates => Ok("string"),
        Some(other) => Err(Error::bad_request(
            format!("{path}.type"),
            format!("expected the name of a type, found {other}"),
        )),
        None => Err(Error::bad_request(
            path,
            "missing `type`: expected string, number, integer, boolean or array",
        )),
    }
}

/// A question with the title, the description and the warning of a property. `outer` is the whole
/// property, `schema` the part without the `null` alternative.
fn base_question(name: &str, schema: &Map<String, Value>, outer: &Map<String, Value>) -> Question {
    let text = |key: &str| {
        let found = outer
            .get(key)
            .or_else(|| schema.get(key))
            .and_then(Value::as_str);
        found.map(str::trim).filter(|text| !text.is_empty())
    };
    let title = text("title").unwrap_or(name);
    let title = if title.trim().is_empty() {
        "(a field without a name)"
    } else {
        title
    };
    let asked = text("description").unwrap_or(title);
    let enumerates = CONSTANTS.iter().any(|key| schema.contains_key(*key));
    let kind = kind_of(schema, "").ok().filter(|_| !enumerates);
    let asked = match kind.and_then(|kind| hint(kind, schema)) {
        // Not in parentheses: a number before one reads like a row of a menu.
        Some(hint) => format!("{asked} - {hint}"),
        None => asked.to_owned(),
    };
    let question = Question::new(asked);
    let question = match text("description") {
        Some(_) => question.header(title),
        None => question,
    };
    let question = question.id(name);
    let is_password = schema
        .get("format")
        .is_some_and(|format| format == "password");
    if is_password || looks_secret(name) || looks_secret(title) {
        return question.warning(
            "warning: this looks like a secret, and a form is no place for one; ! declines",
        );
    }
    question
}

/// Whether a name or a title suggests a secret.
fn looks_secret(name: &str) -> bool {
    const WORDS: [&str; 7] = [
        "password",
        "passwd",
        "passphrase",
        "secret",
        "token",
        "credential",
        "pin",
    ];
    let lower = name.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    let key = lower.contains("api_key") || lower.contains("apikey") || lower.ends_with("key");
    key || words.any(|word| WORDS.contains(&word))
        || ["password", "secret", "token"]
            .iter()
            .any(|word| lower.contains(word))
}

fn single_choice(base: Question, rows: Rows, default: Option<&Value>) -> (Question, Kind) {
    let (choices, values): (Vec<Choice>, Vec<Value>) = rows.into_iter().unzip();
    let default_index =
        default.and_then(|default| values.iter().position(|value| same_value(value, default)));
    let question = base.with_choices(choices);
    let question = match default_index {
        Some(index) => question.default_choice(index + 1),
        None => question,
    };
    (question, Kind::One(values))
}

fn multiple_choice(
    base: Question,
    schema: &Map<String, Value>,
    default: Option<&Value>,
    path: &str,
) -> Result<(Question, Kind), Error> {
    let items = schema.get("items").and_then(Value::as_object);
    let items_path = format!("{path}.items");
    let rows = match items {
        Some(items) => choices::read(items, &items_path)?,
        None => None,
    };
    let Some(rows) = rows else {
        return Err(Error::bad_request(
            items_path,
            "a form takes an array of listed values only: expected enum or anyOf",
        ));
    };
    let (choices, values): (Vec<Choice>, Vec<Value>) = rows.into_iter().unzip();
    let mut question = base.with_choices(choices).multi(true);
    for (key, bound) in [
        ("minItems", Question::min as fn(Question, usize) -> Question),
        ("maxItems", Question::max),
    ] {
        if let Some(count) = count(schema, key, path)? {
            question = bound(question, usize::try_from(count).unwrap_or(usize::MAX));
        }
    }
    let defaults = default.and_then(Value::as_array).into_iter().flatten();
    let indices: Option<Vec<_>> = defaults
        .map(|default| values.iter().position(|value| same_value(value, default)))
        .collect();
    let with_default = indices
        .into_iter()
        .flatten()
        .fold(question.clone(), |question, index| {
            question.default_choice(index + 1)
        });
    // A default that breaks the rules of its own schema is ignored.
    let question = if with_default.check().is_ok() {
        with_default
    } else {
        question
    };
    Ok((question, Kind::Many(values)))
}

fn scalar(
    base: Question,
    kind: &str,
    schema: &Map<String, Value>,
    default: Option<&Value>,
    path: &str,
) -> Result<(Question, Kind), Error> {
    match kind {
        "boolean" => {
            let yes = Choice::new("Yes").aliases(["y", "true"]);
            let no = Choice::new("No").aliases(["n", "false"]);
            Ok(single_choice(
                base,
                vec![(yes, true.into()), (no, false.into())],
                default,
            ))
        }
        "string" => {
            let rule = TextRule::read(schema, path)?;
            // Typed text is trimmed, so the default must be valid with and without trimming.
            let is_valid = |text: &str| rule.check(text).is_ok() && rule.check(text.trim()).is_ok();
            let valid_default = default
                .and_then(Value::as_str)
                .filter(|text| !text.trim().is_empty() && is_valid(text));
            let question = match valid_default {
                Some(text) => base.default_text(text),
                None => base,
            };
            Ok((question.rule(rule), Kind::Text))
        }
        "number" | "integer" => {
            let integer = kind == "integer";
            let rule = NumberRule::read(schema, integer, path)?;
            let default_text = default
                .filter(|default| default.is_number())
                .map(|default| number_text(default, integer));
            let question = match default_text.filter(|text| rule.check(text).is_ok()) {
                Some(text) => base.default_text(text),
                None => base,
            };
            Ok((question.rule(rule.clone()), Kind::Number(rule)))
        }
        other => Err(Error::bad_request(
            format!("{path}.type"),
            format!("expected string, number, integer, boolean or array, found {other:?}"),
        )),
    }
}
