//! The Model Context Protocol: forms that servers ask their client to show, and
//! a server of our own.

#[cfg(feature = "rmcp-client")]
pub mod client;
pub mod elicitation;
pub mod form;
#[cfg(any(feature = "mcp", feature = "rmcp-client"))]
mod operator_queue;
#[cfg(feature = "mcp")]
pub mod server;
#[cfg(any(feature = "mcp", feature = "rmcp-client"))]
mod shutdown;
