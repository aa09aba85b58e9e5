//! One door for questions and approvals.
//!
//! ```text
//!   ask, approve          Broker                      front ends
//!   (blocks)     ---->  Table: pending  -- events -->  subscribe
//!       ^                 |      ^
//!       |                 v      +----- content ----  respond
//!       +---- resolution ----+
//!       +---- the local operator, if there is one: first answer wins
//! ```
//!
//! [`Table`] is a plain value that knows what is pending and what was said;
//! [`Broker`] puts threads around it. Nothing survives the process.

mod approval;
mod ask;
mod event;
mod event_log;
mod local_operator;
mod pending_call;
mod published_request;
mod question_view;
mod request_id;
mod resolution;
mod respond_content;
mod respond_error;
mod shared;
mod subscription;
mod table;
mod validate;

pub use approval::Approval;
pub use event::{Event, EventKind, Resolved, outcome_word};
pub use event_log::EVENT_LOG_CAPACITY;
pub use published_request::{PublishedQuestion, PublishedRequest, Subject};
pub use request_id::{RequestId, RequestKind};
pub use resolution::Resolution;
pub use respond_error::RespondError;
pub use subscription::{StopHandle, Subscription};
pub use table::{Responded, Table};

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::seam::{AskUser, UserQuestionHandler};
use shared::Shared;

/// One door for questions and approvals.
///
/// Whoever asks blocks until the request is decided; any number of front ends
/// read the event stream and respond; a local operator may be asked at the same
/// time. The first surface to answer wins. Clones are the same broker; it is
/// `Send` and `Sync`. When the last clone is dropped it is shut down.
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

/// What the clones hold, and nobody else: the end of the last one is the shutdown.
#[derive(Default)]
struct Owner(Arc<Shared>);

impl Drop for Owner {
    fn drop(&mut self) {
        self.0.shut_down();
    }
}

impl Broker {
    /// One without a local operator: requests wait for front ends.
    pub fn new() -> Self {
        Self::default()
    }

    /// One that also asks a local operator, in the thread that asks.
    ///
    /// Whatever ends the request elsewhere takes the question off the
    /// operator's terminal, with one line. While nothing is bound to `operator`
    /// it is as if there was none.
    pub fn with_operator(operator: AskUser) -> Self {
        Self {
            operator: Some(operator),
            ..Self::default()
        }
    }

    /// Ends requests as without operator, at once, while the broker is not
    /// [attended](Self::is_attended), in place of waiting for a front end that
    /// may come. Holds for all clones.
    #[must_use]
    pub fn refuse_unattended(self) -> Self {
        self.shared().state().refuses_unattended = true;
        self
    }

    /// Whether anybody listens: a subscription, or an operator who is bound.
    pub fn is_attended(&self) -> bool {
        self.operator().is_some() || self.has_front_ends()
    }

    /// Answers a request, or decides about it, for a front end.
    ///
    /// The same content again gives the first result.
    ///
    /// # Errors
    /// An unknown request, content of the wrong kind, content that does not
    /// answer it, a request that ended in another way. An open request stays open.
    pub fn respond(&self, request_id: &str, content: Value) -> Result<Resolved, RespondError> {
        self.shared().respond(request_id, content)
    }

    /// Takes a request back: whoever asked gets the outcome withdrawn.
    ///
    /// # Errors
    /// An unknown request, one that ended in another way.
    pub fn withdraw(&self, request_id: &str) -> Result<Resolved, RespondError> {
        self.shared().withdraw(request_id)
    }

    /// What waits for a respond, of one kind or of both, in the order in which it came.
    pub fn pending(&self, kind: Option<RequestKind>) -> Vec<Arc<PublishedRequest>> {
        self.shared().state().table.pending(kind).cloned().collect()
    }

    /// Reads the event stream from the event after `after`, or from the start.
    ///
    /// What is older than the latest [`EVENT_LOG_CAPACITY`](super::EVENT_LOG_CAPACITY) events is gone, but
    /// for the request events of what is still pending. An `after` that was
    /// never reached comes from another run: it counts as the start.
    pub fn subscribe(&self, after: Option<u64>) -> Subscription {
        Subscription::new(Arc::clone(self.shared()), after)
    }

    /// Ends everything: pending requests, and all later ones, end as closed;
    /// subscriptions end after the last event.
    pub fn shutdown(&self) {
        self.shared().shut_down();
    }

    /// The way in for tools: their questions come from `from`.
    pub fn elicitation_handler(&self, from: impl Into<String>) -> UserQuestionHandler {
        let (broker, from) = (self.clone(), from.into());
        UserQuestionHandler::new(move |request, settings, withdrawal| {
            broker.ask(request, settings, &from, withdrawal)
        })
    }

    fn shared(&self) -> &Arc<Shared> {
        &self.owner.0
    }

    /// The operator, while one is bound.
    fn operator(&self) -> Option<&AskUser> {
        self.operator.as_ref().filter(|ask| ask.is_bound())
    }

    fn has_front_ends(&self) -> bool {
        self.shared().state().subscribers > 0
    }
}

impl fmt::Debug for Broker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Broker")
            .field("attended", &self.is_attended())
            .finish_non_exhaustive()
    }
}
