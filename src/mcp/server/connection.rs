//! The connection to a client: lines of JSON-RPC, with two things mended.
//!
//! The SDK ends a connection whose first message is a notification, and tells
//! handlers late that the client has gone. Here early notifications are
//! dropped, and the end of the input is said at once.

use std::io;

use rmcp::RoleServer;
use rmcp::model::JsonRpcMessage;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;

use crate::mcp::shutdown::ShutdownHandle;

pub(super) struct Connection<T> {
    lines: T,
    stop: ShutdownHandle,
    /// A request has come.
    begun: bool,
}

impl<T> Connection<T> {
    pub(super) fn new(lines: T, stop: ShutdownHandle) -> Self {
        Self {
            lines,
            stop,
            begun: false,
        }
    }
}

impl<T: Transport<RoleServer, Error = io::Error>> Transport<RoleServer> for Connection<T> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.lines.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let Some(message) = self.lines.receive().await else {
                self.stop.stop();
                return None;
            };
            self.begun |= matches!(message, JsonRpcMessage::Request(_));
            if self.begun {
                return Some(message);
            }
            tracing::debug!(target: crate::seam::TRACING_TARGET, "dropped an MCP message that came before any request");
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.lines.close().await
    }
}
