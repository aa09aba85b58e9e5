//! What a typed value has to be, beyond being text.

use std::fmt;
use std::sync::Arc;

/// Judges the text that answers a question without choices.
///
/// ```
/// use ask_user::{AskUser, Question, Scripted, ValueRule};
///
/// #[derive(Debug)]
/// struct Port;
///
/// impl ValueRule for Port {
///     fn check(&self, text: &str) -> Result<(), String> {
///         text.parse::<u16>().map(|_| ()).map_err(|_| "expected a port from 0 to 65535".to_owned())
///     }
/// }
///
/// let ask = AskUser::new();
/// let script = Scripted::lines(["high", "8080"]);
/// let screen = script.transcript();
/// let _bound = ask.bind(script);
/// let outcome = ask.ask(&Question::new("Port?").rule(Port))?;
/// assert_eq!(outcome.answer().unwrap().text(), Some("8080"));
/// assert!(screen.text().contains("expected a port from 0 to 65535 (2 attempts left)"));
/// # Ok::<(), ask_user::Error>(())
/// ```
pub trait ValueRule: fmt::Debug + Send + Sync {
    /// Whether this text, trimmed and not empty, is a value.
    ///
    /// # Errors
    /// What was expected, in the words that the operator sees: lower case, no full stop.
    fn check(&self, text: &str) -> Result<(), String>;
}

/// A rule as a question holds it; equal only to itself.
#[derive(Clone, Debug)]
pub(crate) struct SharedRule(Arc<dyn ValueRule>);

impl SharedRule {
    pub(crate) fn new(rule: impl ValueRule + 'static) -> Self {
        Self(Arc::new(rule))
    }

    pub(crate) fn check(&self, text: &str) -> Result<(), String> {
        self.0.check(text)
    }
}

impl PartialEq for SharedRule {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for SharedRule {}
