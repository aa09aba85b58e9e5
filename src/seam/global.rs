//! The process-wide `AskUser` and the functions that use it.

use std::sync::LazyLock;

use super::ask_user::{AskUser, Bound};
use super::interaction::Interaction;
use crate::core::{Outcome, Question, Request, RequestOutcome, Settings};
use crate::error::Error;

static PROCESS: LazyLock<AskUser> = LazyLock::new(AskUser::new);

/// The process-wide [`AskUser`] that the free functions use.
pub fn global_ask_user() -> AskUser {
    PROCESS.clone()
}

/// Binds an interaction for the whole process, see [`AskUser::bind`].
///
/// ```
/// use ask_user::{ask_user, bind_interaction, Question};
///
/// let bound = bind_interaction(|prompt: &str| {
///     assert_eq!(prompt, "Deploy where? 1) staging  2) production > ");
///     Some("1".to_owned())
/// });
/// let question = Question::new("Deploy where?").choice("staging").choice("production");
/// let outcome = ask_user(&question)?;
/// assert_eq!(outcome.answer().unwrap().choice_number().unwrap().get(), 1);
///
/// drop(bound);
/// assert!(ask_user(&question)?.answer().is_none());
/// # Ok::<(), ask_user::Error>(())
/// ```
pub fn bind_interaction(interaction: impl Interaction + Send + 'static) -> Bound {
    PROCESS.bind(interaction)
}

/// Asks one question through the interaction bound for the process, see [`AskUser::ask`].
///
/// # Errors
/// See [`AskUser::ask_with`].
pub fn ask_user(question: &Question) -> Result<Outcome, Error> {
    PROCESS.ask(question)
}

/// Asks one question with the given settings, see [`AskUser::ask_with`].
///
/// # Errors
/// See [`AskUser::ask_with`].
pub fn ask_user_with(question: &Question, settings: &Settings) -> Result<Outcome, Error> {
    PROCESS.ask_with(question, settings)
}

/// Asks all questions of a request through the interaction bound for the process, see
/// [`AskUser::ask_request`].
///
/// # Errors
/// See [`AskUser::ask_request`].
pub fn ask_user_request(request: &Request, settings: &Settings) -> Result<RequestOutcome, Error> {
    PROCESS.ask_request(request, settings, None)
}

/// Whether an interaction is bound for the process.
pub fn is_bound() -> bool {
    PROCESS.is_bound()
}
