//! [`Broker::ask`] and [`Broker::approve`]: publish a request, ask the local operator too, and
//! wait for the first answer.

use tracing::info;

use super::Broker;
use super::approval::Approval;
use super::limits::{approval_size, question_size};
use super::local_operator;
use super::pending_call::PendingCall;
use super::request_id::{RequestId, RequestKind};
use super::resolution::Resolution;
use super::table::Table;
use crate::core::outcome::NoOperatorReason;
use crate::core::{Answers, Outcome, OutcomeKind, Question, Request, RequestOutcome, Settings};
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
        request.check().map_err(|(index, fault)| {
            let path = format!("questions[{index}].{}", fault.path());
            Error::bad_request(path, fault.to_string())
        })?;
        if request.questions().iter().any(Question::is_secret) {
            return self.ask_secret(request, settings, withdrawal);
        }
        let size = request.questions().iter().map(question_size).sum();
        let published = self.begin(RequestKind::Question, size, withdrawal, |table| {
            table.publish_question(from, request)
        })?;
        let call = match published {
            Ok(call) => call,
            Err(outcome) => return Ok(logged(RequestOutcome::not_asked(outcome))),
        };
        let _withdraw_guard = withdrawal.on_withdraw(call.withdraw_callback());
        let mut operator_outcome = None;
        if let Some(operator) = self.operator() {
            let asked = operator.ask_request(request, settings, Some(call.prompt_withdrawal()));
            let request_outcome =
                asked.inspect_err(|_| call.resolve(Resolution::closed(RequestKind::Question)))?;
            if local_operator::ends_request(&request_outcome.outcome, self.has_front_ends()) {
                call.resolve(Resolution::Questions(request_outcome.clone()));
                operator_outcome = Some(request_outcome);
            }
        }
        let timeout = settings.timeout.filter(|timeout| !timeout.is_zero());
        let resolution = call.wait(timeout, || {
            Resolution::Questions(RequestOutcome::at_timeout(request, settings))
        });
        let request_outcome = resolution.into_request_outcome();
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
    /// use ask_user::{AskUser, OutcomeKind, Scripted, Withdrawal};
    ///
    /// let operator = AskUser::new();
    /// operator.bind(Scripted::lines(["1", "! not on a Friday"])).keep();
    /// let broker = Broker::with_operator(operator);
    /// let approve = || {
    ///     broker.approve("run the migration", Some("ALTER TABLE …"), "db-bot", &Withdrawal::new())
    /// };
    /// assert!(approve().is_allowed());
    /// let reason = Some("not on a Friday".to_owned());
    /// assert_eq!(approve(), Approval::Deny { reason });
    /// // The script has no more lines.
    /// assert_eq!(approve(), Approval::NotDecided(OutcomeKind::Closed));
    /// ```
    pub fn approve(
        &self,
        title: &str,
        detail: Option<&str>,
        from: &str,
        withdrawal: &Withdrawal,
    ) -> Approval {
        let size = approval_size(title, detail);
        let published = self.begin(RequestKind::Approval, size, withdrawal, |table| {
            Ok(table.publish_approval(from, title, detail))
        });
        let call = match published {
            Ok(Ok(call)) => call,
            Ok(Err(outcome)) => return Approval::NotDecided(outcome.kind()),
            Err(error) => {
                info!(name: "broker:not_asked", target: TRACING_TARGET, %error, "broker:not_asked");
                return Approval::NotDecided(OutcomeKind::NoOperator);
            }
        };
        let _withdraw_guard = withdrawal.on_withdraw(call.withdraw_callback());
        if let Some(operator) = self.operator() {
            let request = local_operator::approval_request(from, title, detail);
            let settings = local_operator::approval_settings();
            match operator.ask_request(&request, &settings, Some(call.prompt_withdrawal())) {
                Ok(request_outcome) => {
                    if local_operator::ends_request(&request_outcome.outcome, self.has_front_ends())
                    {
                        call.resolve(Resolution::Approval(local_operator::approval(
                            request_outcome,
                        )));
                    }
                }
                Err(error) => {
                    info!(name: "broker:not_asked", target: TRACING_TARGET, %error, "broker:not_asked");
                    call.resolve(Resolution::closed(RequestKind::Approval));
                }
            }
        }
        call.wait(None, || Resolution::closed(RequestKind::Approval))
            .into_approval()
    }

    /// Publishes a request. Returns an outcome instead if the broker is shut down, the call is
    /// already withdrawn, or nobody can answer.
    ///
    /// # Errors
    /// Too many requests wait already, or they are too large.
    fn begin(
        &self,
        kind: RequestKind,
        size: usize,
        withdrawal: &Withdrawal,
        publish: impl FnOnce(&mut Table) -> Result<RequestId, NoOperatorReason>,
    ) -> Result<Result<PendingCall<'_>, Outcome<Answers>>, Error> {
        let has_operator = self.operator().is_some();
        let shared = self.shared();
        let mut state = shared.state();
        if state.closed {
            return Ok(Err(Outcome::Closed));
        }
        if withdrawal.is_withdrawn() {
            return Ok(Err(Outcome::Withdrawn));
        }
        if state.refuses_unattended && state.subscribers == 0 && !has_operator {
            return Ok(Err(Outcome::NoOperator(NoOperatorReason::Nobody)));
        }
        state.table.load().admit(size)?;
        Ok(match publish(&mut state.table) {
            Ok(id) => Ok(PendingCall::begin(shared, state, id, kind)),
            Err(why) => Err(Outcome::NoOperator(why)),
        })
    }

    /// Asks a request with a secret question: only through the local operator.
    fn ask_secret(
        &self,
        request: &Request,
        settings: &Settings,
        withdrawal: &Withdrawal,
    ) -> Result<RequestOutcome, Error> {
        let Some(operator) = self.operator() else {
            let nobody = Outcome::NoOperator(NoOperatorReason::CannotHide);
            return Ok(logged(RequestOutcome::not_asked(nobody)));
        };
        let shared = self.shared();
        let prompt_withdrawal = Withdrawal::new();
        let mut state = shared.state();
        if state.closed {
            drop(state);
            return Ok(logged(RequestOutcome::not_asked(Outcome::Closed)));
        }
        let key = state.add_secret_prompt(prompt_withdrawal.clone());
        drop(state);
        let forwarded = prompt_withdrawal.clone();
        let _withdraw_guard = withdrawal.on_withdraw(move || forwarded.withdraw());
        let asked = operator.ask_request(request, settings, Some(&prompt_withdrawal));
        let mut state = shared.state();
        state.secret_prompts.remove(&key);
        let closed = state.closed && !withdrawal.is_withdrawn();
        drop(state);
        let mut request_outcome = asked?;
        // The shutdown withdraws the prompt. The outcome for the caller is closed.
        if closed && request_outcome.outcome == Outcome::Withdrawn {
            request_outcome.outcome = Outcome::Closed;
        }
        Ok(request_outcome)
    }
}

/// Logs the outcome of a call, as the seam does for its own calls. The answer is never logged.
fn logged(request_outcome: RequestOutcome) -> RequestOutcome {
    report_end(&request_outcome.outcome);
    request_outcome
}
