//! [`Broker::ask`] and [`Broker::approve`]: publish a request, ask the local operator too, and
//! wait for the first answer.

use std::sync::Arc;

use tracing::info;

use super::Broker;
use super::approval::Approval;
use super::limits::size;
use super::local_operator;
use super::pending_call::{PendingCall, Slot};
use super::posting::{Ended, Posted, Posting};
use super::request_id::RequestKind;
use super::resolution::Resolution;
use super::shared::State;
use crate::core::outcome::NoOperatorReason;
use crate::core::{Answers, Outcome, Request, RequestOutcome, Settings};
use crate::error::Error;
use crate::seam::{TRACING_TARGET, Withdrawal, report_end};

impl Broker {
    /// Asks a request and blocks until the first answer, from a front end or the local operator.
    ///
    /// `from` is the name of the caller. The timeout in the settings starts when the request is
    /// published. While the local operator is asked, the operator's own timeout applies instead,
    /// and every key press restarts it. A request with a secret question goes only to the local
    /// operator. Without a local operator, its outcome is "no operator". Do not use one
    /// withdrawal for two calls at the same time.
    ///
    /// # Errors
    /// A question that cannot be asked, more than [`MAX_PENDING`](super::MAX_PENDING) waiting
    /// requests or more than [`MAX_PENDING_BYTES`](super::MAX_PENDING_BYTES) of them
    /// ([`Error::is_bad_request`]), and the errors of asking the operator; see [`AskUser::ask_with`](crate::AskUser::ask_with).
    pub fn ask(
        &self,
        request: &Request,
        settings: &Settings,
        from: &str,
        withdrawal: &Withdrawal,
    ) -> Result<RequestOutcome, Error> {
        let posting = Posting::questions(from, request.clone(), settings.clone());
        let private = posting.private;
        let call = match self.begin(posting, withdrawal)? {
            Ok(call) => call,
            Err(resolution) => return Ok(logged(resolution.into_request_outcome())),
        };
        let _withdraw_guard = withdrawal.on_withdraw(call.posted().withdraw_callback());
        let mut operator_outcome = None;
        if let Some(operator) = self.operator() {
            let prompt_withdrawal = call.posted().prompt_withdrawal();
            let asked = operator.ask_request(request, settings, Some(&prompt_withdrawal));
            let request_outcome = asked.inspect_err(|_| {
                call.posted()
                    .resolve(Resolution::closed(RequestKind::Question), None);
            })?;
            let others = self.has_others(private);
            if local_operator::ends_request(&request_outcome.outcome, others) {
                let resolution = Resolution::Questions(request_outcome.clone());
                let by = resolution.by_operator();
                call.posted().resolve(resolution, by);
                operator_outcome = Some(request_outcome);
            }
        }
        let timeout = settings.timeout.filter(|timeout| !timeout.is_zero());
        let request_outcome = call.wait(timeout).into_request_outcome();
        // The seam has already logged the operator's own outcome.
        if operator_outcome.as_ref() == Some(&request_outcome) {
            Ok(request_outcome)
        } else {
            Ok(logged(request_outcome))
        }
    }

    /// Asks for approval of an action and blocks until the first decision.
    ///
    /// Only [`Approval::Allow`] permits the action. Every other result, and every failure, does
    /// not permit it. Where too much waits already (see [`ask`](Self::ask)), nobody decides. There is
    /// no timeout. A host that wants a timeout calls
    /// [`Withdrawal::withdraw`].
    ///
    /// ```
    /// use ask_user::broker::{Approval, Broker};
    /// use ask_user::{AskUser, Outcome, Scripted, Withdrawal};
    ///
    /// let operator = AskUser::new();
    /// operator.bind(Scripted::lines(["1", "2 # not on a Friday"])).keep();
    /// let broker = Broker::with_operator(operator);
    /// let approve = || {
    ///     broker.approve("run the migration", Some("ALTER TABLE …"), "db-bot", &Withdrawal::new())
    /// };
    /// assert!(approve().is_allowed());
    /// let reason = Some("not on a Friday".to_owned());
    /// assert_eq!(approve(), Approval::Deny { reason });
    /// // The script has no more lines.
    /// assert_eq!(approve(), Approval::NotDecided(Outcome::Closed));
    /// ```
    pub fn approve(
        &self,
        title: &str,
        detail: Option<&str>,
        from: &str,
        withdrawal: &Withdrawal,
    ) -> Approval {
        let settings = local_operator::approval_settings();
        let posting = Posting::approval(from, title, detail, None, &settings);
        let call = match self.begin(posting, withdrawal) {
            Ok(Ok(call)) => call,
            Ok(Err(resolution)) => return resolution.into_approval(),
            Err(error) => {
                info!(name: "broker:not_asked", target: TRACING_TARGET, %error, "broker:not_asked");
                return Approval::NotDecided(Outcome::NoOperator(NoOperatorReason::Nobody));
            }
        };
        let _withdraw_guard = withdrawal.on_withdraw(call.posted().withdraw_callback());
        if let Some(operator) = self.operator() {
            let request = local_operator::approval_request(from, title, detail);
            let prompt_withdrawal = call.posted().prompt_withdrawal();
            match operator.ask_request(&request, &settings, Some(&prompt_withdrawal)) {
                Ok(request_outcome) => {
                    if local_operator::ends_request(
                        &request_outcome.outcome,
                        self.has_others(false),
                    ) {
                        let resolution =
                            Resolution::Approval(local_operator::approval(request_outcome));
                        let by = resolution.by_operator();
                        call.posted().resolve(resolution, by);
                    }
                }
                Err(error) => {
                    info!(name: "broker:not_asked", target: TRACING_TARGET, %error, "broker:not_asked");
                    call.posted()
                        .resolve(Resolution::closed(RequestKind::Approval), None);
                }
            }
        }
        call.wait(None).into_approval()
    }

