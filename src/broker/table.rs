//! The pending requests and the event stream, as a plain value.
//!
//! ```text
//!   publish ---> open --- respond, resolve, withdraw ---> settled ---> forgotten
//!                  |                  |                   (the latest EVENT_LOG_CAPACITY)
//!                  v                  v
//!          "request" event    "resolved" event
//! ```
//!
//! It has no threads, no clock and no IO. The cost of one publish, respond or withdraw hardly
//! depends on the number of open requests.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use serde_json::Value;

use super::event::{Event, EventKind, Resolved};
use super::event_log::{EVENT_LOG_CAPACITY, EventLog};
use super::limits::{Load, MAX_PENDING_BYTES, size};
use super::published_request::{PublishedRequest, Subject, with_unique_ids};
use super::request_id::{RequestId, RequestKind};
use super::resolution::Resolution;
use super::respond_content;
use super::respond_error::RespondError;
use super::responder::Responder;
use crate::core::outcome::NoOperatorReason;
use crate::core::{OutcomeKind, Question, Request};
use crate::dialect::json;

/// The pending requests of both kinds and the event log, without threads and without a clock.
///
/// ```
/// use ask_user::broker::{Responded, Table};
/// use ask_user::{Question, Request};
/// use serde_json::json;
///
/// let mut table = Table::new();
/// let request = Request::from(Question::new("Where?").choice("here").choice("there"));
/// let id = table.publish_question("deploy-bot", &request).unwrap();
/// let responded = table.respond(&id.to_string(), json!({"answers": {"q1": {"picks": [2]}}}))?;
/// assert!(matches!(responded, Responded::Now(..)));
///
/// let resolved = table.next_event(1).unwrap();
/// assert_eq!(
///     serde_json::to_string(&resolved).unwrap(),
///     r#"{"seq":2,"type":"resolved","request_id":"req-1","outcome":"answered","by":"front-end"}"#
/// );
/// # Ok::<(), ask_user::broker::RespondError>(())
/// ```
#[derive(Debug, Default)]
pub struct Table {
    issued: u64,
    /// The open requests, oldest first, also the private ones.
    open: BTreeMap<RequestId, Open>,
    /// The open requests by the `seq` of their request events, so oldest first.
    open_by_seq: BTreeMap<u64, RequestId>,
    /// The bytes of all open requests.
    open_bytes: usize,
    settled: HashMap<RequestId, Settled>,
    /// The ids of the settled requests, oldest first.
    settled_order: VecDeque<RequestId>,
    /// The bytes of the remembered contents.
    settled_bytes: usize,
    log: EventLog,
}

#[derive(Debug)]
struct Open {
    published: Arc<PublishedRequest>,
    /// The `seq` of its request event. `None` for a private request, which is in no event.
    seq: Option<u64>,
}

#[derive(Debug)]
struct Settled {
    kind: RequestKind,
    resolved: Resolved,
    /// The content of the respond. `None` if the request ended in another way.
    content: Option<Value>,
}

/// The result of a respond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Responded {
    /// The respond ended the request with this resolution.
    Now(Resolved, Resolution),
    /// The same respond ended the request earlier.
    Before(Resolved),
}

impl Table {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Publishes questions.
    ///
    /// # Errors
    /// [`NoOperatorReason::CannotHide`] for a request with a secret question. A secret question is
    /// never put into an event.
    pub fn publish_question(
        &mut self,
        from: &str,
        request: &Request,
    ) -> Result<RequestId, NoOperatorReason> {
        if request.questions().iter().any(Question::is_secret) {
            return Err(NoOperatorReason::CannotHide);
        }
        Ok(self.publish(from, Subject::Questions(with_unique_ids(request))))
    }

    /// Publishes an approval request. A blank detail counts as no detail.
    pub fn publish_approval(&mut self, from: &str, title: &str, detail: Option<&str>) -> RequestId {
        let detail = detail.filter(|detail| !detail.trim().is_empty());
        let subject = Subject::Approval {
            title: title.to_owned(),
            detail: detail.map(str::to_owned),
        };
        self.publish(from, subject)
    }

    pub(super) fn publish(&mut self, from: &str, subject: Subject) -> RequestId {
        let published = self.issue(from, subject);
        let id = published.id();
        let seq = self.log.push(EventKind::Request(Arc::clone(&published)));
        self.open_by_seq.insert(seq, id);
        let seq = Some(seq);
        self.open.insert(id, Open { published, seq });
        id
    }

