//! One property of a requested schema: the question that asks for it, and the
//! value that goes back.

use serde_json::{Map, Value};

use super::choices::{self, Rows};
use super::need;
use super::rule::{NumberRule, TextRule, count, same, shown};
use crate::core::{Answer, AnswerValue, Choice, Question, QuestionError, ValueRule as _};
use crate::error::Error;

/// A field of a form.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) question: Question,
    kind: Kind,
    /// It has to be there, and may be `null`.
    null_if_left_out: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Text,
    Number(NumberRule),
    /// The values of the choices, by their place.
    One(Vec<Value>),
    Many(Vec<Value>),
}

impl Field {
    /// Reads a property.
    ///
    /// # Errors
    /// A schema outside the shapes that forms may have, by its path.
    pub(super) fn read(name: &str, property: &Value, required: bool) -> Result<Self, Error> {
        let path = format!("requestedSchema.properties.{name}");
        let Some(written) = property.as_object() else {
            return Err(Error::bad_request(
                path,
                format!("expected the schema of a field, found {property}"),
            ));
        };
        let (schema, nullable) = without_null(written);
        let base = base(name, schema, written).requirement(need(required && !nullable));
        let default = written.get("default");
        if schema.contains_key("$ref") {
            return Err(Error::bad_request(
                format!("{path}.$ref"),
                "a form takes no references",
            ));
        }
        let kind = kind_of(schema, &path)?;
        let (question, kind) = match kind {
            "array" => many(base, schema, default, &path)?,
            "object" | "null" => {
                return Err(Error::bad_request(
                    format!("{path}.type"),
                    format!("a form takes no {kind} fields"),
                ));
            }
            kind => match choices::read(schema, &path)? {
                Some(rows) => one(base, rows, default),
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

    /// The value of an answer, if there is one; `None` where the field is left out.
    pub(super) fn value(&self, answer: Option<&Answer>) -> Option<Value> {
        let given = answer.and_then(|answer| self.given(answer));
        given.or(self.null_if_left_out.then_some(Value::Null))
    }

    fn given(&self, answer: &Answer) -> Option<Value> {
        match (&self.kind, answer.value()) {
            (Kind::Text, AnswerValue::Text(text)) => Some(text.clone().into()),
            (Kind::Number(rule), AnswerValue::Text(text)) => rule.value(text).map(Value::Number),
            (Kind::One(values), AnswerValue::Pick(pick)) => {
                values.get(pick.number.index()).cloned()
            }
            (Kind::Many(values), AnswerValue::Picks(picks)) => {
                let ordered = picks.in_menu_order().into_iter();
                Some(
                    ordered
                        .filter_map(|pick| values.get(pick.number.index()).cloned())
                        .collect(),
                )
            }
            // Left out; else a question gives the kind of answer that it was made for.
            (Kind::Text | Kind::Number(_) | Kind::One(_) | Kind::Many(_), _) => None,
        }
    }
}

/// The schema itself where `null` was only one of two alternatives.
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

/// The name of the type, told from the constants where it is left out.
fn kind_of<'s>(schema: &'s Map<String, Value>, path: &str) -> Result<&'s str, Error> {
    let enumerates = ["enum", "oneOf", "anyOf", "const"]
        .iter()
        .any(|key| schema.contains_key(*key));
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

/// Title, description and warning.
fn base(name: &str, schema: &Map<String, Value>, written: &Map<String, Value>) -> Question {
    let text = |key: &str| {
        let found = written
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
    let question = match text("description") {
        Some(description) => Question::new(description).header(title),
        None => Question::new(title),
    };
    let question = question.id(name);
    let hidden = schema
        .get("format")
        .is_some_and(|format| format == "password");
    if hidden || looks_secret(name) || looks_secret(title) {
        return question.warning(
            "warning: this looks like a secret, and a form is no place for one; ! declines",
        );
    }
    question
}

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

fn one(base: Question, rows: Rows, default: Option<&Value>) -> (Question, Kind) {
    let (choices, values): (Vec<Choice>, Vec<Value>) = rows.into_iter().unzip();
    let preset = default.and_then(|default| values.iter().position(|value| same(value, default)));
    let question = base.with_choices(choices);
    let question = match preset {
        Some(index) => question.default_choice(index + 1),
        None => question,
    };
    (question, Kind::One(values))
}

fn many(
    base: Question,
    schema: &Map<String, Value>,
    default: Option<&Value>,
    path: &str,
) -> Result<(Question, Kind), Error> {
    let items = schema.get("items").and_then(Value::as_object);
    let path_of_items = format!("{path}.items");
    let rows = match items {
        Some(items) => choices::read(items, &path_of_items)?,
        None => None,
    };
    let Some(rows) = rows else {
        return Err(Error::bad_request(
            path_of_items,
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
    let presets = default.and_then(Value::as_array).into_iter().flatten();
    let numbers: Option<Vec<_>> = presets
        .map(|preset| values.iter().position(|value| same(value, preset)))
        .collect();
    let with_default = numbers
        .into_iter()
        .flatten()
        .fold(question.clone(), |question, index| {
            question.default_choice(index + 1)
        });
    // A default that does not fit the schema itself is not used.
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
            Ok(one(
                base,
                vec![(yes, true.into()), (no, false.into())],
                default,
            ))
        }
        "string" => {
            let rule = TextRule::read(schema, path)?;
            // As it is declared, and as it would be typed.
            let fits = |text: &str| rule.check(text).is_ok() && rule.check(text.trim()).is_ok();
            let fitting = default
                .and_then(Value::as_str)
                .filter(|text| !text.trim().is_empty() && fits(text));
            let question = match fitting {
                Some(text) => base.default_text(text),
                None => base,
            };
            Ok((question.rule(rule), Kind::Text))
        }
        "number" | "integer" => {
            let integer = kind == "integer";
            let rule = NumberRule::read(schema, integer, path)?;
            let preset = default
                .filter(|default| default.is_number())
                .map(|default| shown(default, integer));
            let question = match preset.filter(|text| rule.check(text).is_ok()) {
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
