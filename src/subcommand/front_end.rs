//! `ask-user pending`, `events` and `respond`: a hub for scripts, in JSON lines.

use std::io::{self, Read as _};

use ask_user::broker::RequestId;
use ask_user::dialect::json;
use ask_user::hub::{CallError, Client, Method, RpcError};
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};
use serde_json::{Value, json};

use super::{Subcommand, command_of, key_fd};
use crate::cli::exit_status::ExitStatus;
use crate::cli::output::{self, print_error};
use crate::cli::socket_option::SocketOption;
use crate::cli::{CliError, expected};

/// List the requests that wait at the console, one JSON object per line
#[derive(Debug, clap::Args)]
struct PendingArgs {
    /// Only requests of this kind
    #[arg(long, value_name = "KIND", value_parser = ["question", "approval"])]
    kind: Option<String>,

    #[command(flatten)]
    socket: SocketOption,
}

/// Print the events of the console as they happen, one JSON object per line
///
/// Ends when the console ends.
#[derive(Debug, clap::Args)]
struct EventsArgs {
    /// Begin after the event with this number; default: at the first one
    #[arg(
        long,
        value_name = "SEQ",
        value_parser = expected::<u64>("the number of an event")
    )]
    after: Option<u64>,

    #[command(flatten)]
    socket: SocketOption,
}

/// Answer a request of the console, in the operator's name
///
/// The first time, the operator is asked at the console whether this front end may answer. The
/// result then has a key: with it, later calls need not be let in again. Exits with status 0 when
/// the respond was taken, 2 when its content was not valid, 6 when the front end was not let in.
#[derive(Debug, clap::Args)]
struct RespondArgs {
    /// The id of the request
    id: String,

    /// The content, for example {"answers":{"q1":{"picks":[2]}}} or {"decision":"allow"};
    /// standard input if omitted or -
    content: Option<String>,

    /// Name of this front end, which the operator sees
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Read the key of this front end from this open file descriptor
    #[arg(
        long,
        value_name = "N",
        value_parser = expected::<u32>("the number of an open file descriptor")
    )]
    key_fd: Option<u32>,

    #[command(flatten)]
    socket: SocketOption,
}

pub(super) static PENDING: Subcommand = Subcommand {
    name: "pending",
    augment: PendingArgs::augment_args,
    run: pending,
    statuses: None,
};

pub(super) static EVENTS: Subcommand = Subcommand {
    name: "events",
    augment: EventsArgs::augment_args,
    run: events,
    statuses: None,
};

pub(super) static RESPOND: Subcommand = Subcommand {
    name: "respond",
    augment: RespondArgs::augment_args,
    run: respond,
    statuses: None,
};

fn respond_command() -> Command {
    command_of(&RESPOND)
}

/// Connects to the hub, or says that there is none.
fn connect(socket: &SocketOption) -> Result<Client, CliError> {
    let path = socket.path();
    Client::connect(&path)?.ok_or_else(|| {
        print_error(&format_args!(
            "no console listens at {}: start `ask-user console`",
            path.display()
        ));
        CliError::Reported(ExitStatus::FAILURE)
    })
}

fn print(value: &Value) -> Result<(), CliError> {
    output::print_result(&(json::line(value) + "\n"))
}

fn failed(error: CallError) -> CliError {
    CliError::from(ask_user::Error::from(error))
}

fn pending(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    let args = PendingArgs::from_arg_matches(matches)?;
    let mut hub = connect(&args.socket)?;
    let mut after: Option<RequestId> = None;
    loop {
        let mut params = json!({});
        if let Some(kind) = &args.kind {
            params["kind"] = json!(kind);
        }
        if let Some(after) = after {
            params["after"] = json!(after);
        }
        let page = hub.call(Method::Pending, &params).map_err(failed)?;
        let page = page.as_array().map(Vec::as_slice).unwrap_or_default();
        for request in page {
            print(request)?;
        }
        let last = page.last().and_then(|request| request["id"].as_str());
        match last.and_then(RequestId::parse) {
            Some(last) => after = Some(last),
            None => return Ok(ExitStatus::SUCCESS),
        }
    }
}

fn events(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    let args = EventsArgs::from_arg_matches(matches)?;
    let mut hub = connect(&args.socket)?;
    let params = match args.after {
        Some(after) => json!({"after": after}),
        None => json!({}),
    };
    hub.call(Method::Subscribe, &params).map_err(failed)?;
    loop {
        match hub.next_event() {
            Ok(event) => print(&event)?,
            Err(CallError::Gone(error)) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Ok(ExitStatus::SUCCESS);
            }
            Err(error) => return Err(failed(error)),
        }
    }
}

fn respond(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    let args = RespondArgs::from_arg_matches(matches)?;
    let content = content(args.content)?;
    let mut params = json!({"request_id": args.id, "content": content});
    if let Some(name) = args.name {
        params["name"] = json!(name);
    }
    if let Some(number) = args.key_fd {
        params["key"] = json!(key_fd::read_key(respond_command, number)?);
    }
    let mut hub = connect(&args.socket)?;
    match hub.call(Method::Respond, &params) {
        Ok(resolved) => {
            print(&resolved)?;
            Ok(ExitStatus::SUCCESS)
        }
        Err(CallError::Refused(error)) => {
            print_error(&error);
            print(&json!({"error": error.json()}))?;
            Ok(if error.code() == RpcError::NOT_LET_IN {
                ExitStatus::of_kind(ask_user::OutcomeKind::Declined)
            } else {
                ExitStatus::USAGE
            })
        }
        Err(error @ CallError::Gone(_)) => Err(failed(error)),
    }
}

/// The content of a respond, from the argument or standard input.
fn content(argument: Option<String>) -> Result<Value, CliError> {
    let text = if let Some(text) = argument.filter(|text| text != "-") {
        text
    } else {
        let mut text = String::new();
        io::stdin()
            .take(ask_user::hub::MAX_LINE as u64)
            .read_to_string(&mut text)
            .map_err(|error| ask_user::Error::device("reading standard input", error))?;
        text
    };
    serde_json::from_str(&text).map_err(|error| {
        CliError::usage(respond_command, format!("the content is not JSON: {error}"))
    })
}
