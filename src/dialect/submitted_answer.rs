//! Validates an answer that was submitted as data, not typed at a prompt.
//!
//! The rules are those of the dialog, but picks and text are separate fields. A pick is
//! always the number of a choice. Text is never parsed as a number.

use std::collections::HashSet;

use serde::Deserialize;

use crate::core::{Answer, AnswerValue, FreeText, Number, Pick, Picks, Question};
use crate::error::Error;

/// One answer as it was submitted. The picks are numbers of choices, from 1.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct SubmittedAnswer {
    pub(crate) picks: Option<Vec<usize>>,
    pub(crate) text: Option<String>,
    pub(crate) note: Option<String>,
}

/// The paths of the parts of an answer, for error messages.
pub(crate) struct Paths {
    pub(crate) whole: String,
    pub(crate) picks: String,
    pub(crate) text: String,
    pub(crate) note: String,
}

impl Paths {
    /// The paths for an answer that is an object with its parts as members.
    #[cfg(feature = "broker")]
    pub(crate) fn within(whole: String) -> Self {
        Self {
            picks: format!("{whole}.picks"),
            text: format!("{whole}.text"),
            note: format!("{whole}.note"),
            whole,
        }
    }
}

/// Whether a question must have an answer. `is_only` means that it is the only question
/// of its request.
pub(crate) fn needs_answer(question: &Question, is_only: bool) -> bool {
    question.is_required() || (is_only && !question.is_optional())
}

/// The result for a question without a submitted answer. An optional question is left
/// out; any other question is skipped, which gives `None`.
///
/// # Errors
/// A bad request if the question needs an answer.
pub(crate) fn missing(
    question: &Question,
    is_only: bool,
    path: &str,
) -> Result<Option<Answer>, Error> {
    if needs_answer(question, is_only) {
        return Err(Error::bad_request(
            path,
            "missing: this question needs an answer",
        ));
    }
    Ok(question
        .is_optional()
        .then(|| Answer::new(AnswerValue::LeftOut)))
}

/// Validates a submitted answer.
///
/// # Errors
/// A bad request with the path of the part that breaks a rule of the question.
pub(crate) fn answer(
    question: &Question,
    given: &SubmittedAnswer,
    paths: &Paths,
) -> Result<Answer, Error> {
    let picks = picks(
        question,
        given.picks.as_deref().unwrap_or_default(),
        &paths.picks,
    )?;
    let text = text(question, given.text.as_deref(), &paths.text)?;
    let note = given.note.as_deref().map(str::trim);
    let note = note.filter(|note| !note.is_empty()).map(str::to_owned);
    if note.is_some() && picks.is_empty() {
        return Err(Error::bad_request(
            &paths.note,
            "a note goes with a pick, found none",
        ));
    }
    let value = if question.is_multi() {
        if given.picks.is_none() && text.is_none() {
            return Err(missing_value(&paths.whole));
        }
        let count = picks.len() + usize::from(text.is_some());
        check_count(question, count, &paths.picks)?;
        AnswerValue::Picks(Picks {
            // As at the prompt, the note belongs to the last pick.
            noted: picks
                .last()
                .map(|pick| pick.number)
                .filter(|_| note.is_some()),
            ticked: picks,
            text,
        })
    } else {
        single_value(picks, text, paths)?
    };
    Ok(Answer::new(value).with_note(note))
}

/// The answer value of a question that takes one pick or a text.
fn single_value(
    mut picks: Vec<Pick>,
    text: Option<String>,
    paths: &Paths,
) -> Result<AnswerValue, Error> {
    match (picks.len(), picks.pop(), text) {
        (1, Some(pick), None) => Ok(AnswerValue::Pick(pick)),
        (_, None, Some(text)) => Ok(AnswerValue::Text(text)),
        (_, None, None) => Err(missing_value(&paths.whole)),
        (1, Some(_), Some(_)) => {
            let message = "expected a pick or a text, found both";
            Err(Error::bad_request(&paths.text, message))
        }
        (count, Some(_), _) => {
            let message = format!("expected one pick, found {count}");
            Err(Error::bad_request(&paths.picks, message))
        }
    }
}

fn missing_value(path: &str) -> Error {
    Error::bad_request(path, "expected picks or a text, found neither")
}

fn picks(question: &Question, numbers: &[usize], path: &str) -> Result<Vec<Pick>, Error> {
    let mut seen = HashSet::new();
    let picked = numbers.iter().enumerate().map(|(index, &number)| {
        let at = || format!("{path}[{index}]");
        let pick = Number::new(number).and_then(|number| pick(question, number));
        let pick = pick.ok_or_else(|| {
            Error::bad_request(at(), out_of_range(number, question.choices().len()))
        })?;
        if seen.insert(number) {
            Ok(pick)
        } else {
            let message = format!("{number} is picked twice");
            Err(Error::bad_request(at(), message))
        }
    });
    picked.collect()
}

fn out_of_range(number: usize, count: usize) -> String {
    match count {
        0 => format!("{number} is not on the menu: there are no choices"),
        count => format!("{number} is not on the menu: expected a number from 1 to {count}"),
    }
}

fn pick(question: &Question, number: Number) -> Option<Pick> {
    let label = question.choices().get(number.index())?.label().to_owned();
    Some(Pick { number, label })
}

fn text(question: &Question, text: Option<&str>, path: &str) -> Result<Option<String>, Error> {
    let Some(text) = text else { return Ok(None) };
    let refuse = |message: &str| Err(Error::bad_request(path, message));
    if question.has_menu() && question.free_text_kind() == FreeText::Never {
        return refuse("no text is taken here: expected picks");
    }
    match text.trim() {
        "" => refuse("expected a text, found only blanks"),
        text => match question.take_value(text) {
            Ok(text) => Ok(Some(text)),
            Err(expected) => refuse(&expected),
        },
    }
}

fn check_count(question: &Question, count: usize, path: &str) -> Result<(), Error> {
    let min = question.min_picks();
    let rule = match question.max_picks() {
        Some(max) if count > max => format!("at most {max}"),
        Some(_) | None if count < min => format!("at least {min}"),
        Some(_) | None => return Ok(()),
    };
    let message = format!("expected {rule} picks, found {count}");
    Err(Error::bad_request(path, message))
}
