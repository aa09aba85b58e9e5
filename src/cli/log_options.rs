//! `--log` and `--log-file`: diagnostics to standard error or a file, never to
//! standard output.

use std::fs::{File, OpenOptions};
use std::path::PathBuf;
use std::str::FromStr as _;
use std::sync::Mutex;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::{CliError, CommandBuilder};

/// Whether diagnostics are logged, and where.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Diagnostics")]
pub(crate) struct LogOptions {
    /// Log what happens: a level (error, warn, info, debug, trace) or a list such as
    /// `oc_chat::tools=debug`. Answers to secret questions are never logged
    #[arg(long, value_name = "FILTER", env = "ASK_USER_LOG")]
    log: Option<String>,

    /// Append the log to this file instead of standard error
    #[arg(long, value_name = "PATH", requires = "log")]
    log_file: Option<PathBuf>,
}

impl LogOptions {
    /// Starts logging, if `--log` was given.
    pub(crate) fn start(&self, command: CommandBuilder) -> Result<(), CliError> {
        let Some(filter) = self.log.as_deref().filter(|filter| !filter.is_empty()) else {
            return Ok(());
        };
        let targets = Targets::from_str(filter).map_err(|_| {
            let wanted =
                "a level (error, warn, info, debug, trace), or a list such as oc_chat::tools=debug";
            CliError::usage(command, format!("--log {filter}: expected {wanted}"))
        })?;
        let lines = tracing_subscriber::fmt::layer().with_ansi(false);
        let registry = tracing_subscriber::registry().with(targets);
        match &self.log_file {
            Some(path) => {
                let file = open(path).map_err(|error| {
                    let path = path.display();
                    CliError::usage(command, format!("--log-file {path}: {error}"))
                })?;
                registry.with(lines.with_writer(Mutex::new(file))).init();
            }
            None => registry.with(lines.with_writer(std::io::stderr)).init(),
        }
        Ok(())
    }
}

fn open(path: &PathBuf) -> std::io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}
