//! A queue for the operator: one question at a time, each on its own thread.

use std::sync::Arc;
use std::thread;

use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

use crate::error::Error;
use crate::seam::Withdrawal;

/// A queue for the operator, first come, first served. A waiting call uses no thread and no file
/// descriptor.
#[derive(Clone, Debug, Default)]
pub(super) struct OperatorQueue(Arc<Mutex<()>>);

/// Exclusive access to the operator, until it is dropped.
pub(super) struct Turn(
    // Held only for its drop.
    #[expect(dead_code)] OwnedMutexGuard<()>,
);

impl OperatorQueue {
    /// Waits for the turn.
    pub(super) async fn acquire(&self) -> Turn {
        Turn(Arc::clone(&self.0).lock_owned().await)
    }
}

/// Withdraws the question when it is dropped, so also when the call's future is dropped.
struct WithdrawOnDrop(Withdrawal);

impl Drop for WithdrawOnDrop {
    fn drop(&mut self) {
        self.0.withdraw();
    }
}

/// Runs `work`, which blocks until the operator answers, on its own thread.
///
/// The turn lasts until `work` has returned, so two questions never overlap. If `ended` completes
/// first, or this future is dropped, `withdrawal` is withdrawn.
///
/// # Errors
/// The thread could not be started, or `work` panicked.
pub(super) async fn run<T: Send + 'static>(
    turn: Turn,
    withdrawal: Withdrawal,
    work: impl FnOnce(&Withdrawal) -> T + Send + 'static,
    ended: impl Future<Output = ()>,
) -> Result<(Turn, T), Error> {
    let withdraw_on_drop = WithdrawOnDrop(withdrawal.clone());
    let (sender, mut receiver) = oneshot::channel();
    let run_work = move || {
        let result = work(&withdrawal);
        // Fails if the call was dropped while `work` ran. Then nobody needs the result.
        let _ = sender.send((turn, result));
    };
    thread::Builder::new()
        .name("operator".to_owned())
        .spawn(run_work)
        .map_err(|error| Error::device("starting a thread for a question", error))?;
    let completed = tokio::select! {
        completed = &mut receiver => completed,
        () = ended => {
            drop(withdraw_on_drop);
            receiver.await
        }
    };
    completed.map_err(|_| {
        let source = std::io::Error::other("the handler panicked");
        Error::device("asking a question", source)
    })
}
