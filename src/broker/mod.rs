//! The broker: many callers ask, many front ends answer, for questions and approvals.
//!
//! ```text
//!   ask, approve          Broker                      front ends
//!   (blocks)     ---->  Table: pending  -- events -->  subscribe
//!       ^                 |      ^
//!       |                 v      +----- content ----  respond
//!       +-- resolution ---+
//!       +---- the local operator, if there is one: first answer wins
//! ```
//!
//! [`Table`] is a plain value. It holds the pending requests and the events. [`Broker`] adds the
//! lock and the waiting threads. Everything is in memory and is lost when the process ends.

mod approval;
mod ask;
mod event;
mod event_log;
mod history;
mod inbox;
mod limits;
mod local_operator;
mod pending_call;
mod posting;
mod published_request;
mod question_view;
mod request_id;
mod resolution;
mod respond_content;
mod respond_error;
mod responder;
mod shared;
mod subscription;
mod table;
mod tickets;
mod validate;

pub use approval::Approval;
pub use event::{Event, EventKind, Resolved, outcome_word};
pub use event_log::EVENT_LOG_CAPACITY;
pub use history::EndedRequest;
pub use inbox::{Inbox, InboxRequest, OpenRequest};
pub use limits::{MAX_PENDING, MAX_PENDING_BYTES};
pub use posting::{Ended, Posted, Posting};
#[cfg(feature = "hub")]
pub(crate) use published_request::unique_ids;
pub use published_request::{PublishedQuestion, PublishedRequest, Subject};
pub use request_id::{RequestId, RequestKind};
pub use resolution::Resolution;
pub use respond_error::RespondError;
pub use responder::Responder;
pub use subscription::{StopHandle, Subscription};
pub use table::{Responded, Table};
pub use tickets::{EndedTicket, TicketState};

use std::fmt;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::seam::{AskUser, UserQuestionHandler};
use shared::Shared;

/// The longest single wait for a ticket.
const MAX_WAIT: Duration = Duration::from_hours(24);

/// Publishes questions and approvals to front ends and returns the first answer.
///
/// The calling thread blocks until the request ends. Any number of front ends read the event
/// stream and respond. A local operator can be asked at the same time. The first answer wins.
/// Clones share the same broker. It is `Send` and `Sync`. When the last clone is dropped, the
/// broker is shut down.
///
/// ```
/// use std::thread;
/// use ask_user::broker::{Broker, EventKind};
/// use ask_user::{Question, Request, Settings, Withdrawal};
/// use serde_json::json;
///
/// let broker = Broker::new();
/// let front_end = thread::spawn({
///     let (broker, mut events) = (broker.clone(), broker.subscribe(None));
///     move || {
///         let event = events.recv().unwrap();
///         let EventKind::Request(published) = event.change else { panic!("nothing was resolved yet") };
///         let content = json!({"answers": {"where": {"picks": [1]}}});
///         broker.respond(&published.id().to_string(), content)
///     }
/// });
/// let question = Question::new("Deploy where?").id("where").choice("staging").choice("production");
/// let request_outcome =
///     broker.ask(&Request::from(question), &Settings::default(), "deploy-bot", &Withdrawal::new())?;
/// assert_eq!(request_outcome.into_single().answer().unwrap().choice(), Some("staging"));
/// front_end.join().unwrap().unwrap();
/// # Ok::<(), ask_user::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Broker {
    owner: Arc<Owner>,
    operator: Option<AskUser>,
}

/// Shared by the clones only. Dropping the last clone drops it and shuts down the broker.
/// Subscriptions hold [`Shared`] directly, so they do not delay the shutdown.
#[derive(Default)]
struct Owner(Arc<Shared>);

impl Drop for Owner {
    fn drop(&mut self) {
        self.0.shut_down();
    }
}

