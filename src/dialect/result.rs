//! The result of a call, in the shape that most tools share.

use serde::Serialize;
use serde_json::{Value, json};

/// The result of a call in a dialect's own shape.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// The whole result.
    pub json: Value,
    /// What the model would see of it.
    pub text: String,
    /// Whether the dialect fails the call.
    pub is_error: bool,
}

impl ToolResult {
    /// A result that is its own JSON.
    pub(super) fn plain(text: String, json: Value) -> Self {
        Self {
            json,
            text,
            is_error: false,
        }
    }

    /// `{"content": […], "details": {…}}`.
    pub(super) fn normal(text: String, details: &impl Serialize) -> Self {
        Self::content(text, details, false)
    }

    /// The same with `"isError": true`.
    pub(super) fn error(text: String, details: &impl Serialize) -> Self {
        Self::content(text, details, true)
    }

    fn content(text: String, details: &impl Serialize, is_error: bool) -> Self {
        // Details are structures of strings, numbers and booleans, which always become JSON.
        let details = serde_json::to_value(details).unwrap_or_default();
        let mut json = json!({"content": [{"type": "text", "text": text}], "details": details});
        if is_error {
            json["isError"] = Value::Bool(true);
        }
        Self {
            json,
            text,
            is_error,
        }
    }
}
