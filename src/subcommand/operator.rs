//! Connects the operator: creates the driver, binds it, and handles signals.

use ask_user::hub::Client;
use ask_user::{
    AskUser, DriverHandle, Error, NoOperatorReason, Outcome, OutcomeKind, PromptDriver, Request,
    RequestOutcome, Settings,
};

use super::console_operator::ConsoleOperator;

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
        (Via::Elicitation, _) => {
            let message = "--via elicitation: only `ask-user mcp` has a client to ask: use auto, tty, console, stdin or none";
            Err(CliError::usage(command, message))
        }
        (Via::Stdin, Some(what)) => {
            let message =
                format!("--via stdin: standard input carries {what} already: give it as a file");
            Err(CliError::usage(command, message))
        }
        (Via::Auto | Via::Tty | Via::Console | Via::Stdin | Via::None, _) => Ok(*via),
    }
}

/// The operator of one question or call, and the signals that may end it.
pub(crate) enum Operator {
    /// At a prompt of this process.
    Prompt {
        ask: AskUser,
        handle: DriverHandle,
    },
    /// At the console.
    Console(Box<ConsoleOperator>),
    Nobody,
}

impl Operator {
    /// Finds the operator.
    pub(crate) fn find(via: Via, options: &AskOptions) -> Result<Self, Error> {
        match via {
            Via::Auto | Via::Tty => match PromptDriver::terminal() {
                Ok(driver) => Self::at_prompt(driver.plain(options.plain)),
                Err(error) if error.is_no_terminal() => {
                    if via == Via::Auto
                        && let Some(client) = Client::connect(&options.socket.path())?
                    {
                        return Self::at_console(client, options);
                    }
                    let console = match via {
                        Via::Auto => ", start `ask-user console` in another terminal",
                        Via::Tty | Via::Console | Via::Stdin | Via::None | Via::Elicitation => "",
                    };
                    print_error(&format_args!(
                        "nobody to ask: {error}; run it in the foreground of a terminal (`timeout` takes --foreground, or give --timeout here){console}, or give --via stdin to answer from a pipe"
                    ));
                    Ok(Self::Nobody)
                }
                Err(error) => Err(error),
            },
            Via::Console => {
                let path = options.socket.path();
                if let Some(client) = Client::connect(&path)? {
                    return Self::at_console(client, options);
                }
                print_error(&format_args!(
                    "nobody to ask: no console listens at {}: start `ask-user console`",
                    path.display()
                ));
                Ok(Self::Nobody)
            }
            Via::Stdin => Self::at_prompt(PromptDriver::stdin()?),
            Via::None => {
                print_error(&"nobody to ask: --via none");
                Ok(Self::Nobody)
            }
            // Refused by `resolve_via`.
            Via::Elicitation => Ok(Self::Nobody),
        }
    }

    fn at_prompt(driver: PromptDriver) -> Result<Self, Error> {
        let (ask, handle) = (AskUser::new(), driver.handle());
        signals::install(Question(handle.clone()))?;
        signals::wake_on_sigcont(&handle)?;
        signals::close_with_starter(&handle);
        ask.bind(driver).keep();
        Ok(Self::Prompt { ask, handle })
    }

    fn at_console(client: Client, options: &AskOptions) -> Result<Self, Error> {
        let operator = ConsoleOperator::new(client, options.from())?;
        Ok(Self::Console(Box::new(operator)))
    }

    /// Asks one question.
    pub(crate) fn ask(
        &mut self,
        question: &ask_user::Question,
        settings: &Settings,
    ) -> Result<Outcome, Error> {
        match self {
            Self::Prompt { ask, .. } => ask.ask_with(question, settings),
            Self::Console(console) => {
                let request = Request::from(question.clone());
                Ok(console.ask(&request, settings)?.into_single())
            }
            Self::Nobody => AskUser::new().ask_with(question, settings),
        }
    }

    /// Asks all questions of a request.
    pub(crate) fn ask_request(
        &mut self,
        request: &Request,
        settings: &Settings,
    ) -> Result<RequestOutcome, Error> {
        match self {
            Self::Prompt { ask, .. } => ask.ask_request(request, settings, None),
            Self::Console(console) => console.ask(request, settings),
            Self::Nobody => AskUser::new().ask_request(request, settings, None),
        }
    }

    /// The exit status of a call that ended like this. From now on a signal ends
    /// the process.
    pub(crate) fn exit_status(&self, kind: OutcomeKind) -> ExitStatus {
        signals::question_is_over();
        if let Self::Prompt { handle, .. } = self {
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
