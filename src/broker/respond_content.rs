//! Decodes the content of a respond, with the path in every error.
//!
//! For questions it is `{"answers": {"<id>": {…}}}` or `{"outcome": …, "text"?}`. For an approval
//! it is `{"decision": …, "reason"?}`. Unknown members are an error, because a misspelt member
//! would lose an answer.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::approval::Approval;
use super::published_request::{PublishedQuestion, PublishedRequest, Subject};
use super::request_id::{RequestId, RequestKind};
use super::resolution::Resolution;
use super::respond_error::RespondError;
use super::validate::validate;
use crate::core::outcome::Decline;
use crate::core::{Outcome, RequestOutcome};
use crate::dialect::DecodeMode;
use crate::dialect::arguments::{kind, read};
use crate::dialect::submitted_answer::SubmittedAnswer;

#[derive(Deserialize)]
struct QuestionContent {
    answers: Option<BTreeMap<String, SubmittedAnswer>>,
    outcome: Option<OutcomeWord>,
    text: Option<String>,
}

/// The outcomes that a front end can give.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum OutcomeWord {
    Declined,
    Discuss,
    Cancelled,
}

#[derive(Deserialize)]
struct ApprovalContent {
    decision: Decision,
    reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Decision {
    Allow,
    Deny,
}

/// Returns an error if the content is clearly for the other kind of request.
pub(super) fn check_kind(
    id: RequestId,
    kind: RequestKind,
    content: &Value,
) -> Result<(), RespondError> {
    let has = |name: &str| content.get(name).is_some();
    let (answers, decision) = (has("answers") || has("outcome"), has("decision"));
    let other = match kind {
        RequestKind::Question => decision && !answers,
        RequestKind::Approval => answers && !decision,
    };
    if other {
        Err(RespondError::wrong_kind(id, kind))
    } else {
        Ok(())
    }
}

/// Decodes the content of a respond into the resolution of the request.
pub(super) fn decode_resolution(
    published: &PublishedRequest,
    content: &Value,
) -> Result<Resolution, RespondError> {
    if !content.is_object() {
        let found = kind(content);
        return Err(RespondError::invalid(
            "",
            format!("expected an object, found {found}"),
        ));
    }
    match published.subject() {
        Subject::Questions(questions) => {
            decode_questions(questions, content).map(Resolution::Questions)
        }
        Subject::Approval { .. } => decode_approval(content).map(Resolution::Approval),
    }
}

fn decode_questions(
    questions: &[PublishedQuestion],
    content: &Value,
) -> Result<RequestOutcome, RespondError> {
    // The deserializer would also accept an array for a struct, so check for an object here.
    let answers = content.get("answers").and_then(Value::as_object);
    for (id, answer) in answers.into_iter().flatten() {
        if !answer.is_object() {
            let message = format!(
                "expected an object with picks or a text, found {}",
                kind(answer)
            );
            return Err(RespondError::invalid(format!("answers.{id}"), message));
        }
    }
    let QuestionContent {
        answers,
        outcome,
        text,
    } = decode(content)?;
    let text = text.filter(|text| !text.trim().is_empty());
    let outcome = match (answers, outcome, text) {
        (Some(_), None, Some(_)) => {
            let message = "a text goes with an outcome, found answers";
            return Err(RespondError::invalid("text", message));
        }
        (Some(answers), None, None) => Outcome::Answered(validate(questions, &answers)?),
        (None, Some(OutcomeWord::Declined), reason) => Outcome::Declined(Decline::Operator(reason)),
        (None, Some(OutcomeWord::Discuss), text) => Outcome::Discuss(text),
        (None, Some(OutcomeWord::Cancelled), None) => Outcome::Cancelled,
        (None, Some(OutcomeWord::Cancelled), Some(_)) => {
            let message = "cancelled takes no text";
            return Err(RespondError::invalid("text", message));
        }
        (Some(_), Some(_), _) => {
            let message = "expected answers or an outcome, found both";
            return Err(RespondError::invalid("outcome", message));
        }
        (None, None, _) => {
            let message = "expected answers or an outcome, found neither";
            return Err(RespondError::invalid("", message));
        }
    };
    Ok(RequestOutcome::not_asked(outcome))
}

fn decode_approval(content: &Value) -> Result<Approval, RespondError> {
    let ApprovalContent { decision, reason } = decode(content)?;
    let reason = reason.filter(|reason| !reason.trim().is_empty());
    Ok(match decision {
        Decision::Allow => Approval::Allow { reason },
        Decision::Deny => Approval::Deny { reason },
    })
}

fn decode<T: serde::de::DeserializeOwned>(content: &Value) -> Result<T, RespondError> {
    read(content, DecodeMode::Strict)
        .map_err(|error| RespondError::invalid(error.path().unwrap_or_default(), error.message()))
}
