//! A wrapper around the server's transport that corrects three behaviours of the SDK.
//!
//! The SDK closes a connection whose first message is a notification. It also tells handlers late
//! that the client has disconnected. This wrapper drops every message before the first request,
//! and it signals the end of input (EOF) at once. A message that cannot be sent ends the server: the
//! SDK would go on, and lose every answer.

use std::io;

use rmcp::RoleServer;
use rmcp::model::JsonRpcMessage;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;

use crate::mcp::shutdown::ShutdownHandle;
use crate::seam::TRACING_TARGET;

pub(super) struct Connection<T> {
    transport: T,
    shutdown: ShutdownHandle,
    /// Whether a request was received.
    request_received: bool,
}

impl<T> Connection<T> {
    pub(super) fn new(transport: T, shutdown: ShutdownHandle) -> Self {
        Self {
            transport,
            shutdown,
            request_received: false,
        }
    }
}

impl<T: Transport<RoleServer, Error = io::Error>> Transport<RoleServer> for Connection<T> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let sending = self.transport.send(message);
        let shutdown = self.shutdown.clone();
        async move {
            sending.await.inspect_err(|error| {
                tracing::debug!(target: TRACING_TARGET, %error, "an MCP message could not be sent");
                shutdown.output_closed();
            })
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let Some(message) = self.transport.receive().await else {
                self.shutdown.input_closed();
                return None;
            };
            self.request_received |= matches!(message, JsonRpcMessage::Request(_));
            if self.request_received {
                return Some(message);
            }
            tracing::debug!(target: TRACING_TARGET, "dropped an MCP message that came before any request");
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.transport.close().await
    }
}
