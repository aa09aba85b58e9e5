//! The answering side of elicitation, for hosts that are MCP clients on `rmcp`:
//! a server asks, the operator answers at the prompt.
//!
//! [`ElicitationHandler`] is a whole `ClientHandler`, or a piece of a host's own.
//! [`verbatim`] stands in front of a server's output, since the SDK's types drop
//! what they do not know of a form. A handler of a host's own then finds an empty
//! form in what it is called with, and what was asked for by [`written`].
//!
//! ```no_run
//! use ask_user::mcp::client::{ElicitationHandler, verbatim};
//! use ask_user::{AskUser, PromptDriver};
//! use rmcp::ServiceExt as _;
//! use rmcp::model::CallToolRequestParams;
//!
//! # async fn host(output: tokio::io::DuplexStream, input: tokio::io::DuplexStream) -> Result<(), Box<dyn std::error::Error>> {
//! let ask = AskUser::new();
//! let _bound = ask.bind(PromptDriver::terminal()?);
//!
//! // `output` and `input` are those of a server, a child process for instance.
//! let output = verbatim(output);
//! let server = ElicitationHandler::new(ask.into())
//!     .until(output.ended())
//!     .serve((output, input))
//!     .await?;
//! let result = server.call_tool(CallToolRequestParams::new("book")).await?;
//! # Ok(())
//! # }
//! ```

mod handler;
mod kept;
mod verbatim;

pub use super::ending::Ended;
pub use handler::ElicitationHandler;
pub use kept::written;
pub use verbatim::{Verbatim, verbatim};
