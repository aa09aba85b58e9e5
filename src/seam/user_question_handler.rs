//! `UserQuestionHandler`: a callback that asks a request and returns its outcome.

use std::fmt;
use std::sync::Arc;

use super::ask_user::AskUser;
use super::withdrawal::Withdrawal;
use crate::core::{Request, RequestOutcome, Settings};
use crate::error::Error;

type Ask = dyn Fn(&Request, &Settings, &Withdrawal) -> Result<RequestOutcome, Error> + Send + Sync;
type Attended = dyn Fn() -> bool + Send + Sync;
type Tell = dyn Fn(&str, &Withdrawal) -> Result<(), Error> + Send + Sync;

/// A callback that asks a request, with all of its questions.
///
/// An [`Interaction`](crate::Interaction) works with single lines. A handler works with
/// requests. It can be made from a closure, an [`AskUser`] or a broker. Its `Debug`
/// output does not show its contents.
///
/// ```
/// use ask_user::{AskUser, Question, Request, Scripted, Settings, UserQuestionHandler, Withdrawal};
///
/// let ask = AskUser::new();
/// ask.bind(Scripted::lines(["1"])).keep();
/// let handler = UserQuestionHandler::from(ask);
/// let request = Request::from(Question::new("Go?").choice("yes"));
/// let request_outcome = handler.ask(&request, &Settings::default(), &Withdrawal::new())?;
/// assert!(request_outcome.outcome.answer().is_some());
/// assert_eq!(format!("{handler:?}"), "UserQuestionHandler(..)");
/// # Ok::<(), ask_user::Error>(())
/// ```
#[derive(Clone)]
pub struct UserQuestionHandler {
    ask: Arc<Ask>,
    tell: Option<Arc<Tell>>,
    attended: Option<Arc<Attended>>,
}

impl UserQuestionHandler {
    /// Creates a handler from a closure. Its [`tell`](Self::tell) does nothing.
    pub fn new(
        ask: impl Fn(&Request, &Settings, &Withdrawal) -> Result<RequestOutcome, Error>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        Self {
            ask: Arc::new(ask),
            tell: None,
            attended: None,
        }
    }

    /// Sets the closure for [`tell`](Self::tell).
    #[must_use]
    pub fn telling(
        mut self,
        tell: impl Fn(&str, &Withdrawal) -> Result<(), Error> + Send + Sync + 'static,
    ) -> Self {
        self.tell = Some(Arc::new(tell));
        self
    }

    /// Sets the closure for [`is_attended`](Self::is_attended).
    #[must_use]
    pub fn attended(mut self, attended: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.attended = Some(Arc::new(attended));
        self
    }

    /// Whether a question would reach anybody now. A handler that cannot tell says yes.
    ///
    /// ```
    /// use ask_user::{AskUser, Scripted, UserQuestionHandler};
    ///
    /// let ask = AskUser::new();
    /// let handler = UserQuestionHandler::from(ask.clone());
    /// assert!(!handler.is_attended());
    /// let _bound = ask.bind(Scripted::lines(["1"]));
    /// assert!(handler.is_attended());
    /// ```
    pub fn is_attended(&self) -> bool {
        self.attended.as_ref().is_none_or(|attended| attended())
    }

    /// Asks a request. Waits until there is an outcome or the withdrawal is withdrawn.
    ///
    /// # Errors
    /// An error of the handler, for example an invalid request or a failed device.
    pub fn ask(
        &self,
        request: &Request,
        settings: &Settings,
        withdrawal: &Withdrawal,
    ) -> Result<RequestOutcome, Error> {
        (self.ask)(request, settings, withdrawal)
    }

    /// Shows the operator a line that needs no answer. Does nothing if the handler
    /// cannot show lines, or if the withdrawal is withdrawn before the line is shown.
    ///
    /// # Errors
    /// An error of the handler.
    pub fn tell(&self, line: &str, withdrawal: &Withdrawal) -> Result<(), Error> {
        self.tell
            .as_ref()
            .map_or(Ok(()), |tell| tell(line, withdrawal))
    }
}

impl From<AskUser> for UserQuestionHandler {
    fn from(ask: AskUser) -> Self {
        let (teller, binding) = (ask.clone(), ask.clone());
        Self::new(move |request, settings, withdrawal| {
            ask.ask_request(request, settings, Some(withdrawal))
        })
        .telling(move |line, withdrawal| teller.tell(line, Some(withdrawal)))
        .attended(move || binding.is_bound())
    }
}

impl fmt::Debug for UserQuestionHandler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UserQuestionHandler(..)")
    }
}
