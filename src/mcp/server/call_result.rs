//! Results of calls, in the protocol's shape.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use crate::core::sanitize;
use crate::dialect::ToolResult;
use crate::error::Error;

/// A dialect's result: its text as content, its details as structured content.
/// `absent` says why nobody could be asked, each way for itself.
pub(super) fn of_call(result: ToolResult, absent: &[String]) -> CallToolResult {
    let ToolResult {
        mut json,
        text,
        is_error,
        ..
    } = result;
    let mut content = vec![ContentBlock::text(text)];
    if !absent.is_empty() {
        content.push(ContentBlock::text(format!(
            "nobody was asked: {}",
            absent.join("; ")
        )));
    }
    let details = json.get_mut("details").map(Value::take);
    let mut shown = if is_error {
        CallToolResult::error(content)
    } else {
        CallToolResult::success(content)
    };
    shown.structured_content = Some(details.unwrap_or(json));
    shown
}

/// A call that could not be carried out, for the model to mend.
pub(super) fn of_error(error: &Error) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(
        sanitize::line(&error.to_string()).into_owned(),
    )])
}
