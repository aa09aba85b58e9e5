//! Shutdown of a connection: the peer has disconnected, or the host stops it.

use tokio::sync::watch;

/// Why a connection ends. Several reasons can come together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reasons {
    /// The host has stopped the server.
    stopped: bool,
    /// The peer has closed our input.
    input_closed: bool,
    /// Nobody reads our output any more.
    output_closed: bool,
}

impl Reasons {
    fn any(self) -> bool {
        self != Self::default()
    }
}

/// A handle that stops a server from any thread.
#[cfg(feature = "mcp")]
#[derive(Clone, Debug)]
pub struct ShutdownHandle(watch::Sender<Reasons>);

#[cfg(feature = "mcp")]
impl ShutdownHandle {
    /// Withdraws the open questions and stops the server. A second call does nothing.
    pub fn stop(&self) {
        self.0.send_modify(|reasons| reasons.stopped = true);
    }

    pub(super) fn input_closed(&self) {
        self.0.send_modify(|reasons| reasons.input_closed = true);
    }

    pub(super) fn output_closed(&self) {
        self.0.send_modify(|reasons| reasons.output_closed = true);
    }

    /// Whether the peer can still be told anything.
    pub(super) fn is_connected(&self) -> bool {
        let reasons = *self.0.borrow();
        !reasons.input_closed && !reasons.output_closed
    }

    /// Whether the output is closed and nothing else ends the connection. A peer that goes away
    /// closes the input in the same moment, so this waits for that moment.
    pub(super) async fn only_output_closed(&self) -> bool {
        const MOMENT: std::time::Duration = std::time::Duration::from_millis(50);
        let mut reasons = self.0.subscribe();
        if !reasons.borrow().output_closed {
            return false;
        }
        let another = reasons.wait_for(|reasons| reasons.stopped || reasons.input_closed);
        tokio::time::timeout(MOMENT, another).await.is_err()
    }
}

/// The sender of the shutdown signal. Dropping it also counts as a shutdown.
#[derive(Debug)]
pub(super) struct Shutdown(watch::Sender<Reasons>);

impl Shutdown {
    pub(super) fn new() -> Self {
        Self(watch::Sender::new(Reasons::default()))
    }

    #[cfg(feature = "mcp")]
    pub(super) fn handle(&self) -> ShutdownHandle {
        ShutdownHandle(self.0.clone())
    }

    /// Sends the signal: the peer has closed our input.
    #[cfg(feature = "rmcp-client")]
    pub(super) fn trigger(&self) {
        self.0.send_modify(|reasons| reasons.input_closed = true);
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
pub struct ShutdownSignal(watch::Receiver<Reasons>);

impl ShutdownSignal {
    /// Waits until the connection has ended.
    pub(super) async fn wait(mut self) {
        // An error means that the sender was dropped, which also counts as a shutdown.
        let _ = self.0.wait_for(|reasons| reasons.any()).await;
    }
}
