//! Custom validation of typed text answers.

use std::fmt;
use std::sync::Arc;

/// Validates the text answer of a question without choices.
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
    /// Validates the text. It is trimmed and not empty.
    ///
    /// # Errors
    /// The message that the operator sees. It says what was expected, in lower case and
    /// without a full stop.
    fn check(&self, text: &str) -> Result<(), String>;

    /// The text that is taken for a valid text, for example with ASCII digits for
    /// full-width ones. The default is the text itself.
    fn normalize(&self, text: &str) -> String {
        text.to_owned()
    }

    /// The JSON schema of the texts that the rule accepts, as JSON text. It is for an
    /// operator in another process. The default is `None`: the rule has no schema, and
    /// works only in this process.
    fn schema(&self) -> Option<String> {
        None
    }
}

/// A shared rule, as stored in a question. Two rules are equal only if they share the
/// same `Arc`.
#[derive(Clone, Debug)]
pub(crate) struct SharedRule(Arc<dyn ValueRule>);

impl SharedRule {
    pub(crate) fn new(rule: impl ValueRule + 'static) -> Self {
        Self(Arc::new(rule))
    }

    pub(crate) fn check(&self, text: &str) -> Result<(), String> {
        self.0.check(text)
    }

    pub(crate) fn normalize(&self, text: &str) -> String {
        self.0.normalize(text)
    }

    #[cfg(feature = "hub")]
    pub(crate) fn schema(&self) -> Option<String> {
        self.0.schema()
    }
}

impl PartialEq for SharedRule {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for SharedRule {}
