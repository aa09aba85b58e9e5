//! Binds a closure as the interaction. `printf '9\n2\n' | cargo run --example closure`
//!
//! Any `FnMut(&str) -> Option<String>` can be bound. This closure writes the
//! prompt to standard error and reads a line from standard input.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]

use std::io::{self, BufRead as _, Write as _};

use ask_user::{Question, ask_user, bind_interaction, is_bound};

fn main() -> Result<(), ask_user::Error> {
    // Once, at start-up. `keep` leaves the closure bound until the program ends.
    bind_interaction(|prompt: &str| {
        eprint!("{prompt}");
        io::stderr().flush().ok()?;
        let mut line = String::new();
        let read = io::stdin().lock().read_line(&mut line).ok()?;
        eprintln!();
        // At end of input the closure returns `None`. The question is then cancelled.
        (read > 0).then_some(line)
    })
    .keep();
    assert!(is_bound());

    let outcome = turn()?;
    println!("{outcome}");
    Ok(())
}

/// Code deep inside an agent turn. It needs no handle to ask a question.
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
