//! `ask-user mcp`: the MCP server of the library on standard input and output,
//! with the terminal and the signals of this process.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use ask_user::dialect::{Dialect, tool};
use ask_user::mcp::server::{Channel, Server};
use ask_user::{
    AskUser, DriverHandle, Error, Grammar, OutcomeKind, PromptDriver, UserQuestionHandler,
};
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};

use super::{Subcommand, line_of};
use crate::cli::CliError;
use crate::cli::ask_options::{AskOptions, Via};
use crate::cli::decode_options::DecodeOptions;
use crate::cli::exit_status::ExitStatus;
use crate::cli::output::print_error;
use crate::cli::signals::{self, Signal};

/// Serve the tools to an MCP client on standard input and output
///
/// Without options a call is put to the client itself as a form, if the client
/// says that it shows forms, and is refused at once if it does not. With --via
/// tty the operator is asked at the terminal of this process: for clients
/// without a screen of their own. It is used only while it is in the foreground
/// and no other program has it in raw mode. With --via elicitation,tty the
/// terminal is for what the client cannot be asked.
///
/// Ends with status 0 when the client closes standard input.
#[derive(Debug, clap::Args)]
struct Args {
    /// The tools that are offered
    #[arg(
        long,
        value_name = "NAME,...",
        value_delimiter = ',',
        default_value = "ask"
    )]
    tools: Vec<String>,

    #[command(flatten)]
    decoding: DecodeOptions,

    #[command(flatten)]
    asking: AskOptions,
}

pub(super) static SUBCOMMAND: Subcommand = Subcommand {
    name: "mcp",
    augment: Args::augment_args,
    run,
    asks: false,
};

fn line() -> Command {
    line_of(&SUBCOMMAND)
}

fn run(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    let args = Args::from_arg_matches(matches)?;
    args.asking.log.start(line)?;
    let tools = offered(&args.tools)?;
    let terminal = Terminal::default();
    let channels = channels(&args.asking, &terminal)?;
    // The grammar is set anew for each call.
    let settings = args.asking.settings(Grammar::Full);
    let server = Server::new(tools, channels)
        .settings(settings)
        .repair(args.decoding.repair());
    let stop = server.stop();
    let interrupted = Arc::new(AtomicBool::new(false));
    let by_interrupt = Arc::clone(&interrupted);
    signals::on_arrival(move |signal| match (signal, terminal.0.get()) {
        (Signal::Interrupt, Some(handle)) if handle.interrupt() => {}
        (Signal::Interrupt, _) => {
            by_interrupt.store(true, Ordering::SeqCst);
            stop.stop();
        }
        (Signal::End, handle) => {
            if let Some(handle) = handle {
                handle.close();
            }
            stop.stop();
        }
    })?;
    if io::stdin().is_terminal() {
        print_error(
            &"a client is expected on standard input, which is a terminal; Ctrl+C ends this",
        );
    }
    server.run()?;
    let outcome_kind = match (signals::received(), interrupted.load(Ordering::SeqCst)) {
        (Some(_), _) => OutcomeKind::Closed,
        (None, true) => OutcomeKind::Cancelled,
        (None, false) => return Ok(ExitStatus::SUCCESS),
    };
    Ok(ExitStatus::of_kind(outcome_kind))
}

fn offered(names: &[String]) -> Result<Vec<&'static dyn Dialect>, CliError> {
    let mut tools: Vec<&'static dyn Dialect> = Vec::new();
    for name in names {
        let found = tool(name)
            .map_err(|error| CliError::usage(line, format!("--tools: {}", error.message())))?;
        if tools.iter().all(|known| known.name() != found.name()) {
            tools.push(found);
        }
    }
    Ok(tools)
}

/// The ways to an operator, in the order in which they are tried.
fn channels(asking: &AskOptions, terminal: &Terminal) -> Result<Vec<Channel>, CliError> {
    let refuse = |message: &str| Err(CliError::usage(line, message));
    let mut channels = Vec::new();
    for via in &asking.via {
        match via {
            Via::Auto | Via::Elicitation => channels.push(Channel::Elicitation),
            Via::Tty => channels.push(Channel::Operator(terminal.handler(asking.plain))),
            Via::None if asking.via.len() > 1 => {
                return refuse("--via none: asks nobody: expected no other way beside it");
            }
            Via::None => {}
            Via::Console => {
                return refuse(
                    "--via console: this version has no console: use auto, tty, elicitation or none",
                );
            }
            Via::Stdin => {
                return refuse(
                    "--via stdin: standard input carries the protocol: use auto, tty, elicitation or none",
                );
            }
        }
    }
    Ok(channels)
}

/// The terminal, opened for each call and let go after it. One handle, from the
/// first call on, so that no signal meant for one call meets the next.
#[derive(Clone, Debug, Default)]
struct Terminal(Arc<OnceLock<DriverHandle>>);

impl Terminal {
    fn handler(&self, plain: bool) -> UserQuestionHandler {
        let terminal = self.clone();
        UserQuestionHandler::new(move |request, settings, withdrawal| {
            let driver = terminal.driver()?.plain(plain).sigint_is_handled(true);
            let ask = AskUser::new();
            let _bound = ask.bind(driver);
            ask.ask_request(request, settings, Some(withdrawal))
        })
    }

    fn driver(&self) -> Result<PromptDriver, Error> {
        let driver = PromptDriver::terminal_unless_raw()?;
        if let Some(handle) = self.0.get() {
            return Ok(driver.with_handle(handle.clone()));
        }
        let handle = driver.handle();
        signals::wake_at_resume(&handle)?;
        // Calls are asked one at a time: nobody else can have set it.
        let _ = self.0.set(handle);
        Ok(driver)
    }
}
