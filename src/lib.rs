//! A question for the operator, at a plain shell prompt.
//!
//! A program in the middle of its work needs a decision from its human
//! operator. This library puts the question as numbered lines, reads one line,
//! and gives back a structured answer.
//!
//! ```
//! use ask_user::{ask_user, bind_interaction, Question};
//!
//! // Once, at start-up. A real program binds `PromptDriver::terminal()?`;
//! // every `FnMut(&str) -> Option<String>` fits as well.
//! let _bound = bind_interaction(|prompt: &str| {
//!     eprint!("{prompt}");
//!     Some("2".to_owned())
//! });
//!
//! // Anywhere, on any thread.
//! let question = Question::new("Deploy where?").choice("staging").choice("production");
//! let outcome = ask_user(&question)?;
//! assert_eq!(outcome.answer().unwrap().choice(), Some("production"));
//! # Ok::<(), ask_user::Error>(())
//! ```
//!
//! Two promises stand above all others:
//!
//! 1. **Honest.** [`Outcome::Answered`] exists only when an operator, or a
//!    script or policy that the launcher switched on, really gave that value.
//! 2. **Never hangs, never loops.** No operator: an immediate refusal. Three
//!    invalid lines in a row: a refusal. Ctrl+C, the end of input, a timeout
//!    and a withdrawn question end the call at once.
//!
//! # Map
//!
//! | to | see |
//! | --- | --- |
//! | say what is asked | [`Question`], [`Choice`], [`FreeText`] |
//! | say how it is put | [`Settings`], [`Grammar`] |
//! | ask | [`ask_user()`], [`AskUser`] |
//! | bind an operator | [`bind_interaction`], [`Interaction`], `PromptDriver` |
//! | read the result | [`Outcome`], [`Answer`], [`OutcomeKind`] |
//! | take a question back | [`Withdrawal`] |
//! | test without an operator | [`Scripted`] |
//! | speak a tool call's JSON | `dialect` |
//! | register tools in a host | `tools`, [`UserQuestionHandler`] |
//! | answer the forms of MCP servers | `mcp::elicitation` |
//! | have them answered in an MCP host on `rmcp` | `mcp::client` |
//! | offer the tools to an MCP client | `mcp::server`, `mcp::form` |
//! | let front ends answer and approve | `broker`, `Broker`, `Approval` |
//! | drive a dialog without any IO | [`core::Dialog`] |
//!
//! # Features
//!
//! | feature | brings |
//! | --- | --- |
//! | `terminal` | `PromptDriver`: the operator at a terminal or on a pipe |
//! | `dialects` | `dialect`: tool calls in JSON, their schemas and results; `tools`, `mcp::elicitation`, `mcp::form` |
//! | `broker` | `Broker`: one door for questions and approvals; implies `dialects` |
//! | `mcp` (default) | `mcp::server`: the tools as an MCP server, on `rmcp` and `tokio`; implies `dialects` |
//! | `rmcp-client` | `mcp::client`: the forms of other servers in a host on `rmcp`; implies `dialects` |
//! | `cli` (default) | the `ask-user` program; implies `terminal` and `broker`; with `mcp` there is `ask-user mcp` |
//!
//! With `default-features = false` the library is the core and the seam: no
//! terminal, no JSON.
//!
//! # Limits
//!
//! Unix only. One question on one terminal at a time. What is typed after the
//! last answer of a call may be lost. From a pipe: 1 MiB a line, 1,000 lines
//! without an outcome. Nothing is kept across runs.
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::needless_pass_by_value,
        clippy::unnecessary_wraps,
        reason = "a test that unwraps fails with the reason; a table reads better without borrows"
    )
)]

#[cfg(feature = "broker")]
pub mod broker;
pub mod core;
#[cfg(feature = "dialects")]
pub mod dialect;
mod error;
#[cfg(feature = "dialects")]
pub mod mcp;
mod seam;
#[cfg(feature = "terminal")]
mod terminal;
#[cfg(feature = "dialects")]
pub mod tools;

#[cfg(feature = "broker")]
pub use crate::broker::{Approval, Broker};
pub use crate::core::answer::{Answer, AnswerValue, Pick, Picks};
pub use crate::core::choice::Choice;
pub use crate::core::grammar::Grammar;
pub use crate::core::number::Number;
pub use crate::core::outcome::{Decline, NoOperatorReason, Outcome, OutcomeKind};
pub use crate::core::prompt::{Navigation, Prompt, Purpose};
pub use crate::core::question::{DefaultAnswer, FreeText, Question, Requirement};
pub use crate::core::question_error::{OutOfRange, QuestionError};
pub use crate::core::reply::Reply;
pub use crate::core::request::Request;
pub use crate::core::request_outcome::{Answers, RequestOutcome};
pub use crate::core::screen::Screen;
pub use crate::core::secret::Secret;
pub use crate::core::settings::{Layout, OnTimeout, Settings};
pub use crate::core::value_rule::ValueRule;
pub use error::Error;
pub use seam::{
    AskUser, Bound, Interaction, InterruptRead, InterruptReason, Scripted, TRACING_TARGET,
    Transcript, UserQuestionHandler, Withdrawal, ask_user, ask_user_request, ask_user_with,
    bind_interaction, global_ask_user, is_bound,
};
#[cfg(feature = "terminal")]
pub use terminal::{DriverHandle, PromptDriver};

/// The examples in the documents are doctests.
#[cfg(all(doctest, feature = "cli"))]
mod documents {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/broker.md")]
    struct Broker;
    #[doc = include_str!("../docs/embedding.md")]
    struct Embedding;
    #[cfg(feature = "rmcp-client")]
    #[doc = include_str!("../docs/mcp.md")]
    struct Mcp;
    #[doc = include_str!("../docs/testing.md")]
    struct Testing;
}
