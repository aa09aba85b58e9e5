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
use super::ticket_store::TicketStore;
use crate::core::Settings;
use crate::dialect::later::LaterTool;
use crate::dialect::{Api, DecodeMode, Dialect, definition, instructions, json, later_definition};
use crate::mcp::operator_queue::OperatorQueue;
use crate::mcp::shutdown::Shutdown;

/// The tools, the channels to an operator, and the state of the server.
pub(super) struct Handler {
    tools: Vec<&'static dyn Dialect>,
    /// The tools of tickets that are offered, with where the tickets are kept.
    pub(super) later: Vec<LaterTool>,
    pub(super) tickets: Option<Arc<dyn TicketStore>>,
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
            later: Vec::new(),
            tickets: None,
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
            let later = self.later.iter().map(|tool| tool.name());
            let known = self.tools.iter().map(|tool| tool.name()).chain(later);
            let known = known.collect::<Vec<_>>().join(", ");
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
            .with_instructions(instructions(&self.tools, &self.later))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.tools.iter().map(|&tool| definition(tool, Api::Mcp));
        let later = self.later.iter();
        let later = later.map(|&tool| later_definition(tool, Api::Mcp));
        let tools = tools.chain(later).map(listed);
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        mut params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let later = self.later.iter().find(|tool| tool.name() == params.name);
        let arguments = Value::Object(params.arguments.clone().unwrap_or_default());
        if let (Some(&tool), Some(store)) = (later, &self.tickets) {
            let _open = match self.open_calls.admit(json::length(&arguments)) {
                Ok(open) => open,
                Err(error) => return Ok(call_result::from_error(&error).into()),
            };
            return self.call_later(tool, store, arguments, &context).await;
        }
        let tool = self.tool(&params.name)?;
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

/// A tool of the list, from its definition.
fn listed(mut definition: Value) -> Tool {
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
    let text = |name: &str| definition[name].as_str().unwrap_or_default().to_owned();
    Tool::new(text("name"), text("description"), Arc::new(schema))
        .with_title(text("title"))
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
