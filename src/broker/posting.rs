//! [`Posting`] and [`Posted`]: a request for [`Broker::post`](super::Broker::post), and the open
//! request.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::inbox::Asked;
use super::local_operator::approval_question;
use super::published_request::{Subject, with_unique_ids};
use super::request_id::{RequestId, RequestKind};
use super::resolution::Resolution;
use super::responder::Responder;
use super::shared::Shared;
use crate::core::{Grammar, Question, Request, RequestOutcome, Settings};
use crate::dialect::json;
use crate::seam::Withdrawal;

/// A request to be posted: who asks, what, and how.
#[derive(Clone, Debug)]
pub struct Posting {
    pub(super) asked: Asked,
    pub(super) subject: Subject,
    /// Only the operator's own prompt may get it.
    pub(super) private: bool,
    pub(super) ticket: Option<NewTicket>,
}

/// For how long a ticket lives, and what the caller keeps with it.
#[derive(Clone, Debug)]
pub(super) struct NewTicket {
    pub(super) expires: Duration,
    pub(super) context: Value,
}

impl NewTicket {
    /// The bytes that it keeps, with a request of this size.
    pub(super) fn size(&self, request: usize) -> usize {
        request.saturating_add(json::length(&self.context))
    }
}

impl Posting {
    /// Questions. A request with a secret question goes only to the operator's own prompt.
    pub fn questions(from: impl Into<String>, request: Request, settings: Settings) -> Self {
        let private = request.questions().iter().any(Question::is_secret);
        let subject = Subject::Questions(with_unique_ids(&request));
        Self {
            asked: Asked::new(from.into(), RequestKind::Question, request, settings),
            subject,
            private,
            ticket: None,
        }
    }

    /// Approval of an action. A blank detail counts as no detail. `default` is the decision that
    /// Enter takes at the operator's prompt; `None` means that Enter takes nothing.
    ///
    /// The grammar in `settings` is ignored: an approval has its own.
    pub fn approval(
        from: impl Into<String>,
        title: &str,
        detail: Option<&str>,
        default: Option<bool>,
        settings: &Settings,
    ) -> Self {
        let detail = detail.filter(|detail| !detail.trim().is_empty());
        let question = approval_question(title, detail);
        let question = match default {
            Some(allow) => question.default_choice(if allow { 1 } else { 2 }),
            None => question,
        };
        let settings = Settings {
            grammar: Grammar::Full,
            ..settings.clone()
        };
        Self {
            asked: Asked::new(
                from.into(),
                RequestKind::Approval,
                Request::from(question),
                settings,
            ),
            subject: Subject::Approval {
                title: title.to_owned(),
                detail: detail.map(str::to_owned),
            },
            private: false,
            ticket: None,
        }
    }

    /// Makes the request outlive the [`Posted`]: its id is a ticket, and whoever knows it gets
    /// the end by [`Broker::ticket`](super::Broker::ticket), as often as wanted. If the request
    /// still waits after `expires`, it is withdrawn. `context` is kept with it, for whoever
    /// fetches the end.
    ///
    /// A request with a secret question cannot have a ticket, because its answer would go to
    /// whoever knows the id.
    #[must_use]
    pub fn ticket(mut self, expires: Duration, context: Value) -> Self {
        self.ticket = Some(NewTicket { expires, context });
        self
    }

    /// The time limit of its settings.
    pub fn timeout(&self) -> Option<Duration> {
        let timeout = self.asked.settings().timeout;
        timeout.filter(|timeout| !timeout.is_zero())
    }

    /// Keeps the request away from front ends: it is in no event and in no list, and only the
    /// operator's own prompt can answer it.
    #[must_use]
    pub fn private(mut self) -> Self {
        self.private = true;
        self
    }
}

/// How a posted request ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The outcome, or the decision.
    pub resolution: Resolution,
    /// Who ended it. `None` if nobody did, for example after a withdrawal.
    pub by: Option<Responder>,
}

/// A posted request. Dropping it withdraws the request, unless it has a
/// [ticket](Posting::ticket).
#[must_use = "dropping it withdraws the request"]
pub struct Posted {
    shared: Arc<Shared>,
    id: Option<RequestId>,
    kind: RequestKind,
    has_ticket: bool,
}

impl Posted {
    pub(super) fn open(
        shared: Arc<Shared>,
        id: RequestId,
        kind: RequestKind,
        has_ticket: bool,
    ) -> Self {
        let id = Some(id);
        Self {
            shared,
            id,
            kind,
            has_ticket,
        }
    }

    /// A request that ended before it was posted.
    pub(super) fn ended(shared: Arc<Shared>, kind: RequestKind) -> Self {
        Self {
            shared,
            id: None,
            kind,
            has_ticket: false,
        }
    }

    /// Its id. `None` if it ended at once, because nobody could answer it.
    pub fn id(&self) -> Option<RequestId> {
        self.id
    }

    /// For how long nobody has been busy with it: since it was posted or postponed. `None` while
    /// it is at the operator's prompt, which has a time limit of its own, and after its end.
    pub fn idle(&self) -> Option<Duration> {
        self.shared.idle(self.id?)
    }

    /// Ends the request because its time limit has passed. If the settings say so, the
    /// recommended choices are taken.
    pub fn time_out(&self) {
        if let Some(id) = self.id {
            self.shared.time_out(id);
        }
    }

    /// The withdrawal of the operator's prompt for this request.
    pub(super) fn prompt_withdrawal(&self) -> Withdrawal {
        let prompt = self.id.and_then(|id| self.shared.prompt_withdrawal(id));
        prompt.unwrap_or_else(|| {
            let ended = Withdrawal::new();
            ended.withdraw();
            ended
        })
    }

    /// The callback for the caller's withdrawal.
    pub(super) fn withdraw_callback(&self) -> impl Fn() + Send + 'static {
        let (shared, id, kind) = (Arc::clone(&self.shared), self.id, self.kind);
        move || {
            if let Some(id) = id {
                shared.resolve(id, Resolution::withdrawn(kind), None);
            }
        }
    }

    /// Ends the request. Only the first resolution counts.
    pub(super) fn resolve(&self, resolution: Resolution, by: Option<Responder>) {
        if let Some(id) = self.id {
            self.shared.resolve(id, resolution, by);
        }
    }
}

impl Drop for Posted {
    fn drop(&mut self) {
        if self.has_ticket {
            return;
        }
        self.resolve(Resolution::withdrawn(self.kind), None);
    }
}

impl std::fmt::Debug for Posted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Posted")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// How a request ends at its time limit.
pub(super) fn at_timeout(asked: &Asked) -> (Resolution, Option<Responder>) {
    match asked.kind() {
        RequestKind::Question => {
            let ended = RequestOutcome::at_timeout(asked.request(), asked.settings());
            let by = ended.outcome.answer().map(|_| Responder::Policy);
            (Resolution::Questions(ended), by)
        }
        RequestKind::Approval => (
            Resolution::timed_out(asked.settings().timeout.unwrap_or_default()),
            None,
        ),
    }
}
