//! `Withdrawal`: cancels a call from another thread.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A handle with which another thread withdraws the questions of a call.
///
/// Pass it to [`AskUser::ask_withdrawable`](crate::AskUser::ask_withdrawable) and keep a
/// clone. It cannot be reset. A later call with a withdrawn handle ends at once.
#[derive(Clone, Default)]
pub struct Withdrawal {
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    /// Not protected by the `waker` lock. A waiter reads it while it holds its own lock,
    /// and `withdraw` holds the `waker` lock while the waker takes that lock.
    withdrawn: AtomicBool,
    waker: Mutex<Option<Waker>>,
    /// The index of the standing question plus 1; 0 if none was asked yet.
    standing: AtomicUsize,
}

type Waker = Box<dyn Fn() + Send>;

impl Withdrawal {
    /// Creates a handle that is not withdrawn.
    pub fn new() -> Self {
        Self::default()
    }

    /// Withdraws the questions. The call ends as withdrawn, both if its question is on
    /// the screen and if it still waits in the queue.
    pub fn withdraw(&self) {
        let waker = self.waker();
        self.state.withdrawn.store(true, Ordering::SeqCst);
        if let Some(wake) = waker.as_ref() {
            wake();
        }
    }

    /// Whether [`withdraw`](Self::withdraw) was called.
    pub fn is_withdrawn(&self) -> bool {
        self.state.withdrawn.load(Ordering::SeqCst)
    }

    /// The index of the question that is being asked. At the review it is the number of
    /// questions. `None` if nothing was asked yet.
    ///
    /// ```
    /// use ask_user::{AskUser, Question, Request, Scripted, Settings, Withdrawal};
    ///
    /// let request = Request::from(Question::new("Who?")).and(Question::new("Where?"));
    /// let ask = AskUser::new();
    /// let _bound = ask.bind(Scripted::lines(["Ann"]));
    /// let withdrawal = Withdrawal::new();
    /// assert_eq!(withdrawal.standing_question(), None);
    /// // The script ends at the second question.
    /// ask.ask_request(&request, &Settings::default(), Some(&withdrawal))?;
    /// assert_eq!(withdrawal.standing_question(), Some(1));
    /// # Ok::<(), ask_user::Error>(())
    /// ```
    pub fn standing_question(&self) -> Option<usize> {
        self.state.standing.load(Ordering::SeqCst).checked_sub(1)
    }

    /// Says which question is being asked. [`AskUser`](crate::AskUser) says it by itself; a
    /// handler that asks in another way may say it, too.
    pub fn set_standing_question(&self, index: usize) {
        let standing = index.saturating_add(1);
        self.state.standing.store(standing, Ordering::SeqCst);
    }

    /// Registers a callback for [`withdraw`](Self::withdraw) until the guard is dropped.
    ///
    /// If the handle is already withdrawn, `wake` is called at once. There is only one
    /// callback at a time: a later one replaces the first.
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

/// Removes the callback of [`Withdrawal::on_withdraw`] when dropped.
pub(crate) struct WakeGuard<'w>(&'w Withdrawal);

impl Drop for WakeGuard<'_> {
    fn drop(&mut self) {
        *self.0.waker() = None;
    }
}
