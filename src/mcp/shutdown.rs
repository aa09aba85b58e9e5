//! Shutdown of a connection: the peer has disconnected, or the host stops it.

use tokio::sync::watch;

/// A handle that stops a server from any thread.
#[cfg(feature = "mcp")]
#[derive(Clone, Debug)]
pub struct ShutdownHandle(watch::Sender<bool>);

#[cfg(feature = "mcp")]
impl ShutdownHandle {
    /// Withdraws the open questions and stops the server. A second call does nothing.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// The sender of the shutdown signal. Dropping it also counts as a shutdown.
#[derive(Debug)]
pub(super) struct Shutdown(watch::Sender<bool>);

impl Shutdown {
    pub(super) fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    #[cfg(feature = "mcp")]
    pub(super) fn handle(&self) -> ShutdownHandle {
        ShutdownHandle(self.0.clone())
    }

    /// Sends the signal.
    #[cfg(feature = "rmcp-client")]
    pub(super) fn trigger(&self) {
        self.0.send_replace(true);
    }

    pub(super) fn signal(&self) -> ShutdownSignal {
        ShutdownSignal(self.0.subscribe())
    }
}

/// A signal that the connection has ended.
#[cfg_attr(
    not(feature = "rmcp-client"),
    expect(unreachable_pub, reason = "the server keeps it to itself")
)]
#[derive(Clone, Debug)]
pub struct ShutdownSignal(watch::Receiver<bool>);

impl ShutdownSignal {
    /// Waits until the connection has ended.
    pub(super) async fn wait(mut self) {
        // An error means that the sender was dropped, which also counts as a shutdown.
        let _ = self.0.wait_for(|&ended| ended).await;
    }
}
