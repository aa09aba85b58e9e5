//! One question at a time, and the one that stands.

use std::sync::Arc;
use std::thread;

use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

use crate::core::{Conclusion, Outcome, Settings};
use crate::dialect::Decoded;
use crate::error::Error;
use crate::seam::{UserQuestionHandler, Withdrawal};

/// The turn to ask, first come, first served. Waiting takes neither a thread
/// nor a descriptor.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns(Arc<Mutex<()>>);

/// The right to ask, until it is dropped.
pub(super) struct Turn(
    // Held for its drop.
    #[expect(dead_code)] OwnedMutexGuard<()>,
);

impl Turns {
    pub(super) async fn next(&self) -> Turn {
        Turn(Arc::clone(&self.0).lock_owned().await)
    }
}

/// Pulled when the call is given up.
struct PullOnDrop(Withdrawal);

impl Drop for PullOnDrop {
    fn drop(&mut self) {
        self.0.pull();
    }
}

/// Puts a question to a handler on a thread of its own. The turn ends when the
/// handler has returned, so that the next question never meets this one.
pub(super) async fn ask(
    turn: Turn,
    handler: UserQuestionHandler,
    call: Arc<Decoded>,
    settings: Settings,
    ended: impl Future<Output = ()>,
) -> Result<(Turn, Result<Conclusion, Error>), Error> {
    let withdrawal = Withdrawal::new();
    let pull = PullOnDrop(withdrawal.clone());
    let (tell, mut told) = oneshot::channel();
    let asking = move || {
        let concluded = handler.ask(call.request(), &settings, &withdrawal);
        // Nobody listens any more if the call was given up meanwhile.
        let _ = tell.send((turn, concluded));
    };
    thread::Builder::new()
        .name("operator".to_owned())
        .spawn(asking)
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

/// What a call ends as that was given up before it was asked.
pub(super) fn withdrawn() -> Conclusion {
    Conclusion::unasked(Outcome::Withdrawn)
}
