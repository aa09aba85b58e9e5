//! The answering side of elicitation, for hosts that are MCP clients on `rmcp`:
//! a server asks, the operator answers at the prompt.
//!
//! [`ElicitationHandler`] is a whole `ClientHandler`, or a piece of a host's own.
//! [`keep_raw_forms`] stands in front of a server's output, since the SDK's types drop
//! what they do not know of a form. A handler of a host's own then finds an empty
//! form in what it is called with, and what was asked for by [`raw_form`].
//!
//! ```no_run
//! use ask_user::mcp::client::{ElicitationHandler, keep_raw_forms};
//! use ask_user::{AskUser, PromptDriver};
//! use rmcp::ServiceExt as _;
//! use rmcp::model::CallToolRequestParams;
//!
//! # async fn host(output: tokio::io::DuplexStream, input: tokio::io::DuplexStream) -> Result<(), Box<dyn std::error::Error>> {
//! let ask = AskUser::new();
//! let _bound = ask.bind(PromptDriver::terminal()?);
//!
//! // `output` and `input` are those of a server, a child process for instance.
//! let output = keep_raw_forms(output);
//! let server = ElicitationHandler::new(ask.into())
//!     .until(output.ended())
//!     .serve((output, input))
//!     .await?;
//! let result = server.call_tool(CallToolRequestParams::new("book")).await?;
//! # Ok(())
//! # }
//! ```

mod elicitation_handler;
mod raw_form;
mod raw_form_reader;

pub use super::shutdown::ShutdownSignal;
pub use elicitation_handler::ElicitationHandler;
pub use raw_form::raw_form;
pub use raw_form_reader::{RawFormReader, keep_raw_forms};
