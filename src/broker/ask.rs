//! The side of those who ask: publish, ask the operator too, wait for the first answer.

use std::ops::ControlFlow;

use tracing::info;

use super::Broker;
use super::approval::Approval;
use super::local_operator;
use super::pending_call::PendingCall;
use super::request_id::{RequestId, RequestKind};
use super::resolution::Resolution;
use super::table::Table;
use crate::core::outcome::NoOperatorReason;
use crate::core::{
    Answers, Form, Outcome, Question, Reply, Request, RequestOutcome, Screen, Settings,
};
use crate::error::Error;
use crate::seam::{TRACING_TARGET, Withdrawal, report_end};

impl Broker {
    /// Asks, and waits for the first answer from anywhere.
    ///
    /// `from` says who asks. The timeout of the settings counts from the
    /// publication; while the local operator is asked it is the operator's,
    /// which every key starts anew. A secret question goes to the operator
    /// only, and without one ends as no operator. A withdrawal serves one call
    /// at a time.
    ///
    /// # Errors
    /// A question that cannot be asked ([`Error::is_bad_request`]), and what
    /// asking the operator reports; see [`AskUser::ask_with`](crate::AskUser::ask_with).
    pub fn ask(
        &self,
        request: &Request,
        settings: &Settings,
        from: &str,
        withdrawal: &Withdrawal,
    ) -> Result<RequestOutcome, Error> {
        request.check().map_err(|(index, fault)| {
            let path = format!("questions[{index}].{}", fault.field());
            Error::bad_request(path, fault.to_string())
        })?;
        if request.questions().iter().any(Question::is_secret) {
            return self.ask_hidden(request, settings, withdrawal);
        }
        let published = self.begin(RequestKind::Question, withdrawal, |table| {
            table.publish_question(from, request)
        });
        let turn = match published {
            Ok(turn) => turn,
            Err(outcome) => return Ok(reported(RequestOutcome::not_asked(outcome))),
        };
        let _taken_back = withdrawal.on_withdraw(turn.take_back());
        let mut at_terminal = None;
        if let Some(operator) = self.operator() {
            let asked = operator.ask_request(request, settings, Some(turn.surface()));
            let request_outcome =
                asked.inspect_err(|_| turn.resolve(Resolution::closed(RequestKind::Question)))?;
            if local_operator::decides(&request_outcome.outcome, self.has_front_ends()) {
                turn.resolve(Resolution::Questions(request_outcome.clone()));
                at_terminal = Some(request_outcome);
            }
        }
        let timeout = settings.timeout.filter(|timeout| !timeout.is_zero());
        let resolution = turn.wait(timeout, || {
            Resolution::Questions(at_timeout(request, settings))
        });
        let request_outcome = resolution.into_request_outcome();
        // The seam has reported what it asked itself.
        if at_terminal.as_ref() == Some(&request_outcome) {
            Ok(request_outcome)
        } else {
            Ok(reported(request_outcome))
        }
    }

    /// Asks for leave to do something, and waits for the first decision.
    ///
    /// Only [`Approval::Allow`] is leave: everything else, and every failure,
    /// is none. There is no timeout; a host that wants one pulls the
    /// withdrawal.
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
    /// // The script is at its end.
    /// assert_eq!(approve(), Approval::NotDecided(OutcomeKind::Closed));
    /// ```
    pub fn approve(
        &self,
        title: &str,
        detail: Option<&str>,
        from: &str,
        withdrawal: &Withdrawal,
    ) -> Approval {
        let published = self.begin(RequestKind::Approval, withdrawal, |table| {
            Ok(table.publish_approval(from, title, detail))
        });
        let turn = match published {
            Ok(turn) => turn,
            Err(outcome) => return Approval::NotDecided(outcome.kind()),
        };
        let _taken_back = withdrawal.on_withdraw(turn.take_back());
        if let Some(operator) = self.operator() {
            let request = local_operator::approval_request(from, title, detail);
            let settings = local_operator::approval_settings();
            match operator.ask_request(&request, &settings, Some(turn.surface())) {
                Ok(request_outcome) => {
                    if local_operator::decides(&request_outcome.outcome, self.has_front_ends()) {
                        turn.resolve(Resolution::Approval(local_operator::approval(
                            request_outcome,
                        )));
                    }
                }
                Err(error) => {
                    info!(name: "broker:not_asked", target: TRACING_TARGET, %error, "broker:not_asked");
                    turn.resolve(Resolution::closed(RequestKind::Approval));
                }
            }
        }
        turn.wait(None, || Resolution::closed(RequestKind::Approval))
            .into_approval()
    }

    /// Publishes, unless it is over before it begins.
    fn begin(
        &self,
        kind: RequestKind,
        withdrawal: &Withdrawal,
        publish: impl FnOnce(&mut Table) -> Result<RequestId, NoOperatorReason>,
    ) -> Result<PendingCall<'_>, Outcome<Answers>> {
        let has_operator = self.operator().is_some();
        let shared = self.shared();
        let mut state = shared.state();
        if state.closed {
            return Err(Outcome::Closed);
        }
        if withdrawal.is_withdrawn() {
            return Err(Outcome::Withdrawn);
        }
        if state.refuses_unattended && state.subscribers == 0 && !has_operator {
            return Err(Outcome::NoOperator(NoOperatorReason::Nobody));
        }
        let id = publish(&mut state.table).map_err(Outcome::NoOperator)?;
        Ok(PendingCall::begin(shared, state, id, kind))
    }

    /// Asks something secret: by the operator's terminal or not at all.
    fn ask_hidden(
        &self,
        request: &Request,
        settings: &Settings,
        withdrawal: &Withdrawal,
    ) -> Result<RequestOutcome, Error> {
        let Some(operator) = self.operator() else {
            let nobody = Outcome::NoOperator(NoOperatorReason::CannotHide);
            return Ok(reported(RequestOutcome::not_asked(nobody)));
        };
        let shared = self.shared();
        let surface = Withdrawal::new();
        let mut state = shared.state();
        if state.closed {
            drop(state);
            return Ok(reported(RequestOutcome::not_asked(Outcome::Closed)));
        }
        let place = state.hide(surface.clone());
        drop(state);
        let taken_back = surface.clone();
        let _taken_back = withdrawal.on_withdraw(move || taken_back.withdraw());
        let asked = operator.ask_request(request, settings, Some(&surface));
        let mut state = shared.state();
        state.hidden.remove(&place);
        let closed = state.closed && !withdrawal.is_withdrawn();
        drop(state);
        let mut request_outcome = asked?;
        if closed && request_outcome.outcome == Outcome::Withdrawn {
            request_outcome.outcome = Outcome::Closed;
        }
        Ok(request_outcome)
    }
}

/// What a request comes to when its limit has passed: as at a dialog where
/// nobody presses a key, question after question.
fn at_timeout(request: &Request, settings: &Settings) -> RequestOutcome {
    // Front ends have no review that would have to be sent.
    let settings = Settings {
        review: false,
        ..settings.clone()
    };
    let mut form = Form::new(request, &settings, Screen::off_terminal());
    loop {
        if let ControlFlow::Break(request_outcome) = form.feed(Reply::TimedOut) {
            return request_outcome;
        }
    }
}

/// Reports the end of a call as the seam does for its own. Never what was answered.
fn reported(request_outcome: RequestOutcome) -> RequestOutcome {
    report_end(&request_outcome.outcome);
    request_outcome
}
