//! The Model Context Protocol: forms that servers ask their client to show, and
//! a server of our own.

pub mod elicitation;
pub mod form;
#[cfg(feature = "mcp")]
pub mod server;
