//! The end of a server: its client has gone, or its host stops it.

use tokio::sync::watch;

/// Ends a server, from any thread.
#[derive(Clone, Debug)]
pub struct Stop(watch::Sender<bool>);

impl Stop {
    /// Withdraws the question that stands and ends the server. A second time it
    /// does nothing.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// The end itself, kept by the server.
#[derive(Debug)]
pub(super) struct Ending(watch::Sender<bool>);

impl Ending {
    pub(super) fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    pub(super) fn stop(&self) -> Stop {
        Stop(self.0.clone())
    }

    pub(super) fn watched(&self) -> Ended {
        Ended(self.0.subscribe())
    }
}

/// Waits for the end.
#[derive(Clone, Debug)]
pub(super) struct Ended(watch::Receiver<bool>);

impl Ended {
    /// Returns once the server is to end.
    pub(super) async fn happened(mut self) {
        // An error says that nobody is left who could stop the server: it has ended.
        let _ = self.0.wait_for(|&ended| ended).await;
    }
}
