//! The end of a connection: the other side has gone, or the host stops it.

use tokio::sync::watch;

/// Ends a server, from any thread.
#[cfg(feature = "mcp")]
#[derive(Clone, Debug)]
pub struct ShutdownHandle(watch::Sender<bool>);

#[cfg(feature = "mcp")]
impl ShutdownHandle {
    /// Withdraws the question that stands and ends the server. A second time it
    /// does nothing.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// The end itself, kept by who notices it. It has come when this is dropped.
#[derive(Debug)]
pub(super) struct Shutdown(watch::Sender<bool>);

impl Shutdown {
    pub(super) fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    #[cfg(feature = "mcp")]
    pub(super) fn stop(&self) -> ShutdownHandle {
        ShutdownHandle(self.0.clone())
    }

    /// Says that it has come.
    #[cfg(feature = "rmcp-client")]
    pub(super) fn trigger(&self) {
        self.0.send_replace(true);
    }

    pub(super) fn signal(&self) -> ShutdownSignal {
        ShutdownSignal(self.0.subscribe())
    }
}

/// Waits for the end of a connection.
#[cfg_attr(
    not(feature = "rmcp-client"),
    expect(unreachable_pub, reason = "the server keeps it to itself")
)]
#[derive(Clone, Debug)]
pub struct ShutdownSignal(watch::Receiver<bool>);

impl ShutdownSignal {
    /// Returns once it has come.
    pub(super) async fn wait(mut self) {
        // An error says that nobody is left who could say so: it has ended.
        let _ = self.0.wait_for(|&ended| ended).await;
    }
}
