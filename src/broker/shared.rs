//! The shared state of a broker's clones: the table behind a lock, and those who wait for a
//! request's end.
//!
//! Lock order: first the caller's [`Withdrawal`], then the state. A prompt's own [`Withdrawal`] is
//! withdrawn, and callbacks are called, only after the state is unlocked.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tracing::{debug, info};

use super::event::{Resolved, outcome_word};
use super::history::{EndedRequest, HISTORY};
use super::inbox::{Asked, InboxRequest, OpenRequest};
use super::posting::{Ended, at_timeout};
use super::request_id::RequestId;
use super::resolution::Resolution;
use super::respond_error::RespondError;
use super::responder::Responder;
use super::table::{Responded, Table};
use super::tickets::Tickets;
use crate::core::Answers;
use crate::seam::{TRACING_TARGET, Withdrawal};

#[derive(Default)]
pub(super) struct Shared {
    state: Mutex<State>,
    /// Notified when there is a new event, a subscription is stopped, or the broker is shut down.
    events_changed: Condvar,
    observers: Mutex<Vec<Arc<dyn Fn() + Send + Sync>>>,
    /// From when on the time of the tickets counts.
    started: OnceLock<Instant>,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) table: Table,
    pub(super) tickets: Tickets,
    waiting: HashMap<RequestId, Waiting>,
    pub(super) subscribers: usize,
    /// The prompts that take requests from an inbox.
    pub(super) inboxes: usize,
    pub(super) closed: bool,
    pub(super) refuses_unattended: bool,
    last_postponed: u64,
    pub(super) history: VecDeque<EndedRequest>,
    /// Requests that the operator has seen and that ended elsewhere.
    pub(super) ended_elsewhere: Vec<EndedRequest>,
}

/// An open request, and who waits for its end.
struct Waiting {
    asked: Asked,
    on_end: Box<dyn FnOnce(Ended) + Send>,
    /// Ends the operator's prompt for this request.
    prompt_withdrawal: Withdrawal,
    since: Instant,
    /// Since when nobody is busy with it. `None` while it is at the operator's prompt.
    idle_since: Option<Instant>,
    /// Its place among the postponed requests, and its answers so far.
    postponed: Option<u64>,
    answers: Answers,
    was_seen: bool,
}

impl State {
    /// Registers who waits for the end of a request that was just published under this lock.
    pub(super) fn wait(
        &mut self,
        id: RequestId,
        asked: Asked,
        on_end: Box<dyn FnOnce(Ended) + Send>,
    ) {
        let now = Instant::now();
        let waiting = Waiting {
            asked,
            on_end,
            prompt_withdrawal: Withdrawal::new(),
            since: now,
            idle_since: Some(now),
            postponed: None,
            answers: Answers::new(),
            was_seen: false,
        };
        self.waiting.insert(id, waiting);
    }

    pub(super) fn is_attended(&self) -> bool {
        self.subscribers > 0 || self.inboxes > 0
    }

    pub(super) fn open_count(&self) -> usize {
        self.waiting.len()
    }

    pub(super) fn postponed_count(&self) -> usize {
        let all = self.waiting.values();
        all.filter(|waiting| waiting.postponed.is_some()).count()
    }

    pub(super) fn postponed_at(&self, id: RequestId) -> Option<u64> {
        self.waiting.get(&id)?.postponed
    }

    /// The open requests, oldest first.
    pub(super) fn inbox_requests(&self) -> impl Iterator<Item = InboxRequest> {
        self.table.open_ids().filter_map(|id| {
            let waiting = self.waiting.get(&id)?;
            Some(waiting.inbox_request(id))
        })
    }

    pub(super) fn open_at_prompt(&mut self, id: RequestId) -> Option<OpenRequest> {
        let waiting = self.waiting.get_mut(&id)?;
        waiting.idle_since = None;
        waiting.postponed = None;
        waiting.was_seen = true;
        Some(OpenRequest {
            request: waiting.inbox_request(id),
            answers: waiting.answers.clone(),
            withdrawal: waiting.prompt_withdrawal.clone(),
        })
    }

    pub(super) fn postpone(&mut self, id: RequestId, answers: Answers) {
        self.last_postponed += 1;
        if let Some(waiting) = self.waiting.get_mut(&id) {
            waiting.idle_since = Some(Instant::now());
            waiting.postponed = Some(self.last_postponed);
            waiting.answers = answers;
        }
    }

    /// Removes a request that has ended, for [`Finished::tell`] after the state is unlocked.
    fn finish(
        &mut self,
        id: RequestId,
        resolution: Resolution,
        by: Option<Responder>,
        elsewhere: bool,
    ) -> Option<Finished> {
        let waiting = self.waiting.remove(&id)?;
        let ended = Ended { resolution, by };
        self.tickets.end(id, &ended);
        let told = EndedRequest::new(id, &waiting.asked, &ended);
        if waiting.was_seen && elsewhere && self.inboxes > 0 {
            self.ended_elsewhere.push(told.clone());
        }
        if self.history.len() >= HISTORY {
            self.history.pop_front();
        }
        self.history.push_back(told);
        Some(Finished { waiting, ended })
    }
}

impl Waiting {
    fn inbox_request(&self, id: RequestId) -> InboxRequest {
        InboxRequest {
            id,
            asked: self.asked.clone(),
            since: self.since,
            is_postponed: self.postponed.is_some(),
        }
    }
}

/// A request that has ended, and who has to learn of it.
struct Finished {
    waiting: Waiting,
    ended: Ended,
}

