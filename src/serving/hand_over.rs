//! Hands over to the program that serves. What it is built of is most of what
//! is linked, and no other subcommand needs it: kept apart, it costs them nothing.

use std::env;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use ask_user::Error;

use crate::cli::Stop;
use crate::cli::exit::Exit;
use crate::cli::mcp::Args;

/// The program, beside this one.
const SERVER: &str = "ask-user-mcp";

pub(crate) fn run(_: &Args) -> Result<Exit, Stop> {
    let failed = |error: io::Error| {
        let what = "starting ask-user-mcp, which is installed beside this program";
        Stop::from(Error::device(what, error))
    };
    let beside = env::current_exe().map_err(failed)?.with_file_name(SERVER);
    // Returns only if it could not.
    let error = Command::new(beside).args(env::args_os().skip(1)).exec();
    Err(failed(error))
}
