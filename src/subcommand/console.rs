//! `ask-user console`: the operator's prompt for every agent on this machine.

mod command;
mod lines;
mod postponable;
mod repl;

use std::fs::OpenOptions;
use std::io::Write as _;
use std::sync::Arc;
use std::sync::Mutex;
use std::thread::{self, JoinHandle};

use ask_user::broker::{Broker, Inbox};
use ask_user::hub::{Access, Hub, HubHandle};
use ask_user::{DriverHandle, Error, OutcomeKind, PromptDriver};
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _, ValueEnum};

use self::repl::{End, Repl};
use super::key_fd;
use super::{Subcommand, command_of};
use crate::cli::descriptor_limit;
use crate::cli::exit_status::ExitStatus;
use crate::cli::log_options::LogOptions;
use crate::cli::output::print_error;
use crate::cli::signals::{self, SignalTarget};
use crate::cli::socket_option::SocketOption;
use crate::cli::{CliError, expected};

/// Answer the questions of every agent on this machine at one prompt
///
/// Programs that have no terminal of their own find the console by its socket: `ask-user
/// ask`, `confirm`, `call` and `mcp` by themselves. At the prompt: `list` shows what waits,
/// `history` what has ended, `help` the rest; `>>` postpones a request. Ctrl+C cancels the
/// request that stands, Ctrl+D ends the console.
#[derive(Debug, clap::Args)]
struct Args {
    /// Where the operator is
    #[arg(long, value_name = "WHERE", value_enum, default_value_t = ViaArg::Tty)]
    via: ViaArg,

    /// With --via none: read the key that front ends show from this open file descriptor
    #[arg(
        long,
        value_name = "N",
        value_parser = expected::<u32>("the number of an open file descriptor")
    )]
    key_fd: Option<u32>,

    /// Ring the terminal's bell when a request comes
    #[arg(long)]
    bell: bool,

    /// Write no escape sequences and do not use the line editor: for expect scripts
    #[arg(long)]
    plain: bool,

    #[command(flatten)]
    socket: SocketOption,

    #[command(flatten)]
    log: LogOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ViaArg {
    /// At the terminal of this process
    #[value(alias = "auto")]
    Tty,
    /// Nowhere: only front ends with the key answer
    None,
}

pub(super) static SUBCOMMAND: Subcommand = Subcommand {
    name: "console",
    augment: Args::augment_args,
    run,
    statuses: None,
};

fn clap_command() -> Command {
    command_of(&SUBCOMMAND)
}

fn run(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    let args = Args::from_arg_matches(matches)?;
    args.log.start(clap_command)?;
    let access = access(&args)?;
    descriptor_limit::raise();
    let path = args.socket.path();
    let broker = Broker::new();
    let hub = Hub::bind(&path, broker.clone(), access)?;
    match args.via {
        ViaArg::None => {
            signals::install(Serving::new(&hub, None))?;
            print_error(&format_args!("listening at {}", path.display()));
            hub.run()?;
            Ok(ExitStatus::of_kind(OutcomeKind::Closed))
        }
        ViaArg::Tty => {
            let driver = match PromptDriver::terminal() {
                Ok(driver) => driver.plain(args.plain),
                Err(error) if error.is_no_terminal() => {
                    print_error(&format_args!(
                        "nobody to ask: {error}; run it in the foreground of a terminal, or give --via none and --key-fd to serve front ends only"
                    ));
                    return Ok(ExitStatus::of_kind(OutcomeKind::NoOperator));
                }
                Err(error) => return Err(error.into()),
            };
            let handle = driver.handle();
            signals::install(Serving::new(&hub, Some(handle.clone())))?;
            signals::wake_on_sigcont(&handle)?;
            let inbox = Arc::new(broker.inbox());
            announce(&broker, &inbox, &handle, args.bell);
            let stop = hub.handle();
            let serving = serve(hub)?;
            let ended = Repl::new(inbox, driver).run(&path);
            stop.stop();
            let served = serving.join();
            signals::note_hang_up(&handle);
            let ended = ended?;
            served.unwrap_or(Ok(()))?;
            Ok(match ended {
                End::Quit => ExitStatus::SUCCESS,
                End::Closed => ExitStatus::of_kind(OutcomeKind::Closed),
            })
        }
    }
}

/// Who may answer, from the arguments.
fn access(args: &Args) -> Result<Access, CliError> {
    match (args.via, args.key_fd) {
        (ViaArg::Tty, None) => Ok(Access::AskOperator),
        (ViaArg::None, Some(number)) => key_fd::read_key(clap_command, number).map(Access::Key),
        (ViaArg::Tty, Some(_)) => {
            let message =
                "--key-fd: a console with a prompt asks its operator: expected --via none";
            Err(CliError::usage(clap_command, message))
        }
        (ViaArg::None, None) => {
            let message =
                "--via none: nobody could answer: give a key for front ends with --key-fd";
            Err(CliError::usage(clap_command, message))
        }
    }
}

/// Tells the idle prompt of every change, and rings the bell for a new request.
fn announce(broker: &Broker, inbox: &Arc<Inbox>, handle: &DriverHandle, bell: bool) {
    let (inbox, handle) = (Arc::clone(inbox), handle.clone());
    let latest = Mutex::new(None);
    broker.on_change(move || {
        if inbox.needs_attention() {
            handle.yield_when_empty(true);
        }
        if bell && let Ok(mut latest) = latest.lock() {
            let now = inbox.latest();
            if now > *latest {
                *latest = now;
                // No text: it does not break the line that is typed. A terminal that does not
                // take it rings no bell.
                let terminal = OpenOptions::new().write(true).open("/dev/tty");
                let _ = terminal.and_then(|mut terminal| terminal.write_all(b"\x07"));
            }
        }
    });
}

fn serve(hub: Hub) -> Result<JoinHandle<Result<(), Error>>, Error> {
    thread::Builder::new()
        .name("hub".to_owned())
        .spawn(move || hub.run())
        .map_err(|error| Error::device("starting the hub", error))
}

/// A hub, with or without a prompt.
struct Serving {
    hub: HubHandle,
    driver: Option<DriverHandle>,
}

impl Serving {
    fn new(hub: &Hub, driver: Option<DriverHandle>) -> Self {
        let hub = hub.handle();
        Self { hub, driver }
    }
}

impl SignalTarget for Serving {
    fn interrupt(&self) {
        if let Some(driver) = &self.driver {
            // At a request it cancels the request, at the idle prompt it empties the line.
            let _ = driver.interrupt();
        } else {
            signals::note_interrupt();
            self.hub.stop();
        }
    }

    fn terminate(&self) {
        match &self.driver {
            Some(driver) => driver.close(),
            None => self.hub.stop(),
        }
    }

    fn driver(&self) -> Option<DriverHandle> {
        self.driver.clone()
    }
}
