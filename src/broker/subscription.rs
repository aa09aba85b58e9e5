//! One reader of the event stream.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tracing::debug;

use super::event::Event;
use super::shared::{Shared, State};
use crate::seam::TRACING_TARGET;

/// One reader of the event stream; see [`Broker::subscribe`](super::Broker::subscribe).
///
/// It reads at its own pace and holds nobody up. While one exists the broker
/// counts as attended. Iterating over it is [`recv`](Self::recv) until the end.
pub struct Subscription {
    shared: Arc<Shared>,
    after: u64,
    missed: u64,
    stop: StopHandle,
}

/// Ends a [`Subscription`] from another thread: for a front end whose
/// connection is gone while its events are awaited.
#[derive(Clone)]
pub struct StopHandle {
    shared: Arc<Shared>,
    stopped: Arc<AtomicBool>,
}

impl Subscription {
    pub(super) fn new(shared: Arc<Shared>, after: Option<u64>) -> Self {
        let mut state = shared.state();
        state.subscribers += 1;
        // A place that was never reached comes from another run.
        let after = after.filter(|&after| after <= state.table.last_seq());
        drop(state);
        let after = after.unwrap_or(0);
        debug!(name: "broker:subscribed", target: TRACING_TARGET, after, "broker:subscribed");
        Self {
            stop: StopHandle {
                shared: Arc::clone(&shared),
                stopped: Arc::default(),
            },
            shared,
            after,
            missed: 0,
        }
    }

    /// Waits for the next event. `None` after the last one before the
    /// shutdown, and once it was stopped.
    pub fn recv(&mut self) -> Option<Event> {
        self.next_within(None).ok()
    }

    /// Waits for the next event for this long.
    ///
    /// # Errors
    /// `Timeout` if there was none, `Disconnected` where [`recv`](Self::recv)
    /// gives `None`.
    pub fn recv_timeout(&mut self, timeout: Duration) -> Result<Event, RecvTimeoutError> {
        self.next_within(Some(timeout))
    }

    /// How many events were gone before they could be read: the sum of all
    /// steps of `seq` over one. Requests that are still pending are never among
    /// them.
    pub fn missed(&self) -> u64 {
        self.missed
    }

    /// Where it stands: the `seq` of the last event read, for a later
    /// `subscribe`.
    pub fn last_seq(&self) -> u64 {
        self.after
    }

    /// A handle that ends it from another thread.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    fn next_within(&mut self, timeout: Option<Duration>) -> Result<Event, RecvTimeoutError> {
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let shared = Arc::clone(&self.shared);
        let mut state = shared.state();
        loop {
            if self.stop.stopped.load(Ordering::SeqCst) {
                return Err(RecvTimeoutError::Disconnected);
            }
            if let Some(event) = state.table.next_event(self.after) {
                drop(state);
                self.missed += event.seq - self.after - 1;
                self.after = event.seq;
                return Ok(event);
            }
            if state.closed {
                return Err(RecvTimeoutError::Disconnected);
            }
            let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Err(RecvTimeoutError::Timeout);
            }
            state = wait(&shared, state, left);
        }
    }
}

fn wait<'s>(
    shared: &'s Shared,
    state: MutexGuard<'s, State>,
    left: Option<Duration>,
) -> MutexGuard<'s, State> {
    match left {
        Some(left) => {
            let woken = shared.news().wait_timeout(state, left);
            woken.unwrap_or_else(PoisonError::into_inner).0
        }
        None => shared
            .news()
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner),
    }
}

impl Iterator for Subscription {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        self.recv()
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.shared.state().subscribers -= 1;
        let missed = self.missed;
        debug!(name: "broker:unsubscribed", target: TRACING_TARGET, missed, "broker:unsubscribed");
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription")
            .field("last_seq", &self.after)
            .field("missed", &self.missed)
            .finish_non_exhaustive()
    }
}

impl StopHandle {
    /// Ends it: a read that stands returns at once, and no later one waits.
    pub fn stop(&self) {
        let state = self.shared.state();
        self.stopped.store(true, Ordering::SeqCst);
        drop(state);
        self.shared.news().notify_all();
    }
}

impl fmt::Debug for StopHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StopHandle")
            .field("stopped", &self.stopped)
            .finish_non_exhaustive()
    }
}
