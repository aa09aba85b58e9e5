//! The calls of `post_question` and `await_answer`.

use std::sync::Arc;

use rmcp::model::{CallToolResult, ErrorData};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, model::CallToolResponse};
use serde_json::{Value, json};

use super::call_result;
use super::handler::Handler;
use super::ticket_store::{PostedQuestion, TicketAnswer, TicketStore};
use crate::core::outcome::NoOperatorReason;
use crate::core::{Outcome, RequestOutcome, Settings};
use crate::dialect::later::{self, AwaitAnswer, LaterTool};
use crate::dialect::{DecodeMode, DecodedCall, Dialect};
use crate::error::Error;

impl Handler {
    /// Carries out a call of the pair.
    pub(super) async fn call_later(
        &self,
        tool: LaterTool,
        store: &Arc<dyn TicketStore>,
        arguments: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(dialect) = later::asked_as() else {
            return Err(ErrorData::internal_error("the dialect is missing", None));
        };
        let done = match tool {
            LaterTool::PostQuestion => self.post(dialect, store, arguments, context).await,
            LaterTool::AwaitAnswer => self.wait(dialect, store, &arguments, context).await,
        };
        Ok(done
            .unwrap_or_else(|error| call_result::from_error(&error))
            .into())
    }

    async fn post(
        &self,
        dialect: &'static dyn Dialect,
        store: &Arc<dyn TicketStore>,
        arguments: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, Error> {
        let call = match dialect.decode(arguments.clone(), self.decode_mode) {
            Ok(call) => call,
            Err(error) => return Ok(call_result::from_invalid_arguments(&error)),
        };
        let settings = Settings {
            grammar: dialect.grammar(),
            ..self.settings.clone()
        };
        let kept = json!({"tool": dialect.name(), "arguments": arguments});
        let from = self.elicitation.asker(context);
        let (request, store) = (call.request().clone(), Arc::clone(store));
        let posted = on_thread(move || {
            store.post(PostedQuestion {
                request: &request,
                settings: &settings,
                from: from.as_deref(),
                context: &kept,
            })
        });
        match posted.await {
            Ok(ticket) => Ok(call_result::from_tool_result(later::posted(&ticket), &[])),
            Err(error) if error.is_no_terminal() => {
                let nobody = Outcome::NoOperator(NoOperatorReason::Nobody);
                let result = call.encode(&RequestOutcome::not_asked(nobody));
                let remark = format!("nobody was asked: {}", error.message());
                Ok(call_result::from_tool_result(result, &[remark]))
            }
            Err(error) => Err(error),
        }
    }

    async fn wait(
        &self,
        dialect: &'static dyn Dialect,
        store: &Arc<dyn TicketStore>,
        arguments: &Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, Error> {
        let AwaitAnswer { ticket, at_most } = match AwaitAnswer::decode(arguments, self.decode_mode)
        {
            Ok(call) => call,
            Err(error) => return Ok(call_result::from_invalid_arguments(&error)),
        };
        let store = Arc::clone(store);
        let waited = on_thread(move || store.wait(&ticket, at_most));
        let answer = tokio::select! {
            biased;
            answer = waited => answer?,
            // Nobody takes the result any more. The ticket stays.
            () = context.ct.cancelled() => TicketAnswer::Pending,
            () = self.shutdown.signal().wait() => TicketAnswer::Pending,
        };
        let result = match answer {
            TicketAnswer::Pending => later::pending(),
            TicketAnswer::Ended {
                request_outcome,
                context,
            } => {
                // Whoever posts a ticket may keep anything with it.
                let arguments = context["arguments"].clone();
                let call = dialect.decode(arguments, DecodeMode::Lenient).ok();
                let call = call.filter(|call| {
                    context["tool"] == dialect.name() && fits(&request_outcome, call)
                });
                let foreign = || {
                    let message =
                        "it was not posted by post_question: `ask-user wait` gives its result";
                    Error::bad_request("ticket", message)
                };
                call.ok_or_else(foreign)?.encode(&request_outcome)
            }
        };
        Ok(call_result::from_tool_result(result, &[]))
    }
}

/// Whether the outcome is about as many questions as the call. Without answers it fits every call.
fn fits(request_outcome: &RequestOutcome, call: &DecodedCall) -> bool {
    let count = call.request().questions().len();
    let partial = &request_outcome.partial;
    let answers = request_outcome.outcome.answer();
    answers.is_none_or(|answers| answers.len() == count)
        && (partial.is_empty() || partial.len() == count)
}

/// Runs what may block on a thread of its own.
async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let failed = |error| Error::device("waiting for the operator", std::io::Error::other(error));
    tokio::task::spawn_blocking(work).await.map_err(failed)?
}
