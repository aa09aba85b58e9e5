//! A posted request and the thread that waits for its resolution.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::posting::Posted;
use super::resolution::Resolution;

/// A posted request and its calling thread. Dropping it before the request has ended
/// withdraws the request.
pub(super) struct PendingCall {
    posted: Posted,
    slot: Arc<Slot>,
}

/// Where the resolution is put for the waiting thread.
#[derive(Default)]
pub(super) struct Slot {
    resolution: Mutex<Option<Resolution>>,
    filled: Condvar,
}

impl Slot {
    pub(super) fn fill(&self, resolution: Resolution) {
        let mut slot = self
            .resolution
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *slot = Some(resolution);
        self.filled.notify_all();
    }
}

impl PendingCall {
    pub(super) fn new(posted: Posted, slot: Arc<Slot>) -> Self {
        Self { posted, slot }
    }

    pub(super) fn posted(&self) -> &Posted {
        &self.posted
    }

    /// Waits for the resolution. When nobody was busy with the request for `timeout`, it ends as
    /// its settings say.
    pub(super) fn wait(&self, timeout: Option<Duration>) -> Resolution {
        let mut left = timeout;
        loop {
            let slot = self
                .slot
                .resolution
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let ended = |slot: &mut Option<Resolution>| slot.is_none();
            let mut slot = if let Some(left) = left {
                let waited = self.slot.filled.wait_timeout_while(slot, left, ended);
                waited.unwrap_or_else(PoisonError::into_inner).0
            } else {
                let waited = self.slot.filled.wait_while(slot, ended);
                waited.unwrap_or_else(PoisonError::into_inner)
            };
            if let Some(resolution) = slot.take() {
                return resolution;
            }
            drop(slot);
            let timeout = timeout.unwrap_or_default();
            // While it is at an operator's prompt, that prompt keeps the time.
            left = self.posted.idle().map_or(Some(timeout), |idle| {
                let left = timeout.saturating_sub(idle);
                if left.is_zero() {
                    self.posted.time_out();
                }
                Some(left)
            });
        }
    }
}
