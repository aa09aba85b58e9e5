//! Whether what a front end sends answers the questions.
//!
//! The rules are those of the dialog, with numbers and texts apart: a pick is
//! always a number of a choice, and a text is never read as one.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;

use super::posted::Addressed;
use super::respond_error::RespondError;
use crate::core::{Answer, Answers, FreeText, Number, Pick, Picks, Question, Value};

/// One answer as it is sent.
#[derive(Deserialize)]
pub(super) struct Given {
    picks: Option<Vec<usize>>,
    text: Option<String>,
    note: Option<String>,
}

/// The answers, in the order of the questions.
pub(super) fn judge(
    questions: &[Addressed],
    given: &BTreeMap<String, Given>,
) -> Result<Answers, RespondError> {
    let ids: HashSet<_> = questions.iter().map(|asked| asked.id.as_str()).collect();
    if let Some(id) = given.keys().find(|id| !ids.contains(id.as_str())) {
        let known: Vec<_> = questions.iter().map(|asked| asked.id.as_str()).collect();
        let known = known.join(", ");
        return Err(RespondError::invalid(
            format!("answers.{id}"),
            format!("unknown question: expected {known}"),
        ));
    }
    let alone = questions.len() == 1;
    let answered = questions.iter().map(|asked| {
        let path = format!("answers.{}", asked.id);
        match given.get(&asked.id) {
            Some(given) => answer(&asked.question, given, &path).map(Some),
            None => missing(&asked.question, alone, path),
        }
    });
    answered.collect()
}

fn missing(question: &Question, alone: bool, path: String) -> Result<Option<Answer>, RespondError> {
    if question.is_optional() {
        return Ok(Some(Answer::new(Value::LeftOut)));
    }
    if question.is_required() || alone {
        return Err(RespondError::invalid(
            path,
            "missing: this question needs an answer",
        ));
    }
    Ok(None)
}

fn answer(question: &Question, given: &Given, path: &str) -> Result<Answer, RespondError> {
    let picks = picks(question, given.picks.as_deref().unwrap_or_default(), path)?;
    let text = text(question, given.text.as_deref(), path)?;
    let note = given.note.as_deref().map(str::trim);
    let note = note.filter(|note| !note.is_empty()).map(str::to_owned);
    if note.is_some() && picks.is_empty() {
        let path = format!("{path}.note");
        return Err(RespondError::invalid(
            path,
            "a note goes with a pick, found none",
        ));
    }
    let value = if question.is_multi() {
        if given.picks.is_none() && text.is_none() {
            return Err(neither(path));
        }
        check_count(question, picks.len() + usize::from(text.is_some()), path)?;
        Value::Picks(Picks {
            // As at the menu, the note of a line is about the last choice in it.
            noted: picks
                .last()
                .map(|pick| pick.number)
                .filter(|_| note.is_some()),
            ticked: picks,
            text,
        })
    } else {
        one(picks, text, path)?
    };
    Ok(Answer::new(value).with_note(note))
}

/// The value of a question that takes one pick or a text.
fn one(mut picks: Vec<Pick>, text: Option<String>, path: &str) -> Result<Value, RespondError> {
    match (picks.len(), picks.pop(), text) {
        (1, Some(pick), None) => Ok(Value::Pick(pick)),
        (_, None, Some(text)) => Ok(Value::Text(text)),
        (_, None, None) => Err(neither(path)),
        (1, Some(_), Some(_)) => {
            let message = "expected a pick or a text, found both";
            Err(RespondError::invalid(format!("{path}.text"), message))
        }
        (count, Some(_), _) => {
            let message = format!("expected one pick, found {count}");
            Err(RespondError::invalid(format!("{path}.picks"), message))
        }
    }
}

fn neither(path: &str) -> RespondError {
    RespondError::invalid(path, "expected picks or a text, found neither")
}

fn picks(question: &Question, numbers: &[usize], path: &str) -> Result<Vec<Pick>, RespondError> {
    let mut seen = HashSet::new();
    let picked = numbers.iter().enumerate().map(|(index, &number)| {
        let at = || format!("{path}.picks[{index}]");
        let pick = Number::new(number).and_then(|number| pick(question, number));
        let pick = pick.ok_or_else(|| {
            RespondError::invalid(at(), off_menu(number, question.choices().len()))
        })?;
        if seen.insert(number) {
            Ok(pick)
        } else {
            let message = format!("{number} is picked twice");
            Err(RespondError::invalid(at(), message))
        }
    });
    picked.collect()
}

fn off_menu(number: usize, count: usize) -> String {
    match count {
        0 => format!("{number} is not on the menu: there are no choices"),
        count => format!("{number} is not on the menu: expected a number from 1 to {count}"),
    }
}

fn pick(question: &Question, number: Number) -> Option<Pick> {
    let label = question.choices().get(number.index())?.label().to_owned();
    Some(Pick { number, label })
}

fn text(
    question: &Question,
    text: Option<&str>,
    path: &str,
) -> Result<Option<String>, RespondError> {
    let Some(text) = text else { return Ok(None) };
    let refuse = |message: &str| Err(RespondError::invalid(format!("{path}.text"), message));
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

fn check_count(question: &Question, count: usize, path: &str) -> Result<(), RespondError> {
    let min = question.min_picks();
    let rule = match question.max_picks() {
        Some(max) if count > max => format!("at most {max}"),
        Some(_) | None if count < min => format!("at least {min}"),
        Some(_) | None => return Ok(()),
    };
    let message = format!("expected {rule} picks, found {count}");
    Err(RespondError::invalid(format!("{path}.picks"), message))
}
