//! A small agent shell (REPL) with one driver for commands and questions.
//! `cargo run --example repl`
//!
//! The commands are `deploy`, `login`, `watch` and `quit`; other input is echoed.
//! The shell keeps one clone of the driver, the questions use another. Only one of
//! them reads the terminal at a time.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]

use std::thread;
use std::time::Duration;

use ask_user::{
    DriverHandle, Error, Outcome, PromptDriver, Question, Reply, ask_user, bind_interaction,
};

fn main() -> Result<(), Error> {
    let mut driver = PromptDriver::terminal()?.history(100);
    let handle = driver.handle();
    bind_interaction(driver.clone()).keep();

    loop {
        let command = match driver.read_line("agent> ")? {
            Reply::Line(command) => command,
            // Ctrl+C empties the line, Ctrl+D and a hang-up leave.
            Reply::Cancelled => continue,
            Reply::Closed
            | Reply::NotText
            | Reply::TooLong
            | Reply::Hidden(_)
            | Reply::TimedOut
            | Reply::Withdrawn
            | Reply::NoOperator
            | Reply::CannotHide => break,
        };
        match command.trim() {
            "" => {}
            "quit" => break,
            "deploy" => println!("{}", deploy()?),
            "login" => println!("{}", login()?),
            "watch" => println!("{}", watch(&handle)?),
            other => println!("you said {other}"),
        }
    }
    println!("bye");
    Ok(())
}

/// A turn that asks the operator for a decision.
fn deploy() -> Result<String, Error> {
    let question = Question::new("Deploy where?")
        .choice("staging")
        .choice("production");
    Ok(match ask_user(&question)? {
        Outcome::Answered(answer) => format!("deployed to {}", answer.choice().unwrap_or_default()),
        Outcome::Cancelled => "deployment cancelled".to_owned(),
        outcome => outcome.reason().unwrap_or_default(),
    })
}

/// A turn that needs a secret. It is neither shown nor kept in the history.
fn login() -> Result<String, Error> {
    let outcome = ask_user(&Question::new("Token?").secret(true))?;
    Ok(match outcome.answer().and_then(|answer| answer.secret()) {
        Some(token) => format!(
            "logged in with {} characters",
            token.expose().chars().count()
        ),
        None => outcome.reason().unwrap_or_default(),
    })
}

/// A build goes on while the operator thinks. Its lines appear above the prompt.
fn watch(handle: &DriverHandle) -> Result<String, Error> {
    let handle = handle.clone();
    let build = thread::spawn(move || {
        for step in 1..=3 {
            let line = format!("build: step {step} of 3");
            while !handle.print_above(&line) {
                thread::sleep(Duration::from_millis(20));
            }
            thread::sleep(Duration::from_millis(100));
        }
    });
    let outcome = ask_user(&Question::new("Name of the release?"))?;
    // Whatever the build still prints appears above the next prompt.
    drop(build);
    Ok(match outcome.answer() {
        Some(answer) => format!("released {}", answer.text().unwrap_or_default()),
        None => outcome.reason().unwrap_or_default(),
    })
}
