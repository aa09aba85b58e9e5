//! The end of a connection: the other side has gone, or the host stops it.

use tokio::sync::watch;

/// Ends a server, from any thread.
#[cfg(feature = "mcp")]
#[derive(Clone, Debug)]
pub struct Stop(watch::Sender<bool>);

#[cfg(feature = "mcp")]
impl Stop {
    /// Withdraws the question that stands and ends the server. A second time it
    /// does nothing.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// The end itself, kept by who notices it. It has come when this is dropped.
#[derive(Debug)]
pub(super) struct Ending(watch::Sender<bool>);

impl Ending {
    pub(super) fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    #[cfg(feature = "mcp")]
    pub(super) fn stop(&self) -> Stop {
        Stop(self.0.clone())
    }

    /// Says that it has come.
    #[cfg(feature = "rmcp-client")]
    pub(super) fn come(&self) {
        self.0.send_replace(true);
    }

    pub(super) fn watched(&self) -> Ended {
        Ended(self.0.subscribe())
    }
}

/// Waits for the end of a connection.
#[cfg_attr(
    not(feature = "rmcp-client"),
    expect(unreachable_pub, reason = "the server keeps it to itself")
)]
#[derive(Clone, Debug)]
pub struct Ended(watch::Receiver<bool>);

impl Ended {
    /// Returns once it has come.
    pub(super) async fn happened(mut self) {
        // An error says that nobody is left who could say so: it has ended.
        let _ = self.0.wait_for(|&ended| ended).await;
    }
}
