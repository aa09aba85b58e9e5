//! Asks the operator a question at a plain shell prompt.
//!
//! A running program needs a decision from its human operator. This library
//! shows the question as numbered lines, reads one line, and returns a
//! structured answer.
//!
//! ```
//! use ask_user::{ask_user, bind_interaction, Question};
//!
//! // Once, at start-up. A real program binds `PromptDriver::terminal()?`.
//! // Any `FnMut(&str) -> Option<String>` can be bound, too.
//! let _bound = bind_interaction(|prompt: &str| {
//!     eprint!("{prompt}");
//!     Some("2".to_owned())
//! });
//!
//! // Later, on any thread.
//! let question = Question::new("Deploy where?").choice("staging").choice("production");
//! let outcome = ask_user(&question)?;
//! assert_eq!(outcome.answer().unwrap().choice(), Some("production"));
//! # Ok::<(), ask_user::Error>(())
//! ```
//!
//! The library gives two guarantees:
//!
//! 1. **It never invents an answer.** The outcome is [`Outcome::Answered`] only
//!    if the operator gave that value, or a script or policy that the launcher
//!    enabled.
//! 2. **It never hangs and never loops.** Without an operator, a question is
//!    refused at once. Three invalid lines in a row (the default) end the call.
//!    Ctrl+C, end of input, a timeout and a withdrawal end the call at once.
//!
//! # Map
//!
//! | to | see |
//! | --- | --- |
//! | define a question | [`Question`], [`Choice`], [`FreeText`] |
//! | choose grammar, attempts, timeout and layout | [`Settings`], [`Grammar`] |
//! | ask one question | [`ask_user()`], [`AskUser`] |
//! | ask several questions in one call | [`ask_user_request`], [`Request`], [`RequestOutcome`] |
//! | bind an interaction | [`bind_interaction`], [`Interaction`], `PromptDriver` |
//! | read the result | [`Outcome`], [`Answer`], [`OutcomeKind`] |
//! | withdraw a question | [`Withdrawal`] |
//! | test without an operator | [`Scripted`] |
//! | decode tool calls in JSON and encode their results | `dialect` |
//! | register tools in a host | `tools`, [`UserQuestionHandler`] |
//! | answer the elicitation forms of MCP servers | `mcp::elicitation` |
//! | answer these forms in an MCP host on `rmcp` | `mcp::client` |
//! | offer the tools to an MCP client | `mcp::server`, `mcp::form` |
//! | let front ends answer and approve | `broker`, `Broker`, `Approval` |
//! | ask now, and fetch the answer later | `broker::Posting::ticket`, `dialect::later` |
//! | ask at a running console, or be one | `hub::Client`, `hub::Hub`, `broker::Inbox` |
//! | run a dialog without IO | [`core::Dialog`] |
//!
//! # Features
//!
//! | feature | brings |
//! | --- | --- |
//! | `terminal` | `PromptDriver`: asks the operator at a terminal or on a pipe |
//! | `dialects` | `dialect`: tool calls in JSON, their schemas and results; `tools`, `mcp::elicitation`, `mcp::form` |
//! | `broker` | `Broker`: sends questions and approvals to any number of front ends; implies `dialects` |
//! | `hub` | `hub`: the broker behind a Unix socket, and its client; implies `broker` |
//! | `mcp` (default) | `mcp::server`: the tools as an MCP server, on `rmcp` and `tokio`; implies `dialects` |
//! | `rmcp-client` | `mcp::client`: answers the forms of other MCP servers in a host on `rmcp`; implies `dialects` |
//! | `cli` (default) | the `ask-user` program; implies `terminal`, `dialects`, `broker` and `hub`; with `mcp` it has the subcommand `ask-user mcp` |
//!
//! With `default-features = false` and no other feature, the library has only
//! the core and the seam: no terminal and no JSON.
//!
//! # Limits
//!
//! - The library works on Unix only.
//! - A terminal shows one question at a time.
//! - Input that is typed after the last answer of a call may be lost.
//! - On a pipe, a line may have at most 1 MiB. A call ends after 1,000 lines
//!   without progress.
//! - No state is kept after the program ends.
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
#[cfg(feature = "hub")]
pub mod hub;
#[cfg(feature = "dialects")]
pub mod mcp;
mod seam;
#[cfg(feature = "terminal")]
mod terminal;
#[cfg(feature = "dialects")]
pub mod tools;

#[cfg(feature = "broker")]
#[doc(inline)]
pub use crate::broker::{Approval, Broker};
#[doc(inline)]
pub use crate::core::answer::{Answer, AnswerValue, Pick, Picks};
#[doc(inline)]
pub use crate::core::choice::Choice;
#[doc(inline)]
pub use crate::core::grammar::Grammar;
#[doc(inline)]
pub use crate::core::number::Number;
#[doc(inline)]
pub use crate::core::outcome::{Decline, NoOperatorReason, Outcome, OutcomeKind};
#[doc(inline)]
pub use crate::core::prompt::{Navigation, Prompt, Purpose};
#[doc(inline)]
pub use crate::core::question::{DefaultAnswer, FreeText, Question, Requirement};
#[doc(inline)]
pub use crate::core::question_error::{OutOfRange, QuestionError};
#[doc(inline)]
pub use crate::core::reply::Reply;
#[doc(inline)]
pub use crate::core::request::Request;
#[doc(inline)]
pub use crate::core::request_outcome::{Answers, RequestOutcome};
#[doc(inline)]
pub use crate::core::screen::Screen;
#[doc(inline)]
pub use crate::core::secret::Secret;
#[doc(inline)]
pub use crate::core::settings::{Layout, OnTimeout, Settings};
#[doc(inline)]
pub use crate::core::value_rule::ValueRule;
pub use error::Error;
pub use seam::{
    AskUser, Bound, Interaction, InterruptRead, InterruptReason, Scripted, TRACING_TARGET,
    Transcript, UserQuestionHandler, Withdrawal, ask_user, ask_user_request, ask_user_with,
    bind_interaction, global_ask_user, is_bound,
};
#[cfg(feature = "terminal")]
pub use terminal::{DriverHandle, PromptDriver};

/// Runs the code examples of the Markdown documents as doctests.
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
