//! The subcommands of `ask-user`, one file for each.

mod ask;
mod call;
mod completions;
mod exit_status_help;
mod input;
#[cfg(feature = "mcp")]
mod mcp;
mod operator;
mod schema;
mod secret_fd;

use std::env;

use clap::{ArgMatches, Command};

use crate::cli::CliError;
use crate::cli::exit_status::ExitStatus;

/// A subcommand: its name, its arguments, and what it does.
struct Subcommand {
    name: &'static str,
    augment: fn(Command) -> Command,
    run: fn(&ArgMatches) -> Result<ExitStatus, CliError>,
    /// Whether it ends with the outcome of a question.
    asks: bool,
}

/// All of them, in the order of the help.
const ALL: &[&Subcommand] = &[
    &ask::SUBCOMMAND,
    &call::SUBCOMMAND,
    #[cfg(feature = "mcp")]
    &mcp::SUBCOMMAND,
    &schema::SUBCOMMAND,
    &completions::SUBCOMMAND,
];

/// Runs the one that the arguments name.
pub(crate) fn run() -> ExitStatus {
    let first = env::args_os().nth(1);
    let called = ALL
        .iter()
        .find(|known| first.as_deref().is_some_and(|first| first == known.name));
    let ran = match called {
        Some(called) => called.run(),
        // Help, or an error.
        None => command(ALL)
            .try_get_matches()
            .map_or_else(|stop| Err(stop.into()), |_| Ok(ExitStatus::USAGE)),
    };
    ran.unwrap_or_else(CliError::report)
}

impl Subcommand {
    /// Building the arguments of a subcommand is the larger part of the start:
    /// only those of this one are built.
    fn run(&self) -> Result<ExitStatus, CliError> {
        match command(&[self]).try_get_matches()?.subcommand() {
            Some((_, matches)) => (self.run)(matches),
            None => Ok(ExitStatus::USAGE),
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
        .after_long_help(exit_status_help::table());
    subcommands.iter().fold(program, |program, known| {
        let mut subcommand = (known.augment)(Command::new(known.name));
        if known.asks {
            subcommand = subcommand.after_help(exit_status_help::table());
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
