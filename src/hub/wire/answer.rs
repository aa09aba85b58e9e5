//! One answer as JSON. Decoding makes no answer that its question does not allow.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{object, within};
use crate::core::{Answer, AnswerValue, DefaultAnswer, FreeText, Number, Picks, Question, Secret};
use crate::dialect::DecodeMode;
use crate::dialect::arguments::{kind, read};
use crate::dialect::submitted_answer::{self, Paths, SubmittedAnswer};
use crate::error::Error;

/// The members of an answer. It is without `Debug`, since it can hold a secret.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct AnswerObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    picks: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    noted: Option<usize>,
    #[serde(skip_serializing_if = "is_false")]
    timed_out: bool,
    #[serde(skip_serializing_if = "is_false")]
    left_out: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Encodes an answer. The JSON has secrets as they are, so it must not be logged.
pub(super) fn encode(question: &Question, answer: &Answer) -> Map<String, Value> {
    let mut given = AnswerObject {
        note: answer.note().map(str::to_owned),
        timed_out: answer.timed_out(),
        ..AnswerObject::default()
    };
    match answer.value() {
        AnswerValue::Pick(pick) => given.picks = Some(vec![pick.number.get()]),
        AnswerValue::Picks(picks) => {
            let ticked = picks.ticked.iter().map(|pick| pick.number.get());
            given.picks = Some(ticked.collect());
            given.text.clone_from(&picks.text);
            given.noted = picks.noted.map(Number::get);
        }
        // An interaction that does not know of hidden lines gives a plain one.
        AnswerValue::Text(text) if question.is_secret() => given.secret = Some(text.clone()),
        AnswerValue::Text(text) => given.text = Some(text.clone()),
        AnswerValue::Secret(secret) => given.secret = Some(secret.expose().to_owned()),
        AnswerValue::LeftOut => given.left_out = true,
    }
    object(&given)
}

/// Decodes an answer. `path` is where it comes from.
///
/// # Errors
/// A bad request with the path of the member that the question does not allow. For a secret
/// question the error says no more than that, because it could tell the secret.
pub(super) fn decode(question: &Question, answer: &Value, path: &str) -> Result<Answer, Error> {
    decode_any(question, answer, path).map_err(|error| {
        if question.is_secret() {
            Error::bad_request(path, "this is no answer to the secret question")
        } else {
            error
        }
    })
}

fn decode_any(question: &Question, answer: &Value, path: &str) -> Result<Answer, Error> {
    if !answer.is_object() {
        let found = kind(answer);
        let message = format!("expected an object with picks or a text, found {found}");
        return Err(Error::bad_request(path, message));
    }
    let given: AnswerObject =
        read(answer, DecodeMode::Strict).map_err(|error| within(path, &error))?;
    let timed_out = given.timed_out;
    let answer = match (&given.secret, given.left_out) {
        (Some(_), _) => typed_secret(question, given, path)?,
        (None, true) => left_out(question, &given, path)?,
        (None, false) => submitted(question, given, path)?,
    };
    if !timed_out {
        return Ok(answer);
    }
    if is_recommended(question, &answer) {
        Ok(answer.at_timeout())
    } else {
        let message = "only the recommended choice is taken at the timeout";
        Err(Error::bad_request(format!("{path}.timed_out"), message))
    }
}

impl AnswerObject {
    fn has_value(&self) -> bool {
        self.picks.is_some() || self.text.is_some() || self.note.is_some() || self.noted.is_some()
    }
}

/// A text that was typed without echo. It is not trimmed.
fn typed_secret(question: &Question, given: AnswerObject, path: &str) -> Result<Answer, Error> {
    let refused = |message: &str| Err(Error::bad_request(format!("{path}.secret"), message));
    if given.has_value() || given.left_out {
        return refused("a secret is the whole answer, found more");
    }
    let is_taken = !question.has_menu()
        || match question.free_text_kind() {
            FreeText::Never => false,
            FreeText::Inline => true,
            // At a multi-select, the text of the Other row is one of the picks.
            FreeText::Other => !question.is_multi(),
        };
    if !question.is_secret() || !is_taken {
        return refused("this question takes no secret text");
    }
    let secret = Secret::from(given.secret.unwrap_or_default());
    if secret.expose().is_empty() || question.check_value(secret.expose()).is_err() {
        return refused("not a valid value");
    }
    Ok(Answer::new(AnswerValue::Secret(secret)))
}