impl Finished {
    fn tell(self) {
        self.waiting.prompt_withdrawal.withdraw();
        (self.waiting.on_end)(self.ended);
    }
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn events_changed(&self) -> &Condvar {
        &self.events_changed
    }

    /// The time that the tickets know.
    pub(super) fn now(&self) -> Duration {
        self.started.get_or_init(Instant::now).elapsed()
    }

    /// Withdraws the requests whose tickets have expired.
    pub(super) fn expire_tickets(&self) {
        let now = self.now();
        let expired: Vec<_> = {
            let mut state = self.state();
            let ids = state.tickets.expire(now);
            ids.into_iter()
                .filter_map(|id| Some((id, state.table.open(id)?.kind())))
                .collect()
        };
        for (id, kind) in expired {
            self.resolve(id, Resolution::withdrawn(kind), None);
        }
    }

    /// Calls this function after every change: an event, a request for the inbox.
    pub(super) fn observe(&self, observer: impl Fn() + Send + Sync + 'static) {
        let mut observers = self
            .observers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        observers.push(Arc::new(observer));
    }

    /// Wakes the subscribers and the observers.
    pub(super) fn changed(&self) {
        self.events_changed.notify_all();
        let observers = self
            .observers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        for observer in &observers {
            observer();
        }
    }

    pub(super) fn respond_as(
        &self,
        by: Responder,
        id: &str,
        content: Value,
    ) -> Result<Resolved, RespondError> {
        let mut state = self.state();
        match state.table.respond_as(by, id, content) {
            Ok(Responded::Now(resolved, resolution)) => {
                let finished =
                    state.finish(resolved.request_id, resolution, resolved.by.clone(), true);
                drop(state);
                self.notify(&resolved, finished);
                Ok(resolved)
            }
            Ok(Responded::Before(resolved)) => Ok(resolved),
            Err(error) => {
                drop(state);
                let code = error.code();
                debug!(name: "broker:not_taken", target: TRACING_TARGET, code, "broker:not_taken");
                Err(error)
            }
        }
    }

    pub(super) fn withdraw(&self, id: &str) -> Result<Resolved, RespondError> {
        let mut state = self.state();
        let open = RequestId::parse(id).and_then(|id| state.table.get(id));
        let kind = open.map(|published| published.kind());
        let resolved = state.table.withdraw(id)?;
        if let Some(kind) = kind {
            let finished =
                state.finish(resolved.request_id, Resolution::withdrawn(kind), None, true);
            drop(state);
            self.notify(&resolved, finished);
        }
        Ok(resolved)
    }

    /// Resolves a request. Does nothing if the request has already ended.
    pub(super) fn resolve(&self, id: RequestId, resolution: Resolution, by: Option<Responder>) {
        self.end(id, resolution, by, true);
    }

    /// Resolves a request with what came of it at the operator's prompt.
    pub(super) fn resolve_at_prompt(&self, id: RequestId, resolution: Resolution) {
        let by = resolution.by_operator();
        self.end(id, resolution, by, false);
    }

    fn end(&self, id: RequestId, resolution: Resolution, by: Option<Responder>, elsewhere: bool) {
        let mut state = self.state();
        let outcome = resolution.outcome();
        let Some(resolved) = state.table.resolve_by(id, outcome, by.clone()) else {
            return;
        };
        let finished = state.finish(id, resolution, by, elsewhere);
        drop(state);
        self.notify(&resolved, finished);
    }

    /// For how long nobody has been busy with this request.
    pub(super) fn idle(&self, id: RequestId) -> Option<Duration> {
        let state = self.state();
        Some(state.waiting.get(&id)?.idle_since?.elapsed())
    }

    /// Ends a request whose time limit has passed.
    pub(super) fn time_out(&self, id: RequestId) {
        let asked = self.state().waiting.get(&id).map(|open| open.asked.clone());
        if let Some(asked) = asked {
            let (resolution, by) = at_timeout(&asked);
            self.resolve(id, resolution, by);
        }
    }

    pub(super) fn prompt_withdrawal(&self, id: RequestId) -> Option<Withdrawal> {
        let state = self.state();
        Some(state.waiting.get(&id)?.prompt_withdrawal.clone())
    }

    /// Ends all pending requests as closed. No request can be asked after that.
    pub(super) fn shut_down(&self) {
        let mut state = self.state();
        if std::mem::replace(&mut state.closed, true) {
            return;
        }
        let open: Vec<_> = state
            .table
            .open_ids()
            .filter_map(|id| Some((id, state.table.open(id)?.kind())))
            .collect();
        let count = open.len();
        let mut all_finished = Vec::with_capacity(count);
        for (id, kind) in open {
            let resolution = Resolution::closed(kind);
            state.table.resolve(id, resolution.outcome());
            all_finished.extend(state.finish(id, resolution, None, false));
        }
        drop(state);
        all_finished.into_iter().for_each(Finished::tell);
        self.changed();
        info!(name: "broker:shut_down", target: TRACING_TARGET, pending = count, "broker:shut_down");
    }

    /// Tells everybody of the end of a request, and logs it.
    fn notify(&self, resolved: &Resolved, finished: Option<Finished>) {
        if let Some(finished) = finished {
            finished.tell();
        }
        self.changed();
        info!(
            name: "broker:resolved",
            target: TRACING_TARGET,
            request = %resolved.request_id,
            outcome = outcome_word(resolved.outcome),
            "broker:resolved"
        );
    }
}
