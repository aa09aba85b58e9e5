//! Enumerations in a JSON schema: their labels and values.

use serde_json::{Map, Value};

use crate::core::Choice;
use crate::core::sanitize::is_blank;
use crate::error::Error;

/// The entries of an enumeration: the choice that is shown and its JSON value.
pub(super) type Rows = Vec<(Choice, Value)>;

/// Decodes an enumeration: `enum` (with `enumNames`), `oneOf` or `anyOf` of constants, or `const`.
/// `None` if the schema is not an enumeration.
pub(super) fn read(schema: &Map<String, Value>, path: &str) -> Result<Option<Rows>, Error> {
    if let Some(value) = schema.get("const") {
        let path = format!("{path}.const");
        check_scalar(value, &path)?;
        return Ok(Some(vec![(choice(None, value, &path)?, value.clone())]));
    }
    if let Some(values) = schema.get("enum") {
        let path = format!("{path}.enum");
        let names = schema.get("enumNames").and_then(Value::as_array);
        let rows = array(values, &path)?.iter().enumerate();
        let rows = rows
            .filter(|(_, value)| !value.is_null())
            .map(|(index, value)| {
                let path = format!("{path}[{index}]");
                check_scalar(value, &path)?;
                let name = names.and_then(|names| names.get(index)?.as_str());
                Ok((choice(name, value, &path)?, value.clone()))
            });
        let rows = rows.collect::<Result<Rows, Error>>()?;
        return not_empty(rows, &path).map(Some);
    }
    for key in ["oneOf", "anyOf"] {
        let Some(options) = schema.get(key) else {
            continue;
        };
        let path = format!("{path}.{key}");
        let rows = array(options, &path)?
            .iter()
            .enumerate()
            .map(|(index, option)| {
                let path = format!("{path}[{index}]");
                let Some(value) = option.get("const") else {
                    return Err(Error::bad_request(path, "expected a constant with a title"));
                };
                let path = format!("{path}.const");
                check_scalar(value, &path)?;
                let title = option.get("title").and_then(Value::as_str);
                let mut choice = choice(title, value, &path)?;
                if let Some(description) = option.get("description").and_then(Value::as_str) {
                    choice = choice.description(description);
                }
                Ok((choice, value.clone()))
            });
        let rows: Rows = rows.collect::<Result<_, _>>()?;
        return not_empty(rows, &path).map(Some);
    }
    Ok(None)
}

fn array<'v>(value: &'v Value, path: &str) -> Result<&'v Vec<Value>, Error> {
    value
        .as_array()
        .ok_or_else(|| Error::bad_request(path, format!("expected an array, found {value}")))
}

fn check_scalar(value: &Value, path: &str) -> Result<(), Error> {
    match value {
        Value::Array(_) | Value::Object(_) => Err(Error::bad_request(
            path,
            format!("expected a string, a number or a boolean, found {value}"),
        )),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
    }
}

/// The choice for a value. Its label is the title, or the value if the title is blank.
fn choice(title: Option<&str>, value: &Value, path: &str) -> Result<Choice, Error> {
    let title = title.filter(|title| !is_blank(title));
    let label = title.map_or_else(|| label(value), str::to_owned);
    if is_blank(&label) {
        let message = "expected a value or a title with a text, found only blanks";
        return Err(Error::bad_request(path, message));
    }
    Ok(Choice::new(label))
}

fn not_empty(rows: Rows, path: &str) -> Result<Rows, Error> {
    if rows.is_empty() {
        return Err(Error::contradiction(
            path,
            "expected at least one value, found none",
        ));
    }
    Ok(rows)
}

/// The label of a value without a title.
fn label(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
