//! [`EndedRequest`]: what the operator's prompt tells about a request that has ended.

use super::approval::Approval;
use super::inbox::Asked;
use super::posting::Ended;
use super::request_id::RequestId;
use super::resolution::Resolution;
use super::responder::Responder;
use crate::core::{Outcome, OutcomeKind, notice};

/// How many ended requests are remembered.
pub(super) const HISTORY: usize = 1000;

/// A request that has ended, as the operator's prompt tells about it. Its texts are safe for a
/// terminal, and it never holds the answer to a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedRequest {
    /// Its id.
    pub id: RequestId,
    /// The name of the caller, as the caller gave it.
    pub from: String,
    /// Its outcome.
    pub outcome: OutcomeKind,
    /// The answer, or the reason why there is none.
    pub told: String,
    /// Who ended it. `None` if nobody did.
    pub by: Option<Responder>,
}

impl EndedRequest {
    pub(super) fn new(id: RequestId, asked: &Asked, ended: &Ended) -> Self {
        Self {
            id,
            from: asked.from().to_owned(),
            outcome: ended.resolution.outcome(),
            told: told(&ended.resolution),
            by: ended.by.clone(),
        }
    }
}

fn told(resolution: &Resolution) -> String {
    match resolution {
        Resolution::Questions(request_outcome) => match &request_outcome.outcome {
            Outcome::Answered(answers) => {
                let answers = answers.iter().map(|answer| match answer {
                    Some(answer) => notice::answer_text(answer),
                    None => "unanswered".to_owned(),
                });
                answers.collect::<Vec<_>>().join("; ")
            }
            other => notice::refused(other).unwrap_or_default(),
        },
        Resolution::Approval(Approval::Allow { reason }) => decided("allowed", reason.as_deref()),
        Resolution::Approval(Approval::Deny { reason }) => decided("denied", reason.as_deref()),
        Resolution::Approval(Approval::NotDecided(outcome)) => {
            notice::refused(outcome).unwrap_or_default()
        }
    }
}

fn decided(decision: &str, reason: Option<&str>) -> String {
    match reason {
        Some(reason) => format!("{decision} # {}", crate::core::sanitize::line(reason)),
        None => decision.to_owned(),
    }
}
