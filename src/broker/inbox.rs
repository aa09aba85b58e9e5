//! [`Inbox`]: the open requests for the operator's own prompt, also the secret ones.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use super::history::EndedRequest;
use super::local_operator::approval;
use super::request_id::{RequestId, RequestKind};
use super::resolution::Resolution;
use super::shared::Shared;
use crate::core::{Answers, Request, RequestOutcome, Settings};
use crate::seam::Withdrawal;

/// What was asked, by whom and how.
#[derive(Clone, Debug)]
pub(super) struct Asked(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    from: String,
    kind: RequestKind,
    request: Request,
    settings: Settings,
}

impl Asked {
    pub(super) fn new(
        from: String,
        kind: RequestKind,
        request: Request,
        settings: Settings,
    ) -> Self {
        Self(Arc::new(Parts {
            from,
            kind,
            request,
            settings,
        }))
    }

    pub(super) fn from(&self) -> &str {
        &self.0.from
    }

    pub(super) fn kind(&self) -> RequestKind {
        self.0.kind
    }

    pub(super) fn request(&self) -> &Request {
        &self.0.request
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.0.settings
    }
}

/// The open requests of a broker, for a prompt that takes them one at a time in any order: a
/// console.
///
/// Unlike a front end, it also gets the requests with a secret question, and it may answer without
/// leave. While it exists, the broker counts as attended. Made by
/// [`Broker::inbox`](super::Broker::inbox).
pub struct Inbox {
    shared: Arc<Shared>,
}

/// An open request of an [`Inbox`].
#[derive(Clone, Debug)]
pub struct InboxRequest {
    pub(super) id: RequestId,
    pub(super) asked: Asked,
    pub(super) since: Instant,
    pub(super) is_postponed: bool,
}

impl InboxRequest {
    /// Its id.
    pub fn id(&self) -> RequestId {
        self.id
    }

    /// The name of the caller, as the caller gave it.
    pub fn from(&self) -> &str {
        self.asked.from()
    }

    /// Whether it asks questions or for approval.
    pub fn kind(&self) -> RequestKind {
        self.asked.kind()
    }

    /// The questions. For an approval, the one question about it.
    pub fn request(&self) -> &Request {
        self.asked.request()
    }

    /// The settings of the call.
    pub fn settings(&self) -> &Settings {
        self.asked.settings()
    }

    /// When it was posted.
    pub fn since(&self) -> Instant {
        self.since
    }

    /// Whether the operator has postponed it.
    pub fn is_postponed(&self) -> bool {
        self.is_postponed
    }
}

/// A request that is at the operator's prompt.
#[derive(Clone, Debug)]
pub struct OpenRequest {
    /// The request.
    pub request: InboxRequest,
    /// The answers that it had when it was postponed. Empty if it was not.
    pub answers: Answers,
    /// Withdrawn when the request ends elsewhere. For the call that asks the operator.
    pub withdrawal: Withdrawal,
}

impl Inbox {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        shared.state().inboxes += 1;
        Self { shared }
    }

    /// All open requests, oldest first, those that are postponed at the end.
    pub fn waiting(&self) -> Vec<InboxRequest> {
        let state = self.shared.state();
        let mut all: Vec<_> = state.inbox_requests().collect();
        all.sort_by_key(|request| (state.postponed_at(request.id), request.id));
        all
    }

    /// Whether the broker has been shut down, so that no request comes any more.
    pub fn is_closed(&self) -> bool {
        self.shared.state().closed
    }

    /// How many requests are open, and how many of them are postponed.
    pub fn counts(&self) -> (usize, usize) {
        let state = self.shared.state();
        (state.open_count(), state.postponed_count())
    }

    /// The oldest open request that is not postponed.
    pub fn next(&self) -> Option<InboxRequest> {
        let state = self.shared.state();
        state.inbox_requests().find(|open| !open.is_postponed)
    }

    /// Takes a request to the prompt. While it is there, only the prompt's own time limit runs.
    /// `None` if it has ended.
    pub fn open(&self, id: RequestId) -> Option<OpenRequest> {
        self.shared.state().open_at_prompt(id)
    }

    /// Ends a request with what the operator said. Does nothing if it has ended elsewhere.
    pub fn resolve(&self, request: &InboxRequest, request_outcome: RequestOutcome) {
        let resolution = match request.kind() {
            RequestKind::Question => Resolution::Questions(request_outcome),
            RequestKind::Approval => Resolution::Approval(approval(request_outcome)),
        };
        self.shared.resolve_at_prompt(request.id(), resolution);
    }

    /// Puts a request at the end of the queue, with the answers that it has so far. It comes
    /// back only when it is [opened](Self::open) again.
    pub fn postpone(&self, id: RequestId, answers: Answers) {
        self.shared.state().postpone(id, answers);
        self.shared.changed();
    }

    /// Whether there is something for the prompt: a request that is not postponed, or an end to
    /// tell of.
    pub fn needs_attention(&self) -> bool {
        let state = self.shared.state();
        let ended = !state.ended_elsewhere.is_empty();
        ended || state.inbox_requests().any(|open| !open.is_postponed)
    }

    /// The id of the latest request that was posted and is still open.
    pub fn latest(&self) -> Option<RequestId> {
        self.shared.state().table.open_ids().next_back()
    }

    /// Takes the requests that the operator has seen and that ended elsewhere since the last call.
    pub fn take_ended_elsewhere(&self) -> Vec<EndedRequest> {
        std::mem::take(&mut self.shared.state().ended_elsewhere)
    }

    /// The latest requests that ended, oldest first, at most 1,000.
    pub fn history(&self) -> Vec<EndedRequest> {
        self.shared.state().history.iter().cloned().collect()
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.shared.state().inboxes -= 1;
    }
}

impl fmt::Debug for Inbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inbox").finish_non_exhaustive()
    }
}
