//! Options for a request that is answered later.

use std::time::Duration;

use super::ask_options::parse_timeout;

/// Whether the program waits for the answer.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Asking")]
pub(crate) struct DetachOptions {
    /// Do not wait: post the request at the console, print {"ticket": ...}, and let `ask-user
    /// wait` fetch the result
    #[arg(long)]
    detach: bool,

    /// With --detach: withdraw the request and forget its result after this time
    #[arg(
        long,
        value_name = "TIME",
        default_value = "24h",
        requires = "detach",
        value_parser = parse_timeout
    )]
    expires: Duration,
}

impl DetachOptions {
    /// For how long the ticket lives. `None` if the program waits itself.
    pub(crate) fn expires(&self) -> Option<Duration> {
        self.detach.then_some(self.expires)
    }
}
