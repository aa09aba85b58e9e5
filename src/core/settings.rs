//! What the launcher of a call decides, as opposed to what the caller asks.

use std::num::NonZeroUsize;
use std::time::Duration;

use super::grammar::Grammar;

/// How questions are put: grammar, attempts, timeout, layout.
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
    /// What a typed line can mean. Default: strict.
    pub grammar: Grammar,
    /// How many invalid lines in a row end a question. Default: 3.
    pub attempts: NonZeroUsize,
    /// How long a question may wait without a key; `None`, the default, waits
    /// without limit. It does not run while the operator writes a text of
    /// their own after choosing Other.
    pub timeout: Option<Duration>,
    /// What happens when the limit has passed. Default: refuse.
    pub on_timeout: OnTimeout,
    /// One line or a list. Default: one line where it fits.
    pub layout: Layout,
    /// Whether the answers to several questions are shown before they are
    /// sent. Default: yes.
    pub review: bool,
}

/// The attempts of a question unless the launcher says otherwise.
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
    /// The recommended choice is taken and marked as taken at the timeout;
    /// where none is recommended the call ends as timed out.
    Recommended,
}

/// How a question and its choices are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// On one line where a plain question fits on a row of the terminal, else a list.
    #[default]
    Auto,
    /// On one line, whatever its width; descriptions are shown by `?` only.
    Line,
    /// One row for each choice.
    List,
}
