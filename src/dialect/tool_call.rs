//! Parses a tool call from one JSON document.

use serde_json::Value;

use super::arguments::kind;
use super::document_text::document_text;
use super::{Dialect, tool_among};
use crate::error::Error;

/// A tool call: the tool and its arguments.
pub struct ToolCall {
    /// The tool.
    pub tool: &'static dyn Dialect,
    /// The arguments. They are not decoded yet.
    pub arguments: Value,
}

/// Parses `{"name": T, "arguments": {…}}`. With `tool_name`, the document holds only the
/// arguments.
///
/// The member `input` is accepted instead of `arguments`. The arguments may be a JSON
/// string. The document is in UTF-8 or UTF-16; a byte order mark at the start is skipped. Other
/// members are ignored.
/// `extra_tools` are searched before [`TOOLS`](super::TOOLS).
///
/// # Errors
/// A bad request. The path is `name` if the name is missing, is not a string or is
/// unknown. The path is empty if the document or the string of arguments cannot be
/// parsed, or if the document is not an object.
///
/// ```
/// use ask_user::dialect::tool_call;
/// let call = tool_call::parse(br#"{"name": "ask_user", "input": {"question": "Go?"}}"#, None, &[])?;
/// assert_eq!(call.tool.name(), "ask_user");
/// assert_eq!(call.arguments["question"], "Go?");
/// # Ok::<(), ask_user::Error>(())
/// ```
pub fn parse(
    document: &[u8],
    tool_name: Option<&str>,
    extra_tools: &[&'static dyn Dialect],
) -> Result<ToolCall, Error> {
    let tool = |name: &str| tool_among(name, extra_tools);
    let text = document_text(document)?;
    if text.trim().is_empty() {
        return Err(Error::bad_request(
            "",
            "expected a tool call in JSON, found an empty document",
        ));
    }
    let document = json(&text, "the document")?;
    if let Some(name) = tool_name {
        let arguments = unwrap_string(document)?;
        return Ok(ToolCall {
            tool: tool(name)?,
            arguments,
        });
    }
    let Value::Object(mut fields) = document else {
        let found = kind(&document);
        return Err(Error::bad_request(
            "",
            format!("expected an object with name and arguments, found {found}"),
        ));
    };
    let name = match fields.get("name") {
        Some(Value::String(name)) => name.clone(),
        Some(other) => {
            let found = kind(other);
            return Err(Error::bad_request(
                "name",
                format!("expected the name of a tool, found {found}"),
            ));
        }
        None => {
            let message = "missing: expected the name of a tool, or give it with --tool";
            return Err(Error::bad_request("name", message));
        }
    };
    let tool = tool(&name)?;
    let arguments = fields
        .shift_remove("arguments")
        .or_else(|| fields.shift_remove("input"));
    let arguments =
        unwrap_string(arguments.unwrap_or_else(|| Value::Object(serde_json::Map::new())))?;
    Ok(ToolCall { tool, arguments })
}

fn unwrap_string(arguments: Value) -> Result<Value, Error> {
    match arguments {
        Value::String(text) => json(&text, "the string of arguments"),
        arguments => Ok(arguments),
    }
}

fn json(text: &str, what: &str) -> Result<Value, Error> {
    serde_json::from_str(text).map_err(|error| {
        // The words of the parser that are not words of JSON.
        let reason = error
            .to_string()
            .replace(
                "EOF while parsing a list",
                "the end in the middle of an array",
            )
            .replace("EOF while parsing", "the end in the middle of")
            .replace("expected ident", "expected true, false or null")
            .replace("expected value", "expected a value");
        Error::bad_request("", format!("{what} is not JSON: {reason}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(document: &[u8], path: &str, message: &str) {
        let Err(error) = parse(document, None, &[]) else {
            panic!("accepted")
        };
        assert_eq!(error.path(), Some(path));
        assert!(
            error.message().contains(message),
            "{} lacks {message:?}",
            error.message()
        );
    }

    #[test]
    fn documents() {
        let plain = br#"{"name":"ask_user","arguments":{"question":"Go?"}}"#;
        let as_string = br#"{"name":"ask_user","arguments":"{\"question\":\"Go?\"}"}"#;
        let marked = "\u{feff}{\"name\":\"ask_user\",\"input\":{\"question\":\"Go?\"}}";
        for document in [&plain[..], as_string, marked.as_bytes()] {
            assert_eq!(
                parse(document, None, &[]).ok().unwrap().arguments["question"],
                "Go?"
            );
        }
        let bare = parse(br#"{"question":"Go?"}"#, Some("ask_user"), &[])
            .ok()
            .unwrap();
        assert_eq!(bare.arguments["question"], "Go?");
    }

    #[test]
    fn faults() {
        check_refused(b"{nope", "", "not JSON");
        check_refused(b"{\"a\":[1", "", "the end in the middle of an array");
        check_refused(b"[nope]", "", "expected true, false or null");
        check_refused(b"", "", "empty");
        check_refused(b" \n", "", "empty");
        check_refused(b"[1]", "", "found an array");
        check_refused(b"{}", "name", "missing");
        check_refused(br#"{"name":7}"#, "name", "found a number");
        check_refused(br#"{"name":"ask_god"}"#, "name", "unknown tool `ask_god`");
        check_refused(br#"{"name":"Ask_User"}"#, "name", "unknown tool `Ask_User`");
        check_refused(b"{\"question\":\"\xff\"}", "", "not UTF-8: byte 13");
        check_refused(
            br#"{"name":"ask_user","arguments":"{"}"#,
            "",
            "string of arguments is not JSON",
        );
    }
}
