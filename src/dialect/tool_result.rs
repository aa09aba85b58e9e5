//! The result of a tool call, and the JSON shape that most tools share.

use serde::Serialize;
use serde_json::{Value, json};

use super::json;
use crate::core::OutcomeKind;

/// The result of a tool call in the JSON shape of its dialect.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// The whole result.
    pub json: Value,
    /// The text of the result that the model sees.
    pub text: String,
    /// Whether the call failed, by the rules of the dialect.
    pub is_error: bool,
    /// The kind of outcome to report if the operator's answer means no. Then it replaces
    /// the kind of the call's outcome, which was answered.
    pub outcome_kind: Option<OutcomeKind>,
    /// Whether the text is the JSON itself.
    is_json_text: bool,
    /// Whether the details cannot stand for the text.
    text_only: bool,
}

impl ToolResult {
    /// The structured part of the result: its `details`, or the whole JSON if there are none.
    ///
    /// `None` if it cannot stand for the text: for an error, if it lacks something that the text
    /// says, and if it shows something that the text redacts. Some clients give the model the
    /// structured part instead of the text.
    pub fn structured(&self) -> Option<&Value> {
        (!self.is_error && !self.text_only).then(|| self.json.get("details").unwrap_or(&self.json))
    }

    /// Marks a result whose details cannot stand for its text.
    pub(super) fn text_only(mut self) -> Self {
        self.text_only = true;
        self
    }

    /// Creates a result without the shared shape. `text` is `json` as a text. Only the
    /// text has all digits of a whole number that does not fit into 64 bits.
    pub(crate) fn plain(text: String, json: Value) -> Self {
        Self {
            json,
            text,
            is_error: false,
            outcome_kind: None,
            is_json_text: true,
            text_only: false,
        }
    }

    /// The whole result as JSON on one line, safe to show on a terminal. There is no line
    /// end.
    pub fn line(&self) -> String {
        if self.is_json_text {
            self.text.clone()
        } else {
            json::line(&self.json)
        }
    }

    /// Sets the kind of outcome to report for an answer that means no.
    pub(crate) fn ending_as(mut self, kind: OutcomeKind) -> Self {
        self.outcome_kind = Some(kind);
        self
    }

    /// Creates a result in the shared shape: `{"content": […], "details": {…}}`.
    pub(super) fn normal(text: String, details: &impl Serialize) -> Self {
        Self::content(text, details, false)
    }

    /// Like [`normal`](Self::normal), with `"isError": true`.
    pub(super) fn error(text: String, details: &impl Serialize) -> Self {
        Self::content(text, details, true)
    }

    fn content(text: String, details: &impl Serialize, is_error: bool) -> Self {
        // Details hold only strings, numbers and booleans: conversion to JSON cannot fail.
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
            is_json_text: false,
            text_only: false,
        }
    }
}
