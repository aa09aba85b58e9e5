//! The options that every asking subcommand shares.

use std::num::NonZeroUsize;
use std::time::Duration;

use ask_user::core::settings::ATTEMPTS;
use ask_user::{Grammar, Layout, OnTimeout, Settings};
use clap::ValueEnum;

use super::log_options::LogOptions;

/// How a question is put, and where.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "AskOptions")]
pub(crate) struct AskOptions {
    /// Where the operator is; for `mcp` also several, tried in this order
    #[arg(
        long,
        value_name = "WHERE",
        env = "ASK_USER_VIA",
        value_enum,
        value_delimiter = ',',
        default_value = "auto"
    )]
    pub(crate) via: Vec<Via>,

    /// Give up after this many seconds without a key; 0 waits without limit
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=YEAR))]
    timeout: u64,

    /// What the end of the timeout means
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = AtTimeout::Refuse)]
    on_timeout: AtTimeout,

    /// How many invalid lines in a row end a question
    #[arg(long, value_name = "N", default_value_t = ATTEMPTS)]
    attempts: NonZeroUsize,

    /// One line or a list; auto takes one line where it fits
    #[arg(long, value_name = "LAYOUT", value_enum, default_value_t = Shape::Auto)]
    layout: Shape,

    /// Write no escape sequence at all and edit no line: for expect scripts
    #[arg(long)]
    pub(crate) plain: bool,

    /// Send several answers without a last look
    #[arg(long)]
    no_review: bool,

    /// Who asks, for an operator who answers many programs at one console
    #[arg(long, value_name = "NAME")]
    from: Option<String>,

    #[command(flatten)]
    pub(crate) log: LogOptions,
}

/// A year, in seconds: the longest timeout.
const YEAR: u64 = 365 * 24 * 60 * 60;

impl AskOptions {
    pub(crate) fn settings(&self, grammar: Grammar) -> Settings {
        Settings {
            grammar,
            attempts: self.attempts,
            timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
            on_timeout: match self.on_timeout {
                AtTimeout::Refuse => OnTimeout::Refuse,
                AtTimeout::Recommended => OnTimeout::Recommended,
            },
            layout: match self.layout {
                Shape::Auto => Layout::Auto,
                Shape::Line => Layout::Line,
                Shape::List => Layout::List,
            },
            review: !self.no_review,
        }
    }
}

/// Where the operator is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Via {
    /// At the terminal of this process, else nobody; for `mcp` as `elicitation`
    Auto,
    /// At the terminal of this process
    Tty,
    /// Behind standard input; prompts go to standard error
    Stdin,
    /// At a console that serves this machine (not in this version)
    Console,
    /// Behind an MCP client, as its form (`mcp` only)
    Elicitation,
    /// Nowhere: refuse every question
    None,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum AtTimeout {
    /// The call ends as timed out
    Refuse,
    /// The recommended choice is taken and marked; without one as refuse
    Recommended,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shape {
    /// One line where a plain question fits on a row of the terminal
    Auto,
    /// One line, however long
    Line,
    /// One row for each choice
    List,
}
