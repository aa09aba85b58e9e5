//! What the calls of one connection do.

use std::collections::HashSet;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::leave::{Leave, let_in, may_withdraw};
use super::methods::Method;
use super::params::{
    ApproveParams, AskParams, Decision, PendingParams, RespondParams, SubscribeParams, WaitParams,
    WithdrawParams,
};
use super::posted_request::{decision, end_of, post, request_outcome};
use super::rpc::RpcError;
use super::server::HubState;
use super::ticket::{self, Detached, Shape};
use super::wire::seconds::Seconds;
use super::{approval, wire};
use crate::broker::{Ended, Posting, RequestId, RequestKind};
use crate::core::{Settings, sanitize};
use crate::dialect::arguments::read;
use crate::dialect::{DecodeMode, json, tool};
use crate::error::Error;

/// The most requests of one answer to `pending`, and their number where none is given.
const MAX_PAGE: usize = 1000;
const PAGE: usize = 100;
/// The most bytes of one answer to `pending`, so that it fits on a line.
const PAGE_BYTES: usize = 512 * 1024;

/// The most characters of a wrong word that an error shows.
const MAX_WORD: usize = 60;

type Answer = Result<Value, RpcError>;

/// What becomes of a call.
pub(super) enum Handled {
    Now(Answer),
    Later(Pin<Box<dyn Future<Output = Answer> + Send>>),
    Subscribed { after: u64, latest: u64 },
}

/// The calls of one connection.
pub(super) struct Session {
    hub: Arc<HubState>,
    leave: Arc<tokio::sync::Mutex<Leave>>,
    /// The requests that this connection has posted, at least those that are still open.
    own: HashSet<RequestId>,
    /// Those that have ended are taken out when there are more than this.
    prune_at: usize,
}

impl Session {
    pub(super) fn new(hub: Arc<HubState>) -> Self {
        Self {
            hub,
            leave: Arc::default(),
            own: HashSet::new(),
            prune_at: PAGE,
        }
    }

    /// Carries out a call, or begins to.
    pub(super) fn handle(&mut self, method: Method, params: &Map<String, Value>) -> Handled {
        let handled = match method {
            Method::Ask => self.ask(params),
            Method::Approve => self.approve(params),
            Method::Subscribe => self.subscribe(params),
            Method::Respond => self.respond(params),
            Method::Pending => self.pending(params).map(|page| Handled::Now(Ok(page))),
            Method::Withdraw => self.withdraw(params),
            Method::Wait => self.wait(params),
        };
        handled.unwrap_or_else(|error| Handled::Now(Err(error)))
    }

    fn ask(&mut self, params: &Map<String, Value>) -> Result<Handled, RpcError> {
        let asked: AskParams = decode(params)?;
        let detached = Detached::new(asked.detach, asked.expires_s, asked.context)?;
        let from = asked.from.unwrap_or_default();
        let Some(name) = asked.tool else {
            if asked.questions.is_none() {
                let message = "expected a tool with its arguments, or questions";
                return Err(RpcError::invalid_params("", message));
            }
            let request = wire::request::decode(&members(params))?;
            let settings = settings(asked.settings.as_ref())?;
            let encoded = request.clone();
            // No caller's text may look like a line of the console.
            let posting = Posting::questions(from, request.untrusted(), settings);
            return self.post(posting, detached, Shape::Outcome, move |ended| {
                Ok(wire::outcome::encode(&encoded, &request_outcome(ended)))
            });
        };
        let none = [
            ("questions", asked.questions.is_some()),
            ("preface", asked.preface.is_some()),
            ("introductions", asked.introductions.is_some()),
            ("notes", asked.notes.is_some()),
        ];
        if let Some((path, _)) = none.into_iter().find(|(_, given)| *given) {
            let message = "goes with questions of one's own, found a tool";
            return Err(RpcError::invalid_params(path, message));
        }
        let tool =
            tool(&name).map_err(|error| RpcError::invalid_params("tool", error.message()))?;
        let arguments = asked.arguments.unwrap_or_else(|| json!({}));
        let shape = match &detached {
            Some(_) => Shape::Tool(tool.name(), arguments.clone()),
            None => Shape::Outcome,
        };
        let call = tool
            .decode(arguments, DecodeMode::Lenient)
            .map_err(|error| within("arguments", &error))?;
        let settings = Settings {
            grammar: tool.grammar(),
            ..settings(asked.settings.as_ref())?
        };
        let posting = Posting::questions(from, call.request().clone(), settings);
        self.post(posting, detached, shape, move |ended| {
            Ok(call.encode(&request_outcome(ended)).json)
        })
    }

