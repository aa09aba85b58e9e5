//! Tool definitions and JSON schemas for the model APIs, and the tool manifest.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

use super::{Dialect, TOOLS};

/// The API that a tool definition is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Api {
    /// MCP `tools/list`: `inputSchema`.
    #[default]
    Mcp,
    /// `OpenAI` function calling: `function.parameters`.
    OpenAi,
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
    let (name, description, schema) = (tool.name(), tool.description(), tool.input_schema());
    match api {
        Api::Mcp => json!({"name": name, "description": description, "inputSchema": schema}),
        Api::OpenAi => json!({
            "type": "function",
            "function": {"name": name, "description": description, "parameters": schema},
        }),
        Api::Anthropic => {
            json!({"name": name, "description": description, "input_schema": schema})
        }
    }
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
