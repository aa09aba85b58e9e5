//! Forms that the suite wants to see word for word. They hold numbers, yes or
//! no, and defaults, which questions of ours never turn into.

use serde_json::{Value, json};

/// Every kind of field with a default.
#[must_use]
pub fn defaults() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "default": "John Doe"},
            "age": {"type": "integer", "default": 30},
            "score": {"type": "number", "default": 95.5},
            "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
            "verified": {"type": "boolean", "default": true},
        },
        "required": [],
    })
}

/// Every way to write choices.
#[must_use]
pub fn choices() -> Value {
    let titled = |words: [&str; 3]| {
        let choice = |(index, word)| json!({"const": format!("value{}", index + 1), "title": word});
        words.into_iter().enumerate().map(choice).collect::<Value>()
    };
    let plain = json!(["option1", "option2", "option3"]);
    let one = titled(["First Option", "Second Option", "Third Option"]);
    let many = titled(["First Choice", "Second Choice", "Third Choice"]);
    json!({
        "type": "object",
        "properties": {
            "untitledSingle": {"type": "string", "enum": plain},
            "titledSingle": {"type": "string", "oneOf": one},
            "legacyEnum": {
                "type": "string",
                "enum": ["opt1", "opt2", "opt3"],
                "enumNames": ["Option One", "Option Two", "Option Three"],
            },
            "untitledMulti": {"type": "array", "items": {"type": "string", "enum": plain}},
            "titledMulti": {"type": "array", "items": {"anyOf": many}},
        },
        "required": [],
    })
}
