//! Tool definitions and JSON schemas for the model APIs, and the tool manifest.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

use super::later::LaterTool;
use super::strict_schema::strict;
use super::{Dialect, TOOLS};

/// The API that a tool definition is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Api {
    /// MCP `tools/list`: `inputSchema`.
    #[default]
    Mcp,
    /// The Responses API of `OpenAI`: `parameters` in strict mode.
    OpenAi,
    /// The older Chat Completions API of `OpenAI`: the same as members of `function`.
    OpenAiChat,
    /// Anthropic messages: `input_schema`.
    Anthropic,
}

/// The definition of a tool in the shape that an API expects.
///
/// ```
/// use ask_user::dialect::{Api, definition, tool};
/// let shown = definition(tool("ask_user")?, Api::Mcp);
/// assert_eq!(shown["inputSchema"]["required"], serde_json::json!(["question"]));
/// # Ok::<(), ask_user::Error>(())
/// ```
pub fn definition(tool: &dyn Dialect, api: Api) -> Value {
    let names = (tool.name(), tool.title(), tool.description());
    in_shape(names, tool.input_schema(), api)
}

/// The definition of a tool of the pair `post_question` and `await_answer`.
///
/// ```
/// use ask_user::dialect::{Api, later::LaterTool, later_definition};
/// let shown = later_definition(LaterTool::AwaitAnswer, Api::Mcp);
/// assert_eq!(shown["inputSchema"]["required"], serde_json::json!(["ticket"]));
/// ```
pub fn later_definition(tool: LaterTool, api: Api) -> Value {
    let names = (tool.name(), tool.title(), tool.description());
    in_shape(names, tool.input_schema(), api)
}

/// The definition of a tool with this name, title and description.
fn in_shape((name, title, description): (&str, &str, &str), schema: Value, api: Api) -> Value {
    match api {
        Api::Mcp => json!({
            "name": name,
            "title": title,
            "description": description,
            "inputSchema": schema,
            "annotations": hints(),
        }),
        Api::OpenAi => json!({
            "type": "function",
            "name": name,
            "description": description,
            "parameters": strict(schema),
            "strict": true,
        }),
        Api::OpenAiChat => json!({"type": "function", "function": {
            "name": name,
            "description": description,
            "parameters": strict(schema),
            "strict": true,
        }}),
        Api::Anthropic => {
            json!({"name": name, "description": description, "input_schema": schema})
        }
    }
}

/// What clients may assume about every tool: it changes nothing and reaches nobody but the
/// operator. Without these hints some clients ask for approval before each question.
fn hints() -> Value {
    json!({"readOnlyHint": true, "destructiveHint": false, "openWorldHint": false})
}

/// Tells a model in three sentences when to use which of these tools.
///
/// ```
/// use ask_user::dialect::{instructions, tool};
/// let text = instructions(&[tool("ask")?], &[]);
/// assert!(text.contains("`ask` asks any number of questions with choices in one call."));
/// # Ok::<(), ask_user::Error>(())
/// ```
pub fn instructions(tools: &[&'static dyn Dialect], later: &[LaterTool]) -> String {
    let each = tools
        .iter()
        .map(|tool| format!("`{}` asks {}", tool.name(), tool.purpose()));
    let pair = later
        .iter()
        .map(|tool| format!("`{}` {}", tool.name(), tool.purpose()));
    let each: Vec<_> = each.chain(pair).collect();
    format!(
        "Ask the operator when a decision is theirs: costly to undo, a matter of taste, or settled by nothing that \
         you can read. {}. When a result says that nobody answered, nobody chose anything: go on with an assumption \
         that you name, or stop.",
        each.join("; ")
    )
}

/// The manifest that an extension host reads before it loads the tools.
///
/// It names the command, the tools, their permissions, and the state that they keep.
pub fn manifest() -> Value {
    let tools: Vec<_> = TOOLS.iter().map(|tool| tool.name()).collect();
    json!({
        "name": env!("CARGO_PKG_NAME"),
        "version": env!("CARGO_PKG_VERSION"),
        "entry": {"command": "ask-user", "args": ["call"]},
        "tools": tools,
        "commands": [],
        "hooks": [],
        "permissions": {"files": [], "processes": [], "network": [], "ui": ["select", "input", "editor"]},
        "state": [],
    })
}

/// The JSON schema of a wire type, without references, title and description.
pub(super) fn schema_of<T: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    settings
        .transforms
        .push(Box::new(RecursiveTransform(remove_noise)));
    let mut schema = settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value();
    if let Some(fields) = schema.as_object_mut() {
        fields.shift_remove("title");
        fields.shift_remove("description");
    }
    schema
}

/// Removes schema keywords that do not help a model: formats with the names of Rust's
/// unsigned integer types, and empty defaults (null, an empty string, an empty array).
fn remove_noise(schema: &mut Schema) {
    let Some(fields) = schema.as_object_mut() else {
        return;
    };
    fields.retain(|key, value| match key.as_str() {
        "format" => !value
            .as_str()
            .is_some_and(|format| format.starts_with("uint")),
        "default" => !(value.is_null() || value == "" || *value == json!([])),
        _ => true,
    });
}
