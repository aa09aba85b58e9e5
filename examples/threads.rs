//! Two threads ask at once: one question is on the terminal at a time, and each
//! thread gets the answer to its own. `cargo run --example threads`

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]

use std::thread;

use ask_user::{AskUser, PromptDriver, Question};

fn main() -> Result<(), ask_user::Error> {
    // A value instead of the process-wide binding; clones share it.
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
