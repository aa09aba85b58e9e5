//! Conversion of tool results and errors to MCP `CallToolResult`s.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use crate::core::sanitize;
use crate::dialect::ToolResult;
use crate::error::Error;

/// Converts a dialect's result. Its text becomes the content. Its `details`, or the whole JSON if
/// there are none, become the structured content. `unavailable` holds the reason for each channel
/// that could not ask.
pub(super) fn from_tool_result(result: ToolResult, unavailable: &[String]) -> CallToolResult {
    let ToolResult {
        mut json,
        text,
        is_error,
        ..
    } = result;
    let mut content = vec![ContentBlock::text(text)];
    if !unavailable.is_empty() {
        content.push(ContentBlock::text(format!(
            "nobody was asked: {}",
            unavailable.join("; ")
        )));
    }
    let details = json.get_mut("details").map(Value::take);
    let mut call_result = if is_error {
        CallToolResult::error(content)
    } else {
        CallToolResult::success(content)
    };
    call_result.structured_content = Some(details.unwrap_or(json));
    call_result
}

/// Converts the error of a failed call. The model can read it and correct its call.
pub(super) fn from_error(error: &Error) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(
        sanitize::line(&error.to_string()).into_owned(),
    )])
}
