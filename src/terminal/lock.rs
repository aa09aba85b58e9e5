//! One question on the terminal at a time, whoever asks it in this process.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

static BUSY: Mutex<bool> = Mutex::new(false);
static CHANGED: Condvar = Condvar::new();

/// The right to use the terminal, until it is dropped.
#[derive(Debug)]
pub(super) struct TerminalLock(());

impl TerminalLock {
    /// Waits for the terminal; gives up as soon as `ended` says so.
    pub(super) fn wait(ended: impl Fn() -> bool) -> Option<Self> {
        let mut busy = busy();
        loop {
            if ended() {
                return None;
            }
            if !*busy {
                *busy = true;
                return Some(Self(()));
            }
            busy = CHANGED.wait(busy).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets those who wait look again whether they have been ended.
    pub(super) fn look_again() {
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
