//! The shared state of a broker's clones: the table behind a lock, and the waiting threads.
//!
//! Lock order: first the caller's [`Withdrawal`], then the state. A prompt's own [`Withdrawal`] is
//! withdrawn only after the state is unlocked.

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
    /// Notified when there is a new event, a subscription is stopped, or the broker is shut down.
    events_changed: Condvar,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) table: Table,
    pub(super) waiters: HashMap<RequestId, Waiter>,
    /// The operator's open prompts for secrets, which are in no event.
    pub(super) secret_prompts: HashMap<u64, Withdrawal>,
    last_secret_prompt: u64,
    pub(super) subscribers: usize,
    pub(super) closed: bool,
    pub(super) refuses_unattended: bool,
}

/// A thread that waits for the resolution of its request.
#[derive(Default)]
pub(super) struct Waiter {
    pub(super) resolution: Option<Resolution>,
    /// Used with the lock of the state. Each waiter has its own condition variable, so a
    /// resolution wakes only its own thread.
    pub(super) resolved: Arc<Condvar>,
    /// Ends the operator's prompt for this request.
    pub(super) prompt_withdrawal: Withdrawal,
}

impl State {
    /// Registers a prompt for a secret, so that a shutdown can end it. Returns its key.
    pub(super) fn add_secret_prompt(&mut self, prompt_withdrawal: Withdrawal) -> u64 {
        self.last_secret_prompt += 1;
        self.secret_prompts
            .insert(self.last_secret_prompt, prompt_withdrawal);
        self.last_secret_prompt
    }

    /// Stores the resolution for the waiting thread and wakes it. The caller must withdraw the
    /// returned withdrawal after it has unlocked the state.
    fn set_resolution(&mut self, id: RequestId, resolution: Resolution) -> Option<Withdrawal> {
        let waiter = self.waiters.get_mut(&id)?;
        waiter.resolution = Some(resolution);
        waiter.resolved.notify_all();
        Some(waiter.prompt_withdrawal.clone())
    }
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn events_changed(&self) -> &Condvar {
        &self.events_changed
    }

    pub(super) fn respond(&self, id: &str, content: Value) -> Result<Resolved, RespondError> {
        let mut state = self.state();
        match state.table.respond(id, content) {
            Ok(Responded::Now(resolved, resolution)) => {
                let prompt_withdrawal = state.set_resolution(resolved.request_id, resolution);
                drop(state);
                self.notify(resolved, prompt_withdrawal);
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
            let prompt_withdrawal =
                state.set_resolution(resolved.request_id, Resolution::withdrawn(kind));
            drop(state);
            self.notify(resolved, prompt_withdrawal);
        }
        Ok(resolved)
    }

    /// Resolves a request. Does nothing if the request has already ended.
    pub(super) fn resolve(&self, id: RequestId, resolution: Resolution) {
        let mut state = self.state();
        let Some(resolved) = state.table.resolve(id, resolution.outcome()) else {
            return;
        };
        let prompt_withdrawal = state.set_resolution(id, resolution);
        drop(state);
        self.notify(resolved, prompt_withdrawal);
    }

    /// Ends all pending requests as closed. No request can be asked after that.
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
        let mut prompts: Vec<_> = state.secret_prompts.values().cloned().collect();
        let count = open.len();
        for (id, kind) in open {
            let resolution = Resolution::closed(kind);
            state.table.resolve(id, resolution.outcome());
            prompts.extend(state.set_resolution(id, resolution));
        }
        drop(state);
        self.events_changed.notify_all();
        prompts.iter().for_each(Withdrawal::withdraw);
        info!(name: "broker:shut_down", target: TRACING_TARGET, pending = count, "broker:shut_down");
    }

    /// Wakes the subscribers, ends the operator's prompt and logs the end of a request.
    fn notify(&self, resolved: Resolved, prompt_withdrawal: Option<Withdrawal>) {
        self.events_changed.notify_all();
        if let Some(prompt_withdrawal) = prompt_withdrawal {
            prompt_withdrawal.withdraw();
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
