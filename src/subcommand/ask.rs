//! `ask-user ask`: asks one question, for shell scripts.

use std::path::PathBuf;

use ask_user::core::sanitize::is_blank;
use ask_user::dialect::{json, native};
use ask_user::{Answer, AnswerValue, Error, FreeText, Grammar, Outcome, Pick, Question};
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _, ValueEnum};

use super::operator::Operator;
use super::{Subcommand, command_of, input, operator};
use crate::cli::CliError;
use crate::cli::ask_options::AskOptions;
use crate::cli::exit_status::ExitStatus;
use crate::cli::output;

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
struct Args {
    /// The question
    question: String,

    /// The choices; put choices that begin with a dash after `--`
    #[arg(value_name = "CHOICE")]
    choices: Vec<String>,

    /// Accept any line that is not a number as the answer
    #[arg(short = 't', long, conflicts_with = "other")]
    allow_free_text: bool,

    /// Add a last row, Other, for an answer in the operator's own words
    #[arg(short, long)]
    other: bool,

    /// Mark choice N (counted from 1) as recommended; Enter does not take it
    #[arg(short, long, value_name = "N")]
    recommended: Option<usize>,

    /// Let Enter take choice N (counted from 1); with --multi repeat it for more
    #[arg(short, long, value_name = "N")]
    default: Vec<usize>,

    /// Allow any number of picks
    #[arg(short, long)]
    multi: bool,

    /// Require at least N picks
    #[arg(long, value_name = "N", requires = "multi")]
    min: Option<usize>,

    /// Allow at most N picks
    #[arg(long, value_name = "N", requires = "multi")]
    max: Option<usize>,

    /// Read the answer without showing it
    #[arg(short, long)]
    secret: bool,

    /// What a typed line can mean: also commands, or only numbers and text
    #[arg(long, value_name = "GRAMMAR", value_enum, default_value_t = GrammarArg::Full)]
    grammar: GrammarArg,

    /// Add choices from a file, one per line; - is standard input
    #[arg(long, value_name = "FILE")]
    choices_from: Option<PathBuf>,

    /// Output format of the answer
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Json)]
    format: Format,

    #[command(flatten)]
    asking: AskOptions,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum GrammarArg {
    /// Only numbers and text: for scripts that pipe arbitrary text
    Strict,
    /// Numbers, text and commands
    Full,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// One JSON object, for every outcome
    Json,
    /// The labels or the text, one per line; nothing if there is no answer
    Text,
    /// The numbers of the choices, one per line; nothing for text or without an answer
    Index,
}

pub(super) static SUBCOMMAND: Subcommand = Subcommand {
    name: "ask",
    augment: Args::augment_args,
    run,
    asks: true,
};

fn clap_command() -> Command {
    command_of(&SUBCOMMAND)
}

fn run(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    let args = Args::from_arg_matches(matches)?;
    args.asking.log.start(clap_command)?;
    let reads_stdin = args.choices_from.as_deref().is_some_and(input::is_stdin);
    let via = operator::resolve_via(
        &args.asking,
        clap_command,
        reads_stdin.then_some("the choices"),
    )?;
    let question = question(&args)?;
    let grammar = match args.grammar {
        GrammarArg::Strict => Grammar::Strict,
        GrammarArg::Full => Grammar::Full,
    };
    let asked = Operator::bind(via, args.asking.plain).and_then(|operator| {
        let settings = args.asking.settings(grammar);
        Ok((operator.ask.ask_with(&question, &settings)?, operator))
    });
    let (outcome, operator) = match asked {
        Ok(asked) => asked,
        Err(error) => return report_failure(args.format, error),
    };
    let status = operator.exit_status(outcome.kind());
    operator::explain_no_operator(via, &outcome);
    output::print_result(&format_outcome(args.format, &outcome))?;
    // The process ends now. Freeing up to 100,000 choices would only take time.
    std::mem::forget(question);
    Ok(status)
}

/// Reports a broken device. Also such a run prints one result.
fn report_failure(format: Format, error: Error) -> Result<ExitStatus, CliError> {
    match format {
        Format::Json => {
            let shown = serde_json::json!({"answered": false, "reason": error.message()});
            output::print_result(&(json::line(&shown) + "\n"))?;
        }
        Format::Text | Format::Index => {}
    }
    Err(error.into())
}

fn question(args: &Args) -> Result<Question, CliError> {
    let mut question = Question::new(args.question.as_str())
        .with_choices(args.choices.iter().map(String::as_str))
        .secret(args.secret);
    if let Some(path) = &args.choices_from {
        let bytes = input::read(clap_command, path)?;
        let refuse = |what: &str| {
            CliError::usage(
                clap_command,
                format!("--choices-from {}: {what}", path.display()),
            )
        };
        let text = std::str::from_utf8(&bytes).map_err(|_| refuse("not UTF-8"))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.is_empty() {
            return Err(refuse("no line: expected one choice a line"));
        }
        if let Some(index) = text.lines().position(is_blank) {
            let line = index + 1;
            return Err(refuse(&format!(
                "line {line} is blank: expected one choice a line"
            )));
        }
        question = question.with_choices(text.lines());
    }
    if args.allow_free_text {
        question = question.free_text(FreeText::Inline);
    }
    if args.other {
        question = question.free_text(FreeText::Other);
    }
    if let Some(number) = args.recommended {
        question = question.recommended(number);
    }
    for &number in &args.default {
        question = question.default_choice(number);
    }
    question = question.multi(args.multi);
    if let Some(picks) = args.min {
        question = question.min(picks);
    }
    if let Some(picks) = args.max {
        question = question.max(picks);
    }
    match question.check() {
        Ok(()) => Ok(question),
        Err(error) => Err(CliError::usage(
            clap_command,
            format!("{}: {error}", error.field()),
        )),
    }
}

fn format_outcome(format: Format, outcome: &Outcome) -> String {
    let Some(answer) = outcome.answer() else {
        return match format {
            Format::Json => json::line(&native::result(outcome)) + "\n",
            Format::Text | Format::Index => String::new(),
        };
    };
    let lines: Vec<String> = match format {
        Format::Json => vec![json::line(&native::result(outcome))],
        Format::Index => picks(answer)
            .iter()
            .map(|pick| pick.number.to_string())
            .collect(),
        Format::Text => {
            let labels = picks(answer).into_iter().map(|pick| pick.label.clone());
            let secret = answer.secret().map(|secret| secret.expose().to_owned());
            let text = answer.text().map(str::to_owned).or(secret);
            labels.chain(text).collect()
        }
    };
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The picked choices, in the order of the menu.
fn picks(answer: &Answer) -> Vec<&Pick> {
    match answer.value() {
        AnswerValue::Pick(pick) => vec![pick],
        AnswerValue::Picks(picks) => picks.in_menu_order(),
        AnswerValue::Text(_) | AnswerValue::Secret(_) | AnswerValue::LeftOut => Vec::new(),
    }
}
