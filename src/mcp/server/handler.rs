//! The `ServerHandler` of the MCP server: lists the tools and handles tool calls.

use std::fmt;
use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, JsonObject,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
    ToolAnnotations, ToolsCapability,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;

use super::call::{Call, CallEnd};
use super::call_result;
use super::channel::Channel;
use super::elicit::Elicitation;
use super::open_calls::OpenCalls;
use super::progress::{Progress, with_progress};
use crate::core::Settings;
use crate::dialect::{Api, DecodeMode, Dialect, definition, instructions, json};
use crate::mcp::operator_queue::OperatorQueue;
use crate::mcp::shutdown::Shutdown;

/// The tools, the channels to an operator, and the state of the server.
pub(super) struct Handler {
    tools: Vec<&'static dyn Dialect>,
    pub(super) channels: Vec<Channel>,
    pub(super) settings: Settings,
    pub(super) decode_mode: DecodeMode,
    pub(super) queue: OperatorQueue,
    pub(super) elicitation: Elicitation,
    pub(super) open_calls: OpenCalls,
    pub(super) shutdown: Shutdown,
}

impl Handler {
    pub(super) fn new(tools: Vec<&'static dyn Dialect>, channels: Vec<Channel>) -> Self {
        Self {
            tools,
            channels,
            settings: Settings::default(),
            decode_mode: DecodeMode::Lenient,
            queue: OperatorQueue::default(),
            elicitation: Elicitation::default(),
            open_calls: OpenCalls::default(),
            shutdown: Shutdown::new(),
        }
    }

    fn tool(&self, name: &str) -> Result<&'static dyn Dialect, ErrorData> {
        let found = self.tools.iter().find(|tool| tool.name() == name);
        found.copied().ok_or_else(|| {
            let known: Vec<_> = self.tools.iter().map(|tool| tool.name()).collect();
            let known = known.join(", ");
            ErrorData::invalid_params(format!("unknown tool `{name}`: expected {known}"), None)
        })
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let mut capabilities = ServerCapabilities::default();
        capabilities.tools = Some(ToolsCapability::default());
        let own = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities)
            .with_server_info(own)
            .with_instructions(instructions(&self.tools))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.tools.iter().map(|&tool| tool_definition(tool));
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        mut params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = self.tool(&params.name)?;
        let arguments = Value::Object(params.arguments.clone().unwrap_or_default());
        let _open = match self.open_calls.admit(json::length(&arguments)) {
            Ok(open) => open,
            Err(error) => return Ok(call_result::from_error(&error).into()),
        };
        let decoded = match tool.decode(arguments, self.decode_mode) {
            Ok(decoded) => Arc::new(decoded),
            Err(error) => return Ok(call_result::from_invalid_arguments(&error).into()),
        };
        params.name = tool.name().into();
        let call = Call {
            decoded,
            settings: Settings {
                grammar: tool.grammar(),
                ..self.settings.clone()
            },
            params: &params,
            context: &context,
        };
        let progress = Progress::new(call.decoded.request());
        let asked = self.ask(&call, &progress);
        let others = || self.open_calls.count().saturating_sub(1);
        Ok(
            match with_progress(&context, &progress, others, asked).await {
                Ok(CallEnd::Finished {
                    request_outcome,
                    remarks,
                }) => {
                    call_result::from_tool_result(call.decoded.encode(&request_outcome), &remarks)
                        .into()
                }
                Ok(CallEnd::InputRequired(input)) => input.into(),
                Err(error) => call_result::from_error(&error).into(),
            },
        )
    }
}

/// The MCP definition of a tool, from its dialect.
fn tool_definition(tool: &'static dyn Dialect) -> Tool {
    let mut definition = definition(tool, Api::Mcp);
    let schema = match definition["inputSchema"].take() {
        Value::Object(schema) => schema,
        // Every tool has an object schema. Without one, the tool would accept anything.
        _ => JsonObject::new(),
    };
    // Taken member by member: the SDK's decoder of a whole tool would make every waiting server
    // larger.
    let hint = |name: &str| definition["annotations"][name].as_bool();
    let (read_only, destructive) = (hint("readOnlyHint"), hint("destructiveHint"));
    let hints =
        ToolAnnotations::from_raw(None, read_only, destructive, None, hint("openWorldHint"));
    Tool::new(tool.name(), tool.description(), Arc::new(schema))
        .with_title(tool.title())
        .with_annotations(hints)
}

impl fmt::Debug for Handler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tools: Vec<_> = self.tools.iter().map(|tool| tool.name()).collect();
        f.debug_struct("Handler")
            .field("tools", &tools)
            .field("channels", &self.channels)
            .finish_non_exhaustive()
    }
}
