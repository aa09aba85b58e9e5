//! `ask-user wait`: the result of a request that was asked with `--detach`.

use std::time::Duration;

use ask_user::broker::{RequestId, Resolution};
use ask_user::dialect::json;
use ask_user::hub::{Client, TicketEnd};
use ask_user::{Error, OutcomeKind};
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};
use serde_json::{Value, json};

use super::exit_status_help::SmallStatuses;
use super::{Subcommand, ask, call, command_of, confirm, detached};
use crate::cli::CliError;
use crate::cli::ask_options::parse_timeout;
use crate::cli::exit_status::ExitStatus;
use crate::cli::output::{self, print_error};
use crate::cli::socket_option::SocketOption;

/// Wait for the result of a request that was asked with --detach
///
/// Prints what `ask`, `confirm` or `call` would have printed, and exits with the same status.
/// Status 124 and {"pending":true} mean that it still waits: wait again later. The result can
/// be fetched again until the ticket expires, or until the console needs the room.
#[derive(Debug, clap::Args)]
struct Args {
    /// The ticket
    ticket: String,

    /// Give up after this time: whole seconds, or 90s, 2m, 1h; 0 looks once. Default: wait as
    /// long as it takes
    #[arg(long, value_name = "TIME", value_parser = parse_timeout)]
    timeout: Option<Duration>,

    #[command(flatten)]
    socket: SocketOption,
}

pub(super) static SUBCOMMAND: Subcommand = Subcommand {
    name: "wait",
    augment: Args::augment_args,
    run,
    statuses: Some(SmallStatuses::Later),
};

fn clap_command() -> Command {
    command_of(&SUBCOMMAND)
}

fn run(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    // The request may be one of `confirm`.
    wait(matches).map_err(confirm::never_no)
}

fn wait(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    let args = Args::from_arg_matches(matches)?;
    let Some(ticket) = RequestId::parse(&args.ticket) else {
        let message = format!(
            "expected a ticket such as req-7, found \"{}\"",
            ask_user::core::sanitize::excerpt(&args.ticket, 60)
        );
        return Err(CliError::usage(clap_command, message));
    };
    let path = args.socket.path();
    let Some(mut hub) = Client::connect(&path)? else {
        print_error(&format_args!(
            "no console listens at {}, and a ticket ends with its console",
            path.display()
        ));
        return Err(CliError::Reported(ExitStatus::USAGE));
    };
    match hub.wait(ticket, args.timeout) {
        Ok(Some(end)) => print(&end),
        Ok(None) => {
            print_line(&json!({"pending": true}))?;
            Ok(ExitStatus::of_kind(OutcomeKind::TimedOut))
        }
        Err(error) if error.is_bad_request() => {
            print_error(&error.message());
            Err(CliError::Reported(ExitStatus::USAGE))
        }
        Err(error) => Err(error.into()),
    }
}

/// Prints the end as its asker would have.
fn print(end: &TicketEnd) -> Result<ExitStatus, CliError> {
    let command = end.context[detached::COMMAND].as_str().unwrap_or_default();
    match (command, &end.resolution) {
        ("ask", Resolution::Questions(asked)) => ask::print_later(&end.context, asked.clone()),
        ("call", Resolution::Questions(asked)) => call::print_later(&end.context, asked),
        ("confirm", Resolution::Approval(approval)) => {
            confirm::print_later(&end.context, approval.clone())
        }
        // It was asked by another program, in the shape of the wire.
        (_, resolution) => {
            print_line(&end.result)?;
            Ok(ExitStatus::of_kind(resolution.outcome()))
        }
    }
}

fn print_line(value: &Value) -> Result<(), CliError> {
    output::print_result(&(json::line(value) + "\n"))
}

/// The error for a ticket whose context another version has written.
pub(super) fn unknown_context() -> CliError {
    Error::bad_request(
        "",
        "the ticket was written by another version of this program",
    )
    .into()
}
