//! The command line: arguments, wiring, exit status. One file per subcommand.

mod ask;
mod asking;
mod call;
mod completions;
mod exit;
mod input;
mod log;
mod operator;
mod output;
mod schema;
mod secret_fd;
mod signals;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use exit::Exit;

/// Asks the operator of this machine a question at a plain shell prompt, and
/// gives back a structured answer.
///
/// The question and its choices are shown on the terminal as numbered lines;
/// one line is read; the answer goes to standard output as JSON. Nothing is
/// ever answered that nobody gave: without an operator a call is refused at
/// once.
#[derive(Debug, Parser)]
#[command(
    name = "ask-user",
    version,
    subcommand_required = true,
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Ask(ask::Args),
    Call(call::Args),
    Schema(schema::Args),
    Completions(completions::Args),
}

/// Runs the program that the arguments name.
pub(crate) fn run() -> Exit {
    let parsed = command()
        .try_get_matches()
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let ran = parsed
        .map_err(Stop::from)
        .and_then(|cli| match cli.command {
            Command::Ask(args) => ask::run(&args),
            Command::Call(args) => call::run(&args),
            Command::Schema(args) => schema::run(&args),
            Command::Completions(args) => completions::run(&args),
        });
    ran.unwrap_or_else(Stop::tell)
}

/// The command line with the table of exit statuses in its help.
fn command() -> clap::Command {
    let statuses = exit::table();
    Cli::command()
        .after_long_help(statuses.clone())
        .mut_subcommand("ask", |ask| ask.after_help(statuses.clone()))
        .mut_subcommand("call", |call| call.after_help(statuses))
}

/// Why a run ends without a result of its own.
enum Stop {
    /// The arguments do not fit, or `--help` was asked for.
    Usage(clap::Error),
    /// Something else went wrong.
    Failed(ask_user::Error),
    /// It was reported already.
    Told(Exit),
}

impl Stop {
    /// A usage error of a subcommand.
    fn usage(subcommand: &str, message: impl std::fmt::Display) -> Self {
        let mut command = command();
        command.build();
        let mut command = command
            .find_subcommand(subcommand)
            .cloned()
            .unwrap_or(command);
        Self::Usage(command.error(ErrorKind::ValueValidation, message))
    }

    fn tell(self) -> Exit {
        match self {
            Self::Usage(error) if error.use_stderr() => {
                output::complain_lines(&error.render());
                Exit::USAGE
            }
            Self::Usage(help) => match output::result(&help.render().to_string()) {
                Ok(()) => Exit::SUCCESS,
                Err(stop) => stop.tell(),
            },
            Self::Failed(error) => {
                output::complain(&error);
                if error.is_bad_request() {
                    Exit::USAGE
                } else {
                    Exit::FAILURE
                }
            }
            Self::Told(exit) => exit,
        }
    }
}

impl From<clap::Error> for Stop {
    fn from(error: clap::Error) -> Self {
        Self::Usage(error)
    }
}

impl From<ask_user::Error> for Stop {
    fn from(error: ask_user::Error) -> Self {
        Self::Failed(error)
    }
}
