//! Shared code of the subcommands: common options, errors, output, exit status, signals.

pub(crate) mod ask_options;
pub(crate) mod decode_options;
pub(crate) mod descriptor_limit;
pub(crate) mod detach_options;
mod error;
pub(crate) mod exit_status;
mod expected;
pub(crate) mod log_options;
pub(crate) mod output;
pub(crate) mod signals;
pub(crate) mod socket_option;

pub(crate) use error::{CliError, CommandBuilder};
pub(crate) use expected::expected;
