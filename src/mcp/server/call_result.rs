//! Conversion of tool results and errors to MCP `CallToolResult`s.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use crate::core::sanitize;
use crate::dialect::ToolResult;
use crate::error::Error;

/// The member of the structured content that holds the remarks.
const WHY: &str = "why";

/// Converts a dialect's result. Its text becomes the content. `remarks` follow it, one text each:
/// what the dialect's own text does not say.
///
/// Some clients give the model the structured content instead of the text. So there is none where
/// it would say less, and the remarks are in it, too.
pub(super) fn from_tool_result(result: ToolResult, remarks: &[String]) -> CallToolResult {
    let mut structured = result.structured().cloned();
    if let Some(Value::Object(members)) = &mut structured
        && !remarks.is_empty()
    {
        members.insert(WHY.to_owned(), remarks.join("; ").into());
    }
    let mut content = vec![ContentBlock::text(result.text)];
    content.extend(remarks.iter().map(ContentBlock::text));
    let mut call_result = if result.is_error {
        CallToolResult::error(content)
    } else {
        CallToolResult::success(content)
    };
    call_result.structured_content = structured;
    call_result
}

/// Converts the error of arguments that could not be decoded. The model can correct its call.
pub(super) fn from_invalid_arguments(error: &Error) -> CallToolResult {
    from_text(&format!("invalid arguments: {error}"))
}

/// Converts the error of a failed call.
pub(super) fn from_error(error: &Error) -> CallToolResult {
    from_text(&error.to_string())
}

fn from_text(text: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(sanitize::line(text).into_owned())])
}
