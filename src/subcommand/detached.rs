//! `--detach`: posts a request at a console and prints its ticket.

use ask_user::broker::RequestId;
use ask_user::dialect::json;
use ask_user::hub::Client;
use ask_user::{Error, Outcome};
use serde_json::json;

use crate::cli::ask_options::{AskOptions, Via};
use crate::cli::output::{self, print_error};
use crate::cli::{CliError, CommandBuilder};

/// The name of the subcommand in what is kept with a ticket.
pub(super) const COMMAND: &str = "command";

/// The error for a secret question.
pub(super) const SECRET: &str =
    "--detach: a secret goes only to a program that waits for it: leave --detach out";

/// What became of a request that nobody waits for.
pub(super) enum Detached {
    /// Its ticket is printed.
    Posted,
    /// Nobody can be asked. This is the outcome to print.
    Nobody(Outcome),
}

/// Posts at the console, and prints the ticket.
///
/// # Errors
/// `--via` names another place. The hub refuses the request.
pub(super) fn post(
    asking: &AskOptions,
    via: Via,
    command: CommandBuilder,
    post: impl FnOnce(&mut Client, &str) -> Result<RequestId, Error>,
) -> Result<Detached, CliError> {
    match via {
        Via::Auto | Via::Console => {}
        Via::None => {
            print_error(&"nobody to ask: --via none");
            return Ok(Detached::Nobody(nobody()));
        }
        Via::Tty | Via::Stdin | Via::Elicitation => {
            let message =
                "--detach: only a console keeps a request: expected --via auto or console";
            return Err(CliError::usage(command, message));
        }
    }
    let path = asking.socket.path();
    let Some(mut hub) = Client::connect(&path)? else {
        print_error(&format_args!(
            "nobody to ask later: no console listens at {}: start `ask-user console`",
            path.display()
        ));
        return Ok(Detached::Nobody(nobody()));
    };
    let ticket = post(&mut hub, &asking.from())?;
    output::print_result(&(json::line(&json!({"ticket": ticket})) + "\n"))?;
    Ok(Detached::Posted)
}

fn nobody<A>() -> Outcome<A> {
    Outcome::NoOperator(ask_user::NoOperatorReason::Nobody)
}
