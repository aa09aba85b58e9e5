//! A published request and the thread that waits for its resolution.

use std::sync::{Arc, Condvar, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tracing::info;

use super::request_id::{RequestId, RequestKind};
use super::resolution::Resolution;
use super::shared::{Shared, State, Waiter};
use crate::seam::{TRACING_TARGET, Withdrawal};

/// A published request and its calling thread. Dropping it before the request has ended
/// withdraws the request.
pub(super) struct PendingCall<'b> {
    shared: &'b Arc<Shared>,
    id: RequestId,
    kind: RequestKind,
    resolved: Arc<Condvar>,
    prompt_withdrawal: Withdrawal,
    since: Instant,
}

impl<'b> PendingCall<'b> {
    /// Registers the calling thread for the request that was just published under this lock.
    pub(super) fn begin(
        shared: &'b Arc<Shared>,
        mut state: MutexGuard<'b, State>,
        id: RequestId,
        kind: RequestKind,
    ) -> Self {
        let since = Instant::now();
        let waiter = Waiter::default();
        let (resolved, prompt_withdrawal) = (
            Arc::clone(&waiter.resolved),
            waiter.prompt_withdrawal.clone(),
        );
        state.waiters.insert(id, waiter);
        drop(state);
        shared.events_changed().notify_all();
        info!(
            name: "broker:published",
            target: TRACING_TARGET,
            request = %id,
            kind = kind.word(),
            "broker:published"
        );
        Self {
            shared,
            id,
            kind,
            resolved,
            prompt_withdrawal,
            since,
        }
    }

    /// Ends the local operator's prompt when a front end answered first.
    pub(super) fn prompt_withdrawal(&self) -> &Withdrawal {
        &self.prompt_withdrawal
    }

    /// The callback for the caller's withdrawal.
    pub(super) fn withdraw_callback(&self) -> impl Fn() + Send + 'static {
        let (shared, id, kind) = (Arc::clone(self.shared), self.id, self.kind);
        move || shared.resolve(id, Resolution::withdrawn(kind))
    }

    /// Resolves the request. Only the first resolution counts.
    pub(super) fn resolve(&self, resolution: Resolution) {
        self.shared.resolve(self.id, resolution);
    }

    /// Waits for the resolution. When `timeout` has passed since the publication, the request is
    /// resolved with the result of `at_timeout`.
    pub(super) fn wait(
        &self,
        timeout: Option<Duration>,
        at_timeout: impl FnOnce() -> Resolution,
    ) -> Resolution {
        // If the clock cannot represent the deadline, there is no timeout.
        let deadline = timeout.and_then(|timeout| self.since.checked_add(timeout));
        let mut at_timeout = Some(at_timeout);
        let mut state = self.shared.state();
        loop {
            let resolution = match state.waiters.get_mut(&self.id) {
                Some(waiter) => waiter.resolution.take(),
                // Cannot happen: only `drop` removes the waiter.
                None => Some(Resolution::closed(self.kind)),
            };
            if let Some(resolution) = resolution {
                return resolution;
            }
            let remaining = deadline.map(|end| end.saturating_duration_since(Instant::now()));
            if remaining.is_some_and(|remaining| remaining.is_zero())
                && let Some(at_timeout) = at_timeout.take()
            {
                drop(state);
                self.resolve(at_timeout());
                state = self.shared.state();
                continue;
            }
            state = match remaining.filter(|remaining| !remaining.is_zero()) {
                Some(remaining) => {
                    let woken = self.resolved.wait_timeout(state, remaining);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self
                    .resolved
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

impl Drop for PendingCall<'_> {
    fn drop(&mut self) {
        // Has an effect only after a panic. Otherwise the request has already ended.
        self.resolve(Resolution::withdrawn(self.kind));
        self.shared.state().waiters.remove(&self.id);
    }
}
