//! The Model Context Protocol (MCP): elicitation forms, on the client side and the server side,
//! and an MCP server for the tools.

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
