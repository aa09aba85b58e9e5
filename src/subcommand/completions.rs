//! `ask-user completions`: prints shell completion scripts.

use clap::{ArgMatches, Args as _, FromArgMatches as _};
use clap_complete::Shell;

use super::{ALL, Subcommand, command};
use crate::cli::exit_status::ExitStatus;
use crate::cli::{CliError, output};

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
    run,
    statuses: None,
};

fn run(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    let args = Args::from_arg_matches(matches)?;
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(ALL), "ask-user", &mut script);
    output::print_result(&String::from_utf8_lossy(&script))?;
    Ok(ExitStatus::SUCCESS)
}
