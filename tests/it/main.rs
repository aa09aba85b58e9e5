//! The project's tests from outside: one binary, a module for each subject.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that unwraps fails with the reason"
)]

#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "dialects")]
mod golden;
mod logging;
mod properties;
#[cfg(feature = "cli")]
mod pty;
mod seam;
#[cfg(feature = "cli")]
mod support;
mod tidy;
mod transcripts;
