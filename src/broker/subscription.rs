//! [`Subscription`]: a reader of the broker's event stream.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tracing::debug;

use super::event::Event;
use super::shared::{Shared, State};
use crate::seam::TRACING_TARGET;

/// A reader of the event stream; see [`Broker::subscribe`](super::Broker::subscribe).
///
/// A slow reader does not block the broker or other readers. While a subscription exists, the
/// broker counts as attended. The iterator calls [`recv`](Self::recv) until it returns `None`.
pub struct Subscription {
    shared: Arc<Shared>,
    after: u64,
    missed: u64,
    stop: StopHandle,
}

/// A handle that ends a [`Subscription`] from another thread.
///
/// A front end uses it when its connection is lost while another thread waits for events.
#[derive(Clone)]
pub struct StopHandle {
    shared: Arc<Shared>,
    stopped: Arc<AtomicBool>,
}

impl Subscription {
    pub(super) fn new(shared: Arc<Shared>, after: Option<u64>) -> Self {
        let mut state = shared.state();
        state.subscribers += 1;
        // A `seq` that does not exist yet comes from another run of the process.
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

    /// Waits for the next event. Returns `None` after a shutdown, when all events are read, and
    /// after [`StopHandle::stop`].
    pub fn recv(&mut self) -> Option<Event> {
        self.next_within(None).ok()
    }

    /// Waits for the next event, at most for this timeout.
    ///
    /// # Errors
    /// `Timeout` if there was no event. `Disconnected` where [`recv`](Self::recv) returns `None`.
    pub fn recv_timeout(&mut self, timeout: Duration) -> Result<Event, RecvTimeoutError> {
        self.next_within(Some(timeout))
    }

    /// The number of events that were dropped before they could be read. It is the sum of all
    /// gaps in `seq`. The request event of a pending request is never dropped.
    pub fn missed(&self) -> u64 {
        self.missed
    }

    /// The `seq` of the last event read. Pass it to a later `subscribe` to continue there.
    pub fn last_seq(&self) -> u64 {
        self.after
    }

    /// Creates a handle that ends the subscription from another thread.
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
            let remaining = deadline.map(|end| end.saturating_duration_since(Instant::now()));
            if remaining.is_some_and(|remaining| remaining.is_zero()) {
                return Err(RecvTimeoutError::Timeout);
            }
            state = wait(&shared, state, remaining);
        }
    }
}

fn wait<'s>(
    shared: &'s Shared,
    state: MutexGuard<'s, State>,
    remaining: Option<Duration>,
) -> MutexGuard<'s, State> {
    match remaining {
        Some(remaining) => {
            let woken = shared.events_changed().wait_timeout(state, remaining);
            woken.unwrap_or_else(PoisonError::into_inner).0
        }
        None => shared
            .events_changed()
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
    /// Ends the subscription. A waiting `recv` returns at once, and no later `recv` waits.
    pub fn stop(&self) {
        let state = self.shared.state();
        self.stopped.store(true, Ordering::SeqCst);
        drop(state);
        self.shared.events_changed().notify_all();
    }
}

impl fmt::Debug for StopHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StopHandle")
            .field("stopped", &self.stopped)
            .finish_non_exhaustive()
    }
}
