//! Finds the operator: the wiring of driver, signals and seam.

use ask_user::{AskUser, DriverHandle, Error, NoOperatorReason, Outcome, PromptDriver};

use crate::cli::ask_options::{AskOptions, Via};
use crate::cli::output::print_error;
use crate::cli::signals::{self, Signal};
use crate::cli::{CliError, CommandLine};

/// Where the operator is. Refuses what this version cannot do and what would
/// read one stream twice.
pub(crate) fn place(
    asking: &AskOptions,
    line: CommandLine,
    reads_stdin: Option<&str>,
) -> Result<Via, CliError> {
    let [via] = asking.via.as_slice() else {
        let message = "--via (or ASK_USER_VIA): only `ask-user mcp` takes several: expected one";
        return Err(CliError::usage(line, message));
    };
    match (via, reads_stdin) {
        (Via::Console, _) => {
            let message =
                "--via console: this version has no console: use auto, tty, stdin or none";
            Err(CliError::usage(line, message))
        }
        (Via::Elicitation, _) => {
            let message = "--via elicitation: only `ask-user mcp` has a client to ask: use auto, tty, stdin or none";
            Err(CliError::usage(line, message))
        }
        (Via::Stdin, Some(what)) => {
            let message =
                format!("--via stdin: standard input carries {what} already: give it as a file");
            Err(CliError::usage(line, message))
        }
        (Via::Auto | Via::Tty | Via::Stdin | Via::None, _) => Ok(*via),
    }
}

/// Binds the operator who is there, if anybody is.
pub(crate) fn bind(via: Via, plain: bool) -> Result<AskUser, Error> {
    let ask = AskUser::new();
    if let Some(driver) = driver(via, plain)? {
        end_by_signals(driver.handle())?;
        ask.bind(driver).keep();
    }
    Ok(ask)
}

/// Lets signals end what the driver reads, from now on.
fn end_by_signals(handle: DriverHandle) -> Result<(), Error> {
    signals::wake_at_resume(&handle)?;
    signals::on_arrival(move |signal| match signal {
        Signal::Interrupt => {
            if !handle.interrupt() {
                // Between start and question: nothing is to be asked any more.
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
        // Refused by `place`.
        Via::Console | Via::Elicitation => Ok(None),
    }
}

/// Says on standard error what the outcome alone does not: what to do about it.
pub(crate) fn explain<A>(via: Via, outcome: &Outcome<A>) {
    if let Outcome::NoOperator(NoOperatorReason::CannotHide) = outcome {
        let where_else = match via {
            Via::Stdin => {
                "standard input is a terminal that echoes: leave --via stdin out, or pipe the secret in"
            }
            Via::Auto | Via::Tty | Via::Console | Via::Elicitation | Via::None => {
                "the terminal does not stop its echo: pipe the secret in with --via stdin"
            }
        };
        print_error(&format_args!("the secret was not asked for: {where_else}"));
    }
}
