//! Finds the operator: the wiring of driver, signals and seam.

use ask_user::{Absence, AskUser, DriverHandle, Error, Outcome, PromptDriver};

use crate::cli::asking::{Asking, Via};
use crate::cli::output::complain;
use crate::cli::signals::{self, Signal};
use crate::cli::{CommandLine, Stop};

/// Refuses what this version cannot do and what would read one stream twice.
pub(crate) fn check(
    asking: &Asking,
    line: CommandLine,
    reads_stdin: Option<&str>,
) -> Result<(), Stop> {
    match (asking.via, reads_stdin) {
        (Via::Console, _) => {
            let message =
                "--via console: this version has no console: use auto, tty, stdin or none";
            Err(Stop::usage(line, message))
        }
        (Via::Elicitation, _) => {
            let message = "--via elicitation: only `ask-user mcp` has a client to ask: use auto, tty, stdin or none";
            Err(Stop::usage(line, message))
        }
        (Via::Stdin, Some(what)) => {
            let message =
                format!("--via stdin: standard input carries {what} already: give it as a file");
            Err(Stop::usage(line, message))
        }
        (Via::Auto | Via::Tty | Via::Stdin | Via::None, _) => Ok(()),
    }
}

/// Binds the operator that the options name, if there is one.
pub(crate) fn bind(asking: &Asking) -> Result<AskUser, Error> {
    let ask = AskUser::new();
    if let Some(driver) = driver(asking)? {
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

fn driver(asking: &Asking) -> Result<Option<PromptDriver>, Error> {
    match asking.via {
        Via::Auto | Via::Tty => match PromptDriver::terminal() {
            Ok(driver) => Ok(Some(driver.plain(asking.plain).sigint_is_handled(true))),
            Err(error) if error.is_no_terminal() => {
                complain(&format_args!(
                    "nobody to ask: {error}; run it in the foreground of a terminal, or give --via stdin to answer from a pipe"
                ));
                Ok(None)
            }
            Err(error) => Err(error),
        },
        Via::Stdin => PromptDriver::stdin().map(Some),
        Via::None => {
            complain(&"nobody to ask: --via none");
            Ok(None)
        }
        // Refused by `check`.
        Via::Console | Via::Elicitation => Ok(None),
    }
}

/// Says on standard error what the outcome alone does not: what to do about it.
pub(crate) fn explain<A>(asking: &Asking, outcome: &Outcome<A>) {
    if let Outcome::NoOperator(Absence::CannotHide) = outcome {
        let where_else = match asking.via {
            Via::Stdin => {
                "standard input is a terminal that echoes: leave --via stdin out, or pipe the secret in"
            }
            Via::Auto | Via::Tty | Via::Console | Via::Elicitation | Via::None => {
                "the terminal does not stop its echo: pipe the secret in with --via stdin"
            }
        };
        complain(&format_args!("the secret was not asked for: {where_else}"));
    }
}
