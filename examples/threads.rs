//! Two threads ask questions at the same time. `cargo run --example threads`
//!
//! The terminal shows one question at a time. Each thread gets the answer to its
//! own question.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]

use std::thread;

use ask_user::{AskUser, PromptDriver, Question};

fn main() -> Result<(), ask_user::Error> {
    // Used instead of the process-wide `AskUser`. Clones share the binding.
    let ask = AskUser::new();
    let _bound = ask.bind(PromptDriver::terminal()?);

    let agents = ["north", "south"].map(|name| {
        let ask = ask.clone();
        thread::spawn(move || {
            let question = Question::new(format!("Agent {name}: go on?"))
                .choice("yes")
                .choice("no");
            (name, ask.ask(&question))
        })
    });
    for agent in agents {
        let Ok((name, outcome)) = agent.join() else {
            continue;
        };
        let outcome = outcome?;
        let said = outcome
            .answer()
            .and_then(|answer| answer.choice().map(str::to_owned));
        println!(
            "{name}: {}",
            said.or_else(|| outcome.reason()).unwrap_or_default()
        );
    }
    Ok(())
}