    /// Posts a request and returns at once. `on_end` is called once, on the thread that ends the
    /// request, also if it ends before this function returns.
    ///
    /// A local operator is not asked: the request waits for a front end or an
    /// [`inbox`](Self::inbox). Time limits are for the caller to keep: see [`Posted::idle`] and
    /// [`Posted::time_out`].
    ///
    /// # Errors
    /// As for [`ask`](Self::ask).
    ///
    /// ```
    /// use std::sync::mpsc;
    /// use ask_user::broker::{Broker, Posting};
    /// use ask_user::{OutcomeKind, Question, Request, Settings};
    /// use serde_json::json;
    ///
    /// let (broker, (sender, ends)) = (Broker::new(), mpsc::channel());
    /// let question = Question::new("Deploy where?").id("where").choice("staging").choice("production");
    /// let posting = Posting::questions("deploy-bot", Request::from(question), Settings::default());
    /// let posted = broker.post(posting, move |ended| { let _ = sender.send(ended); })?;
    /// broker.respond(&posted.id().unwrap().to_string(), json!({"answers": {"where": {"picks": [2]}}})).unwrap();
    /// assert_eq!(ends.recv().unwrap().resolution.outcome(), OutcomeKind::Answered);
    /// # Ok::<(), ask_user::Error>(())
    /// ```
    pub fn post(
        &self,
        posting: Posting,
        on_end: impl FnOnce(Ended) + Send + 'static,
    ) -> Result<Posted, Error> {
        let Posting {
            asked,
            subject,
            private,
            ticket,
        } = posting;
        check(asked.request())?;
        if private && ticket.is_some() {
            let message = "a secret is not asked for later: its answer goes only to the program that waits for it";
            return Err(Error::bad_request("detach", message));
        }
        let kind = asked.kind();
        let has_operator = self.operator().is_some();
        let shared = self.shared();
        let mut state = shared.state();
        if let Some(outcome) = refusal(&state, has_operator, private) {
            drop(state);
            on_end(Ended {
                resolution: Resolution::not_asked(kind, outcome),
                by: None,
            });
            return Ok(Posted::ended(Arc::clone(shared), kind));
        }
        let bytes = size(&subject);
        state.table.load().admit(bytes)?;
        let ticket = ticket.map(|ticket| (ticket.size(bytes), ticket));
        if let Some((bytes, _)) = &ticket {
            state.tickets.admit(*bytes)?;
        }
        let id = if private {
            state.table.add_private(asked.from(), subject)
        } else {
            state.table.publish(asked.from(), subject)
        };
        let has_ticket = ticket.is_some();
        if let Some((bytes, ticket)) = ticket {
            let expires_at = shared.now().saturating_add(ticket.expires);
            let asked = asked.clone();
            let context = ticket.context;
            state.tickets.post(id, asked, context, expires_at, bytes);
        }
        state.wait(id, asked, Box::new(on_end));
        drop(state);
        shared.changed();
        info!(
            name: "broker:published",
            target: TRACING_TARGET,
            request = %id,
            kind = kind.word(),
            "broker:published"
        );
        Ok(Posted::open(Arc::clone(shared), id, kind, has_ticket))
    }

    /// Posts a request that a thread waits for. Returns its end instead if it ended at once.
    fn begin(
        &self,
        posting: Posting,
        withdrawal: &Withdrawal,
    ) -> Result<Result<PendingCall, Resolution>, Error> {
        let kind = posting.asked.kind();
        if withdrawal.is_withdrawn() {
            return Ok(Err(Resolution::withdrawn(kind)));
        }
        let slot = Arc::new(Slot::default());
        let filled = Arc::clone(&slot);
        let posted = self.post(posting, move |ended| filled.fill(ended.resolution))?;
        Ok(Ok(PendingCall::new(posted, slot)))
    }

    /// Whether anybody but the local operator could answer a request.
    fn has_others(&self, private: bool) -> bool {
        let state = self.shared().state();
        state.inboxes > 0 || (state.subscribers > 0 && !private)
    }
}

/// Why a request must not be posted now.
fn refusal(state: &State, has_operator: bool, private: bool) -> Option<Outcome<Answers>> {
    if state.closed {
        return Some(Outcome::Closed);
    }
    if private && state.inboxes == 0 && !has_operator {
        return Some(Outcome::NoOperator(NoOperatorReason::CannotHide));
    }
    (state.refuses_unattended && !state.is_attended() && !has_operator)
        .then_some(Outcome::NoOperator(NoOperatorReason::Nobody))
}

fn check(request: &Request) -> Result<(), Error> {
    request.check().map_err(|(index, fault)| {
        let path = format!("questions[{index}].{}", fault.path());
        Error::bad_request(path, fault.to_string())
    })
}

/// Logs the outcome of a call, as the seam does for its own calls. The answer is never logged.
fn logged(request_outcome: RequestOutcome) -> RequestOutcome {
    report_end(&request_outcome.outcome);
    request_outcome
}
