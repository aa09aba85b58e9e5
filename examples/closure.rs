//! An orchestrator with a reader of its own: any `FnMut(&str) -> Option<String>`
//! can be bound. This one reads standard input and writes to standard error.
//! `printf '9\n2\n' | cargo run --example closure`

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]

use std::io::{self, BufRead as _, Write as _};

use ask_user::{Question, ask_user, bind_interaction, is_bound};

fn main() -> Result<(), ask_user::Error> {
    // Once, at start-up. The guard of a program that binds for good is kept.
    bind_interaction(|prompt: &str| {
        eprint!("{prompt}");
        io::stderr().flush().ok()?;
        let mut line = String::new();
        let read = io::stdin().lock().read_line(&mut line).ok()?;
        eprintln!();
        // The end of input is the closure's only way to say that nobody answers.
        (read > 0).then_some(line)
    })
    .keep();
    assert!(is_bound());

    let outcome = turn()?;
    println!("{outcome}");
    Ok(())
}

/// Somewhere deep inside a turn: no handle is passed around.
fn turn() -> Result<String, ask_user::Error> {
    let question = Question::new("Deploy where?")
        .choice("staging")
        .choice("production");
    let outcome = ask_user(&question)?;
    Ok(match (outcome.answer(), outcome.reason()) {
        (Some(answer), _) => format!("deploying to {}", answer.choice().unwrap_or_default()),
        (None, reason) => format!("not deploying: {}", reason.unwrap_or_default()),
    })
}