    fn approve(&mut self, params: &Map<String, Value>) -> Result<Handled, RpcError> {
        let asked: ApproveParams = decode(params)?;
        let detached = Detached::new(asked.detach, asked.expires_s, asked.context)?;
        if sanitize::is_blank(&asked.title) {
            let message = "expected a text, found only blanks";
            return Err(RpcError::invalid_params("title", message));
        }
        let default = asked.default.map(|decision| match decision {
            Decision::Allow => true,
            Decision::Deny => false,
        });
        let settings = settings(asked.settings.as_ref())?;
        let from = asked.from.unwrap_or_default();
        let detail = asked.detail.as_deref();
        let posting = Posting::approval(from, &asked.title, detail, default, &settings);
        self.post(posting, detached, Shape::Outcome, |ended| {
            Ok(approval::encode(&decision(ended)))
        })
    }

    /// Posts at once, in the order of the lines. Answers when the request has ended, or at once
    /// with its ticket.
    fn post(
        &mut self,
        posting: Posting,
        detached: Option<Detached>,
        shape: Shape,
        encode: impl FnOnce(Ended) -> Answer + Send + 'static,
    ) -> Result<Handled, RpcError> {
        let limit = posting.timeout();
        let is_detached = detached.is_some();
        let posting = match detached {
            Some(detached) => detached.with_ticket(posting, shape),
            None => posting,
        };
        let (posted, ended) = post(&self.hub, posting)?;
        self.own.extend(posted.id());
        if self.own.len() > self.prune_at {
            self.own.retain(|&id| self.hub.broker.is_pending(id));
            // Twice as many as are left, so that a post looks at few on average.
            self.prune_at = PAGE.max(2 * self.own.len());
        }
        if is_detached && let Some(ticket) = posted.id() {
            if limit.is_some() {
                // The hub keeps its time limit, whoever waits.
                tokio::spawn(end_of(posted, ended, limit));
            }
            return Ok(Handled::Now(Ok(json!({"ticket": ticket}))));
        }
        Ok(Handled::Later(Box::pin(async move {
            encode(end_of(posted, ended, limit).await)
        })))
    }

    fn wait(&self, params: &Map<String, Value>) -> Result<Handled, RpcError> {
        let WaitParams { ticket, wait_s } = decode(params)?;
        let Some(id) = RequestId::parse(&ticket) else {
            return Err(ticket::unknown(&ticket));
        };
        let hub = Arc::clone(&self.hub);
        let at_most = wait_s.map(|Seconds(at_most)| at_most);
        Ok(Handled::Later(Box::pin(async move {
            ticket::wait(&hub, id, at_most).await
        })))
    }

    fn subscribe(&self, params: &Map<String, Value>) -> Result<Handled, RpcError> {
        let SubscribeParams { after } = decode(params)?;
        let latest = self.hub.broker.last_seq();
        // A number that there was not yet comes from another run of the hub.
        let after = after.filter(|&after| after <= latest).unwrap_or(0);
        Ok(Handled::Subscribed { after, latest })
    }

