//! `ask-user confirm`: yes or no, for `if` in a shell script.

use ask_user::broker::Approval;
use ask_user::dialect::json;
use ask_user::{Answer, Error, Grammar, Outcome, OutcomeKind, Question};
use clap::builder::PossibleValue;
use clap::{ArgMatches, Args as _, FromArgMatches as _, ValueEnum};
use serde_json::{Value, json};

use super::detached::{self, Detached};
use super::exit_status_help::SmallStatuses;
use super::operator::{self, Operator};
use super::{Subcommand, command_of, wait};
use crate::cli::ask_options::AskOptions;
use crate::cli::detach_options::DetachOptions;
use crate::cli::exit_status::ExitStatus;
use crate::cli::output::{self, print_error};
use crate::cli::{CliError, CommandBuilder};

/// Ask for yes or no: the exit status is 0 for yes and 1 for no
///
/// At the prompt: 1, y or yes; 2, n or no; `2 # note` adds a note, `! reason` declines,
/// `~ text` asks to talk first; Ctrl+C cancels. Whatever is no answer is no No: it has an
/// exit status of its own.
#[derive(Debug, clap::Args)]
struct Args {
    /// The question
    question: String,

    /// Let Enter take this answer
    #[arg(short, long, value_name = "ANSWER", value_enum)]
    default: Option<YesOrNo>,

    /// Output format of the answer
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Json)]
    format: Format,

    #[command(flatten)]
    asking: AskOptions,

    #[command(flatten)]
    detach: DetachOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum YesOrNo {
    Yes,
    No,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// One JSON object, for every outcome
    Json,
    /// yes or no; nothing if there is no answer
    Text,
}

pub(super) static SUBCOMMAND: Subcommand = Subcommand {
    name: "confirm",
    augment: Args::augment_args,
    run,
    statuses: Some(SmallStatuses::YesOrNo),
};

const COMMAND: CommandBuilder = || command_of(&SUBCOMMAND);

/// The answer No.
const NO: ExitStatus = ExitStatus::FAILURE;

fn run(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    confirm(matches).map_err(never_no)
}

/// 1 means No here, so whatever fails has the status of wrong arguments.
pub(super) fn never_no(error: CliError) -> CliError {
    match error {
        CliError::Failed(error) => {
            print_error(&error);
            CliError::Reported(ExitStatus::USAGE)
        }
        CliError::Reported(_) => CliError::Reported(ExitStatus::USAGE),
        usage @ CliError::Usage(_) => usage,
    }
}

fn confirm(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    let args = Args::from_arg_matches(matches)?;
    args.asking.log.start(COMMAND)?;
    let via = operator::resolve_via(&args.asking, COMMAND, None)?;
    let mut question = Question::confirm(args.question.as_str());
    if let Some(default) = args.default {
        question = question.default_choice(match default {
            YesOrNo::Yes => 1,
            YesOrNo::No => 2,
        });
    }
    if let Err(error) = question.check() {
        let message = format!("{}: {error}", error.field());
        return Err(CliError::usage(COMMAND, message));
    }
    let settings = args.asking.settings(Grammar::Full);
    if let Some(expires) = args.detach.expires() {
        let word = args.format.to_possible_value();
        let word = word.as_ref().map(PossibleValue::get_name);
        let context = json!({detached::COMMAND: SUBCOMMAND.name, "format": word});
        let default = args.default.map(|default| default == YesOrNo::Yes);
        let (question, asking) = (&args.question, &args.asking);
        let posted = detached::post(asking, via, COMMAND, |hub, from| {
            hub.approve_detached(question, default, &settings, from, expires, context)
        })?;
        return match posted {
            Detached::Posted => Ok(ExitStatus::SUCCESS),
            Detached::Nobody(outcome) => print_decided(args.format, &Decided::Not(outcome)),
        };
    }
    let asked = Operator::find(via, &args.asking).and_then(|mut operator| {
        let outcome = match &mut operator {
            Operator::Console(console) => {
                let default = args.default.map(|default| default == YesOrNo::Yes);
                Decided::from(console.approve(&args.question, default, &settings)?)
            }
            Operator::Prompt { .. } | Operator::Nobody => {
                Decided::from(operator.ask(&question, &settings)?)
            }
        };
        Ok((outcome, operator))
    });
    let (decided, operator) = match asked {
        Ok(asked) => asked,
        Err(error) => return report_failure(args.format, error),
    };
    let status = operator.exit_status(decided.kind());
    print_decision(args.format, &decided)?;
    Ok(match decided {
        Decided::Yes(_) => ExitStatus::SUCCESS,
        Decided::No(_) => NO,
        Decided::Not(_) => status,
    })
}

