//! What the command lines of both programs share: the arguments of whoever
//! asks, why a run ends, exit status, signals.

pub(crate) mod asking;
pub(crate) mod decoding;
pub(crate) mod exit;
pub(crate) mod log;
#[cfg(feature = "mcp")]
pub(crate) mod mcp;
pub(crate) mod output;
pub(crate) mod signals;

use clap::Command;
use clap::error::ErrorKind;

use exit::Exit;

/// The command line that a usage error belongs to, built only for that.
pub(crate) type CommandLine = fn() -> Command;

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
    /// Arguments that do not fit together, or not to what is there.
    pub(crate) fn usage(line: CommandLine, message: impl std::fmt::Display) -> Self {
        Self::Usage(line().error(ErrorKind::ValueValidation, message))
    }

    pub(crate) fn tell(self) -> Exit {
        match self {
            Self::Usage(error) if error.use_stderr() => {
                output::complain_lines(&error.render());
                Exit::USAGE
            }
            Self::Usage(help) => {
                let text = help.render().to_string();
                match output::result(&format!("{}\n", text.trim_end())) {
                    Ok(()) => Exit::SUCCESS,
                    Err(stop) => stop.tell(),
                }
            }
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