fn left_out(question: &Question, given: &AnswerObject, path: &str) -> Result<Answer, Error> {
    let refused = |message: &str| Err(Error::bad_request(format!("{path}.left_out"), message));
    if given.has_value() {
        return refused("expected an answer or that it is left out, found both");
    }
    if !question.is_optional() {
        return refused("this question may not be left out");
    }
    Ok(Answer::new(AnswerValue::LeftOut).in_secret(question.is_secret()))
}

/// Picks or a text, by the rules of every answer that was submitted as data.
fn submitted(question: &Question, given: AnswerObject, path: &str) -> Result<Answer, Error> {
    let is_plain = given.picks.is_none() && given.note.is_none() && given.noted.is_none();
    match (given.text.as_deref(), question.default_answer()) {
        (Some(_), _) if question.is_secret() && !question.is_multi() => {
            let message = "expected a secret, found a text";
            return Err(Error::bad_request(format!("{path}.text"), message));
        }
        // Enter takes the default as it is: untrimmed, and without a look at the rule.
        (Some(text), Some(DefaultAnswer::Text(default) | DefaultAnswer::Draft(default)))
            if text == default && is_plain =>
        {
            return Ok(Answer::new(AnswerValue::Text(text.to_owned())));
        }
        _ => {}
    }
    // Nor is a hidden text trimmed: it is only looked at whether there is one.
    let hidden = given.text.clone().filter(|_| question.is_secret());
    let text = match &hidden {
        Some(hidden) if !hidden.is_empty() => Some("(hidden)".to_owned()),
        Some(_) | None => given.text,
    };
    let plain = SubmittedAnswer {
        picks: given.picks,
        text,
        note: given.note,
    };
    let answer = submitted_answer::answer(question, &plain, &Paths::within(path.to_owned()))?;
    let note = answer.note().map(str::to_owned);
    let value = match (answer.value().clone(), given.noted) {
        (AnswerValue::Picks(picks), noted) => AnswerValue::Picks(Picks {
            noted: match noted {
                Some(noted) => Some(noted_pick(&picks, noted, path)?),
                None => picks.noted,
            },
            text: hidden.or(picks.text),
            ticked: picks.ticked,
        }),
        (value, None) => value,
        (_, Some(_)) => {
            return Err(not_noted(
                "only a multi-select tells which pick it is",
                path,
            ));
        }
    };
    let answer = Answer::new(value).with_note(note);
    Ok(answer.in_secret(question.is_secret()))
}

/// The pick with this number, which the note belongs to.
fn noted_pick(picks: &Picks, noted: usize, path: &str) -> Result<Number, Error> {
    if picks.noted.is_none() {
        return Err(not_noted("expected a note with it, found none", path));
    }
    let mut numbers = picks.ticked.iter().map(|pick| pick.number);
    let number = numbers.find(|number| number.get() == noted);
    number.ok_or_else(|| not_noted(&format!("{noted} is not picked"), path))
}

fn not_noted(message: &str, path: &str) -> Error {
    Error::bad_request(format!("{path}.noted"), message)
}

/// Whether the answer is the recommended choice alone, which is all that a timeout can take.
fn is_recommended(question: &Question, answer: &Answer) -> bool {
    let number = match answer.value() {
        AnswerValue::Pick(pick) => Some(pick.number),
        AnswerValue::Picks(picks) if picks.text.is_none() => match picks.ticked.as_slice() {
            [only] => Some(only.number),
            _ => None,
        },
        AnswerValue::Picks(_)
        | AnswerValue::Text(_)
        | AnswerValue::Secret(_)
        | AnswerValue::LeftOut => None,
    };
    number.is_some() && number == question.recommended_number() && answer.note().is_none()
}
