//! The question of `ask-user ask`, from its arguments.

use ask_user::{FreeText, Question, ValueRule as _};

use super::args::Args;
use super::choices::{self, Values};
use super::clap_command;
use super::text_rule;
use crate::cli::CliError;

/// The question, and what is given back for its choices.
pub(super) fn build(args: &Args) -> Result<(Question, Values), CliError> {
    let usage = |message: String| CliError::usage(clap_command, message);
    let (choices, values) = choices::read(args)?;
    let mut question = Question::new(args.question.as_str())
        .with_choices(choices)
        .secret(args.secret)
        .multi(args.multi);
    if args.allow_free_text {
        question = question.free_text(FreeText::Inline);
    }
    if args.other {
        question = question.free_text(FreeText::Other);
    }
    if let Some(number) = args.recommended {
        question = question.recommended(number);
    }
    question = with_default(question, args).map_err(usage)?;
    question = if args.multi {
        with_picks(question, args)
    } else {
        with_rule(question, args)
    }
    .map_err(usage)?;
    match question.check() {
        Ok(()) => Ok((question, values)),
        Err(error) => Err(usage(format!("{}: {error}", error.field()))),
    }
}

/// With the minimum and maximum number of picks.
fn with_picks(mut question: Question, args: &Args) -> Result<Question, String> {
    if args.kind.is_some() || args.pattern.is_some() {
        return Err(ONLY_TEXT.to_owned());
    }
    let count = |option: &str, text: &str| {
        text.parse()
            .map_err(|_| format!("{option} {text}: expected a number of picks"))
    };
    if let Some(picks) = &args.min {
        question = question.min(count("--min", picks)?);
    }
    if let Some(picks) = &args.max {
        question = question.max(count("--max", picks)?);
    }
    Ok(question)
}

/// With the rule of its text, if there is one. The default must keep it, too.
fn with_rule(mut question: Question, args: &Args) -> Result<Question, String> {
    let Some(rule) = text_rule::from_args(args)? else {
        return Ok(question);
    };
    if question.has_menu() {
        return Err(ONLY_TEXT.to_owned());
    }
    for text in &args.default {
        rule.check(text.trim())
            .map_err(|expected| format!("--default {text}: {expected}"))?;
        question = question.default_text(rule.normalize(text.trim()));
    }
    Ok(question.rule(rule))
}

const ONLY_TEXT: &str =
    "--type, --pattern: they are for a text answer: leave out the choices, --other and --multi";

/// With the default: the numbers of choices, or a text where there is no menu.
fn with_default(mut question: Question, args: &Args) -> Result<Question, String> {
    if question.has_menu() {
        let count = question.choices().len();
        for text in &args.default {
            let number = text.parse().map_err(|_| match count {
                0 => format!("--default {text}: a default needs a choice, and there is none"),
                count => {
                    format!("--default {text}: expected the number of a choice, from 1 to {count}")
                }
            })?;
            question = question.default_choice(number);
        }
        return Ok(question);
    }
    match args.default.as_slice() {
        [] => Ok(question),
        [text] => Ok(question.default_text(text.trim())),
        several => Err(format!(
            "--default: expected one text, found {}: only --multi takes several defaults",
            several.len()
        )),
    }
}
