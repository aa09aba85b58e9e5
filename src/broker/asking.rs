//! The side of those who ask: publish, ask the operator too, wait for the first answer.

use std::ops::ControlFlow;

use tracing::info;

use super::approval::Approval;
use super::door::Broker;
use super::id::{Kind, RequestId};
use super::operator;
use super::table::Table;
use super::turn::Turn;
use super::verdict::Verdict;
use crate::core::outcome::Absence;
use crate::core::{
    Answers, Conclusion, Form, Outcome, Question, Reply, Request, Settings, Surface,
};
use crate::error::Error;
use crate::seam::{TARGET, Withdrawal, report_end};

impl Broker {
    /// Asks, and waits for the first answer from anywhere.
    ///
    /// `from` says who asks. The time limit of the settings counts from the
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
    ) -> Result<Conclusion, Error> {
        request.check().map_err(|(index, fault)| {
            let path = format!("questions[{index}].{}", fault.field());
            Error::bad_request(path, fault.to_string())
        })?;
        if request.questions().iter().any(Question::is_secret) {
            return self.ask_hidden(request, settings, withdrawal);
        }
        let published = self.begin(Kind::Question, withdrawal, |table| {
            table.publish_question(from, request)
        });
        let turn = match published {
            Ok(turn) => turn,
            Err(outcome) => return Ok(reported(Conclusion::unasked(outcome))),
        };
        let _taken_back = withdrawal.wake_by(turn.take_back());
        let mut at_terminal = None;
        if let Some(operator) = self.operator() {
            let asked = operator.ask_request(request, settings, Some(turn.surface()));
            let conclusion =
                asked.inspect_err(|_| turn.resolve(Verdict::closed(Kind::Question)))?;
            if operator::decides(&conclusion.outcome, self.has_front_ends()) {
                turn.resolve(Verdict::Questions(conclusion.clone()));
                at_terminal = Some(conclusion);
            }
        }
        let limit = settings.limit.filter(|limit| !limit.is_zero());
        let verdict = turn.wait(limit, || Verdict::Questions(at_limit(request, settings)));
        let conclusion = verdict.into_conclusion();
        // The seam has reported what it asked itself.
        if at_terminal.as_ref() == Some(&conclusion) {
            Ok(conclusion)
        } else {
            Ok(reported(conclusion))
        }
    }

    /// Asks for leave to do something, and waits for the first decision.
    ///
    /// Only [`Approval::Allow`] is leave: everything else, and every failure,
    /// is none. There is no time limit; a host that wants one pulls the
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
        let published = self.begin(Kind::Approval, withdrawal, |table| {
            Ok(table.publish_approval(from, title, detail))
        });
        let turn = match published {
            Ok(turn) => turn,
            Err(outcome) => return Approval::NotDecided(outcome.kind()),
        };
        let _taken_back = withdrawal.wake_by(turn.take_back());
        if let Some(operator) = self.operator() {
            let request = operator::approval_request(from, title, detail);
            let settings = operator::approval_settings();
            match operator.ask_request(&request, &settings, Some(turn.surface())) {
                Ok(conclusion) => {
                    if operator::decides(&conclusion.outcome, self.has_front_ends()) {
                        turn.resolve(Verdict::Approval(operator::approval(conclusion)));
                    }
                }
                Err(error) => {
                    info!(name: "broker:not_asked", target: TARGET, %error, "broker:not_asked");
                    turn.resolve(Verdict::closed(Kind::Approval));
                }
            }
        }
        turn.wait(None, || Verdict::closed(Kind::Approval))
            .into_approval()
    }

    /// Publishes, unless it is over before it begins.
    fn begin(
        &self,
        kind: Kind,
        withdrawal: &Withdrawal,
        publish: impl FnOnce(&mut Table) -> Result<RequestId, Absence>,
    ) -> Result<Turn<'_>, Outcome<Answers>> {
        let has_operator = self.operator().is_some();
        let shared = self.shared();
        let mut state = shared.state();
        if state.closed {
            return Err(Outcome::Closed);
        }
        if withdrawal.is_pulled() {
            return Err(Outcome::Withdrawn);
        }
        if state.refuses_unattended && state.subscribers == 0 && !has_operator {
            return Err(Outcome::NoOperator(Absence::Nobody));
        }
        let id = publish(&mut state.table).map_err(Outcome::NoOperator)?;
        Ok(Turn::begin(shared, state, id, kind))
    }

    /// Asks something secret: by the operator's terminal or not at all.
    fn ask_hidden(
        &self,
        request: &Request,
        settings: &Settings,
        withdrawal: &Withdrawal,
    ) -> Result<Conclusion, Error> {
        let Some(operator) = self.operator() else {
            let nobody = Outcome::NoOperator(Absence::CannotHide);
            return Ok(reported(Conclusion::unasked(nobody)));
        };
        let shared = self.shared();
        let surface = Withdrawal::new();
        let mut state = shared.state();
        if state.closed {
            drop(state);
            return Ok(reported(Conclusion::unasked(Outcome::Closed)));
        }
        let place = state.hide(surface.clone());
        drop(state);
        let taken_back = surface.clone();
        let _taken_back = withdrawal.wake_by(move || taken_back.pull());
        let asked = operator.ask_request(request, settings, Some(&surface));
        let mut state = shared.state();
        state.hidden.remove(&place);
        let closed = state.closed && !withdrawal.is_pulled();
        drop(state);
        let mut conclusion = asked?;
        if closed && conclusion.outcome == Outcome::Withdrawn {
            conclusion.outcome = Outcome::Closed;
        }
        Ok(conclusion)
    }
}

/// What a request comes to when its limit has passed: as at a dialog where
/// nobody presses a key, question after question.
fn at_limit(request: &Request, settings: &Settings) -> Conclusion {
    // Front ends have no review that would have to be sent.
    let settings = Settings {
        review: false,
        ..settings.clone()
    };
    let mut form = Form::new(request, &settings, Surface::off_terminal());
    loop {
        if let ControlFlow::Break(conclusion) = form.feed(Reply::TimedOut) {
            return conclusion;
        }
    }
}

/// Reports the end of a call as the seam does for its own. Never what was answered.
fn reported(conclusion: Conclusion) -> Conclusion {
    report_end(&conclusion.outcome);
    conclusion
}
