//! One question at a time, and the one that stands.

use std::sync::Arc;
use std::thread;

use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

use crate::error::Error;
use crate::seam::Withdrawal;

/// The turn at the operator, first come, first served. Waiting takes neither a
/// thread nor a descriptor.
#[derive(Clone, Debug, Default)]
pub(super) struct OperatorQueue(Arc<Mutex<()>>);

/// The right to the operator, until it is dropped.
pub(super) struct Turn(
    // Held for its drop.
    #[expect(dead_code)] OwnedMutexGuard<()>,
);

impl OperatorQueue {
    pub(super) async fn next(&self) -> Turn {
        Turn(Arc::clone(&self.0).lock_owned().await)
    }
}

/// Pulled when the call is given up.
struct PullOnDrop(Withdrawal);

impl Drop for PullOnDrop {
    fn drop(&mut self) {
        self.0.withdraw();
    }
}

/// Does what waits for the operator on a thread of its own. The turn ends when
/// that has returned, so that the next question never meets this one. When
/// `ended` comes first, or nobody waits any more, the withdrawal is withdrawn.
pub(super) async fn run<T: Send + 'static>(
    turn: Turn,
    work: impl FnOnce(&Withdrawal) -> T + Send + 'static,
    ended: impl Future<Output = ()>,
) -> Result<(Turn, T), Error> {
    let withdrawal = Withdrawal::new();
    let pull = PullOnDrop(withdrawal.clone());
    let (tell, mut told) = oneshot::channel();
    let working = move || {
        let done = work(&withdrawal);
        // Nobody listens any more if the call was given up meanwhile.
        let _ = tell.send((turn, done));
    };
    thread::Builder::new()
        .name("operator".to_owned())
        .spawn(working)
        .map_err(|error| Error::device("starting a thread for a question", error))?;
    let told = tokio::select! {
        told = &mut told => told,
        () = ended => {
            drop(pull);
            told.await
        }
    };
    told.map_err(|_| {
        let why = std::io::Error::other("the handler panicked");
        Error::device("asking a question", why)
    })
}
