//! The command line: arguments, wiring, exit status. One file per subcommand.

mod ask;
pub(crate) mod asking;
mod call;
mod completions;
pub(crate) mod exit;
mod input;
mod log;
#[cfg(feature = "mcp")]
pub(crate) mod mcp;
pub(crate) mod operator;
mod output;
mod schema;
mod secret_fd;
pub(crate) mod signals;

use std::env;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args as _, Command};

use exit::Exit;

/// A subcommand: its name, its arguments, and what it does.
struct Subcommand {
    name: &'static str,
    augment: fn(Command) -> Command,
    run: fn(&ArgMatches) -> Result<Exit, Stop>,
    /// Whether it ends with the outcome of a question.
    asks: bool,
}

/// All of them, in the order of the help.
const SUBCOMMANDS: &[Subcommand] = &[
    Subcommand {
        name: ask::NAME,
        augment: ask::Args::augment_args,
        run: ask::run,
        asks: true,
    },
    Subcommand {
        name: call::NAME,
        augment: call::Args::augment_args,
        run: call::run,
        asks: true,
    },
    #[cfg(feature = "mcp")]
    Subcommand {
        name: mcp::NAME,
        augment: mcp::Args::augment_args,
        run: mcp::run,
        asks: false,
    },
    Subcommand {
        name: schema::NAME,
        augment: schema::Args::augment_args,
        run: schema::run,
        asks: false,
    },
    Subcommand {
        name: completions::NAME,
        augment: completions::Args::augment_args,
        run: completions::run,
        asks: false,
    },
];

/// Runs the program that the arguments name.
pub(crate) fn run() -> Exit {
    // Building the arguments of a subcommand is the larger part of the start:
    // only those of the one that is called are built.
    let first = env::args_os().nth(1);
    let called = SUBCOMMANDS
        .iter()
        .find(|known| first.as_deref().is_some_and(|first| first == known.name));
    let parsed = match called {
        Some(called) => command([called]).try_get_matches(),
        None => command(SUBCOMMANDS).try_get_matches(),
    };
    let ran = parsed
        .map_err(Stop::from)
        .and_then(|matches| match (called, matches.subcommand()) {
            (Some(called), Some((_, matches))) => (called.run)(matches),
            // Without a subcommand there is help or an error; these end above.
            (None, _) | (_, None) => Ok(Exit::USAGE),
        });
    ran.unwrap_or_else(Stop::tell)
}

/// The command line with these subcommands.
fn command<'s>(subcommands: impl IntoIterator<Item = &'s Subcommand>) -> Command {
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
        .after_long_help(exit::table());
    subcommands.into_iter().fold(program, |program, known| {
        let mut subcommand = (known.augment)(Command::new(known.name));
        if known.asks {
            subcommand = subcommand.after_help(exit::table());
        }
        program.subcommand(subcommand)
    })
}

/// Why a run ends without a result of its own.
pub(crate) enum Stop {
    /// The arguments do not fit, or `--help` was asked for.
    Usage(clap::Error),
    /// Something else went wrong.
    Failed(ask_user::Error),
    /// It was reported already.
    Told(Exit),
}

impl Stop {
    /// A usage error of a subcommand.
    pub(crate) fn usage(subcommand: &str, message: impl std::fmt::Display) -> Self {
        let mut command = command(SUBCOMMANDS.iter().filter(|known| known.name == subcommand));
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
