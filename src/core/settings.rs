//! Settings of a call: grammar, attempts, timeout and layout.
//!
//! The launcher of the call chooses the settings. The caller only chooses the questions.

use std::num::NonZeroUsize;
use std::time::Duration;

use super::grammar::Grammar;

/// The settings for asking questions: grammar, attempts, timeout, layout, review.
///
/// ```
/// use std::time::Duration;
/// use ask_user::{Grammar, Settings};
///
/// let settings = Settings {
///     grammar: Grammar::Full,
///     timeout: Some(Duration::from_secs(60)),
///     ..Settings::default()
/// };
/// assert_eq!(settings.attempts.get(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The grammar of typed lines. Default: strict.
    pub grammar: Grammar,
    /// The number of invalid lines in a row that ends the call. Default: 3.
    pub attempts: NonZeroUsize,
    /// How long a question may wait without a key press. `None`, the default, means
    /// no timeout. The timeout does not run while the operator types their own text
    /// after choosing Other.
    pub timeout: Option<Duration>,
    /// What happens when the timeout has passed. Default: refuse.
    pub on_timeout: OnTimeout,
    /// One line or a list. Default: one line if it fits.
    pub layout: Layout,
    /// Whether the operator reviews the answers to several questions before they
    /// are sent. Default: yes.
    pub review: bool,
}

/// The default number of attempts for a question.
pub const ATTEMPTS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(2);

impl Default for Settings {
    fn default() -> Self {
        Self {
            grammar: Grammar::default(),
            attempts: ATTEMPTS,
            timeout: None,
            on_timeout: OnTimeout::default(),
            layout: Layout::default(),
            review: true,
        }
    }
}

/// What happens when the timeout has passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnTimeout {
    /// The call ends as timed out.
    #[default]
    Refuse,
    /// The recommended choice is taken. The answer is marked as timed out.
    /// If no choice is recommended, the call ends as timed out.
    Recommended,
}

/// How a question and its choices are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// One line if the question is plain and fits on a row of the terminal, else a list.
    #[default]
    Auto,
    /// One line of any width. Only `?` shows the descriptions.
    Line,
    /// One row for each choice.
    List,
}
