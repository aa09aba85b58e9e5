//! The hub: a broker behind a Unix socket, for every agent of one user on a machine.
//!
//! ```text
//!   ask-user ask, call, mcp ----\                     /---- front ends (subscribe, respond)
//!        (Client)                >--- Unix socket ---<
//!   any program: JSON lines ----/     (Hub, Broker)   \---- the operator's own prompt (Inbox)
//! ```
//!
//! The wire is newline-delimited JSON-RPC 2.0. [`METHODS`] is the table of its methods.
//!
//! Only processes of the same user are served. Reading is open to them. Answering needs the
//! operator's leave, see [`Access`].

mod approval;
mod bounded_lines;
mod client;
mod connection;
mod leave;
mod methods;
mod params;
mod posted_request;
mod rpc;
mod server;
mod session;
mod socket;
mod ticket;
pub(crate) mod wire;

pub use client::{CallError, Client, Hangup, TicketEnd};
pub use methods::{METHODS, Method};
pub use rpc::RpcError;
pub use server::{Access, Hub, HubHandle, MAX_CONNECTIONS};
pub use socket::socket_path;

/// The most bytes of one line on the wire, in both directions where the hub decides.
pub const MAX_LINE: usize = 1 << 20;
