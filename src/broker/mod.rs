//! One door for questions and approvals.
//!
//! ```text
//!   ask, approve          Broker                      front ends
//!   (blocks)     ---->  Table: pending  -- events -->  subscribe
//!       ^                 |      ^
//!       |                 v      +----- content ----  respond
//!       +---- verdict ----+
//!       +---- the local operator, if there is one: first answer wins
//! ```
//!
//! [`Table`] is a plain value that knows what is pending and what was said;
//! [`Broker`] puts threads around it. Nothing survives the process.

mod approval;
mod asking;
mod content;
mod door;
mod event;
mod id;
mod judge;
mod log;
mod operator;
mod posted;
mod respond_error;
mod shared;
mod shown;
mod subscription;
mod table;
mod turn;
mod verdict;

pub use approval::Approval;
pub use door::Broker;
pub use event::{Change, Event, Resolved, outcome_word};
pub use id::{Kind, RequestId};
pub use log::KEPT;
pub use posted::{Addressed, Posted, Subject};
pub use respond_error::RespondError;
pub use subscription::{StopHandle, Subscription};
pub use table::{Responded, Table};
pub use verdict::Verdict;
