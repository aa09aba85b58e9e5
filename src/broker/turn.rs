//! One request on its way: published, put to the operator, waited for.

use std::sync::{Arc, Condvar, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tracing::info;

use super::id::{Kind, RequestId};
use super::shared::{Shared, State, Waiting};
use super::verdict::Verdict;
use crate::seam::{TARGET, Withdrawal};

/// A published request and the thread that asks it. Dropped before the end, it
/// takes the request back.
pub(super) struct Turn<'b> {
    shared: &'b Arc<Shared>,
    id: RequestId,
    kind: Kind,
    decided: Arc<Condvar>,
    surface: Withdrawal,
    since: Instant,
}

impl<'b> Turn<'b> {
    /// The turn of what was just published under this lock.
    pub(super) fn begin(
        shared: &'b Arc<Shared>,
        mut state: MutexGuard<'b, State>,
        id: RequestId,
        kind: Kind,
    ) -> Self {
        let since = Instant::now();
        let waiting = Waiting::default();
        let (decided, surface) = (Arc::clone(&waiting.decided), waiting.surface.clone());
        state.waiting.insert(id, waiting);
        drop(state);
        shared.news().notify_all();
        info!(
            name: "broker:published",
            target: TARGET,
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
        move || shared.resolve(id, Verdict::withdrawn(kind))
    }

    /// Decides it from this side; the first verdict stays.
    pub(super) fn resolve(&self, verdict: Verdict) {
        self.shared.resolve(self.id, verdict);
    }

    /// Waits for the verdict. When `limit` has passed since the publication,
    /// `at_limit` decides.
    pub(super) fn wait(
        &self,
        limit: Option<Duration>,
        at_limit: impl FnOnce() -> Verdict,
    ) -> Verdict {
        // A limit beyond what the clock can tell is none.
        let deadline = limit.and_then(|limit| self.since.checked_add(limit));
        let mut at_limit = Some(at_limit);
        let mut state = self.shared.state();
        loop {
            let verdict = match state.waiting.get_mut(&self.id) {
                Some(waiting) => waiting.verdict.take(),
                // Only the end of this turn removes it.
                None => Some(Verdict::closed(self.kind)),
            };
            if let Some(verdict) = verdict {
                return verdict;
            }
            let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero())
                && let Some(at_limit) = at_limit.take()
            {
                drop(state);
                self.resolve(at_limit());
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

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        // Without effect where it has ended, which is always but for a panic.
        self.resolve(Verdict::withdrawn(self.kind));
        self.shared.state().waiting.remove(&self.id);
    }
}
