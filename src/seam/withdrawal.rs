//! Taking a question back.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A handle by which another thread takes a call's question back.
///
/// Give it to [`AskUser::ask_withdrawable`](crate::AskUser::ask_withdrawable)
/// and keep a clone. Once pulled it stays pulled: a call that starts later with
/// it ends at once.
#[derive(Clone, Default)]
pub struct Withdrawal {
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    /// Outside the lock, so that a waiter may look while it holds locks of its own.
    pulled: AtomicBool,
    waker: Mutex<Option<Waker>>,
}

type Waker = Box<dyn Fn() + Send>;

impl Withdrawal {
    /// A handle that has not been pulled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the question back. The call ends as withdrawn, whether it is on
    /// the screen or still queued.
    pub fn pull(&self) {
        let waker = self.waker();
        self.state.pulled.store(true, Ordering::SeqCst);
        if let Some(wake) = waker.as_ref() {
            wake();
        }
    }

    /// Whether it has been pulled.
    pub fn is_pulled(&self) -> bool {
        self.state.pulled.load(Ordering::SeqCst)
    }

    /// Calls `wake` when it is pulled, at once if it is already, until the
    /// guard is dropped. One at a time: a later one takes the place of the first.
    pub(crate) fn wake_by(&self, wake: impl Fn() + Send + 'static) -> WakeGuard<'_> {
        let mut waker = self.waker();
        if self.is_pulled() {
            wake();
        }
        *waker = Some(Box::new(wake));
        WakeGuard(self)
    }

    fn waker(&self) -> MutexGuard<'_, Option<Waker>> {
        self.state
            .waker
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Withdrawal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Withdrawal")
            .field("pulled", &self.is_pulled())
            .finish()
    }
}

pub(crate) struct WakeGuard<'w>(&'w Withdrawal);

impl Drop for WakeGuard<'_> {
    fn drop(&mut self) {
        *self.0.waker() = None;
    }
}
