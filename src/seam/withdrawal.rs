//! Taking a question back.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A handle by which another thread takes a call's question back.
///
/// Give it to [`AskUser::ask_withdrawable`](crate::AskUser::ask_withdrawable)
/// and keep a clone. Once withdrawn it stays withdrawn: a call that starts later with
/// it ends at once.
#[derive(Clone, Default)]
pub struct Withdrawal {
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    /// Outside the lock, so that a waiter may look while it holds locks of its own.
    withdrawn: AtomicBool,
    waker: Mutex<Option<Waker>>,
}

type Waker = Box<dyn Fn() + Send>;

impl Withdrawal {
    /// A handle that has not been withdrawn.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the question back. The call ends as withdrawn, whether it is on
    /// the screen or still queued.
    pub fn withdraw(&self) {
        let waker = self.waker();
        self.state.withdrawn.store(true, Ordering::SeqCst);
        if let Some(wake) = waker.as_ref() {
            wake();
        }
    }

    /// Whether it has been withdrawn.
    pub fn is_withdrawn(&self) -> bool {
        self.state.withdrawn.load(Ordering::SeqCst)
    }

    /// Calls `wake` when it is withdrawn, at once if it is already, until the
    /// guard is dropped. One at a time: a later one takes the place of the first.
    pub(crate) fn on_withdraw(&self, wake: impl Fn() + Send + 'static) -> WakeGuard<'_> {
        let mut waker = self.waker();
        if self.is_withdrawn() {
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
            .field("withdrawn", &self.is_withdrawn())
            .finish()
    }
}

pub(crate) struct WakeGuard<'w>(&'w Withdrawal);

impl Drop for WakeGuard<'_> {
    fn drop(&mut self) {
        *self.0.waker() = None;
    }
}
