//! A small agent shell (REPL) with one driver for commands and questions.
//! `cargo run --example repl`
//!
//! The commands are `deploy` and `quit`. Other input is echoed. The shell and the
//! questions share the driver. They never read the terminal at the same time.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]

use std::sync::{Arc, Mutex, PoisonError};

use ask_user::{Outcome, PromptDriver, Question, ask_user, bind_interaction};

fn main() -> Result<(), ask_user::Error> {
    let driver = Arc::new(Mutex::new(PromptDriver::terminal()?));
    let read = move |prompt: &str| {
        let mut driver = driver.lock().unwrap_or_else(PoisonError::into_inner);
        driver.read_user_input(prompt)
    };
    bind_interaction(read.clone()).keep();

    while let Some(command) = read("agent> ") {
        match command.trim() {
            "" => {}
            "quit" => break,
            "deploy" => println!("{}", deploy()?),
            other => println!("you said {other}"),
        }
    }
    println!("bye");
    Ok(())
}

/// A turn that asks the operator for a decision.
fn deploy() -> Result<String, ask_user::Error> {
    let question = Question::new("Deploy where?")
        .choice("staging")
        .choice("production");
    Ok(match ask_user(&question)? {
        Outcome::Answered(answer) => format!("deployed to {}", answer.choice().unwrap_or_default()),
        Outcome::Cancelled => "deployment cancelled".to_owned(),
        outcome => outcome.reason().unwrap_or_default(),
    })
}
