//! `AskUser`: binds an interaction and asks questions through it.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::ask_loop::{CallQuestions, ask_questions, report};
use super::bridge::{Bridge, TurnError};
use super::interaction::Interaction;
use super::queue::QueueError;
use super::withdrawal::Withdrawal;
use crate::core::outcome::NoOperatorReason;
use crate::core::{Outcome, Question, Request, RequestOutcome, Settings, sanitize};
use crate::error::Error;

/// Asks the operator through the bound interaction.
///
/// Clones share the binding. The type is `Send` and `Sync`. If no interaction is bound,
/// every call is refused at once: nothing is read and nothing is shown. Concurrent calls
/// wait in a queue. One call is carried out at a time.
///
/// ```
/// use ask_user::{AskUser, Question, Scripted};
///
/// let ask = AskUser::new();
/// let question = Question::new("Deploy where?").choice("staging").choice("production");
/// assert!(!ask.is_bound());
/// assert_eq!(ask.ask(&question)?.reason().unwrap(), "no interactive operator in this session mode");
///
/// let _bound = ask.bind(Scripted::lines(["2"]));
/// assert_eq!(ask.ask(&question)?.answer().unwrap().choice(), Some("production"));
/// # Ok::<(), ask_user::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct AskUser {
    bound: Arc<Mutex<Option<Arc<Bridge>>>>,
}

impl AskUser {
    /// Creates an `AskUser` without a bound interaction.
    pub fn new() -> Self {
        Self::default()
    }

    /// Binds an interaction for later calls. It replaces the interaction bound before.
    ///
    /// The returned guard unbinds the interaction when it is dropped. [`Bound::keep`]
    /// leaves it bound.
    pub fn bind(&self, interaction: impl Interaction + Send + 'static) -> Bound {
        let bridge = Arc::new(Bridge::new(Box::new(interaction)));
        let id = bridge.id();
        *self.bound() = Some(bridge);
        Bound {
            ask: Some(self.clone()),
            id,
        }
    }

    /// Whether an interaction is bound. If not, every question is refused, and a host
    /// can hide its question tool.
    pub fn is_bound(&self) -> bool {
        self.bound().is_some()
    }

    /// Asks one question with the default [`Settings`]: strict grammar, three
    /// attempts, no timeout.
    ///
    /// # Errors
    /// See [`ask_with`](Self::ask_with).
    pub fn ask(&self, question: &Question) -> Result<Outcome, Error> {
        self.ask_with(question, &Settings::default())
    }

    /// Asks one question.
    ///
    /// # Errors
    /// - The question is invalid ([`Error::is_bad_request`]).
    /// - The call came from inside the bound interaction ([`Error::is_reentrant`]).
    /// - The bound interaction panicked ([`Error::is_bridge_panic`]).
    /// - A device failed ([`Error::is_device`]).
    pub fn ask_with(&self, question: &Question, settings: &Settings) -> Result<Outcome, Error> {
        question.check()?;
        Ok(self
            .ask_call(CallQuestions::Single(question), settings, None)?
            .into_single())
    }

    /// Asks one question that another thread can withdraw.
    ///
    /// # Errors
    /// See [`ask_with`](Self::ask_with).
    ///
    /// ```
    /// use ask_user::{AskUser, Outcome, Question, Settings, Withdrawal};
    ///
    /// let ask = AskUser::new();
    /// let _bound = ask.bind(|_: &str| -> Option<String> {
    ///     std::thread::park(); // an operator who never answers
    ///     None
    /// });
    /// let withdrawal = Withdrawal::new();
    /// let elsewhere = withdrawal.clone();
    /// std::thread::spawn(move || elsewhere.withdraw());
    /// let outcome = ask.ask_withdrawable(&Question::new("Still there?"), &Settings::default(), &withdrawal)?;
    /// assert_eq!(outcome, Outcome::Withdrawn);
    /// # Ok::<(), ask_user::Error>(())
    /// ```
    pub fn ask_withdrawable(
        &self,
        question: &Question,
        settings: &Settings,
        withdrawal: &Withdrawal,
    ) -> Result<Outcome, Error> {
        question.check()?;
        Ok(self
            .ask_call(CallQuestions::Single(question), settings, Some(withdrawal))?
            .into_single())
    }

