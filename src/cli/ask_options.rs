//! Common options of the subcommands that ask questions.

use std::num::NonZeroUsize;
use std::time::Duration;

use ask_user::core::settings::ATTEMPTS;
use ask_user::{Grammar, Layout, OnTimeout, Settings};
use clap::ValueEnum;

use super::expected;
use super::log_options::LogOptions;
use super::socket_option::SocketOption;

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

    /// Give up after this time without a key press: whole seconds, or 90s, 2m, 1h; 0
    /// means no timeout
    #[arg(long, value_name = "TIME", default_value = "0", value_parser = parse_timeout)]
    timeout: Duration,

    /// What happens when the timeout has passed
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = OnTimeoutArg::Refuse)]
    on_timeout: OnTimeoutArg,

    /// End a question after this many invalid lines in a row
    #[arg(
        long,
        value_name = "N",
        default_value_t = ATTEMPTS,
        value_parser = expected::<NonZeroUsize>("a whole number, 1 or more")
    )]
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
    /// console; default: the program that started this one
    #[arg(long, value_name = "NAME")]
    pub(crate) from: Option<String>,

    #[command(flatten)]
    pub(crate) socket: SocketOption,

    #[command(flatten)]
    pub(crate) log: LogOptions,
}

/// One year in seconds: the maximum timeout.
const YEAR: u64 = 365 * 24 * 60 * 60;

/// Parses whole seconds, or a whole number of seconds, minutes or hours with its unit.
pub(crate) fn parse_timeout(text: &str) -> Result<Duration, String> {
    let (digits, unit) = match text.strip_suffix(['s', 'm', 'h']) {
        Some(digits) => (digits, text.as_bytes()[digits.len()]),
        None => (text, b's'),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("expected whole seconds, or a time such as 90s, 2m or 1h".to_owned());
    }
    let scale = match unit {
        b'h' => 60 * 60,
        b'm' => 60,
        _ => 1,
    };
    let seconds = digits
        .parse::<u64>()
        .ok()
        .and_then(|n| n.checked_mul(scale));
    seconds
        .filter(|&seconds| seconds <= YEAR)
        .map(Duration::from_secs)
        .ok_or_else(|| {
            format!(
                "expected a year at most: {YEAR} seconds, or {}h",
                YEAR / 3600
            )
        })
}

impl AskOptions {
    /// The name of who asks: given, or that of the program that started this one.
    pub(crate) fn from(&self) -> String {
        self.from.clone().unwrap_or_else(starter)
    }

    /// The settings from these options, with the grammar of the call.
    pub(crate) fn settings(&self, grammar: Grammar) -> Settings {
        Settings {
            grammar,
            attempts: self.attempts,
            timeout: (!self.timeout.is_zero()).then_some(self.timeout),
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

/// The name of the program that started this one. Empty where the system does not tell.
fn starter() -> String {
    let parent = nix::unistd::getppid();
    let name = std::fs::read_to_string(format!("/proc/{parent}/comm"));
    name.map(|name| name.trim().to_owned()).unwrap_or_default()
}

/// Where the operator is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Via {
    /// At the terminal of this process, else at a running console, else nobody; for `mcp`:
    /// at a running console, else `elicitation`
    Auto,
    /// At the terminal of this process
    Tty,
    /// On standard input; prompts go to standard error
    Stdin,
    /// At a running console (`ask-user console`)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, wanted: Option<u64>) {
        let got = parse_timeout(text).ok().map(|timeout| timeout.as_secs());
        assert_eq!(got, wanted, "{text:?}");
    }

    #[test]
    fn timeouts_are_seconds_or_have_a_unit() {
        check("0", Some(0));
        check("90", Some(90));
        check("90s", Some(90));
        check("2m", Some(120));
        check("1h", Some(3600));
        check("0h", Some(0));
        check("8760h", Some(YEAR));
        check("31536000", Some(YEAR));
        for text in [
            "",
            "s",
            "0.5",
            "0.5s",
            "-1",
            "+1",
            "1d",
            "1ms",
            "1 s",
            "1H",
            "x",
            "１",
            "8761h",
            "99999999999999999999",
            "99999999999999999h",
        ] {
            check(text, None);
        }
    }
}
