//! The subcommands of `ask-user`, one file each.

mod ask;
mod call;
mod completions;
mod confirm;
mod console;
mod console_operator;
mod detached;
mod document_end;
mod exit_status_help;
mod front_end;
mod input;
mod key_fd;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(feature = "mcp")]
mod mcp_tickets;
mod operator;
mod schema;
mod secret_fd;
mod wait;

use std::env;

use clap::{ArgMatches, Command};

use self::exit_status_help::SmallStatuses;
use crate::cli::CliError;
use crate::cli::exit_status::ExitStatus;

/// A subcommand: its name, its arguments and its function.
struct Subcommand {
    name: &'static str,
    augment: fn(Command) -> Command,
    run: fn(&ArgMatches) -> Result<ExitStatus, CliError>,
    /// If its exit status is the outcome of a question, what the small ones mean. Its help
    /// then lists the exit statuses.
    statuses: Option<SmallStatuses>,
}

/// All subcommands, in the order of the help.
const ALL: &[&Subcommand] = &[
    &ask::SUBCOMMAND,
    &confirm::SUBCOMMAND,
    &call::SUBCOMMAND,
    &wait::SUBCOMMAND,
    #[cfg(feature = "mcp")]
    &mcp::SUBCOMMAND,
    &console::SUBCOMMAND,
    &front_end::PENDING,
    &front_end::EVENTS,
    &front_end::RESPOND,
    &schema::SUBCOMMAND,
    &completions::SUBCOMMAND,
];

/// Runs the subcommand that the arguments name.
pub(crate) fn run() -> ExitStatus {
    let first = env::args_os().nth(1);
    let called = ALL
        .iter()
        .find(|known| first.as_deref().is_some_and(|first| first == known.name));
    let ran = match called {
        Some(called) => called.run(),
        // Help, version, or a usage error.
        None => command(ALL)
            .try_get_matches()
            .map_or_else(|error| Err(error.into()), |_| Ok(ExitStatus::USAGE)),
    };
    ran.unwrap_or_else(CliError::report)
}

impl Subcommand {
    /// Parses the arguments and runs the subcommand. Only the arguments of this
    /// subcommand are built, because that takes most of the start-up time.
    fn run(&self) -> Result<ExitStatus, CliError> {
        match command(&[self]).try_get_matches()?.subcommand() {
            Some((_, matches)) => (self.run)(matches),
            None => Ok(ExitStatus::USAGE),
        }
    }
}

/// The clap command with these subcommands.
fn command(subcommands: &[&Subcommand]) -> Command {
    let program = Command::new("ask-user")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Asks the operator of this machine a question at a plain shell prompt, and gives back a structured answer")
        .long_about(
            "Asks the operator of this machine a question at a plain shell prompt, and gives back a structured answer.\n\n\
             The question and its choices are shown on the terminal as numbered lines; one line is read; the answer \
             goes to standard output as JSON. Every answer comes from an operator. Without an operator, a call is refused at once.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .after_long_help(exit_status_help::table(SmallStatuses::Usual));
    subcommands.iter().fold(program, |program, known| {
        let mut subcommand = (known.augment)(Command::new(known.name));
        if let Some(statuses) = known.statuses {
            subcommand = subcommand.after_help(exit_status_help::table(statuses));
        }
        program.subcommand(subcommand)
    })
}

/// The clap command of one subcommand, for its usage errors.
fn command_of(subcommand: &Subcommand) -> Command {
    let mut command = command(&[subcommand]);
    command.build();
    let found = command.find_subcommand(subcommand.name).cloned();
    found.unwrap_or(command)
}