    /// Adds a request that is only for the operator's own prompt. It has an id, but no front end
    /// learns of it: it is in no event and in no list, and a respond does not find it.
    pub(super) fn add_private(&mut self, from: &str, subject: Subject) -> RequestId {
        let published = self.issue(from, subject);
        let id = published.id();
        let seq = None;
        self.open.insert(id, Open { published, seq });
        id
    }

    fn issue(&mut self, from: &str, subject: Subject) -> Arc<PublishedRequest> {
        self.issued += 1;
        let id = RequestId::nth(self.issued);
        self.open_bytes += size(&subject);
        Arc::new(PublishedRequest::new(id, from.to_owned(), subject))
    }

    /// Handles a respond of a front end without a name, see [`respond_as`](Self::respond_as).
    ///
    /// # Errors
    /// As [`respond_as`](Self::respond_as).
    pub fn respond(&mut self, id: &str, content: Value) -> Result<Responded, RespondError> {
        self.respond_as(Responder::FrontEnd(String::new()), id, content)
    }

    /// Handles a respond. Sending the same content again returns the first result.
    ///
    /// # Errors
    /// The request is unknown, the content is for the other kind of request, the content does
    /// not answer the request, or the request ended in another way. After an error, an open
    /// request stays open.
    pub fn respond_as(
        &mut self,
        by: Responder,
        id: &str,
        content: Value,
    ) -> Result<Responded, RespondError> {
        let id = self.parse_issued(id)?;
        if let Some(settled) = self.settled.get(&id) {
            respond_content::check_kind(id, settled.kind, &content)?;
            return if settled.content.as_ref() == Some(&content) {
                Ok(Responded::Before(settled.resolved.clone()))
            } else {
                Err(RespondError::conflict(id, settled.resolved.outcome))
            };
        }
        let Some(open) = self.open.get(&id) else {
            return Err(RespondError::forgotten(id));
        };
        if open.seq.is_none() {
            return Err(RespondError::unknown(&id.to_string()));
        }
        respond_content::check_kind(id, open.published.kind(), &content)?;
        let resolution = respond_content::decode_resolution(&open.published, &content)?;
        match self.settle(id, resolution.outcome(), Some(by), Some(content)) {
            Some(resolved) => Ok(Responded::Now(resolved, resolution)),
            None => Err(RespondError::forgotten(id)),
        }
    }

    /// Withdraws a request. Withdrawing it again returns the first result.
    ///
    /// # Errors
    /// The request is unknown, or it ended in another way.
    pub fn withdraw(&mut self, id: &str) -> Result<Resolved, RespondError> {
        let id = self.parse_issued(id)?;
        if let Some(Settled { resolved, .. }) = self.settled.get(&id) {
            return match resolved.outcome {
                OutcomeKind::Withdrawn => Ok(resolved.clone()),
                outcome @ (OutcomeKind::Answered
                | OutcomeKind::NoOperator
                | OutcomeKind::Exhausted
                | OutcomeKind::Closed
                | OutcomeKind::Declined
                | OutcomeKind::Discuss
                | OutcomeKind::TimedOut
                | OutcomeKind::Cancelled) => Err(RespondError::conflict(id, outcome)),
            };
        }
        match self.open.get(&id) {
            Some(Open { seq: None, .. }) => Err(RespondError::unknown(&id.to_string())),
            Some(_) | None => self
                .resolve(id, OutcomeKind::Withdrawn)
                .ok_or_else(|| RespondError::forgotten(id)),
        }
    }

    /// Records that a request ended without a respond, for example at a terminal or by a timeout.
    /// Returns `None` if it has already ended.
    pub fn resolve(&mut self, id: RequestId, outcome: OutcomeKind) -> Option<Resolved> {
        self.settle(id, outcome, None, None)
    }

    /// Like [`resolve`](Self::resolve), with who ended it.
    pub(super) fn resolve_by(
        &mut self,
        id: RequestId,
        outcome: OutcomeKind,
        by: Option<Responder>,
    ) -> Option<Resolved> {
        self.settle(id, outcome, by, None)
    }

