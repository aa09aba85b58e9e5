//! The project's tests from outside: one binary, a module for each subject.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that unwraps fails with the reason"
)]

mod logging;
mod properties;
mod seam;
mod transcripts;
