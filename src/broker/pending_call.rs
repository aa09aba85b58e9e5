//! One request on its way: published, put to the operator, waited for.

use std::sync::{Arc, Condvar, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tracing::info;

use super::request_id::{RequestId, RequestKind};
use super::resolution::Resolution;
use super::shared::{Shared, State, Waiting};
use crate::seam::{TRACING_TARGET, Withdrawal};

/// A published request and the thread that asks it. Dropped before the end, it
/// takes the request back.
pub(super) struct PendingCall<'b> {
    shared: &'b Arc<Shared>,
    id: RequestId,
    kind: RequestKind,
    decided: Arc<Condvar>,
    surface: Withdrawal,
    since: Instant,
}

impl<'b> PendingCall<'b> {
    /// The turn of what was just published under this lock.
    pub(super) fn begin(
        shared: &'b Arc<Shared>,
        mut state: MutexGuard<'b, State>,
        id: RequestId,
        kind: RequestKind,
    ) -> Self {
        let since = Instant::now();
        let waiting = Waiting::default();
        let (decided, surface) = (Arc::clone(&waiting.decided), waiting.surface.clone());
        state.waiting.insert(id, waiting);
        drop(state);
        shared.news().notify_all();
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
            decided,
            surface,
            since,
        }
    }

    /// Ends the operator's prompt once somebody else was first.
    pub(super) fn surface(&self) -> &Withdrawal {
        &self.surface
    }

    /// What the caller's withdrawal does.
    pub(super) fn take_back(&self) -> impl Fn() + Send + 'static {
        let (shared, id, kind) = (Arc::clone(self.shared), self.id, self.kind);
        move || shared.resolve(id, Resolution::withdrawn(kind))
    }

    /// Decides it from this side; the first resolution stays.
    pub(super) fn resolve(&self, resolution: Resolution) {
        self.shared.resolve(self.id, resolution);
    }

    /// Waits for the resolution. When `limit` has passed since the publication,
    /// `at_timeout` decides.
    pub(super) fn wait(
        &self,
        timeout: Option<Duration>,
        at_timeout: impl FnOnce() -> Resolution,
    ) -> Resolution {
        // A limit beyond what the clock can tell is none.
        let deadline = timeout.and_then(|timeout| self.since.checked_add(timeout));
        let mut at_timeout = Some(at_timeout);
        let mut state = self.shared.state();
        loop {
            let resolution = match state.waiting.get_mut(&self.id) {
                Some(waiting) => waiting.resolution.take(),
                // Only the end of this turn removes it.
                None => Some(Resolution::closed(self.kind)),
            };
            if let Some(resolution) = resolution {
                return resolution;
            }
            let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero())
                && let Some(at_timeout) = at_timeout.take()
            {
                drop(state);
                self.resolve(at_timeout());
                state = self.shared.state();
                continue;
            }
            state = match left.filter(|left| !left.is_zero()) {
                Some(left) => {
                    let woken = self.decided.wait_timeout(state, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self
                    .decided
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

impl Drop for PendingCall<'_> {
    fn drop(&mut self) {
        // Without effect where it has ended, which is always but for a panic.
        self.resolve(Resolution::withdrawn(self.kind));
        self.shared.state().waiting.remove(&self.id);
    }
}
