//! The subcommands of `ask-user`, one file for each.

mod ask;
mod call;
mod completions;
#[cfg(feature = "mcp")]
mod hand_over;
mod input;
mod operator;
mod schema;
mod secret_fd;
mod statuses;

use std::env;

use clap::{ArgMatches, Command};

use crate::cli::Stop;
use crate::cli::exit::Exit;

/// A subcommand: its name, its arguments, and what it does.
struct Subcommand {
    name: &'static str,
    augment: fn(Command) -> Command,
    run: Run,
    /// Whether it ends with the outcome of a question.
    asks: bool,
}

/// What a subcommand does.
#[derive(Clone, Copy)]
enum Run {
    /// Its arguments are parsed first.
    Parsed(fn(&ArgMatches) -> Result<Exit, Stop>),
    /// The program that takes over parses them. Returns only if there is none.
    #[cfg(feature = "mcp")]
    HandedOver(fn() -> Stop),
}

/// All of them, in the order of the help.
const ALL: &[&Subcommand] = &[
    &ask::SUBCOMMAND,
    &call::SUBCOMMAND,
    #[cfg(feature = "mcp")]
    &hand_over::SUBCOMMAND,
    &schema::SUBCOMMAND,
    &completions::SUBCOMMAND,
];

/// Runs the one that the arguments name.
pub(crate) fn run() -> Exit {
    let first = env::args_os().nth(1);
    let called = ALL
        .iter()
        .find(|known| first.as_deref().is_some_and(|first| first == known.name));
    let ran = match called {
        Some(called) => called.run(),
        // Help, or an error.
        None => command(ALL)
            .try_get_matches()
            .map_or_else(|stop| Err(stop.into()), |_| Ok(Exit::USAGE)),
    };
    ran.unwrap_or_else(Stop::tell)
}

impl Subcommand {
    /// Building the arguments of a subcommand is the larger part of the start:
    /// only those of this one are built.
    fn run(&self) -> Result<Exit, Stop> {
        match self.run {
            Run::Parsed(run) => match command(&[self]).try_get_matches()?.subcommand() {
                Some((_, matches)) => run(matches),
                None => Ok(Exit::USAGE),
            },
            #[cfg(feature = "mcp")]
            Run::HandedOver(run) => Err(run()),
        }
    }
}

/// The command line with these subcommands.
fn command(subcommands: &[&Subcommand]) -> Command {
    let program = Command::new("ask-user")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Asks the operator of this machine a question at a plain shell prompt, and gives back a structured answer")
        .long_about(
            "Asks the operator of this machine a question at a plain shell prompt, and gives back a structured answer.\n\n\
             The question and its choices are shown on the terminal as numbered lines; one line is read; the answer \
             goes to standard output as JSON. Nothing is ever answered that nobody gave: without an operator a call is \
             refused at once.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .after_long_help(statuses::table());
    subcommands.iter().fold(program, |program, known| {
        let mut subcommand = (known.augment)(Command::new(known.name));
        if known.asks {
            subcommand = subcommand.after_help(statuses::table());
        }
        program.subcommand(subcommand)
    })
}

/// The command line of one subcommand, for its usage errors.
fn line_of(subcommand: &Subcommand) -> Command {
    let mut command = command(&[subcommand]);
    command.build();
    let found = command.find_subcommand(subcommand.name).cloned();
    found.unwrap_or(command)
}
