//! The result of a call, in the shape that most tools share.

use serde::Serialize;
use serde_json::{Value, json};

use crate::core::OutcomeKind;

/// The result of a call in a dialect's own shape.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// The whole result.
    pub json: Value,
    /// What the model would see of it.
    pub text: String,
    /// Whether the dialect fails the call.
    pub is_error: bool,
    /// How the call ended, where the answer itself says no.
    pub outcome_kind: Option<OutcomeKind>,
}

impl ToolResult {
    /// A result that is its own JSON.
    pub(crate) fn plain(text: String, json: Value) -> Self {
        Self {
            json,
            text,
            is_error: false,
            outcome_kind: None,
        }
    }

    /// The same result of a call whose answer was a no.
    pub(crate) fn ending_as(mut self, kind: OutcomeKind) -> Self {
        self.outcome_kind = Some(kind);
        self
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
            outcome_kind: None,
        }
    }
}
