//! An elicitation handler for MCP clients on `rmcp`: the operator answers a server's forms.
//!
//! [`ElicitationHandler`] is a complete `ClientHandler`. A host that has its own handler can call
//! it from there. [`keep_raw_forms`] wraps a server's output, because the SDK's types drop the
//! members of a form that they do not know. The host's own handler is then called with an empty
//! form, and [`raw_form`] returns the form that the server sent.
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
//! // `output` and `input` belong to a server, for example a child process.
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
