//! The seam between a program and its operator.
//!
//! [`Interaction`] is the narrow part: a finished prompt goes out, one
//! [`Reply`](crate::Reply) comes in. [`AskUser`] carries a question across it.
//! The seam knows neither which driver is bound nor any JSON.

mod ask;
mod bridge;
mod conversation;
mod handler;
mod interaction;
mod process;
mod queue;
mod scripted;
mod withdrawal;

pub use ask::{AskUser, Bound};
pub use handler::UserQuestionHandler;
pub use interaction::{EndRead, Ending, Interaction};
pub use process::{
    ask_user, ask_user_request, ask_user_with, bind_interaction, is_bound, process_ask_user,
};
pub use scripted::{Scripted, Transcript};
pub use withdrawal::Withdrawal;

#[cfg(feature = "broker")]
pub(crate) use conversation::report_end;

/// The `tracing` target of everything the seam reports.
pub const TARGET: &str = "oc_chat::tools";
