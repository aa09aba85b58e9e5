//! Repairs known mistakes of models in the arguments of a tool call.
//!
//! Repairs run before decoding. The paths in later errors are still the paths of the
//! caller. Each repair is logged as a debug event.

use serde_json::{Value, json};
use tracing::debug;

use super::arguments::TRACING_TARGET;

/// Parses an array that was sent as a JSON string.
pub(super) fn array_from_string(object: &mut Value, field: &str) {
    let Some(value) = object.get_mut(field) else {
        return;
    };
    let array = value
        .as_str()
        .and_then(|text| serde_json::from_str::<Value>(text).ok());
    if let Some(array) = array.filter(Value::is_array) {
        log_repair(field, "an array came as a string of JSON");
        *value = array;
    }
}

/// Removes null fields. Some models send null for a field that they leave out.
pub(super) fn drop_nulls(object: &mut Value) {
    let Some(fields) = object.as_object_mut() else {
        return;
    };
    fields.retain(|field, value| {
        if value.is_null() {
            log_repair(field, "a null stood for a field that is left out");
        }
        !value.is_null()
    });
}

/// Converts plain strings in an array to objects: `"a"` becomes `{"label": "a"}`.
fn objects_from_strings(object: &mut Value, field: &str, name: &str) {
    let Some(items) = object.get_mut(field).and_then(Value::as_array_mut) else {
        return;
    };
    for item in items {
        if let Some(text) = item.as_str() {
            log_repair(field, "a plain string stood for an object");
            *item = json!({name: text});
        }
    }
}

/// Converts a boolean that was sent as a word or a number.
pub(super) fn boolean(object: &mut Value, field: &str) {
    let Some(value) = object.get_mut(field) else {
        return;
    };
    let word = match value {
        Value::String(word) => word.trim().to_lowercase(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return,
    };
    let read = match word.as_str() {
        "true" | "yes" | "1" => true,
        "false" | "no" | "0" => false,
        _ => return,
    };
    log_repair(field, "a word or a number stood for a boolean");
    *value = Value::Bool(read);
}

/// Repairs the `questions` of the tools with several questions: arrays, nulls,
/// options that were sent as plain strings, and the boolean fields in `booleans`.
pub(super) fn questions(arguments: &mut Value, booleans: &[&str]) {
    drop_nulls(arguments);
    array_from_string(arguments, "questions");
    for_each_item(arguments, "questions", |item| {
        drop_nulls(item);
        for field in booleans {
            boolean(item, field);
        }
        array_from_string(item, "options");
        objects_from_strings(item, "options", "label");
        for_each_item(item, "options", drop_nulls);
    });
}

/// Applies `repair` to every item of an array of objects.
fn for_each_item(object: &mut Value, field: &str, mut repair: impl FnMut(&mut Value)) {
    let items = object.get_mut(field).and_then(Value::as_array_mut);
    items.into_iter().flatten().for_each(&mut repair);
}

fn log_repair(field: &str, what: &str) {
    debug!(name: "ask:repaired", target: TRACING_TARGET, field, what, "ask:repaired");
}
