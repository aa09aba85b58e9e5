//! The seam between a program and its operator: [`AskUser`] and [`Interaction`].
//!
//! An [`Interaction`] gets a finished prompt and returns one
//! [`Reply`](crate::Reply). [`AskUser`] asks questions through it. The seam does not
//! depend on a driver and does not use JSON.

mod ask_loop;
mod ask_user;
mod bridge;
mod global;
mod interaction;
mod queue;
mod scripted;
mod user_question_handler;
mod withdrawal;

pub use ask_user::{AskUser, Bound};
pub use global::{
    ask_user, ask_user_request, ask_user_with, bind_interaction, global_ask_user, is_bound,
};
pub use interaction::{Interaction, InterruptRead, InterruptReason};
pub use scripted::{Scripted, Transcript};
pub use user_question_handler::UserQuestionHandler;
pub use withdrawal::Withdrawal;

#[cfg(feature = "broker")]
pub(crate) use ask_loop::report_end;

/// The `tracing` target of all events of the seam.
pub const TRACING_TARGET: &str = "oc_chat::tools";
