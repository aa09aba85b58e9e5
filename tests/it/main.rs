//! The project's tests from outside: one binary, a module for each subject.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::format_push_string,
    clippy::print_stderr,
    clippy::needless_pass_by_value,
    clippy::similar_names,
    reason = "a test that unwraps fails with the reason, and may say what it skips; a table reads better without borrows"
)]

#[cfg(feature = "dialects")]
mod bad_documents;
#[cfg(feature = "broker")]
mod broker;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod confirm;
#[cfg(feature = "cli")]
mod console;
#[cfg(feature = "cli")]
mod documents;
#[cfg(feature = "dialects")]
mod elicit;
#[cfg(feature = "dialects")]
mod elicitation;
#[cfg(feature = "cli")]
mod expect_scripts;
#[cfg(feature = "cli")]
mod footprint;
mod form_properties;
#[cfg(feature = "dialects")]
mod golden;
#[cfg(feature = "hub")]
mod hub;
mod log;
mod logging;
#[cfg(feature = "dialects")]
mod lossiness;
#[cfg(feature = "mcp")]
mod mcp;
mod properties;
#[cfg(feature = "cli")]
mod pty;
#[cfg(feature = "cli")]
mod regression;
mod seam;
#[cfg(feature = "cli")]
mod support;
mod tidy;
#[cfg(feature = "dialects")]
mod tools;
mod transcripts;
