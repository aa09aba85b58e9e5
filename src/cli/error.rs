//! Why a run ends without a result, and how that is reported.

use clap::Command;
use clap::error::ErrorKind;

use super::exit_status::ExitStatus;
use super::output;

/// The command line that a usage error belongs to, built only for that.
pub(crate) type CommandLine = fn() -> Command;

/// Why a run ends without a result of its own.
pub(crate) enum CliError {
    /// The arguments do not fit, or `--help` was asked for.
    Usage(clap::Error),
    /// Something else went wrong.
    Failed(ask_user::Error),
    /// It was reported already.
    Reported(ExitStatus),
}

impl CliError {
    /// Arguments that do not fit together, or not to what is there.
    pub(crate) fn usage(line: CommandLine, message: impl std::fmt::Display) -> Self {
        Self::Usage(line().error(ErrorKind::ValueValidation, message))
    }

    pub(crate) fn report(self) -> ExitStatus {
        match self {
            Self::Usage(error) if error.use_stderr() => {
                output::print_error_lines(&error.render());
                ExitStatus::USAGE
            }
            Self::Usage(help) => {
                let text = help.render().to_string();
                match output::result(&format!("{}\n", text.trim_end())) {
                    Ok(()) => ExitStatus::SUCCESS,
                    Err(stop) => stop.report(),
                }
            }
            Self::Failed(error) => {
                output::print_error(&error);
                if error.is_bad_request() {
                    ExitStatus::USAGE
                } else {
                    ExitStatus::FAILURE
                }
            }
            Self::Reported(exit) => exit,
        }
    }
}

impl From<clap::Error> for CliError {
    fn from(error: clap::Error) -> Self {
        Self::Usage(error)
    }
}

impl From<ask_user::Error> for CliError {
    fn from(error: ask_user::Error) -> Self {
        Self::Failed(error)
    }
}