impl Broker {
    /// Creates a broker without a local operator. Requests wait for front ends.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a broker that also asks a local operator, in the calling thread.
    ///
    /// If the request ends elsewhere, the question is removed from the operator's terminal, and
    /// one line says so. While no interaction is bound to `operator`, the broker acts as if
    /// there were no local operator.
    pub fn with_operator(operator: AskUser) -> Self {
        Self {
            operator: Some(operator),
            ..Self::default()
        }
    }

    /// Ends requests at once with the outcome "no operator" while the broker is not
    /// [attended](Self::is_attended).
    ///
    /// By default a request waits for a front end to subscribe. The setting applies to all
    /// clones.
    #[must_use]
    pub fn refuse_unattended(self) -> Self {
        self.shared().state().refuses_unattended = true;
        self
    }

    /// Whether there is a subscription or a bound local operator.
    pub fn is_attended(&self) -> bool {
        self.operator().is_some() || self.shared().state().is_attended()
    }

    /// Answers a question or decides an approval, for a front end.
    ///
    /// Sending the same content again returns the first result.
    ///
    /// # Errors
    /// The request is unknown, the content is for the other kind of request, the content does
    /// not answer the request, or the request ended in another way. After an error, an open
    /// request stays open.
    pub fn respond(&self, request_id: &str, content: Value) -> Result<Resolved, RespondError> {
        self.respond_as("", request_id, content)
    }

    /// Like [`respond`](Self::respond), for a front end with this name. The `resolved` event says
    /// it.
    ///
    /// # Errors
    /// As for [`respond`](Self::respond).
    pub fn respond_as(
        &self,
        front_end: &str,
        request_id: &str,
        content: Value,
    ) -> Result<Resolved, RespondError> {
        let by = Responder::FrontEnd(front_end.to_owned());
        self.shared().respond_as(by, request_id, content)
    }

    /// Withdraws a request. The caller gets the outcome "withdrawn".
    ///
    /// # Errors
    /// The request is unknown, or it ended in another way.
    pub fn withdraw(&self, request_id: &str) -> Result<Resolved, RespondError> {
        self.shared().withdraw(request_id)
    }

    /// What is known of a ticket, without waiting. See [`Posting::ticket`].
    ///
    /// ```
    /// use std::time::Duration;
    /// use ask_user::broker::{Broker, Posting, TicketState};
    /// use ask_user::{OutcomeKind, Question, Request, Settings};
    /// use serde_json::{Value, json};
    ///
    /// let broker = Broker::new();
    /// let question = Question::new("Deploy where?").id("where").choice("staging").choice("production");
    /// let posting = Posting::questions("deploy-bot", Request::from(question), Settings::default());
    /// let a_day = Duration::from_hours(24);
    /// let ticket = broker.post(posting.ticket(a_day, Value::Null), |_| {})?.id().unwrap();
    /// assert!(matches!(broker.ticket(ticket), TicketState::Waiting));
    /// broker.respond(&ticket.to_string(), json!({"answers": {"where": {"picks": [2]}}})).unwrap();
    /// let TicketState::Ended(end) = broker.ticket(ticket) else { panic!() };
    /// assert_eq!(end.ended.resolution.outcome(), OutcomeKind::Answered);
    /// # Ok::<(), ask_user::Error>(())
    /// ```
    pub fn ticket(&self, ticket: RequestId) -> TicketState {
        self.expire_tickets();
        self.shared().state().tickets.fetch(ticket)
    }

