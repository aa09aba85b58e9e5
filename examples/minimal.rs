//! Asks one question at the terminal. `cargo run --example minimal`

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]

use ask_user::{PromptDriver, Question, ask_user, bind_interaction};

fn main() -> Result<(), ask_user::Error> {
    let _bound = bind_interaction(PromptDriver::terminal()?);
    let question = Question::new("Deploy where?")
        .choice("staging")
        .choice("production");
    match ask_user(&question)?.answer() {
        Some(answer) => println!("to {}", answer.choice().unwrap_or_default()),
        None => println!("nowhere"),
    }
    Ok(())
}
