//! Errors of the command line: how they are reported, and their exit status.

use clap::Command;
use clap::error::ErrorKind;

use super::exit_status::ExitStatus;
use super::output;

/// Builds the clap command that a usage error belongs to. Called only for an error.
pub(crate) type CommandBuilder = fn() -> Command;

/// Why a subcommand ends without a result.
pub(crate) enum CliError {
    /// Invalid arguments, or `--help` or `--version`.
    Usage(clap::Error),
    /// Any other error.
    Failed(ask_user::Error),
    /// An error that was reported already.
    Reported(ExitStatus),
}

impl CliError {
    /// A usage error: arguments that do not fit together, or that cannot be used
    /// here (a file that cannot be read, for instance).
    pub(crate) fn usage(command: CommandBuilder, message: impl std::fmt::Display) -> Self {
        Self::Usage(command().error(ErrorKind::ValueValidation, message))
    }

    /// Prints the error or the help, and returns the exit status.
    pub(crate) fn report(self) -> ExitStatus {
        match self {
            Self::Usage(error) if error.use_stderr() => {
                output::print_error_lines(&error.render());
                ExitStatus::USAGE
            }
            Self::Usage(help) => {
                let text = help.render().to_string();
                match output::print_result(&format!("{}\n", text.trim_end())) {
                    Ok(()) => ExitStatus::SUCCESS,
                    Err(error) => error.report(),
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
