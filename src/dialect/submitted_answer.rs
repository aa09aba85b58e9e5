//! Whether one answer that came as data answers its question.
//!
//! The rules are those of the dialog, with numbers and texts apart: a pick is
//! always a number of a choice, and a text is never read as one.

use std::collections::HashSet;

use serde::Deserialize;

use crate::core::{Answer, AnswerValue, FreeText, Number, Pick, Picks, Question};
use crate::error::Error;

/// One answer as it is sent.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct SubmittedAnswer {
    pub(crate) picks: Option<Vec<usize>>,
    pub(crate) text: Option<String>,
    pub(crate) note: Option<String>,
}

/// Where the parts of an answer stand, for errors.
pub(crate) struct Paths {
    pub(crate) whole: String,
    pub(crate) picks: String,
    pub(crate) text: String,
    pub(crate) note: String,
}

impl Paths {
    /// An answer that is an object with its parts as members.
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

/// Whether nothing at all is no answer to this question; `alone` if it is the
/// only one of its request.
pub(crate) fn needs_answer(question: &Question, alone: bool) -> bool {
    question.is_required() || (alone && !question.is_optional())
}

/// What it means that nothing was given: left out or passed over.
///
/// # Errors
/// Where the question needs an answer.
pub(crate) fn missing(
    question: &Question,
    alone: bool,
    path: &str,
) -> Result<Option<Answer>, Error> {
    if needs_answer(question, alone) {
        return Err(Error::bad_request(
            path,
            "missing: this question needs an answer",
        ));
    }
    Ok(question
        .is_optional()
        .then(|| Answer::new(AnswerValue::LeftOut)))
}

/// The answer that was given.
///
/// # Errors
/// Names the part that breaks a rule of the question.
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
            return Err(neither(&paths.whole));
        }
        let count = picks.len() + usize::from(text.is_some());
        check_count(question, count, &paths.picks)?;
        AnswerValue::Picks(Picks {
            // As at the menu, the note of a line is about the last choice in it.
            noted: picks
                .last()
                .map(|pick| pick.number)
                .filter(|_| note.is_some()),
            ticked: picks,
            text,
        })
    } else {
        one(picks, text, paths)?
    };
    Ok(Answer::new(value).with_note(note))
}

/// The value of a question that takes one pick or a text.
fn one(mut picks: Vec<Pick>, text: Option<String>, paths: &Paths) -> Result<AnswerValue, Error> {
    match (picks.len(), picks.pop(), text) {
        (1, Some(pick), None) => Ok(AnswerValue::Pick(pick)),
        (_, None, Some(text)) => Ok(AnswerValue::Text(text)),
        (_, None, None) => Err(neither(&paths.whole)),
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

fn neither(path: &str) -> Error {
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
        text => match question.check_value(text) {
            Ok(()) => Ok(Some(text.to_owned())),
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
