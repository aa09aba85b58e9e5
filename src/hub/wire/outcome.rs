//! The outcome of a request as JSON. Decoding makes no outcome that the request does not allow.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::answer;
use super::seconds::Seconds;
use crate::broker::{outcome_word, unique_ids};
use crate::core::outcome::{Decline, NoOperatorReason};
use crate::core::{Answer, Answers, Outcome, OutcomeKind, Question, Request, RequestOutcome};
use crate::dialect::DecodeMode;
use crate::dialect::arguments::read;
use crate::error::Error;

/// Encodes the outcome of a request. The JSON has secrets as they are, so it must not be logged.
pub(crate) fn encode(request: &Request, request_outcome: &RequestOutcome) -> Value {
    let RequestOutcome { outcome, partial } = request_outcome;
    let mut members = Map::new();
    let mut insert = |name: &str, value: Value| members.insert(name.to_owned(), value);
    insert("outcome", outcome_word(outcome.kind()).into());
    match outcome {
        Outcome::Answered(given) => {
            insert("answers", answers(request, given));
        }
        Outcome::Declined(Decline::Client) => {
            insert("by_client", true.into());
        }
        Outcome::Declined(Decline::Operator(Some(text))) | Outcome::Discuss(Some(text)) => {
            insert("text", text.as_str().into());
        }
        Outcome::TimedOut(limit) => {
            insert("limit_s", json!(Seconds(*limit)));
        }
        Outcome::NoOperator(NoOperatorReason::CannotHide) => {
            insert("cannot_hide", true.into());
        }
        Outcome::NoOperator(NoOperatorReason::Nobody)
        | Outcome::Declined(Decline::Operator(None))
        | Outcome::Discuss(None)
        | Outcome::Exhausted
        | Outcome::Closed
        | Outcome::Withdrawn
        | Outcome::Cancelled => {}
    }
    if !partial.is_empty() {
        insert("partial", answers(request, partial));
    }
    Value::Object(members)
}

fn answers(request: &Request, given: &[Option<Answer>]) -> Value {
    let asked = unique_ids(request).into_iter().zip(request.questions());
    let answered = asked.zip(given).filter_map(|((id, question), answer)| {
        Some((id, answer::encode(question, answer.as_ref()?).into()))
    });
    Value::Object(answered.collect())
}

#[derive(Deserialize)]
struct OutcomeObject {
    outcome: String,
    answers: Option<Map<String, Value>>,
    text: Option<String>,
    #[serde(default)]
    by_client: bool,
    limit_s: Option<Seconds>,
    #[serde(default)]
    cannot_hide: bool,
    partial: Option<Map<String, Value>>,
}

/// Decodes the outcome of this request.
///
/// # Errors
/// A bad request with the path of an unknown member, or of a value that the outcome or the question
/// does not allow. It never has the answer to a secret question.
pub(crate) fn decode(request: &Request, outcome: &Value) -> Result<RequestOutcome, Error> {
    let given: OutcomeObject = read(outcome, DecodeMode::Strict).map_err(|error| {
        if request.questions().iter().any(Question::is_secret) {
            let message = "not allowed here, and not shown because of the secret question";
            Error::bad_request(error.path().unwrap_or_default(), message)
        } else {
            error
        }
    })?;
    let kind = kind(&given.outcome)?;
    check_members(kind, outcome)?;
    let missing = |member| Error::bad_request(member, "missing: this outcome needs it");
    let text = given.text.filter(|text| !text.trim().is_empty());
    let decoded = match kind {
        OutcomeKind::Answered => {
            let answers = given.answers.ok_or_else(|| missing("answers"))?;
            Outcome::Answered(decode_answers(request, &answers, "answers")?)
        }
        OutcomeKind::NoOperator if given.cannot_hide => {
            Outcome::NoOperator(NoOperatorReason::CannotHide)
        }
        OutcomeKind::NoOperator => Outcome::NoOperator(NoOperatorReason::Nobody),
        OutcomeKind::Exhausted => Outcome::Exhausted,
        OutcomeKind::Closed => Outcome::Closed,
        OutcomeKind::Declined if given.by_client && text.is_some() => {
            return Err(Error::bad_request("text", "a client gives no reason"));
        }
        OutcomeKind::Declined if given.by_client => Outcome::Declined(Decline::Client),
        OutcomeKind::Declined => Outcome::Declined(Decline::Operator(text)),
        OutcomeKind::Discuss => Outcome::Discuss(text),
        OutcomeKind::Withdrawn => Outcome::Withdrawn,
        OutcomeKind::TimedOut => {
            let Seconds(limit) = given.limit_s.ok_or_else(|| missing("limit_s"))?;
            Outcome::TimedOut(limit)
        }
        OutcomeKind::Cancelled => Outcome::Cancelled,
    };
    let partial = match given.partial {
        Some(partial) => decode_answers(request, &partial, "partial")?,
        None => Answers::new(),
    };
    Ok(RequestOutcome {
        outcome: decoded,
        partial,
    })
}

fn kind(word: &str) -> Result<OutcomeKind, Error> {
    let mut kinds = OutcomeKind::ALL.into_iter();
    kinds
        .find(|kind| outcome_word(*kind) == word)
        .ok_or_else(|| {
            let words = OutcomeKind::ALL.map(outcome_word).join(", ");
            let message = format!("expected one of {words}, found another word");
            Error::bad_request("outcome", message)
        })
}

/// Checks that the outcome has only the members that belong to its kind.
fn check_members(kind: OutcomeKind, outcome: &Value) -> Result<(), Error> {
    let allowed: &[&str] = match kind {
        OutcomeKind::Answered => &["answers"],
        OutcomeKind::NoOperator => &["cannot_hide", "partial"],
        OutcomeKind::Declined => &["text", "by_client", "partial"],
        OutcomeKind::Discuss => &["text", "partial"],
        OutcomeKind::TimedOut => &["limit_s", "partial"],
        OutcomeKind::Exhausted
        | OutcomeKind::Closed
        | OutcomeKind::Withdrawn
        | OutcomeKind::Cancelled => &["partial"],
    };
    let mut members = outcome.as_object().into_iter().flatten();
    let foreign = members.find(|(name, value)| {
        name.as_str() != "outcome" && !value.is_null() && !allowed.contains(&name.as_str())
    });
    match foreign {
        Some((name, _)) => {
            let message = format!("{} takes no such member", outcome_word(kind));
            Err(Error::bad_request(name.as_str(), message))
        }
        None => Ok(()),
    }
}

/// Decodes the answers in `member`, in the order of the questions. Only those that are sent as the
/// answer must be complete.
fn decode_answers(
    request: &Request,
    given: &Map<String, Value>,
    member: &str,
) -> Result<Answers, Error> {
    let ids = unique_ids(request);
    let known: HashSet<_> = ids.iter().map(String::as_str).collect();
    if let Some(id) = given.keys().find(|id| !known.contains(id.as_str())) {
        let message = format!("unknown question: expected {}", ids.join(", "));
        return Err(Error::bad_request(format!("{member}.{id}"), message));
    }
    let (is_sent, is_only) = (member == "answers", ids.len() == 1);
    let asked = request.questions().iter().zip(&ids);
    let answers = asked.map(|(question, id)| {
        let path = format!("{member}.{id}");
        match given.get(id) {
            Some(answer) => answer::decode(question, answer, &path).map(Some),
            None if is_sent && (is_only || question.is_required()) => {
                let message = "missing: this question needs an answer";
                Err(Error::bad_request(path, message))
            }
            None => Ok(None),
        }
    });
    answers.collect()
}
