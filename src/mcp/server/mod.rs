//! An MCP server for the tools: it receives tool calls, asks the operator and sends the results.
//!
//! It supports the protocol versions 2025-06-18, 2025-11-25 and 2026-07-28 through the official
//! SDK (`rmcp`). The host gives a list of [`Channel`]s, which are tried in order. The server
//! itself does not know about terminals.
//! <https://modelcontextprotocol.io/specification/2025-11-25/server/tools>

mod call;
mod call_result;
mod channel;
mod connection;
mod elicit;
mod handler;
mod later;
mod open_calls;
mod output_watch;
mod progress;
mod request_state;
mod ticket_store;

use std::future;
use std::os::fd::AsFd as _;
use std::sync::Arc;
use std::time::Duration;

use rmcp::ServerHandler;
use rmcp::service::ServerInitializeError;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncRead, AsyncWrite};

pub use channel::Channel;
pub use open_calls::{MAX_OPEN_BYTES, MAX_OPEN_CALLS};
pub use ticket_store::{PostedQuestion, TicketAnswer, TicketStore};

use crate::core::Settings;
use crate::dialect::later::LaterTool;
use crate::dialect::{DecodeMode, Dialect};
use crate::error::Error;
pub use crate::mcp::shutdown::ShutdownHandle;
use connection::Connection;
use handler::Handler;

/// How long the server waits for pending results once it ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(800);

/// An MCP server for a list of tools.
///
/// ```no_run
/// use ask_user::dialect::tool;
/// use ask_user::mcp::server::{Channel, Server};
///
/// // Every call asks the client's user with a form.
/// Server::new(vec![tool("ask")?], vec![Channel::Elicitation]).run()?;
/// # Ok::<(), ask_user::Error>(())
/// ```
#[derive(Debug)]
pub struct Server {
    handler: Handler,
}

impl Server {
    /// Creates a server for these tools. It asks through the first channel that has an operator.
    pub fn new(tools: Vec<&'static dyn Dialect>, channels: Vec<Channel>) -> Self {
        Self {
            handler: Handler::new(tools, channels),
        }
    }

    /// Sets the settings for questions. The grammar always comes from the tool.
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> Self {
        self.handler.settings = settings;
        self
    }

    /// Sets whether known mistakes of models are corrected. The default is
    /// [`DecodeMode::Lenient`], which corrects them.
    #[must_use]
    pub fn decode_mode(mut self, decode_mode: DecodeMode) -> Self {
        self.handler.decode_mode = decode_mode;
        self
    }

    /// Sets the name of who asks, which stands above a form. The default is the client's own name.
    #[must_use]
    pub fn from(mut self, name: impl Into<String>) -> Self {
        self.handler.elicitation.from = Some(name.into());
        self
    }

    /// Sets whether a form asks for several choices as a text of numbers in every version, for
    /// clients that draw no arrays. Default: only before 2025-11-25.
    #[must_use]
    pub fn multi_as_text(mut self, multi_as_text: bool) -> Self {
        self.handler.elicitation.multi_as_text = multi_as_text;
        self
    }

    /// Offers these tools of the pair `post_question` and `await_answer`, too, with this store of
    /// tickets. The default offers none of them.
    #[must_use]
    pub fn later(mut self, tools: &[LaterTool], store: impl TicketStore + 'static) -> Self {
        self.handler.later = tools.to_vec();
        self.handler.tickets = Some(Arc::new(store));
        self
    }

    /// Creates a handle that stops the server, as if the client had disconnected.
    pub fn shutdown_handle(&self) -> ShutdownHandle {
        self.handler.shutdown.handle()
    }

    /// Converts the server to a handler of the SDK, for a host with its own transport, for example
    /// HTTP.
    ///
    /// The corrections that [`serve`](Self::serve) makes are left to that transport: dropping
    /// messages before the first request, and signalling the end of input at once. If clients
    /// have no session, all calls must reach the same handler, because only that handler can
    /// read the request states that it has created.
    pub fn into_handler(self) -> impl ServerHandler {
        self.handler
    }

    /// Serves one client on standard input and output, until the client closes them or the server
    /// is stopped. Open questions are then withdrawn.
    ///
    /// # Errors
    /// The async runtime cannot be created, the connection fails during initialization, or nobody
    /// reads standard output any more.
    pub fn run(self) -> Result<(), Error> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Error::device("starting the server", error))?;
        let served = runtime.block_on(async {
            let (input, output) = rmcp::transport::io::stdio_pipes();
            let reader_closed = async {
                match rmcp::transport::io::stdio().1.as_fd().try_clone_to_owned() {
                    Ok(output) => output_watch::reader_closed(output).await,
                    Err(_) => future::pending().await,
                }
            };
            Box::pin(self.serve_watched(input, output, reader_closed)).await
        });
        // A blocked read of standard input must not keep the process alive.
        runtime.shutdown_background();
        served
    }

    /// Serves one client on any pair of streams, on the host's tokio runtime.
    ///
    /// # Errors
    /// The connection fails during initialization, or its output is closed before its input.
    pub async fn serve<R, W>(self, input: R, output: W) -> Result<(), Error>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        Box::pin(self.serve_watched(input, output, future::pending())).await
    }

    /// Like [`serve`](Self::serve). Once the connection is initialized, `reader_closed` tells that
    /// nobody reads the output any more.
    async fn serve_watched<R, W>(
        self,
        input: R,
        output: W,
        reader_closed: impl Future<Output = ()>,
    ) -> Result<(), Error>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let Self { handler } = self;
        let handle = handler.shutdown.handle();
        let shutdown = handler.shutdown.signal();
        let drained = handler.open_calls.drained();
        let transport = AsyncRwTransport::new(input, output);
        let connection = Connection::new(transport, handler.shutdown.handle());
        let initialized = tokio::select! {
            initialized = rmcp::serve_server(handler, connection) => initialized,
            () = shutdown.clone().wait() => return Ok(()),
        };
        let running = match initialized {
            Ok(running) => running,
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(_) if handle.only_output_closed().await => return Err(output_lost()),
            Err(error) => {
                let error = std::io::Error::other(error);
                return Err(Error::device("beginning an MCP connection", error));
            }
        };
        let cancellation = running.cancellation_token();
        let waiting = running.waiting();
        tokio::pin!(waiting);
        tokio::select! {
            _ = &mut waiting => return Ok(()),
            () = shutdown.wait() => {}
            () = reader_closed => handle.output_closed(),
        }
        let only_output_closed = handle.only_output_closed().await;
        // The client has disconnected or the host has stopped the server. Calls end by themselves
        // now. Their results, and the cancellations of their forms, are still sent.
        let ending = async {
            tokio::select! {
                _ = &mut waiting => return,
                () = drained.wait() => {}
            }
            cancellation.cancel();
            let _ = waiting.await;
        };
        // Somebody who takes no output must not keep the server.
        let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, ending).await;
        if only_output_closed {
            return Err(output_lost());
        }
        Ok(())
    }
}

/// The error of a server whose answers nobody reads.
fn output_lost() -> Error {
    let source = std::io::Error::from(std::io::ErrorKind::BrokenPipe);
    Error::device("writing to the client", source)
}
