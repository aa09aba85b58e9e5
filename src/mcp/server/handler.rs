//! The `ServerHandler` of the MCP server: lists the tools and handles tool calls.

use std::fmt;
use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, InputRequiredResult,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
    ToolsCapability,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;

use super::channel::Channel;
use super::elicit::{Elicitation, ElicitationResult};
use super::{call_result, progress};
use crate::core::outcome::NoOperatorReason;
use crate::core::{Outcome, RequestOutcome, Settings};
use crate::dialect::{Api, DecodeMode, DecodedCall, Dialect, definition, instructions};
use crate::error::Error;
use crate::mcp::operator_queue::{self, OperatorQueue};
use crate::mcp::shutdown::Shutdown;

/// The tools, the channels to an operator, and the state of the server.
pub(super) struct Handler {
    tools: Vec<&'static dyn Dialect>,
    channels: Vec<Channel>,
    pub(super) settings: Settings,
    pub(super) decode_mode: DecodeMode,
    queue: OperatorQueue,
    elicitation: Elicitation,
    pub(super) shutdown: Shutdown,
}

/// The end of a call: an outcome, or a form that the client must answer first.
enum CallEnd {
    Finished {
        request_outcome: RequestOutcome,
        /// What the model is told besides the dialect's text.
        remarks: Vec<String>,
    },
    InputRequired(InputRequiredResult),
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

    /// Asks through the first channel that can ask, in the order of the channels.
    async fn ask(
        &self,
        call: &Arc<DecodedCall>,
        settings: &Settings,
        params: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallEnd, Error> {
        let cancelled = || async {
            tokio::select! {
                () = context.ct.cancelled() => {}
                () = self.shutdown.signal().wait() => {}
            }
        };
        let mut turn = tokio::select! {
            // `biased` polls the queue first. So a call that no channel can ask is answered, even
            // if the client has already closed its side.
            biased;
            turn = self.queue.acquire() => turn,
            () = cancelled() => return Ok(CallEnd::finished(withdrawn())),
        };
        let mut unavailable = Vec::new();
        let has_response = self.elicitation.response(params).is_some();
        for channel in &self.channels {
            match channel {
                // The client's user has already answered, so nobody else is asked.
                Channel::Operator(_) if has_response => {}
                Channel::Operator(handler) => {
                    let (handler, call) = (handler.clone(), Arc::clone(call));
                    let settings = settings.clone();
                    let asked = operator_queue::run(
                        turn,
                        move |withdrawal| handler.ask(call.request(), &settings, withdrawal),
                        cancelled(),
                    );
                    let (returned_turn, result) = asked.await?;
                    turn = returned_turn;
                    match result {
                        Ok(RequestOutcome {
                            outcome: Outcome::NoOperator(why),
                            ..
                        }) => {
                            unavailable
                                .push(Outcome::<()>::NoOperator(why).reason().unwrap_or_default());
                        }
                        Ok(request_outcome) => return Ok(CallEnd::finished(request_outcome)),
                        Err(error) if error.is_no_terminal() => unavailable.push(error.message()),
                        Err(error) => return Err(error),
                    }
                }
                Channel::Elicitation => {
                    let result = tokio::select! {
                        biased;
                        result = self.elicitation.ask(call.request(), settings, params, context) => result?,
                        () = cancelled() => return Ok(CallEnd::finished(withdrawn())),
                    };
                    match result {
                        ElicitationResult::Finished(request_outcome) => {
                            return Ok(CallEnd::finished(request_outcome));
                        }
                        ElicitationResult::InputRequired(input) => {
                            return Ok(CallEnd::InputRequired(input));
                        }
                        ElicitationResult::Unavailable(reason) => {
                            unavailable.push(reason.to_owned());
                        }
                    }
                }
            }
        }
        drop(turn);
        Ok(CallEnd::Finished {
            request_outcome: RequestOutcome::not_asked(Outcome::NoOperator(
                NoOperatorReason::Nobody,
            )),
            remarks: nobody_was_asked(&unavailable),
        })
    }
}

impl CallEnd {
    fn finished(request_outcome: RequestOutcome) -> Self {
        Self::Finished {
            request_outcome,
            remarks: Vec::new(),
        }
    }
}

/// The remark with the reason for each channel that could not ask.
fn nobody_was_asked(unavailable: &[String]) -> Vec<String> {
    if unavailable.is_empty() {
        return Vec::new();
    }
    vec![format!("nobody was asked: {}", unavailable.join("; "))]
}

/// The outcome of a call that was cancelled before the question was asked.
fn withdrawn() -> RequestOutcome {
    RequestOutcome::not_asked(Outcome::Withdrawn)
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
        Ok(ListToolsResult::with_all_items(
            tools.collect::<Result<_, _>>()?,
        ))
    }

    async fn call_tool(
        &self,
        mut params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = self.tool(&params.name)?;
        let arguments = params.arguments.clone().unwrap_or_default();
        let call = match tool.decode(Value::Object(arguments), self.decode_mode) {
            Ok(call) => Arc::new(call),
            Err(error) => return Ok(call_result::from_invalid_arguments(&error).into()),
        };
        params.name = tool.name().into();
        let settings = Settings {
            grammar: tool.grammar(),
            ..self.settings.clone()
        };
        let asked = self.ask(&call, &settings, &params, &context);
        Ok(match progress::with_progress(&context, asked).await {
            Ok(CallEnd::Finished {
                request_outcome,
                remarks,
            }) => call_result::from_tool_result(call.encode(&request_outcome), &remarks).into(),
            Ok(CallEnd::InputRequired(input)) => input.into(),
            Err(error) => call_result::from_error(&error).into(),
        })
    }
}

/// The MCP definition of a tool, from its dialect.
fn tool_definition(tool: &'static dyn Dialect) -> Result<Tool, ErrorData> {
    serde_json::from_value(definition(tool, Api::Mcp))
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))
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
