//! `ask-user completions`: completion scripts for shells.

use clap_complete::Shell;

use super::exit::Exit;
use super::{Stop, command, output};

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "ask-user", &mut script);
    output::result(&String::from_utf8_lossy(&script))?;
    Ok(Exit::SUCCESS)
}