    /// Asks all questions of a request in order.
    ///
    /// If there are several questions, the operator reviews the answers before they are
    /// sent, unless [`Settings::review`] is off. With [`Grammar::Full`](crate::Grammar::Full),
    /// the operator can also go back to an earlier question.
    ///
    /// # Errors
    /// See [`ask_with`](Self::ask_with). The path of an invalid question starts with
    /// `questions[i]`.
    pub fn ask_request(
        &self,
        request: &Request,
        settings: &Settings,
        withdrawal: Option<&Withdrawal>,
    ) -> Result<RequestOutcome, Error> {
        request.check().map_err(|(index, fault)| {
            Error::bad_request(
                format!("questions[{index}].{}", fault.path()),
                fault.to_string(),
            )
        })?;
        self.ask_call(CallQuestions::Request(request), settings, withdrawal)
    }

    /// Shows the operator a line that needs no answer.
    ///
    /// The call waits in the queue for its turn. It shows nothing if the withdrawal is
    /// withdrawn before its turn, or if no interaction is bound. The line is sanitized
    /// first.
    ///
    /// # Errors
    /// The errors of [`ask_with`](Self::ask_with), except those about the question.
    ///
    /// ```
    /// use ask_user::{AskUser, Scripted};
    ///
    /// let script = Scripted::lines([""; 0]);
    /// let transcript = script.transcript();
    /// let ask = AskUser::new();
    /// let _bound = ask.bind(script);
    /// ask.tell("the build went on without you", None)?;
    /// assert_eq!(transcript.text(), "the build went on without you\n");
    /// # Ok::<(), ask_user::Error>(())
    /// ```
    pub fn tell(&self, line: &str, withdrawal: Option<&Withdrawal>) -> Result<(), Error> {
        let Some(bridge) = self.bound().clone() else {
            return Ok(());
        };
        match bridge.turn(None, withdrawal) {
            Ok(mut turn) => {
                turn.begin()?;
                turn.show(&sanitize::line(line))
            }
            Err(TurnError::Reentrant) => Err(Error::reentrant()),
            Err(TurnError::Queue(QueueError::Withdrawn | QueueError::TimedOut)) => Ok(()),
        }
    }

    fn ask_call(
        &self,
        questions: CallQuestions<'_>,
        settings: &Settings,
        withdrawal: Option<&Withdrawal>,
    ) -> Result<RequestOutcome, Error> {
        let timeout = settings.timeout.filter(|timeout| !timeout.is_zero());
        let bridge = self.bound().clone();
        let request_outcome = match bridge {
            Some(bridge) => ask_bridge(&bridge, questions, settings, timeout, withdrawal)?,
            None => RequestOutcome::not_asked(Outcome::NoOperator(NoOperatorReason::Nobody)),
        };
        report(&request_outcome.outcome);
        Ok(request_outcome)
    }

    fn bound(&self) -> MutexGuard<'_, Option<Arc<Bridge>>> {
        self.bound.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn ask_bridge(
    bridge: &Bridge,
    questions: CallQuestions<'_>,
    settings: &Settings,
    timeout: Option<Duration>,
    withdrawal: Option<&Withdrawal>,
) -> Result<RequestOutcome, Error> {
    let not_asked = |outcome| Ok(RequestOutcome::not_asked(outcome));
    match bridge.turn(timeout, withdrawal) {
        Ok(mut turn) => ask_questions(&mut turn, questions, settings),
        Err(TurnError::Reentrant) => Err(Error::reentrant()),
        Err(TurnError::Queue(QueueError::Withdrawn)) => not_asked(Outcome::Withdrawn),
        Err(TurnError::Queue(QueueError::TimedOut)) => {
            not_asked(Outcome::TimedOut(timeout.unwrap_or_default()))
        }
    }
}

impl fmt::Debug for AskUser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AskUser")
            .field("bound", &self.is_bound())
            .finish()
    }
}

/// A guard that keeps an interaction bound. Unbinds it when dropped.
#[must_use = "dropping the guard unbinds the interaction at once; `.keep()` leaves it bound"]
#[derive(Debug)]
pub struct Bound {
    ask: Option<AskUser>,
    id: u64,
}

impl Bound {
    /// Leaves the interaction bound after the guard is gone.
    pub fn keep(mut self) {
        self.ask = None;
    }
}

impl Drop for Bound {
    fn drop(&mut self) {
        let Some(ask) = self.ask.take() else { return };
        let mut bound = ask.bound();
        // A later call of `bind` may have replaced the interaction.
        if bound.as_ref().is_some_and(|bridge| bridge.id() == self.id) {
            *bound = None;
        }
    }
}
