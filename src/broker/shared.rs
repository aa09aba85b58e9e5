//! What the clones of a broker share: the table under a lock, and who waits.
//!
//! Order of locks: the caller's [`Withdrawal`], then the state, and a surface's
//! own [`Withdrawal`] only once the state is free again.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tracing::{debug, info};

use super::event::{Resolved, outcome_word};
use super::request_id::{RequestId, RequestKind};
use super::resolution::Resolution;
use super::respond_error::RespondError;
use super::table::{Responded, Table};
use crate::seam::{TRACING_TARGET, Withdrawal};

#[derive(Default)]
pub(super) struct Shared {
    state: Mutex<State>,
    /// There is an event, or there will be none any more.
    news: Condvar,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) table: Table,
    pub(super) waiting: HashMap<RequestId, Waiting>,
    /// The operator's prompts for secrets, which are in no event.
    pub(super) hidden: HashMap<u64, Withdrawal>,
    next_hidden: u64,
    pub(super) subscribers: usize,
    pub(super) closed: bool,
    pub(super) refuses_unattended: bool,
}

/// The thread that asked.
#[derive(Default)]
pub(super) struct Waiting {
    pub(super) resolution: Option<Resolution>,
    /// Used with the lock of the state; one for each, so that a resolution wakes
    /// nobody else.
    pub(super) decided: Arc<Condvar>,
    /// Ends the operator's prompt for this request.
    pub(super) surface: Withdrawal,
}

impl State {
    /// Lets the shutdown reach a prompt that is in no event. Gives its place.
    pub(super) fn hide(&mut self, surface: Withdrawal) -> u64 {
        self.next_hidden += 1;
        self.hidden.insert(self.next_hidden, surface);
        self.next_hidden
    }

    /// Leaves the resolution for the thread that asked. What it gives is to be
    /// withdrawn once the lock is free.
    fn hand_over(&mut self, id: RequestId, resolution: Resolution) -> Option<Withdrawal> {
        let waiting = self.waiting.get_mut(&id)?;
        waiting.resolution = Some(resolution);
        waiting.decided.notify_all();
        Some(waiting.surface.clone())
    }
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn news(&self) -> &Condvar {
        &self.news
    }

    pub(super) fn respond(&self, id: &str, content: Value) -> Result<Resolved, RespondError> {
        let mut state = self.state();
        match state.table.respond(id, content) {
            Ok(Responded::Now(resolved, resolution)) => {
                let surface = state.hand_over(resolved.request_id, resolution);
                drop(state);
                self.tell(resolved, surface);
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
            let surface = state.hand_over(resolved.request_id, Resolution::withdrawn(kind));
            drop(state);
            self.tell(resolved, surface);
        }
        Ok(resolved)
    }

    /// Ends a request from this side; nothing happens where somebody was first.
    pub(super) fn resolve(&self, id: RequestId, resolution: Resolution) {
        let mut state = self.state();
        let Some(resolved) = state.table.resolve(id, resolution.outcome()) else {
            return;
        };
        let surface = state.hand_over(id, resolution);
        drop(state);
        self.tell(resolved, surface);
    }

    /// Ends everything as closed; nothing can be asked any more.
    pub(super) fn shut_down(&self) {
        let mut state = self.state();
        if std::mem::replace(&mut state.closed, true) {
            return;
        }
        let open: Vec<(RequestId, RequestKind)> = state
            .table
            .pending(None)
            .map(|published| (published.id(), published.kind()))
            .collect();
        let mut surfaces: Vec<_> = state.hidden.values().cloned().collect();
        let count = open.len();
        for (id, kind) in open {
            let resolution = Resolution::closed(kind);
            state.table.resolve(id, resolution.outcome());
            surfaces.extend(state.hand_over(id, resolution));
        }
        drop(state);
        self.news.notify_all();
        surfaces.iter().for_each(Withdrawal::withdraw);
        info!(name: "broker:shut_down", target: TRACING_TARGET, pending = count, "broker:shut_down");
    }

    fn tell(&self, resolved: Resolved, surface: Option<Withdrawal>) {
        self.news.notify_all();
        if let Some(surface) = surface {
            surface.withdraw();
        }
        info!(
            name: "broker:resolved",
            target: TRACING_TARGET,
            request = %resolved.request_id,
            outcome = outcome_word(resolved.outcome),
            "broker:resolved"
        );
    }
}
