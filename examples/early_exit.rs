//! A program that may exit while a question is asked: from another thread, or by
//! an abort on a panic. Either way it puts the terminal back first.
//! `cargo run --example early_exit -- exit|panic`

#![allow(clippy::print_stderr, reason = "an example prints")]

use std::{env, panic, process, thread};

use ask_user::{Error, PromptDriver, Question, ask_user, bind_interaction};

fn main() -> Result<(), Error> {
    let driver = PromptDriver::terminal()?;
    let handle = driver.handle();
    bind_interaction(driver).keep();

    let for_panic = handle.clone();
    panic::set_hook(Box::new(move |info| {
        for_panic.restore_terminal();
        eprintln!("{info}");
        process::abort();
    }));
    let panics = env::args().nth(1).is_some_and(|how| how == "panic");
    thread::spawn(move || {
        // Until the question is on the screen.
        while !handle.print_above("the other thread ends the program") {
            thread::yield_now();
        }
        assert!(!panics, "out of luck");
        handle.restore_terminal();
        process::exit(7);
    });
    ask_user(&Question::new("Token?").secret(true))?;
    Ok(())
}
