//! Builders for tests of the built program, on a pseudo-terminal and without any terminal.
//!
//! Both keep standard output apart from what a person sees, and both run the
//! program in a session of its own, so that the terminal of whoever runs the
//! tests plays no part. Everything waited for has to come within [`PATIENCE`].

mod cli;
mod pty;
mod session;
mod text;
mod wire;

use std::time::Duration;

use serde_json::{Value, json};

pub(crate) use cli::{Cli, Ran};
pub(crate) use pty::Pty;
pub(crate) use session::Session;

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_ask-user");

/// An example, which Cargo builds with the tests of all features.
#[track_caller]
pub(crate) fn example(name: &str) -> String {
    let test = std::env::current_exe().expect("a program");
    let built = test.ancestors().nth(2).expect("a folder of the build");
    let example = built.join("examples").join(name);
    assert!(
        example.exists(),
        "build it: cargo build --example {name} --all-features"
    );
    example.display().to_string()
}

/// How long anything may take on a busy machine before it counts as hanging.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// The question of most tests.
pub(crate) const COLOURS: [&str; 5] = ["ask", "Which colour?", "red", "green", "blue"];

/// The same on one line, as it is shown.
pub(crate) const COLOURS_LINE: &str = "Which colour? 1) red  2) green  3) blue > ";

pub(crate) const CANCELLED: &str = "operator cancelled (Ctrl+C)";
pub(crate) const CLOSED: &str = "input closed before an answer";
pub(crate) const EXHAUSTED: &str = "no valid answer (max attempts exhausted)";
pub(crate) const NO_OPERATOR: &str = "no interactive operator in this session mode";

pub(crate) const CTRL_C: &str = "\u{3}";
pub(crate) const CTRL_D: &str = "\u{4}";

/// `COLOURS` with options in front of the question.
pub(crate) fn colours(options: &[&'static str]) -> Vec<&'static str> {
    [&["ask"], options, &COLOURS[1..]].concat()
}

/// What the program prints for a pick.
pub(crate) fn picked(number: usize, label: &str) -> String {
    line(&json!({"answered": true, "choice_index": number, "choice": label}))
}

/// What the program prints for a text.
pub(crate) fn text(text: &str) -> String {
    line(&json!({"answered": true, "text": text}))
}

/// What the program prints when there is no answer.
pub(crate) fn refused(reason: &str) -> String {
    line(&json!({"answered": false, "reason": reason}))
}

fn line(value: &Value) -> String {
    format!("{value}\n")
}
