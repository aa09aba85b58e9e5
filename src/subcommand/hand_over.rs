//! `ask-user mcp`: hands over to the program that serves. What it is built of is
//! most of what is linked, and no other subcommand needs it: kept apart, it costs
//! them nothing.

use std::env;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use ask_user::Error;
use clap::Args as _;

use super::{Run, Subcommand};
use crate::cli::Stop;
use crate::cli::mcp::Args;

/// The program, beside this one.
const SERVER: &str = "ask-user-mcp";

/// Stands in the help; the program that serves has a parser of its own.
pub(super) static SUBCOMMAND: Subcommand = Subcommand {
    name: "mcp",
    augment: Args::augment_args,
    run: Run::HandedOver(now),
    asks: false,
};

/// Hands over. Returns only if it could not.
fn now() -> Stop {
    let failed = |error: io::Error| {
        let what = "starting ask-user-mcp, which is installed beside this program";
        Stop::from(Error::device(what, error))
    };
    let own = match env::current_exe() {
        Ok(own) => own,
        Err(error) => return failed(error),
    };
    let mut server = Command::new(own.with_file_name(SERVER));
    // As which it shows itself in its help and its errors.
    server.arg0("ask-user mcp").args(env::args_os().skip(2));
    failed(server.exec())
}
