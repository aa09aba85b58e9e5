//! The line-level seam: a finished prompt out, one reply in.

use std::sync::Arc;
use std::time::Duration;

use crate::core::{Prompt, Reply, Screen};
use crate::error::Error;

/// A way to reach an operator, one line at a time.
///
/// Every `FnMut(&str) -> Option<String>` is one: it gets the finished prompt
/// and returns one line, or `None` when the operator cancelled. An
/// implementation of its own can tell all endings apart, hide what is typed,
/// and show the line that repeats what was taken.
///
/// ```
/// use std::time::Duration;
/// use ask_user::{AskUser, Error, Interaction, Prompt, Question, Reply};
///
/// struct AlwaysTheFirst;
///
/// impl Interaction for AlwaysTheFirst {
///     fn read(&mut self, prompt: &Prompt, _: Option<Duration>) -> Result<Reply, Error> {
///         assert!(prompt.text().ends_with("> "));
///         Ok(Reply::Line("1".to_owned()))
///     }
/// }
///
/// let ask = AskUser::new();
/// let _bound = ask.bind(AlwaysTheFirst);
/// let outcome = ask.ask(&Question::new("Where?").choice("here").choice("there"))?;
/// assert_eq!(outcome.answer().unwrap().choice(), Some("here"));
/// # Ok::<(), Error>(())
/// ```
pub trait Interaction {
    /// Shows the prompt and waits for one line.
    ///
    /// `limit` is how long to wait without a key. An implementation that has
    /// no [`interrupt_handle`](Self::interrupt_handle) may ignore it: it is then called on
    /// a thread of its own whenever there is a timeout.
    ///
    /// # Errors
    /// A broken device. That nobody answers is a [`Reply`].
    fn read(&mut self, prompt: &Prompt, timeout: Option<Duration>) -> Result<Reply, Error>;

    /// Called once before the first prompt of a call.
    ///
    /// # Errors
    /// A broken device.
    fn begin(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Shows a line that awaits no reply. The default shows nothing.
    ///
    /// # Errors
    /// A broken device.
    fn show(&mut self, _line: &str) -> Result<(), Error> {
        Ok(())
    }

    /// Called once after the last prompt of a call.
    fn finish(&mut self) {}

    /// Where prompts appear. The default is off a terminal: 80 columns, no
    /// wrapping, no escapes.
    fn screen(&self) -> Screen {
        Screen::off_terminal()
    }

    /// Whether an operator types the lines. Where nobody does, which is the
    /// default, lines without an outcome are bounded, so that a script cannot
    /// go round for ever.
    fn is_typed(&self) -> bool {
        false
    }

    /// A handle by which another thread can end a read that stands, for
    /// implementations that keep timeouts themselves.
    fn interrupt_handle(&self) -> Option<Arc<dyn InterruptRead>> {
        None
    }
}

impl<F> Interaction for F
where
    F: FnMut(&str) -> Option<String>,
{
    fn read(&mut self, prompt: &Prompt, _timeout: Option<Duration>) -> Result<Reply, Error> {
        if prompt.is_hidden() {
            return Ok(Reply::CannotHide);
        }
        Ok(self(&prompt.text()).map_or(Reply::Cancelled, Reply::Line))
    }
}

/// Ends a read that stands, from another thread.
pub trait InterruptRead: Send + Sync {
    /// Ends the present read, or the next one of the same call, with `ending`.
    fn interrupt_read(&self, ending: InterruptReason);
}

/// Why a read is ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterruptReason {
    /// The caller took the question back.
    Withdrawn,
    /// The operator interrupted the program by other means than a key.
    Cancelled,
    /// The process ends.
    Closed,
}

impl From<InterruptReason> for Reply {
    fn from(ending: InterruptReason) -> Self {
        match ending {
            InterruptReason::Withdrawn => Self::Withdrawn,
            InterruptReason::Cancelled => Self::Cancelled,
            InterruptReason::Closed => Self::Closed,
        }
    }
}
