//! Connects the operator: creates the driver, binds it, and handles signals.

use ask_user::{AskUser, DriverHandle, Error, NoOperatorReason, Outcome, PromptDriver};

use crate::cli::ask_options::{AskOptions, Via};
use crate::cli::output::print_error;
use crate::cli::signals::{self, Signal};
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

/// Creates the driver and binds it. Binds nothing if there is no operator.
pub(crate) fn bind(via: Via, plain: bool) -> Result<AskUser, Error> {
    let ask = AskUser::new();
    if let Some(driver) = driver(via, plain)? {
        handle_signals(driver.handle())?;
        ask.bind(driver).keep();
    }
    Ok(ask)
}

/// From now on, signals end the reads of the driver.
fn handle_signals(handle: DriverHandle) -> Result<(), Error> {
    signals::wake_on_sigcont(&handle)?;
    signals::set_handler(move |signal| match signal {
        Signal::Interrupt => {
            if !handle.interrupt() {
                // SIGINT came before the question: cancel it before it is shown.
                handle.cancel_next();
            }
        }
        Signal::End => handle.close(),
    })
}

fn driver(via: Via, plain: bool) -> Result<Option<PromptDriver>, Error> {
    match via {
        Via::Auto | Via::Tty => match PromptDriver::terminal() {
            Ok(driver) => Ok(Some(driver.plain(plain).sigint_is_handled(true))),
            Err(error) if error.is_no_terminal() => {
                print_error(&format_args!(
                    "nobody to ask: {error}; run it in the foreground of a terminal, or give --via stdin to answer from a pipe"
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
