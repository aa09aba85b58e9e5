//! `ask-user ask`: asks one question, for shell scripts.

mod args;
mod choices;
mod question;
mod text_rule;

use ask_user::dialect::{json, native};
use ask_user::{Answer, AnswerValue, Error, Grammar, Outcome, Pick, Request, RequestOutcome};
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};
use serde_json::{Value, json};

use self::args::{Args, Format, GrammarArg};
use self::choices::Values;
use super::detached::{self, Detached};
use super::exit_status_help::SmallStatuses;
use super::operator::Operator;
use super::{Subcommand, command_of, input, operator, wait};
use crate::cli::CliError;
use crate::cli::exit_status::ExitStatus;
use crate::cli::output;

pub(super) static SUBCOMMAND: Subcommand = Subcommand {
    name: "ask",
    augment: Args::augment_args,
    run,
    statuses: Some(SmallStatuses::Usual),
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
    let (question, values) = question::build(&args)?;
    let grammar = match args.grammar {
        GrammarArg::Strict => Grammar::Strict,
        GrammarArg::Full => Grammar::Full,
    };
    if let Some(expires) = args.detach.expires() {
        if question.is_secret() {
            return Err(CliError::usage(clap_command, detached::SECRET));
        }
        let settings = args.asking.settings(grammar);
        let context = json!({
            detached::COMMAND: SUBCOMMAND.name,
            "format": args.format.word(),
            "values": values.to_json(),
        });
        let request = Request::from(question);
        let posted = detached::post(&args.asking, via, clap_command, |hub, from| {
            hub.ask_detached(&request, &settings, from, expires, context)
        })?;
        return match posted {
            Detached::Posted => Ok(ExitStatus::SUCCESS),
            Detached::Nobody(outcome) => print_outcome(args.format, &outcome, &values),
        };
    }
    let asked = Operator::find(via, &args.asking).and_then(|mut operator| {
        let settings = args.asking.settings(grammar);
        Ok((operator.ask(&question, &settings)?, operator))
    });
    let (outcome, operator) = match asked {
        Ok(asked) => asked,
        Err(error) => return report_failure(args.format, error),
    };
    let status = operator.exit_status(outcome.kind());
    operator::explain_no_operator(via, &outcome);
    output::print_result(&format_outcome(args.format, &outcome, &values))?;
    // The process ends now. Freeing up to 100,000 choices would only take time.
    std::mem::forget((question, values));
    Ok(status)
}

/// Prints the result of a request that was asked with `--detach`.
pub(super) fn print_later(context: &Value, asked: RequestOutcome) -> Result<ExitStatus, CliError> {
    let format = context["format"].as_str().and_then(Format::from_word);
    let format = format.ok_or_else(wait::unknown_context)?;
    let values = Values::from_json(&context["values"]);
    print_outcome(format, &asked.into_single(), &values)
}

fn print_outcome(
    format: Format,
    outcome: &Outcome,
    values: &Values,
) -> Result<ExitStatus, CliError> {
    output::print_result(&format_outcome(format, outcome, values))?;
    Ok(ExitStatus::of_kind(outcome.kind()))
}

/// Reports a broken device. Also such a run prints one result.
fn report_failure(format: Format, error: Error) -> Result<ExitStatus, CliError> {
    match format {
        Format::Json => {
            let shown = json!({"answered": false, "reason": error.message()});
            output::print_result(&(json::line(&shown) + "\n"))?;
        }
        Format::Text | Format::Index => {}
    }
    Err(error.into())
}

fn format_outcome(format: Format, outcome: &Outcome, values: &Values) -> String {
    let Some(answer) = outcome.answer() else {
        return match format {
            Format::Json => json::line(&native::result(outcome)) + "\n",
            Format::Text | Format::Index => String::new(),
        };
    };
    let lines: Vec<String> = match format {
        Format::Json => vec![json::line(
            &values.in_result(native::result(outcome), answer),
        )],
        Format::Index => picks(answer)
            .iter()
            .map(|pick| pick.number.to_string())
            .collect(),
        Format::Text => {
            let labels = picks(answer)
                .into_iter()
                .map(|pick| values.of(pick).to_owned());
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
