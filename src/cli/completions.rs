//! `ask-user completions`: completion scripts for shells.

use clap::{ArgMatches, FromArgMatches as _};
use clap_complete::Shell;

use super::exit::Exit;
use super::{SUBCOMMANDS, Stop, command, output};

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) const NAME: &str = "completions";

pub(crate) fn run(matches: &ArgMatches) -> Result<Exit, Stop> {
    let args = Args::from_arg_matches(matches)?;
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut command(SUBCOMMANDS),
        "ask-user",
        &mut script,
    );
    output::result(&String::from_utf8_lossy(&script))?;
    Ok(Exit::SUCCESS)
}
