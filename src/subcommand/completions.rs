//! `ask-user completions`: completion scripts for shells.

use clap::{ArgMatches, Args as _, FromArgMatches as _};
use clap_complete::Shell;

use super::{ALL, Run, Subcommand, command};
use crate::cli::exit::Exit;
use crate::cli::{Stop, output};

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) static SUBCOMMAND: Subcommand = Subcommand {
    name: "completions",
    augment: Args::augment_args,
    run: Run::Parsed(run),
    asks: false,
};

fn run(matches: &ArgMatches) -> Result<Exit, Stop> {
    let args = Args::from_arg_matches(matches)?;
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(ALL), "ask-user", &mut script);
    output::result(&String::from_utf8_lossy(&script))?;
    Ok(Exit::SUCCESS)
}
