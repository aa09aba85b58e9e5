//! The tools as an MCP server: calls come in, the operator is asked, results go
//! out.
//!
//! Speaks 2025-06-18, 2025-11-25 and 2026-07-28 through the official SDK, whose
//! types stay inside. Which ways to an operator there are, and in which order
//! they are tried, the host says with [`Channel`]s; the server itself knows no
//! terminal.
//! <https://modelcontextprotocol.io/specification/2025-11-25/server/tools>

mod call_result;
mod channel;
mod connection;
mod elicit;
mod handler;
mod progress;

use std::time::Duration;

use rmcp::ServerHandler;
use rmcp::service::ServerInitializeError;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncRead, AsyncWrite};

pub use channel::Channel;

use crate::core::Settings;
use crate::dialect::{DecodeMode, Dialect};
use crate::error::Error;
pub use crate::mcp::shutdown::ShutdownHandle;
use connection::Connection;
use handler::Handler;

/// How long results that are on their way may take once the client has gone.
const LAST_WORDS: Duration = Duration::from_millis(800);

/// A server of these tools.
///
/// ```no_run
/// use ask_user::dialect::tool;
/// use ask_user::mcp::server::{Channel, Server};
///
/// // Every call is put to the client itself, as a form.
/// Server::new(vec![tool("ask")?], vec![Channel::Elicitation]).run()?;
/// # Ok::<(), ask_user::Error>(())
/// ```
#[derive(Debug)]
pub struct Server {
    handler: Handler,
}

impl Server {
    /// A server of these tools, which reaches an operator through the first of
    /// the channels that has one.
    pub fn new(tools: Vec<&'static dyn Dialect>, channels: Vec<Channel>) -> Self {
        Self {
            handler: Handler::new(tools, channels),
        }
    }

    /// How questions are put. The grammar is always the tool's own.
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> Self {
        self.handler.settings = settings;
        self
    }

    /// Whether known slips of models are put right, as they are by default.
    #[must_use]
    pub fn repair(mut self, repair: DecodeMode) -> Self {
        self.handler.repair = repair;
        self
    }

    /// A handle that ends the server as if its client had gone.
    pub fn stop(&self) -> ShutdownHandle {
        self.handler.shutdown.stop()
    }

    /// The server as a handler of the SDK, for a host with a transport of its
    /// own, HTTP for instance. What [`serve`](Self::serve) mends about lines is
    /// left to that transport. Where clients come without sessions, all their
    /// calls must reach one and the same handler, which knows its own state.
    pub fn into_handler(self) -> impl ServerHandler {
        self.handler
    }

    /// Serves one client on standard input and output, until it closes them or
    /// the server is stopped. Standing questions are withdrawn then.
    ///
    /// # Errors
    /// If the system cannot give what is needed to wait, or the connection
    /// breaks before it has begun.
    pub fn run(self) -> Result<(), Error> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Error::device("starting the server", error))?;
        let served = runtime.block_on(async {
            let (input, output) = rmcp::transport::io::stdio_pipes();
            Box::pin(self.serve(input, output)).await
        });
        // A read of standard input that still waits must not keep the process.
        runtime.shutdown_background();
        served
    }

    /// Serves one client on any pair of streams, on a tokio runtime of the host.
    ///
    /// # Errors
    /// If the connection breaks before it has begun.
    pub async fn serve<R, W>(self, input: R, output: W) -> Result<(), Error>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let Self { handler } = self;
        let over = handler.shutdown.signal();
        let lines = AsyncRwTransport::new(input, output);
        let connection = Connection::new(lines, handler.shutdown.stop());
        let begun = tokio::select! {
            begun = rmcp::serve_server(handler, connection) => begun,
            () = over.clone().wait() => return Ok(()),
        };
        let running = match begun {
            Ok(running) => running,
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => {
                let error = std::io::Error::other(error);
                return Err(Error::device("beginning an MCP connection", error));
            }
        };
        let stop = running.cancellation_token();
        let waiting = running.waiting();
        tokio::pin!(waiting);
        tokio::select! {
            _ = &mut waiting => return Ok(()),
            () = over.wait() => {}
        }
        // The client has gone or the host has stopped us: what is on its way goes out, no more.
        if tokio::time::timeout(LAST_WORDS, &mut waiting)
            .await
            .is_err()
        {
            stop.cancel();
        }
        Ok(())
    }
}
