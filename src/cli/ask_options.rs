//! Common options of the subcommands that ask questions.

use std::num::NonZeroUsize;
use std::time::Duration;

use ask_user::core::settings::ATTEMPTS;
use ask_user::{Grammar, Layout, OnTimeout, Settings};
use clap::ValueEnum;

use super::log_options::LogOptions;

/// How a question is asked, and where.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Asking")]
pub(crate) struct AskOptions {
    /// Where the operator is; `mcp` also takes a list, tried in this order
    #[arg(
        long,
        value_name = "WHERE",
        env = "ASK_USER_VIA",
        value_enum,
        value_delimiter = ',',
        default_value = "auto"
    )]
    pub(crate) via: Vec<Via>,

    /// Give up after this many seconds without a key press; 0 means no timeout
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=YEAR))]
    timeout: u64,

    /// What happens when the timeout has passed
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = OnTimeoutArg::Refuse)]
    on_timeout: OnTimeoutArg,

    /// End a question after this many invalid lines in a row
    #[arg(long, value_name = "N", default_value_t = ATTEMPTS)]
    attempts: NonZeroUsize,

    /// Show a question on one line or as a list; auto uses one line if it fits
    #[arg(long, value_name = "LAYOUT", value_enum, default_value_t = LayoutArg::Auto)]
    layout: LayoutArg,

    /// Write no escape sequences and do not use the line editor: for expect scripts
    #[arg(long)]
    pub(crate) plain: bool,

    /// Send the answers to several questions without a review
    #[arg(long)]
    no_review: bool,

    /// Name of the asking program, for an operator who answers many programs at one
    /// console
    #[arg(long, value_name = "NAME")]
    from: Option<String>,

    #[command(flatten)]
    pub(crate) log: LogOptions,
}

/// One year in seconds: the maximum timeout.
const YEAR: u64 = 365 * 24 * 60 * 60;

impl AskOptions {
    /// The settings from these options, with the grammar of the call.
    pub(crate) fn settings(&self, grammar: Grammar) -> Settings {
        Settings {
            grammar,
            attempts: self.attempts,
            timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
            on_timeout: match self.on_timeout {
                OnTimeoutArg::Refuse => OnTimeout::Refuse,
                OnTimeoutArg::Recommended => OnTimeout::Recommended,
            },
            layout: match self.layout {
                LayoutArg::Auto => Layout::Auto,
                LayoutArg::Line => Layout::Line,
                LayoutArg::List => Layout::List,
            },
            review: !self.no_review,
        }
    }
}

/// Where the operator is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Via {
    /// At the terminal of this process, else nobody; for `mcp`: `elicitation`
    Auto,
    /// At the terminal of this process
    Tty,
    /// On standard input; prompts go to standard error
    Stdin,
    /// At a console that serves this machine (not in this version)
    Console,
    /// At the MCP client, which shows a form (`mcp` only)
    Elicitation,
    /// Nowhere: every question is refused
    None,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OnTimeoutArg {
    /// The call ends as timed out
    Refuse,
    /// The recommended choice is taken and marked; without one, same as refuse
    Recommended,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LayoutArg {
    /// One line if a plain question fits on a row of the terminal, else a list
    Auto,
    /// Always one line, of any length
    Line,
    /// One row for each choice
    List,
}