    /// Like [`ticket`](Self::ticket), but waits for the end, at most this long.
    pub fn wait_for_ticket(&self, ticket: RequestId, at_most: Duration) -> TicketState {
        let deadline = Instant::now().checked_add(at_most);
        self.expire_tickets();
        let shared = self.shared();
        let mut state = shared.state();
        loop {
            let known = state.tickets.fetch(ticket);
            if !matches!(known, TicketState::Waiting) {
                return known;
            }
            // A time beyond what the clock can tell is waited for in parts.
            let left = deadline.map_or(MAX_WAIT, |deadline| {
                deadline.saturating_duration_since(Instant::now())
            });
            if left.is_zero() {
                return known;
            }
            let waited = shared.events_changed().wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Forgets the tickets that have expired, and withdraws their requests if they still wait.
    /// [`ticket`](Self::ticket) does so, too. Call it at [`next_expiry`](Self::next_expiry), so
    /// that nobody is asked for a ticket that has expired.
    pub fn expire_tickets(&self) {
        self.shared().expire_tickets();
    }

    /// How long it is until the next ticket expires. `None` if there is no ticket.
    pub fn next_expiry(&self) -> Option<Duration> {
        let next = self.shared().state().tickets.next_expiry()?;
        Some(next.saturating_sub(self.shared().now()))
    }

    /// The requests that wait for a respond, of one kind or of both, oldest first.
    pub fn pending(&self, kind: Option<RequestKind>) -> Vec<Arc<PublishedRequest>> {
        self.shared().state().table.pending(kind).cloned().collect()
    }

    /// The requests after this one that wait for a respond, oldest first, at most `limit`.
    pub fn pending_after(
        &self,
        kind: Option<RequestKind>,
        after: Option<RequestId>,
        limit: usize,
    ) -> Vec<Arc<PublishedRequest>> {
        let state = self.shared().state();
        let pending = state.table.pending_after(kind, after);
        pending.take(limit).cloned().collect()
    }

    /// Whether the request with this id waits for a respond.
    pub fn is_pending(&self, id: RequestId) -> bool {
        self.shared().state().table.get(id).is_some()
    }

    /// The first event after `after`, without waiting for it. See [`Table::next_event`].
    pub fn event_after(&self, after: u64) -> Option<Event> {
        self.shared().state().table.next_event(after)
    }

    /// The `seq` of the latest event, or 0 if there was none.
    pub fn last_seq(&self) -> u64 {
        self.shared().state().table.last_seq()
    }

    /// Calls this function after every change: an event, or a request for the
    /// [`inbox`](Self::inbox). It is called on the thread that made the change, without a lock, and must not
    /// block.
    pub fn on_change(&self, observer: impl Fn() + Send + Sync + 'static) {
        self.shared().observe(observer);
    }

    /// The open requests for the operator's own prompt.
    pub fn inbox(&self) -> Inbox {
        Inbox::new(Arc::clone(self.shared()))
    }

    /// Subscribes to the event stream, from the event after `after`, or from the start.
    ///
    /// Only the latest [`EVENT_LOG_CAPACITY`] events are kept. In addition, the request events of
    /// all pending requests are kept. If `after` is higher than the latest `seq`, it comes from
    /// another run of the process. The subscription then begins at the start.
    pub fn subscribe(&self, after: Option<u64>) -> Subscription {
        Subscription::new(Arc::clone(self.shared()), after)
    }

    /// Shuts down the broker. Pending requests and all later requests end with the outcome
    /// "closed". Subscriptions end after the last event.
    pub fn shutdown(&self) {
        self.shared().shut_down();
    }

    /// Creates a handler that asks through this broker, for tool calls. `from` is the name of
    /// the caller.
    pub fn elicitation_handler(&self, from: impl Into<String>) -> UserQuestionHandler {
        let (broker, from) = (self.clone(), from.into());
        let asked = self.clone();
        UserQuestionHandler::new(move |request, settings, withdrawal| {
            broker.ask(request, settings, &from, withdrawal)
        })
        .attended(move || !asked.refuses_now())
    }

    /// Whether a request would be refused now, because nobody would see it.
    fn refuses_now(&self) -> bool {
        self.shared().state().refuses_unattended && !self.is_attended()
    }

    fn shared(&self) -> &Arc<Shared> {
        &self.owner.0
    }

    /// The local operator, if an interaction is bound to it.
    fn operator(&self) -> Option<&AskUser> {
        self.operator.as_ref().filter(|ask| ask.is_bound())
    }
}

impl fmt::Debug for Broker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Broker")
            .field("attended", &self.is_attended())
            .finish_non_exhaustive()
    }
}
