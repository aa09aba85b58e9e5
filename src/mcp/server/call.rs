//! Asks one call through the first channel that can ask.

use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{CallToolRequestParams, InputRequiredResult};
use rmcp::service::RequestContext;

use super::channel::Channel;
use super::elicit::{ClientCall, ElicitationResult};
use super::handler::Handler;
use super::progress::{Progress, Stage};
use crate::core::outcome::NoOperatorReason;
use crate::core::{Outcome, RequestOutcome, Settings};
use crate::dialect::DecodedCall;
use crate::error::Error;
use crate::mcp::operator_queue::{self, Turn};
use crate::seam::{UserQuestionHandler, Withdrawal};

/// The end of a call: an outcome, or a form that the client must answer first.
pub(super) enum CallEnd {
    Finished {
        request_outcome: RequestOutcome,
        /// What the model is told besides the dialect's text.
        remarks: Vec<String>,
    },
    InputRequired(InputRequiredResult),
}

/// One call, and what it is asked with.
pub(super) struct Call<'c> {
    pub(super) decoded: Arc<DecodedCall>,
    pub(super) settings: Settings,
    pub(super) params: &'c CallToolRequestParams,
    pub(super) context: &'c RequestContext<RoleServer>,
}

/// The result of one channel.
enum Asked {
    Ended(CallEnd),
    /// The channel could not ask, with the reason.
    Unavailable(String),
}

impl Handler {
    /// Asks through the first channel that can ask, in the order of the channels.
    pub(super) async fn ask(
        &self,
        call: &Call<'_>,
        progress: &Progress<'_>,
    ) -> Result<CallEnd, Error> {
        let mut turn = tokio::select! {
            // `biased` polls the queue first. So a call that no channel can ask is answered, even
            // if the client has already closed its side.
            biased;
            turn = self.queue.acquire() => turn,
            () = self.cancelled(call) => {
                return Ok(CallEnd::finished(RequestOutcome::not_asked(Outcome::Withdrawn)));
            }
        };
        let mut unavailable = Vec::new();
        let has_response = self.elicitation.has_response(call.params);
        for channel in &self.channels {
            let asked = match channel {
                // The client's user has already answered, so nobody else is asked.
                Channel::Operator(_) if has_response => continue,
                Channel::Operator(operator) => {
                    let asked = self.ask_operator(turn, operator, call, progress);
                    let (returned_turn, asked) = asked.await?;
                    turn = returned_turn;
                    asked
                }
                Channel::Elicitation => {
                    progress.enter(Stage::Form);
                    self.ask_client(call).await?
                }
            };
            match asked {
                Asked::Ended(end) => return Ok(end),
                Asked::Unavailable(reason) => unavailable.push(reason),
            }
        }
        let remark = format!("nobody was asked: {}", unavailable.join("; "));
        let nobody = Outcome::NoOperator(NoOperatorReason::Nobody);
        Ok(CallEnd::Finished {
            request_outcome: RequestOutcome::not_asked(nobody),
            remarks: (!unavailable.is_empty())
                .then_some(remark)
                .into_iter()
                .collect(),
        })
    }

    async fn ask_operator(
        &self,
        turn: Turn,
        operator: &UserQuestionHandler,
        call: &Call<'_>,
        progress: &Progress<'_>,
    ) -> Result<(Turn, Asked), Error> {
        let withdrawal = Withdrawal::new();
        progress.enter(Stage::Operator(withdrawal.clone()));
        let (operator, settings) = (operator.clone(), call.settings.clone());
        let mut request = call.decoded.request().clone();
        if let Some(name) = self.elicitation.asker(call.context) {
            request = request.asker(name);
        }
        let work = move |withdrawal: &Withdrawal| operator.ask(&request, &settings, withdrawal);
        let (turn, result) =
            operator_queue::run(turn, withdrawal, work, self.cancelled(call)).await?;
        let asked = match result {
            Ok(RequestOutcome {
                outcome: Outcome::NoOperator(why),
                ..
            }) => {
                let reason = Outcome::<()>::NoOperator(why).reason();
                Asked::Unavailable(reason.unwrap_or_default())
            }
            Ok(request_outcome) => Asked::Ended(CallEnd::finished(request_outcome)),
            Err(error) if error.is_no_terminal() => Asked::Unavailable(error.message()),
            Err(error) => return Err(error),
        };
        Ok((turn, asked))
    }

    async fn ask_client(&self, call: &Call<'_>) -> Result<Asked, Error> {
        let client_call = ClientCall {
            settings: &call.settings,
            params: call.params,
            context: call.context,
            shutdown: &self.shutdown.handle(),
        };
        let request = call.decoded.request();
        let asked = self
            .elicitation
            .ask(request, &client_call, self.cancelled(call));
        Ok(match asked.await? {
            ElicitationResult::Finished(request_outcome) => {
                Asked::Ended(CallEnd::finished(request_outcome))
            }
            ElicitationResult::NoAnswer(fault) => Asked::Ended(CallEnd::Finished {
                request_outcome: RequestOutcome::not_asked(Outcome::Exhausted),
                remarks: vec![format!("the client's form brought no answer: {fault}")],
            }),
            ElicitationResult::InputRequired(input) => Asked::Ended(CallEnd::InputRequired(input)),
            ElicitationResult::Unavailable(reason) => Asked::Unavailable(reason),
        })
    }

    /// Completes when nobody waits for this call any more.
    async fn cancelled(&self, call: &Call<'_>) {
        tokio::select! {
            () = call.context.ct.cancelled() => {}
            () = self.shutdown.signal().wait() => {}
        }
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