/// Prints the decision about a request that was asked with `--detach`.
pub(super) fn print_later(context: &Value, approval: Approval) -> Result<ExitStatus, CliError> {
    let format = context["format"].as_str();
    let format = format.and_then(|word| Format::from_str(word, false).ok());
    let format = format.ok_or_else(wait::unknown_context)?;
    print_decided(format, &Decided::from(approval))
}

fn print_decided(format: Format, decided: &Decided) -> Result<ExitStatus, CliError> {
    print_decision(format, decided)?;
    Ok(match decided {
        Decided::Yes(_) => ExitStatus::SUCCESS,
        Decided::No(_) => NO,
        Decided::Not(outcome) => ExitStatus::of_kind(outcome.kind()),
    })
}

/// What the operator decided, with a note.
enum Decided {
    Yes(Option<String>),
    No(Option<String>),
    /// Nobody decided.
    Not(Outcome),
}

impl Decided {
    fn kind(&self) -> OutcomeKind {
        match self {
            Self::Yes(_) | Self::No(_) => OutcomeKind::Answered,
            Self::Not(outcome) => outcome.kind(),
        }
    }
}

impl From<Outcome> for Decided {
    fn from(outcome: Outcome) -> Self {
        let note = |answer: &Answer| answer.note().map(str::to_owned);
        let answer = outcome.answer();
        match answer.and_then(|answer| Some((answer.confirmed()?, note(answer)))) {
            Some((true, note)) => Self::Yes(note),
            Some((false, note)) => Self::No(note),
            None => Self::Not(outcome),
        }
    }
}

impl From<Approval> for Decided {
    fn from(approval: Approval) -> Self {
        match approval {
            Approval::Allow { reason } => Self::Yes(reason),
            Approval::Deny { reason } => Self::No(reason),
            Approval::NotDecided(outcome) => {
                let outcome = outcome.with_answer(|_| None);
                Self::Not(outcome.unwrap_or(Outcome::Closed))
            }
        }
    }
}

fn print_decision(format: Format, decided: &Decided) -> Result<(), CliError> {
    let text = match format {
        Format::Json => json::line(&result(decided)) + "\n",
        Format::Text => match decided {
            Decided::Yes(_) => "yes\n".to_owned(),
            Decided::No(_) => "no\n".to_owned(),
            Decided::Not(_) => String::new(),
        },
    };
    output::print_result(&text)
}

fn result(decided: &Decided) -> Value {
    let confirmed = |confirmed: bool, note: &Option<String>| {
        let mut result = json!({"answered": true, "confirmed": confirmed});
        if let Some(note) = note {
            result["note"] = json!(note);
        }
        result
    };
    match decided {
        Decided::Yes(note) => confirmed(true, note),
        Decided::No(note) => confirmed(false, note),
        Decided::Not(outcome) => {
            json!({"answered": false, "reason": outcome.reason().unwrap_or_default()})
        }
    }
}

/// Reports a broken device. Also such a run prints one result.
fn report_failure(format: Format, error: Error) -> Result<ExitStatus, CliError> {
    match format {
        Format::Json => {
            let shown = json!({"answered": false, "reason": error.message()});
            output::print_result(&(json::line(&shown) + "\n"))?;
        }
        Format::Text => {}
    }
    Err(error.into())
}
