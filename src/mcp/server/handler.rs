//! What the SDK calls: the list of tools, and a call of one.

use std::fmt;
use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, InputRequiredResult,
    JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
    ToolsCapability,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;

use super::channel::Channel;
use super::elicit::{Elicitation, Reached};
use super::{call_result, progress};
use crate::core::outcome::NoOperatorReason;
use crate::core::{Outcome, RequestOutcome, Settings};
use crate::dialect::{Api, DecodeMode, DecodedCall, Dialect, definition};
use crate::error::Error;
use crate::mcp::operator_queue::{self, OperatorQueue};
use crate::mcp::shutdown::Shutdown;

/// The tools, and who is asked.
pub(super) struct Handler {
    tools: Vec<&'static dyn Dialect>,
    channels: Vec<Channel>,
    pub(super) settings: Settings,
    pub(super) repair: DecodeMode,
    queue: OperatorQueue,
    elicitation: Elicitation,
    pub(super) shutdown: Shutdown,
}

/// How a call ended, or what the client has to send first.
enum CallEnd {
    Finished {
        request_outcome: RequestOutcome,
        /// Why each of the channels had nobody.
        absent: Vec<String>,
    },
    InputRequired(InputRequiredResult),
}

impl Handler {
    pub(super) fn new(tools: Vec<&'static dyn Dialect>, channels: Vec<Channel>) -> Self {
        Self {
            tools,
            channels,
            settings: Settings::default(),
            repair: DecodeMode::Lenient,
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

    /// Tries the channels in their order.
    async fn ask(
        &self,
        call: &Arc<DecodedCall>,
        settings: &Settings,
        params: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallEnd, Error> {
        let given_up = || async {
            tokio::select! {
                () = context.ct.cancelled() => {}
                () = self.shutdown.signal().wait() => {}
            }
        };
        let mut turn = tokio::select! {
            // In this order: a call that nobody can be asked says so, also to a client that
            // has closed its end after it.
            biased;
            turn = self.queue.next() => turn,
            () = given_up() => return Ok(CallEnd::ended(withdrawn())),
        };
        let mut absent = Vec::new();
        let answered = self.elicitation.response(params).is_some();
        for channel in &self.channels {
            match channel {
                // The client's user has answered already: nobody else is asked meanwhile.
                Channel::Operator(_) if answered => {}
                Channel::Operator(handler) => {
                    let (handler, call) = (handler.clone(), Arc::clone(call));
                    let settings = settings.clone();
                    let asked = operator_queue::run(
                        turn,
                        move |withdrawal| handler.ask(call.request(), &settings, withdrawal),
                        given_up(),
                    );
                    let (back, concluded) = asked.await?;
                    turn = back;
                    match concluded {
                        Ok(RequestOutcome {
                            outcome: Outcome::NoOperator(why),
                            ..
                        }) => {
                            absent
                                .push(Outcome::<()>::NoOperator(why).reason().unwrap_or_default());
                        }
                        Ok(request_outcome) => return Ok(CallEnd::ended(request_outcome)),
                        Err(error) if error.is_no_terminal() => absent.push(error.message()),
                        Err(error) => return Err(error),
                    }
                }
                Channel::Elicitation => {
                    let reached = tokio::select! {
                        biased;
                        reached = self.elicitation.ask(call.request(), settings, params, context) => reached?,
                        () = given_up() => return Ok(CallEnd::ended(withdrawn())),
                    };
                    match reached {
                        Reached::Finished(request_outcome) => {
                            return Ok(CallEnd::ended(request_outcome));
                        }
                        Reached::InputRequired(input) => return Ok(CallEnd::InputRequired(input)),
                        Reached::Nobody(why) => absent.push(why.to_owned()),
                    }
                }
            }
        }
        drop(turn);
        Ok(CallEnd::Finished {
            request_outcome: RequestOutcome::not_asked(Outcome::NoOperator(
                NoOperatorReason::Nobody,
            )),
            absent,
        })
    }
}

impl CallEnd {
    fn ended(request_outcome: RequestOutcome) -> Self {
        Self::Finished {
            request_outcome,
            absent: Vec::new(),
        }
    }
}

/// What a call ends as that was given up before it was asked.
fn withdrawn() -> RequestOutcome {
    RequestOutcome::not_asked(Outcome::Withdrawn)
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let mut capabilities = ServerCapabilities::default();
        capabilities.tools = Some(ToolsCapability::default());
        ServerConfig::new(capabilities).with_server_info(Implementation::new(
            env!("CARGO_PKG_NAME"),
            env!("CARGO_PKG_VERSION"),
        ))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let shown = self.tools.iter().map(|&tool| shown(tool));
        Ok(ListToolsResult::with_all_items(shown.collect()))
    }

    async fn call_tool(
        &self,
        mut params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = self.tool(&params.name)?;
        let arguments = params.arguments.clone().unwrap_or_default();
        let call = match tool.decode(Value::Object(arguments), self.repair) {
            Ok(call) => Arc::new(call),
            Err(error) => return Ok(call_result::of_error(&error).into()),
        };
        params.name = tool.name().into();
        let settings = Settings {
            grammar: tool.grammar(),
            ..self.settings.clone()
        };
        let asked = self.ask(&call, &settings, &params, &context);
        Ok(match progress::while_waiting(&context, asked).await {
            Ok(CallEnd::Finished {
                request_outcome,
                absent,
            }) => call_result::of_call(call.encode(&request_outcome), &absent).into(),
            Ok(CallEnd::InputRequired(input)) => input.into(),
            Err(error) => call_result::of_error(&error).into(),
        })
    }
}

/// The definition of a tool, from the dialect table.
fn shown(tool: &'static dyn Dialect) -> Tool {
    let mut definition = definition(tool, Api::Mcp);
    let schema = match definition["inputSchema"].take() {
        Value::Object(schema) => schema,
        // Schemas of the table are objects; a tool without one takes anything.
        _ => JsonObject::new(),
    };
    Tool::new(tool.name(), tool.description(), Arc::new(schema))
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
