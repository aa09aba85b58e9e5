//! The Model Context Protocol: forms that servers ask their client to show, and
//! a server of our own.

#[cfg(feature = "rmcp-client")]
pub mod client;
pub mod elicitation;
#[cfg(any(feature = "mcp", feature = "rmcp-client"))]
mod ending;
pub mod form;
#[cfg(feature = "mcp")]
pub mod server;
#[cfg(any(feature = "mcp", feature = "rmcp-client"))]
mod turn;
