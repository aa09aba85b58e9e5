//! Process-wide lock: only one call uses the terminal at a time.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

static BUSY: Mutex<bool> = Mutex::new(false);
static CHANGED: Condvar = Condvar::new();

/// Holds the terminal lock. Dropping it releases the lock.
#[derive(Debug)]
pub(super) struct TerminalLock(());

impl TerminalLock {
    /// Waits for the lock. Returns `None` as soon as `cancelled` returns true.
    pub(super) fn acquire(cancelled: impl Fn() -> bool) -> Option<Self> {
        let mut busy = busy();
        loop {
            if cancelled() {
                return None;
            }
            if !*busy {
                *busy = true;
                return Some(Self(()));
            }
            busy = CHANGED.wait(busy).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Wakes all waiting threads, which then check `cancelled` again.
    pub(super) fn wake_waiters() {
        let _busy = busy();
        CHANGED.notify_all();
    }
}

impl Drop for TerminalLock {
    fn drop(&mut self) {
        *busy() = false;
        CHANGED.notify_all();
    }
}

fn busy() -> MutexGuard<'static, bool> {
    BUSY.lock().unwrap_or_else(PoisonError::into_inner)
}
