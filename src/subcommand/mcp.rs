//! `ask-user mcp`: runs the library's MCP server on standard input and output. It
//! uses the terminal and handles the signals of this process.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, TryLockError};
use std::thread;
use std::time::Duration;

use ask_user::dialect::later::{LATER_TOOLS, LaterTool};
use ask_user::dialect::{Dialect, tool};
use ask_user::hub::Client;
use ask_user::mcp::server::{Channel, Server, ShutdownHandle, TicketStore};
use ask_user::{
    AskUser, DriverHandle, Error, Grammar, Outcome, OutcomeKind, PromptDriver, RequestOutcome,
    UserQuestionHandler,
};
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};

use super::mcp_tickets::{AtConsole, AtTerminal, Tickets};
use super::{Subcommand, command_of};
use crate::cli::CliError;
use crate::cli::ask_options::{AskOptions, Via};
use crate::cli::decode_options::DecodeOptions;
use crate::cli::exit_status::ExitStatus;
use crate::cli::output::print_error;
use crate::cli::signals::{self, SignalTarget};

/// Serve the tools to an MCP client on standard input and output
///
/// By default a call goes to a running console (`ask-user console`), else to the client as
/// a form (elicitation). If there is no console and the client does not declare that it
/// shows forms, the call is refused at once. With --via
/// tty the operator is asked at the terminal of this process: for clients without
/// a screen of their own. The terminal is used only while this process is in its
/// foreground and no other program has it in raw mode. With --via elicitation,tty
/// the terminal is used for calls that the client cannot be asked.
///
/// Exits with status 0 when the client closes standard input, and with status 1 when
/// nobody reads standard output any more.
#[derive(Debug, clap::Args)]
struct Args {
    /// The tools to offer
    #[arg(
        long,
        value_name = "NAME,...",
        value_delimiter = ',',
        default_value = "ask"
    )]
    tools: Vec<String>,

    /// Ask for several choices as a text of numbers in every form: for clients that draw
    /// no arrays
    #[arg(long)]
    multi_as_text: bool,

    #[command(flatten)]
    decoding: DecodeOptions,

    #[command(flatten)]
    asking: AskOptions,
}

pub(super) static SUBCOMMAND: Subcommand = Subcommand {
    name: "mcp",
    augment,
    run,
    statuses: None,
};

/// How long a question waits before it looks for its turn at the terminal again.
const TURN_PAUSE: Duration = Duration::from_millis(20);

/// How much later than an interrupt a signal that came together with it is noticed.
const GRACE: Duration = Duration::from_millis(50);

/// Here the default name of who asks is the client's.
fn augment(command: Command) -> Command {
    let help =
        "Name of the asking program, shown above the question; default: the client's own name";
    Args::augment_args(command).mut_arg("from", |from| from.help(help))
}

fn clap_command() -> Command {
    command_of(&SUBCOMMAND)
}

fn run(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    let args = Args::from_arg_matches(matches)?;
    args.asking.log.start(clap_command)?;
    let (tools, later) = tools_by_name(&args.tools)?;
    let terminal = Terminal::default();
    let channels = channels(&args.asking, &terminal)?;
    // The server sets the grammar of each call itself.
    let settings = args.asking.settings(Grammar::Full);
    let mut server = Server::new(tools, channels)
        .settings(settings)
        .decode_mode(args.decoding.decode_mode())
        .multi_as_text(args.multi_as_text);
    let mut at_terminal = None;
    if !later.is_empty() {
        let (store, own) = tickets(&args.asking, &terminal)?;
        at_terminal = own;
        server = server.later(&later, store);
    }
    if let Some(name) = args.asking.from {
        server = server.from(name);
    }
    let interrupted = Arc::new(AtomicBool::new(false));
    signals::install(Serving {
        terminal,
        stop: server.shutdown_handle(),
        interrupted: Arc::clone(&interrupted),
    })?;
    if io::stdin().is_terminal() {
        print_error(
            &"a client is expected on standard input, which is a terminal; Ctrl+C ends this",
        );
    }
    let result = server.run();
    if let Some(own) = at_terminal {
        own.close();
    }
    // A signal that ends the process counts more than an interrupt, and both count more than a
    // client that goes away at the same time.
    if interrupted.load(Ordering::SeqCst) {
        // SIGINT has a thread of its own, so another signal may be noticed a moment later.
        thread::sleep(GRACE);
    }
    if signals::termination_signal().is_some() {
        return Ok(ExitStatus::of_kind(OutcomeKind::Closed));
    }
    if interrupted.load(Ordering::SeqCst) {
        return Ok(ExitStatus::of_kind(OutcomeKind::Cancelled));
    }
    result?;
    Ok(ExitStatus::SUCCESS)
}

/// A server whose calls may be asked at the terminal.
struct Serving {
    terminal: Terminal,
    stop: ShutdownHandle,
    interrupted: Arc<AtomicBool>,
}

impl SignalTarget for Serving {
    fn interrupt(&self) {
        if self.driver().is_some_and(|driver| driver.interrupt()) {
            return;
        }
        self.interrupted.store(true, Ordering::SeqCst);
        self.stop.stop();
    }

    fn terminate(&self) {
        if let Some(driver) = self.driver() {
            driver.close();
        }
        self.stop.stop();
    }

    fn driver(&self) -> Option<DriverHandle> {
        self.terminal.handle.get().cloned()
    }
}

