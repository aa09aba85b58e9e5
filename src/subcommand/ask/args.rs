//! The arguments of `ask-user ask`.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::ask_options::AskOptions;
use crate::cli::detach_options::DetachOptions;
use crate::cli::expected;

/// Ask one question and print the answer
///
/// Without choices the answer is text. At the prompt: a number picks a choice,
/// `? 2` shows all about choice 2, `/text` finds choices, `! reason` declines,
/// `~ text` asks to talk first, `2 # note` adds a note; Ctrl+C cancels.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(super) struct Args {
    /// The question
    pub(super) question: String,

    /// The choices; put choices that begin with a dash after `--`
    #[arg(value_name = "CHOICE")]
    pub(super) choices: Vec<String>,

    /// Accept any line that is not a number as the answer
    #[arg(short = 't', long, conflicts_with = "other")]
    pub(super) allow_free_text: bool,

    /// Add a last row, Other, for an answer in the operator's own words
    #[arg(short, long)]
    pub(super) other: bool,

    /// Mark choice N (counted from 1) as recommended; Enter does not take it
    #[arg(
        short,
        long,
        value_name = "N",
        value_parser = expected::<usize>("the number of a choice, counted from 1")
    )]
    pub(super) recommended: Option<usize>,

    /// Let Enter take choice N (counted from 1), with --multi repeat it for more; without
    /// choices, let Enter take this text
    #[arg(short, long, value_name = "N|TEXT")]
    pub(super) default: Vec<String>,

    /// Allow any number of picks
    #[arg(short, long)]
    pub(super) multi: bool,

    /// Require at least N picks with --multi, or a number of at least N with --type
    #[arg(long, value_name = "N")]
    pub(super) min: Option<String>,

    /// Allow at most N picks with --multi, or a number of at most N with --type
    #[arg(long, value_name = "N")]
    pub(super) max: Option<String>,

    /// Accept only a text of this type
    #[arg(long = "type", value_name = "TYPE", value_enum)]
    pub(super) kind: Option<TypeArg>,

    /// Accept only a text that matches this regular expression (of JavaScript) anywhere;
    /// ^ and $ are its ends
    #[arg(long, value_name = "REGEX")]
    pub(super) pattern: Option<String>,

    /// Read the answer without showing it
    #[arg(short, long, conflicts_with = "multi")]
    pub(super) secret: bool,

    /// What a typed line can mean: also commands, or only numbers and text
    #[arg(long, value_name = "GRAMMAR", value_enum, default_value_t = GrammarArg::Full)]
    pub(super) grammar: GrammarArg,

    /// Add choices from a file, one per line; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(super) choices_from: Option<PathBuf>,

    /// Read each line of that file as columns with a tab between them: the value that is
    /// given back, the label, the description
    #[arg(long, requires = "choices_from")]
    pub(super) tsv: bool,

    /// Output format of the answer
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Json)]
    pub(super) format: Format,

    #[command(flatten)]
    pub(super) asking: AskOptions,

    #[command(flatten)]
    pub(super) detach: DetachOptions,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum GrammarArg {
    /// Only numbers and text: for scripts that pipe arbitrary text
    Strict,
    /// Numbers, text and commands
    Full,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Format {
    /// One JSON object, for every outcome
    Json,
    /// The labels (with --tsv the values) or the text, one per line; nothing if there is
    /// no answer
    Text,
    /// The numbers of the choices, one per line; nothing for text or without an answer
    Index,
}

impl Format {
    /// Its name on the command line.
    pub(super) fn word(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::from_str(word, false).ok()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TypeArg {
    /// A whole number, such as 12 or -3
    Integer,
    /// A number, such as 12 or 0.5
    Number,
    /// An email address
    Email,
    /// An address with a scheme and a host, such as `https://example.org`
    Url,
    /// A date, such as 2026-02-28
    Date,
    /// A date with a time and an offset, such as 2026-02-28T10:00:00Z
    DateTime,
}