    fn pending(&self, params: &Map<String, Value>) -> Answer {
        let PendingParams { kind, after, limit } = decode(params)?;
        let kind = kind
            .map(|word| {
                RequestKind::from_word(&word).ok_or_else(|| {
                    let message = format!(
                        "expected question or approval, found \"{}\"",
                        sanitize::excerpt(&word, MAX_WORD)
                    );
                    RpcError::invalid_params("kind", message)
                })
            })
            .transpose()?;
        let after = after
            .map(|id| {
                RequestId::parse(&id).ok_or_else(|| {
                    RpcError::invalid_params("after", "expected the id of a request")
                })
            })
            .transpose()?;
        let limit = limit.unwrap_or(PAGE).clamp(1, MAX_PAGE);
        let mut bytes = 0;
        let mut page = Vec::new();
        for published in self.hub.broker.pending_after(kind, after, limit) {
            bytes += json::length(&*published);
            if bytes > PAGE_BYTES && !page.is_empty() {
                break;
            }
            page.push(serde_json::to_value(&*published).unwrap_or_default());
        }
        Ok(Value::Array(page))
    }

    fn respond(&self, params: &Map<String, Value>) -> Result<Handled, RpcError> {
        let RespondParams {
            request_id,
            content,
            name,
            key,
        } = decode(params)?;
        let hub = Arc::clone(&self.hub);
        let leave = Arc::clone(&self.leave);
        Ok(Handled::Later(Box::pin(async move {
            let is_open = RequestId::parse(&request_id).is_some_and(|id| hub.broker.is_pending(id));
            if !is_open {
                // Nothing can be answered, so nobody has to be asked for leave.
                let told = hub.broker.respond(&request_id, content)?;
                return Ok(to_json(&told));
            }
            let (name, key) =
                let_in(&hub, &leave, &name.unwrap_or_default(), key.as_deref()).await?;
            let resolved = hub.broker.respond_as(&name, &request_id, content)?;
            let mut result = to_json(&resolved);
            if let Some(key) = key {
                result["key"] = Value::String(key);
            }
            Ok(result)
        })))
    }

    fn withdraw(&self, params: &Map<String, Value>) -> Result<Handled, RpcError> {
        let WithdrawParams { request_id, key } = decode(params)?;
        let is_own = RequestId::parse(&request_id).is_some_and(|id| self.own.contains(&id));
        let hub = Arc::clone(&self.hub);
        let leave = Arc::clone(&self.leave);
        Ok(Handled::Later(Box::pin(async move {
            if !is_own {
                may_withdraw(&hub, &leave, key.as_deref()).await?;
            }
            Ok(to_json(&hub.broker.withdraw(&request_id)?))
        })))
    }
}

/// The members that the request itself has.
fn members(params: &Map<String, Value>) -> Value {
    const MEMBERS: [&str; 4] = ["questions", "preface", "introductions", "notes"];
    let own = params
        .iter()
        .filter(|(name, _)| MEMBERS.contains(&name.as_str()));
    own.map(|(name, value)| (name.clone(), value.clone()))
        .collect::<Map<_, _>>()
        .into()
}

fn settings(given: Option<&Value>) -> Result<Settings, RpcError> {
    let none = json!({});
    wire::settings::decode(given.unwrap_or(&none)).map_err(|error| within("settings", &error))
}

fn decode<T: serde::de::DeserializeOwned>(params: &Map<String, Value>) -> Result<T, RpcError> {
    Ok(read(&Value::Object(params.clone()), DecodeMode::Strict)?)
}

/// The error with its path inside this parameter.
fn within(parameter: &str, error: &Error) -> RpcError {
    let path = match error.path() {
        Some(path) if !path.is_empty() => format!("{parameter}.{path}"),
        Some(_) | None => parameter.to_owned(),
    };
    RpcError::invalid_params(path, error.message())
}

fn to_json(value: &impl serde::Serialize) -> Value {
    // Only strings and numbers: conversion to JSON cannot fail.
    serde_json::to_value(value).unwrap_or_default()
}