    fn settle(
        &mut self,
        id: RequestId,
        outcome: OutcomeKind,
        by: Option<Responder>,
        content: Option<Value>,
    ) -> Option<Resolved> {
        let open = self.open.remove(&id)?;
        self.open_bytes -= size(open.published.subject());
        let Some(seq) = open.seq else {
            // A private request leaves no trace.
            return Some(Resolved {
                request_id: id,
                outcome,
                seq: self.log.last(),
                by,
            });
        };
        self.open_by_seq.remove(&seq);
        let seq = self.log.push(EventKind::Resolved {
            request_id: id,
            outcome,
            by: by.clone(),
        });
        let resolved = Resolved {
            request_id: id,
            outcome,
            seq,
            by,
        };
        self.settled_bytes += content_size(content.as_ref());
        while self.settled_order.len() >= EVENT_LOG_CAPACITY
            || self.settled_bytes > MAX_PENDING_BYTES
        {
            let Some(oldest) = self.settled_order.pop_front() else {
                break;
            };
            let forgotten = self.settled.remove(&oldest);
            let content = forgotten.and_then(|settled| settled.content);
            self.settled_bytes -= content_size(content.as_ref());
        }
        self.settled_order.push_back(id);
        let kind = open.published.kind();
        self.settled.insert(
            id,
            Settled {
                kind,
                resolved: resolved.clone(),
                content,
            },
        );
        Some(resolved)
    }

    /// Parses the id of a request that this table has published.
    fn parse_issued(&self, id: &str) -> Result<RequestId, RespondError> {
        let issued = RequestId::parse(id).filter(|id| (1..=self.issued).contains(&id.number()));
        issued.ok_or_else(|| RespondError::unknown(id))
    }

    /// The open requests, of one kind or of both, oldest first.
    pub fn pending(
        &self,
        kind: Option<RequestKind>,
    ) -> impl Iterator<Item = &Arc<PublishedRequest>> {
        self.pending_after(kind, None)
    }

    /// The open requests after this one, oldest first. So a front end can read them in pages.
    pub fn pending_after(
        &self,
        kind: Option<RequestKind>,
        after: Option<RequestId>,
    ) -> impl Iterator<Item = &Arc<PublishedRequest>> {
        let first = RequestId::nth(after.map_or(0, |id| id.number().saturating_add(1)));
        let open = self.open.range(first..).map(|(_, open)| open);
        open.filter(|open| open.seq.is_some())
            .map(|open| &open.published)
            .filter(move |published| kind.is_none_or(|kind| published.kind() == kind))
    }

    /// The ids of all open requests, oldest first, also of the private ones.
    pub(super) fn open_ids(&self) -> impl DoubleEndedIterator<Item = RequestId> {
        self.open.keys().copied()
    }

    /// The open request with this id, also a private one.
    pub(super) fn open(&self, id: RequestId) -> Option<&Arc<PublishedRequest>> {
        self.open.get(&id).map(|open| &open.published)
    }

    /// What the open requests amount to.
    pub(super) fn load(&self) -> Load {
        Load {
            requests: self.open.len(),
            bytes: self.open_bytes,
        }
    }

    /// The open request with this id.
    pub fn get(&self, id: RequestId) -> Option<&Arc<PublishedRequest>> {
        let open = self.open.get(&id).filter(|open| open.seq.is_some());
        open.map(|open| &open.published)
    }

    /// The first available event after `after`.
    ///
    /// Available are the kept events and, before them, the request events of all open requests.
    /// If `seq` is not `after + 1`, the events between were dropped.
    pub fn next_event(&self, after: u64) -> Option<Event> {
        let (next, first) = (after.saturating_add(1), self.log.first());
        if next >= first {
            return self.log.get(next).cloned();
        }
        let older = self.open_by_seq.range(next..first).next();
        let older = older.and_then(|(&seq, id)| Some((seq, self.get(*id)?)));
        match older {
            Some((seq, published)) => Some(Event {
                seq,
                change: EventKind::Request(Arc::clone(published)),
            }),
            None => self.log.get(first).cloned(),
        }
    }

    /// The `seq` of the latest event, or 0 if there was none.
    pub fn last_seq(&self) -> u64 {
        self.log.last()
    }
}

/// The bytes of a content that is remembered.
fn content_size(content: Option<&Value>) -> usize {
    content.map_or(0, json::length)
}
