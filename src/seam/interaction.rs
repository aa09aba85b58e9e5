//! The `Interaction` trait: shows one prompt and reads one line.

use std::sync::Arc;
use std::time::Duration;

use crate::core::{Prompt, Reply, Screen};
use crate::error::Error;

/// An interaction: shows prompts to an operator and reads one line at a time.
///
/// Every `FnMut(&str) -> Option<String>` is an interaction. It gets the finished prompt
/// and returns one line, or `None` if the operator cancelled. A separate implementation
/// can do more: return a different [`Reply`] for each way a read can end, hide typed
/// input, and show the line that confirms the accepted answer.
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
    /// `timeout` is how long to wait without a key press. An implementation without an
    /// [`interrupt_handle`](Self::interrupt_handle) may ignore it. It is then called on a
    /// separate thread if the call has a timeout or a withdrawal.
    ///
    /// # Errors
    /// A device failed. A missing answer is not an error but a [`Reply`].
    fn read(&mut self, prompt: &Prompt, timeout: Option<Duration>) -> Result<Reply, Error>;

    /// Called once before the first prompt of a call.
    ///
    /// # Errors
    /// A device failed.
    fn begin(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Shows a line that needs no reply. The default shows nothing.
    ///
    /// # Errors
    /// A device failed.
    fn show(&mut self, _line: &str) -> Result<(), Error> {
        Ok(())
    }

    /// Called once after the last prompt of a call.
    fn finish(&mut self) {}

    /// The properties of the screen. The default is for output without a terminal:
    /// 80 columns, no wrapping and no escape sequences.
    fn screen(&self) -> Screen {
        Screen::off_terminal()
    }

    /// Whether an operator types the lines. Default: no.
    ///
    /// If not, the number of lines without progress is limited. A script then cannot
    /// loop for ever.
    fn is_typed(&self) -> bool {
        false
    }

    /// A handle with which another thread can interrupt a waiting read. Default: none.
    ///
    /// An implementation that returns a handle must apply the timeout of
    /// [`read`](Self::read) itself.
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

/// Interrupts a waiting read from another thread.
pub trait InterruptRead: Send + Sync {
    /// Interrupts the current read, or the next read of the same call. The reply of that
    /// read is the one for `reason`.
    fn interrupt_read(&self, reason: InterruptReason);
}

/// The reason why another thread interrupts a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterruptReason {
    /// The caller withdrew the question.
    Withdrawn,
    /// The operator interrupted the program with a signal instead of a key.
    Cancelled,
    /// The process is ending.
    Closed,
}

impl From<InterruptReason> for Reply {
    fn from(reason: InterruptReason) -> Self {
        match reason {
            InterruptReason::Withdrawn => Self::Withdrawn,
            InterruptReason::Cancelled => Self::Cancelled,
            InterruptReason::Closed => Self::Closed,
        }
    }
}