/// The tools to offer, and those of the pair for later answers.
type Offered = (Vec<&'static dyn Dialect>, Vec<LaterTool>);

/// Looks up the tools by name, without duplicates.
fn tools_by_name(names: &[String]) -> Result<Offered, CliError> {
    let mut tools: Vec<&'static dyn Dialect> = Vec::new();
    let mut later = Vec::new();
    for name in names {
        if let Some(tool) = LaterTool::from_name(name) {
            if !later.contains(&tool) {
                later.push(tool);
            }
            continue;
        }
        let found = tool(name).map_err(|error| {
            CliError::usage(clap_command, format!("--tools: {}", error.message()))
        })?;
        if tools.iter().all(|known| known.name() != found.name()) {
            tools.push(found);
        }
    }
    if later.len() == 1 {
        let [post, wait] = LATER_TOOLS.map(LaterTool::name);
        let message = format!("--tools: {post} and {wait} go together: expected both");
        return Err(CliError::usage(clap_command, message));
    }
    Ok((tools, later))
}

/// Where questions are kept that are answered later: at a console, or for a terminal of our own.
fn tickets(
    asking: &AskOptions,
    terminal: &Terminal,
) -> Result<(Tickets, Option<AtTerminal>), CliError> {
    let mut places: Vec<Box<dyn TicketStore>> = Vec::new();
    let mut own = None;
    for via in &asking.via {
        match via {
            Via::Auto | Via::Console => places.push(Box::new(AtConsole {
                socket: asking.socket.path(),
                from: asking.from.clone(),
            })),
            Via::Tty => {
                let available = || PromptDriver::terminal_unless_raw().map(drop);
                let at_terminal = AtTerminal::new(terminal.handler(asking.plain), available);
                places.push(Box::new(at_terminal.clone()));
                own = Some(at_terminal);
            }
            Via::Stdin | Via::Elicitation | Via::None => {}
        }
    }
    if places.is_empty() {
        let message = "--tools: post_question and await_answer need somebody who answers later: expected --via auto, console or tty";
        return Err(CliError::usage(clap_command, message));
    }
    Ok((Tickets::new(places), own))
}

/// The channels to an operator, in the order in which they are tried.
fn channels(asking: &AskOptions, terminal: &Terminal) -> Result<Vec<Channel>, CliError> {
    let refuse = |message: &str| Err(CliError::usage(clap_command, message));
    let mut channels = Vec::new();
    for via in &asking.via {
        match via {
            Via::Auto => {
                channels.push(Channel::Operator(console_handler(asking)));
                channels.push(Channel::Elicitation);
            }
            Via::Elicitation => channels.push(Channel::Elicitation),
            Via::Console => channels.push(Channel::Operator(console_handler(asking))),
            Via::Tty => channels.push(Channel::Operator(terminal.handler(asking.plain))),
            Via::None if asking.via.len() > 1 => {
                return refuse("--via none: asks nobody: expected no other way beside it");
            }
            Via::None => {}
            Via::Stdin => {
                return refuse(
                    "--via stdin: standard input carries the protocol: use auto, console, tty, elicitation or none",
                );
            }
        }
    }
    Ok(channels)
}

/// The console, if one is running when a call comes.
fn console_handler(asking: &AskOptions) -> UserQuestionHandler {
    let (path, from) = (asking.socket.path(), asking.from.clone());
    UserQuestionHandler::new(move |request, settings, withdrawal| {
        let Some(hub) = Client::connect(&path)? else {
            return Err(Error::no_terminal("no console is running"));
        };
        let from = from.as_deref().or(request.asker_name());
        hub.ask_withdrawable(request, settings, from.unwrap_or_default(), withdrawal)
    })
}

/// The terminal, opened for each call and closed after it. All calls share one
/// driver handle, created by the first call. So a signal that belongs to one call
/// cannot reach the next one.
#[derive(Clone, Debug, Default)]
struct Terminal {
    handle: Arc<OnceLock<DriverHandle>>,
    /// Held while a question stands: calls and posted questions come from different threads.
    turn: Arc<Mutex<()>>,
}

impl Terminal {
    fn handler(&self, plain: bool) -> UserQuestionHandler {
        let terminal = self.clone();
        UserQuestionHandler::new(move |request, settings, withdrawal| {
            let _turn = loop {
                if withdrawal.is_withdrawn() {
                    return Ok(RequestOutcome::not_asked(Outcome::Withdrawn));
                }
                match terminal.turn.try_lock() {
                    Ok(turn) => break turn,
                    Err(TryLockError::Poisoned(turn)) => break turn.into_inner(),
                    Err(TryLockError::WouldBlock) => thread::sleep(TURN_PAUSE),
                }
            };
            let driver = terminal.driver()?.plain(plain);
            let ask = AskUser::new();
            let _bound = ask.bind(driver);
            ask.ask_request(request, settings, Some(withdrawal))
        })
    }

    fn driver(&self) -> Result<PromptDriver, Error> {
        let driver = PromptDriver::terminal_unless_raw()?;
        if let Some(handle) = self.handle.get() {
            return Ok(driver.with_handle(handle.clone()));
        }
        let handle = driver.handle();
        signals::wake_on_sigcont(&handle)?;
        // Questions are asked one at a time, so no other thread has set it meanwhile.
        let _ = self.handle.set(handle);
        Ok(driver)
    }
}
