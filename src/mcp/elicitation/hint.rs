//! What a field takes, in a few words that stand beside its title before the first try.

use serde_json::{Map, Value};

/// The hint for a field of this type. `None` if it takes any text, or shows its choices.
pub(super) fn hint(kind: &str, schema: &Map<String, Value>) -> Option<String> {
    let number = |key: &str| schema.get(key).filter(|value| value.is_number());
    let text = |key: &str| schema.get(key).and_then(Value::as_str);
    let mut parts = Vec::new();
    match kind {
        "string" => {
            parts.extend(text("format").and_then(format_words).map(str::to_owned));
            let length = range(number("minLength"), number("maxLength"));
            parts.extend(length.map(|length| format!("{length} characters")));
            parts.extend(text("pattern").map(|pattern| format!("matches {pattern}")));
        }
        "integer" | "number" => {
            let range = range(number("minimum"), number("maximum"));
            // The bare type says little where a range is given.
            if kind == "integer" || range.is_none() {
                parts.push(kind.to_owned());
            }
            parts.extend(range);
            parts.extend(number("exclusiveMinimum").map(|bound| format!("above {bound}")));
            parts.extend(number("exclusiveMaximum").map(|bound| format!("below {bound}")));
            parts.extend(number("multipleOf").map(|step| format!("a multiple of {step}")));
        }
        "array" => {
            let min = number("minItems").filter(|count| **count != 0);
            let count = range(min, number("maxItems"));
            parts.extend(count.map(|count| format!("{count} of them")));
        }
        _ => {}
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn range(min: Option<&Value>, max: Option<&Value>) -> Option<String> {
    match (min, max) {
        (None, None) => None,
        (Some(min), None) => Some(format!("at least {min}")),
        (None, Some(max)) => Some(format!("at most {max}")),
        (Some(min), Some(max)) => Some(format!("{min} to {max}")),
    }
}

fn format_words(format: &str) -> Option<&'static str> {
    match format {
        "email" => Some("email"),
        "uri" => Some("uri, such as https://example.org"),
        "date" => Some("date, such as 2026-02-28"),
        "date-time" => Some("date and time, such as 2026-02-28T10:00:00Z"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_field_takes() {
        #[track_caller]
        fn check(kind: &str, schema: &Value, wanted: Option<&str>) {
            let schema = schema.as_object().unwrap();
            assert_eq!(hint(kind, schema).as_deref(), wanted);
        }
        check("string", &json!({}), None);
        check("string", &json!({"format": "email"}), Some("email"));
        check("string", &json!({"format": "password"}), None);
        let text = json!({"minLength": 2, "maxLength": 3, "pattern": "^a"});
        check("string", &text, Some("2 to 3 characters, matches ^a"));
        check("number", &json!({}), Some("number"));
        check(
            "number",
            &json!({"minimum": 0, "maximum": 1}),
            Some("0 to 1"),
        );
        check("number", &json!({"minimum": 0.5}), Some("at least 0.5"));
        check("integer", &json!({}), Some("integer"));
        let small = json!({"minimum": 0, "maximum": 5});
        check("integer", &small, Some("integer, 0 to 5"));
        let steps = json!({"exclusiveMinimum": 0, "multipleOf": 0.25});
        check(
            "number",
            &steps,
            Some("number, above 0, a multiple of 0.25"),
        );
        check("array", &json!({"minItems": 0}), None);
        let some = json!({"minItems": 1, "maxItems": 2});
        check("array", &some, Some("1 to 2 of them"));
        check("boolean", &json!({}), None);
    }
}
