//! Serves: the server of the library, with the terminal of this process and its
//! signals.

use std::env;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use ask_user::dialect::{Dialect, tool};
use ask_user::mcp::server::{Channel, Server};
use ask_user::{
    AskUser, DriverHandle, Error, Grammar, OutcomeKind, PromptDriver, UserQuestionHandler,
};
use clap::{Args as _, Command, FromArgMatches as _};

use crate::cli::Stop;
use crate::cli::asking::{Asking, Via};
use crate::cli::exit::Exit;
use crate::cli::mcp::Args;
use crate::cli::output::complain;
use crate::cli::signals::{self, Signal};

pub(crate) fn run() -> Result<Exit, Stop> {
    let args = Args::from_arg_matches(&line().try_get_matches()?)?;
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
        complain(&"a client is expected on standard input, which is a terminal; Ctrl+C ends this");
    }
    server.run()?;
    let ended_as = match (signals::received(), interrupted.load(Ordering::SeqCst)) {
        (Some(_), _) => OutcomeKind::Closed,
        (None, true) => OutcomeKind::Cancelled,
        (None, false) => return Ok(Exit::SUCCESS),
    };
    Ok(Exit::of_kind(ended_as))
}

/// The command line, by the name that the program was called by.
fn line() -> Command {
    let called = env::args_os().next();
    let name = called
        .as_deref()
        .and_then(|path| Path::new(path).file_name());
    let name = name.map_or("ask-user-mcp".into(), |name| name.to_string_lossy());
    let command = Command::new("ask-user-mcp").bin_name(name.into_owned());
    Args::augment_args(command.version(env!("CARGO_PKG_VERSION")))
}

fn offered(names: &[String]) -> Result<Vec<&'static dyn Dialect>, Stop> {
    let mut tools: Vec<&'static dyn Dialect> = Vec::new();
    for name in names {
        let found = tool(name)
            .map_err(|error| Stop::usage(line, format!("--tools: {}", error.message())))?;
        if tools.iter().all(|known| known.name() != found.name()) {
            tools.push(found);
        }
    }
    Ok(tools)
}

/// The ways to an operator, in the order in which they are tried.
fn channels(asking: &Asking, terminal: &Terminal) -> Result<Vec<Channel>, Stop> {
    let refuse = |message: &str| Err(Stop::usage(line, message));
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
        let driver = PromptDriver::untaken_terminal()?;
        if let Some(handle) = self.0.get() {
            return Ok(driver.ended_by(handle.clone()));
        }
        let handle = driver.handle();
        signals::wake_at_resume(&handle)?;
        // Calls are asked one at a time: nobody else can have set it.
        let _ = self.0.set(handle);
        Ok(driver)
    }
}
