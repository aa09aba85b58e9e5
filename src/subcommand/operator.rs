//! Connects the operator: creates the driver, binds it, and handles signals.

use ask_user::{
    AskUser, DriverHandle, Error, NoOperatorReason, Outcome, OutcomeKind, PromptDriver,
};

use crate::cli::ask_options::{AskOptions, Via};
use crate::cli::exit_status::ExitStatus;
use crate::cli::output::print_error;
use crate::cli::signals::{self, SignalTarget};
use crate::cli::{CliError, CommandBuilder};

/// Where the operator is, from `--via`. Refuses values that the subcommand or this
/// version does not support, and `stdin` if standard input is already used for
/// `reads_stdin`.
pub(crate) fn resolve_via(
    asking: &AskOptions,
    command: CommandBuilder,
    reads_stdin: Option<&str>,
) -> Result<Via, CliError> {
    let [via] = asking.via.as_slice() else {
        let message = "--via (or ASK_USER_VIA): only `ask-user mcp` takes several: expected one";
        return Err(CliError::usage(command, message));
    };
    match (via, reads_stdin) {
        (Via::Console, _) => {
            let message =
                "--via console: this version has no console: use auto, tty, stdin or none";
            Err(CliError::usage(command, message))
        }
        (Via::Elicitation, _) => {
            let message = "--via elicitation: only `ask-user mcp` has a client to ask: use auto, tty, stdin or none";
            Err(CliError::usage(command, message))
        }
        (Via::Stdin, Some(what)) => {
            let message =
                format!("--via stdin: standard input carries {what} already: give it as a file");
            Err(CliError::usage(command, message))
        }
        (Via::Auto | Via::Tty | Via::Stdin | Via::None, _) => Ok(*via),
    }
}

/// The operator of one question or call, and the signals that may end it.
pub(crate) struct Operator {
    pub(crate) ask: AskUser,
    handle: Option<DriverHandle>,
}

impl Operator {
    /// Creates the driver and binds it. Binds nothing if there is no operator.
    pub(crate) fn bind(via: Via, plain: bool) -> Result<Self, Error> {
        let ask = AskUser::new();
        let driver = driver(via, plain)?;
        let handle = driver.as_ref().map(PromptDriver::handle);
        if let (Some(driver), Some(handle)) = (driver, &handle) {
            signals::install(Question(handle.clone()))?;
            signals::wake_on_sigcont(handle)?;
            signals::close_with_starter(handle);
            ask.bind(driver).keep();
        }
        Ok(Self { ask, handle })
    }

    /// The exit status of a call that ended like this. From now on a signal ends
    /// the process.
    pub(crate) fn exit_status(&self, kind: OutcomeKind) -> ExitStatus {
        signals::question_is_over();
        if let Some(handle) = &self.handle {
            signals::note_hang_up(handle);
        }
        ExitStatus::of_kind(kind)
    }
}

/// The one question of `ask` and `call`.
struct Question(DriverHandle);

impl SignalTarget for Question {
    fn interrupt(&self) {
        if !self.0.interrupt() {
            // SIGINT came before the question: cancel it before it is shown.
            self.0.cancel_next();
        }
    }

    fn terminate(&self) {
        self.0.close();
    }

    fn driver(&self) -> Option<DriverHandle> {
        Some(self.0.clone())
    }
}

fn driver(via: Via, plain: bool) -> Result<Option<PromptDriver>, Error> {
    match via {
        Via::Auto | Via::Tty => match PromptDriver::terminal() {
            Ok(driver) => Ok(Some(driver.plain(plain))),
            Err(error) if error.is_no_terminal() => {
                print_error(&format_args!(
                    "nobody to ask: {error}; run it in the foreground of a terminal (`timeout` takes --foreground, or give --timeout here), or give --via stdin to answer from a pipe"
                ));
                Ok(None)
            }
            Err(error) => Err(error),
        },
        Via::Stdin => PromptDriver::stdin().map(Some),
        Via::None => {
            print_error(&"nobody to ask: --via none");
            Ok(None)
        }
        // Refused by `resolve_via`.
        Via::Console | Via::Elicitation => Ok(None),
    }
}

/// If a secret could not be hidden, prints on standard error what to do about it.
pub(crate) fn explain_no_operator<A>(via: Via, outcome: &Outcome<A>) {
    if let Outcome::NoOperator(NoOperatorReason::CannotHide) = outcome {
        let advice = match via {
            Via::Stdin => {
                "standard input is a terminal that echoes: leave --via stdin out, or pipe the secret in"
            }
            Via::Auto | Via::Tty | Via::Console | Via::Elicitation | Via::None => {
                "the terminal does not stop its echo: pipe the secret in with --via stdin"
            }
        };
        print_error(&format_args!("the secret was not asked for: {advice}"));
    }
}
