//! Tickets on the wire: a request that outlives its connection, and waiting for its end.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until, timeout_at};

use super::posted_request::{decision, request_outcome};
use super::rpc::RpcError;
use super::server::HubState;
use super::wire::seconds::Seconds;
use super::{approval, wire};
use crate::broker::{EndedTicket, Posting, RequestId, RequestKind, TicketState};
use crate::core::sanitize;
use crate::dialect::{DecodeMode, DecodedCall, tool};

/// How long a ticket lives where nothing else is said.
const EXPIRES: Duration = Duration::from_hours(24);

/// A request that nobody waits for on its connection.
pub(super) struct Detached {
    expires: Duration,
    context: Value,
}

/// The shape of the result that the asker would have got.
pub(super) enum Shape {
    /// The outcome of the questions, or the decision.
    Outcome,
    /// The result of this tool for these arguments.
    Tool(&'static str, Value),
}

impl Detached {
    /// `None` if the caller waits.
    ///
    /// # Errors
    /// Invalid parameters if something is said about a ticket that is not wanted.
    pub(super) fn new(
        detach: bool,
        expires: Option<Seconds>,
        context: Option<Value>,
    ) -> Result<Option<Self>, RpcError> {
        let (path, is_given) = match (&expires, &context) {
            (Some(_), _) => ("expires_s", true),
            (None, Some(_)) => ("context", true),
            (None, None) => ("", false),
        };
        match detach {
            true => Ok(Some(Self {
                expires: expires.map_or(EXPIRES, |Seconds(expires)| expires),
                context: context.unwrap_or_default(),
            })),
            false if is_given => {
                let message = "goes with \"detach\": true, found none";
                Err(RpcError::invalid_params(path, message))
            }
            false => Ok(None),
        }
    }

    pub(super) fn with_ticket(self, posting: Posting, shape: Shape) -> Posting {
        let mut kept = json!({"context": self.context});
        if let Shape::Tool(name, arguments) = shape {
            kept["tool"] = name.into();
            kept["arguments"] = arguments;
        }
        posting.ticket(self.expires, kept)
    }
}

pub(super) fn unknown(ticket: &str) -> RpcError {
    let ticket = sanitize::excerpt(ticket, 60);
    let message =
        format!("unknown ticket `{ticket}`: it was not posted to this hub, or it has expired");
    RpcError::new(RpcError::UNKNOWN_REQUEST, message)
}

/// Waits for the end of a ticket, at most this long.
pub(super) async fn wait(
    hub: &HubState,
    id: RequestId,
    at_most: Option<Duration>,
) -> Result<Value, RpcError> {
    let deadline = at_most.and_then(|at_most| Instant::now().checked_add(at_most));
    let mut changed = hub.changed.clone();
    loop {
        changed.mark_unchanged();
        match hub.broker.ticket(id) {
            TicketState::Unknown => return Err(unknown(&id.to_string())),
            TicketState::Ended(end) => return Ok(ended(*end)),
            TicketState::Waiting => {}
        }
        let changed = changed.changed();
        let is_late = if let Some(deadline) = deadline {
            timeout_at(deadline, changed).await.is_err()
        } else {
            // The hub lives as long as its connections.
            let _ = changed.await;
            false
        };
        if is_late {
            return Ok(json!({"pending": true}));
        }
    }
}

fn ended(end: EndedTicket) -> Value {
    let EndedTicket {
        ended,
        kind,
        request,
        mut context,
    } = end;
    let mut told = json!({"kind": kind.word(), "context": context["context"].take()});
    match kind {
        RequestKind::Approval => told["result"] = approval::encode(&decision(ended)),
        RequestKind::Question => {
            let asked = request_outcome(ended);
            let outcome = wire::outcome::encode(&request, &asked);
            // A request of the wire can be written there again.
            told["request"] = wire::request::encode(&request).unwrap_or_default();
            told["result"] = match called(&context) {
                Some(call) => {
                    told["outcome"] = outcome;
                    call.encode(&asked).json
                }
                None => outcome,
            };
        }
    }
    told
}

/// The tool call that was asked, if it was one.
fn called(context: &Value) -> Option<DecodedCall> {
    let tool = tool(context["tool"].as_str()?).ok()?;
    let arguments = context["arguments"].clone();
    tool.decode(arguments, DecodeMode::Lenient).ok()
}

/// Forgets tickets when their time has come, as long as the hub lives.
pub(super) async fn expire(hub: &HubState) {
    let mut changed = hub.changed.clone();
    loop {
        changed.mark_unchanged();
        hub.broker.expire_tickets();
        match hub.broker.next_expiry() {
            Some(left) => {
                let at = Instant::now().checked_add(left);
                let at = at.unwrap_or_else(|| Instant::now() + EXPIRES);
                tokio::select! {
                    () = sleep_until(at) => {}
                    _ = changed.changed() => {}
                }
            }
            None => {
                if changed.changed().await.is_err() {
                    return;
                }
            }
        }
    }
}
