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
use super::{progress, result};
use crate::core::outcome::Absence;
use crate::core::{Conclusion, Outcome, Settings};
use crate::dialect::{Api, Decoded, Dialect, Repair, definition};
use crate::error::Error;
use crate::mcp::ending::Ending;
use crate::mcp::turn::{self, Turns};

/// The tools, and who is asked.
pub(super) struct Called {
    tools: Vec<&'static dyn Dialect>,
    channels: Vec<Channel>,
    pub(super) settings: Settings,
    pub(super) repair: Repair,
    turns: Turns,
    elicitation: Elicitation,
    pub(super) ending: Ending,
}

/// How a call ended, or what the client has to send first.
enum Ran {
    Concluded {
        conclusion: Conclusion,
        /// Why each of the channels had nobody.
        absent: Vec<String>,
    },
    InputRequired(InputRequiredResult),
}

impl Called {
    pub(super) fn new(tools: Vec<&'static dyn Dialect>, channels: Vec<Channel>) -> Self {
        Self {
            tools,
            channels,
            settings: Settings::default(),
            repair: Repair::Lenient,
            turns: Turns::default(),
            elicitation: Elicitation::default(),
            ending: Ending::new(),
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
        call: &Arc<Decoded>,
        settings: &Settings,
        params: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<Ran, Error> {
        let given_up = || async {
            tokio::select! {
                () = context.ct.cancelled() => {}
                () = self.ending.watched().happened() => {}
            }
        };
        let mut turn = tokio::select! {
            // In this order: a call that nobody can be asked says so, also to a client that
            // has closed its end after it.
            biased;
            turn = self.turns.next() => turn,
            () = given_up() => return Ok(Ran::ended(withdrawn())),
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
                    let asked = turn::take(
                        turn,
                        move |withdrawal| handler.ask(call.request(), &settings, withdrawal),
                        given_up(),
                    );
                    let (back, concluded) = asked.await?;
                    turn = back;
                    match concluded {
                        Ok(Conclusion {
                            outcome: Outcome::NoOperator(absence),
                            ..
                        }) => absent.push(
                            Outcome::<()>::NoOperator(absence)
                                .reason()
                                .unwrap_or_default(),
                        ),
                        Ok(conclusion) => return Ok(Ran::ended(conclusion)),
                        Err(error) if error.is_no_terminal() => absent.push(error.message()),
                        Err(error) => return Err(error),
                    }
                }
                Channel::Elicitation => {
                    let reached = tokio::select! {
                        biased;
                        reached = self.elicitation.ask(call.request(), settings, params, context) => reached?,
                        () = given_up() => return Ok(Ran::ended(withdrawn())),
                    };
                    match reached {
                        Reached::Concluded(conclusion) => return Ok(Ran::ended(conclusion)),
                        Reached::InputRequired(input) => return Ok(Ran::InputRequired(input)),
                        Reached::Nobody(why) => absent.push(why.to_owned()),
                    }
                }
            }
        }
        drop(turn);
        Ok(Ran::Concluded {
            conclusion: Conclusion::unasked(Outcome::NoOperator(Absence::Nobody)),
            absent,
        })
    }
}

impl Ran {
    fn ended(conclusion: Conclusion) -> Self {
        Self::Concluded {
            conclusion,
            absent: Vec::new(),
        }
    }
}

/// What a call ends as that was given up before it was asked.
fn withdrawn() -> Conclusion {
    Conclusion::unasked(Outcome::Withdrawn)
}

impl ServerHandler for Called {
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
            Err(error) => return Ok(result::of_error(&error).into()),
        };
        params.name = tool.name().into();
        let settings = Settings {
            grammar: tool.grammar(),
            ..self.settings.clone()
        };
        let asked = self.ask(&call, &settings, &params, &context);
        Ok(match progress::while_waiting(&context, asked).await {
            Ok(Ran::Concluded { conclusion, absent }) => {
                result::of_call(call.encode(&conclusion), &absent).into()
            }
            Ok(Ran::InputRequired(input)) => input.into(),
            Err(error) => result::of_error(&error).into(),
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

impl fmt::Debug for Called {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tools: Vec<_> = self.tools.iter().map(|tool| tool.name()).collect();
        f.debug_struct("Called")
            .field("tools", &tools)
            .field("channels", &self.channels)
            .finish_non_exhaustive()
    }
}
