//! The decision about an approval on the wire.

use serde::Deserialize;
use serde_json::{Value, json};

use super::wire;
use crate::broker::Approval;
use crate::core::{Answers, Outcome, Question, Request, RequestOutcome};
use crate::dialect::DecodeMode;
use crate::dialect::arguments::read;
use crate::error::Error;

/// `{"decision": "allow", "reason"?}`, or the outcome of what nobody decided.
pub(super) fn encode(approval: &Approval) -> Value {
    let decided = |decision: &str, reason: &Option<String>| {
        let mut result = json!({"decision": decision});
        if let Some(reason) = reason {
            result["reason"] = json!(reason);
        }
        result
    };
    match approval {
        Approval::Allow { reason } => decided("allow", reason),
        Approval::Deny { reason } => decided("deny", reason),
        Approval::NotDecided(outcome) => {
            let outcome: Option<Outcome<Answers>> =
                outcome.clone().with_answer(|never| match never {});
            let outcome = RequestOutcome::not_asked(outcome.unwrap_or(Outcome::Closed));
            wire::outcome::encode(&any_request(), &outcome)
        }
    }
}

#[derive(Deserialize)]
struct Decided {
    decision: Decision,
    reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Decision {
    Allow,
    Deny,
}

/// Decodes the result of `approve`.
///
/// # Errors
/// A bad request with the path of the wrong member.
pub(super) fn decode(result: &Value) -> Result<Approval, Error> {
    if result.get("decision").is_some() {
        let Decided { decision, reason } = read(result, DecodeMode::Strict)?;
        return Ok(match decision {
            Decision::Allow => Approval::Allow { reason },
            Decision::Deny => Approval::Deny { reason },
        });
    }
    let decoded = wire::outcome::decode(&any_request(), result)?.outcome;
    match decoded.with_answer(|_| None) {
        Some(outcome) => Ok(Approval::NotDecided(outcome)),
        None => Err(Error::bad_request(
            "outcome",
            "expected a decision, found answers",
        )),
    }
}

/// An approval has no questions on the wire, so none of them matters here.
fn any_request() -> Request {
    Request::from(Question::new("?"))
}
