//! The project's tests from outside: one binary, a module for each subject.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::format_push_string,
    clippy::print_stderr,
    reason = "a test that unwraps fails with the reason, and may say what it skips"
)]

#[cfg(feature = "broker")]
mod broker;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod documents;
#[cfg(feature = "cli")]
mod expect_scripts;
#[cfg(feature = "dialects")]
mod elicitation;
#[cfg(feature = "cli")]
mod footprint;
mod form_properties;
#[cfg(feature = "dialects")]
mod golden;
#[cfg(feature = "dialects")]
mod lossiness;
mod logging;
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
