//! JSON schemas for the strict mode of `OpenAI`.
//!
//! There every object is closed and all of its members are required. A member that may be left
//! out is nullable instead, and null is decoded as left out. Lengths of texts and defaults are
//! not allowed, so that a length is said in the description.
//! <https://platform.openai.com/docs/guides/structured-outputs>

use serde_json::{Map, Value, json};

/// The same schema for the strict mode.
pub(super) fn strict(schema: Value) -> Value {
    let Value::Object(mut schema) = schema else {
        return schema;
    };
    schema.shift_remove("default");
    move_length_to_description(&mut schema);
    if let Some(items) = schema.get_mut("items") {
        *items = strict(items.take());
    }
    if let Some(Value::Object(properties)) = schema.shift_remove("properties") {
        let optional = |name: &String| {
            let required = schema.get("required").and_then(Value::as_array);
            !required.is_some_and(|names| names.iter().any(|it| it == name))
        };
        let properties: Map<_, _> = properties
            .into_iter()
            .map(|(name, property)| {
                let strict = strict(property);
                let strict = if optional(&name) {
                    nullable(strict)
                } else {
                    strict
                };
                (name, strict)
            })
            .collect();
        let names: Vec<_> = properties.keys().cloned().collect();
        schema.insert("properties".to_owned(), properties.into());
        schema.insert("required".to_owned(), names.into());
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    schema.into()
}

/// The schema of a member that may be null.
fn nullable(mut schema: Value) -> Value {
    if let Some(kind) = schema.get_mut("type") {
        *kind = json!([kind.take(), "null"]);
    }
    if let Some(values) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        values.push(Value::Null);
    }
    schema
}

fn move_length_to_description(schema: &mut Map<String, Value>) {
    let Some(length) = schema.shift_remove("maxLength") else {
        return;
    };
    let limit = format!("At most {length} characters.");
    let description = match schema.get("description").and_then(Value::as_str) {
        Some(description) => format!("{description} {limit}"),
        None => limit,
    };
    schema.insert("description".to_owned(), description.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_objects_whose_members_are_all_required() {
        let schema = json!({
            "type": "object",
            "properties": {
                "a": {"type": "string", "maxLength": 9, "description": "A."},
                "b": {"type": "string", "enum": ["x"], "default": "x"},
                "c": {"type": "array", "maxItems": 2, "items": {
                    "type": "object", "properties": {"d": {"type": "integer", "minimum": 0}},
                }},
            },
            "required": ["a", "c"],
        });
        let wanted = json!({
            "type": "object",
            "properties": {
                "a": {"type": "string", "description": "A. At most 9 characters."},
                "b": {"type": ["string", "null"], "enum": ["x", null]},
                "c": {"type": "array", "maxItems": 2, "items": {
                    "type": "object",
                    "properties": {"d": {"type": ["integer", "null"], "minimum": 0}},
                    "required": ["d"],
                    "additionalProperties": false,
                }},
            },
            "required": ["a", "b", "c"],
            "additionalProperties": false,
        });
        assert_eq!(strict(schema), wanted);
    }
}
