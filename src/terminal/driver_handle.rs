//! `DriverHandle`: interrupts a read from another thread.

use std::fmt;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nix::fcntl::OFlag;
use nix::sys::pthread::{Pthread, pthread_kill, pthread_self};
use nix::sys::signal::Signal;
use nix::unistd::{pipe2, read, write};

use super::lock::TerminalLock;
use crate::core::Reply;
use crate::error::Error;
use crate::seam::{InterruptRead, InterruptReason};

/// Ends the reads of a [`PromptDriver`](crate::PromptDriver) from any thread.
///
/// All clones act on the same driver.
#[derive(Clone)]
pub struct DriverHandle {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    /// Write end of the wake-up pipe.
    wake_in: OwnedFd,
    /// Read end. The plain reader and the stdin reader poll it; a byte in it makes
    /// them check the state.
    wake_out: OwnedFd,
}

#[derive(Default)]
struct State {
    /// A call is in progress.
    active: bool,
    /// How the current call has to end, if it was interrupted.
    interruption: Option<Interruption>,
    /// The next call has to be cancelled.
    cancel_next: bool,
    /// The process ends: every read has to end.
    closing: bool,
    /// The thread that reads with the line editor, while the editor's SIGINT handler
    /// is installed.
    editor: Option<Pthread>,
    /// The number of SIGINTs that we sent ourselves and that no handler has seen yet.
    own_signals: usize,
}

/// Why a read is interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interruption {
    Requested(InterruptReason),
    TimedOut,
}

impl From<Interruption> for Reply {
    fn from(interruption: Interruption) -> Self {
        match interruption {
            Interruption::Requested(ending) => ending.into(),
            Interruption::TimedOut => Self::TimedOut,
        }
    }
}

impl DriverHandle {
    pub(super) fn new() -> Result<Self, Error> {
        let flags = OFlag::O_CLOEXEC | OFlag::O_NONBLOCK;
        let pipe = pipe2(flags)
            .map_err(|error| Error::device("opening a pipe to wake the reader", error.into()))?;
        let (wake_out, wake_in) = pipe;
        let shared = Shared {
            state: Mutex::default(),
            wake_in,
            wake_out,
        };
        Ok(Self {
            shared: Arc::new(shared),
        })
    }

    /// Withdraws the current question. Does nothing if no question is being asked.
    pub fn withdraw(&self) {
        self.end(InterruptReason::Withdrawn);
    }

    /// Ends the current read and every later read as closed. For use when the
    /// process ends.
    pub fn close(&self) {
        self.state().closing = true;
        self.end(InterruptReason::Closed);
    }

    /// Reports a SIGINT. Call it from the process's signal handling.
    ///
    /// Returns true if the signal is handled: it cancelled a question, or the
    /// driver had sent it itself to wake the line editor. Returns `false` if no
    /// question was being asked; the host then has to handle the signal.
    #[must_use = "a signal that is not ours has to be dealt with"]
    pub fn interrupt(&self) -> bool {
        {
            let mut state = self.state();
            if state.own_signals > 0 {
                state.own_signals -= 1;
                return true;
            }
            if !state.active {
                return false;
            }
        }
        self.end(InterruptReason::Cancelled);
        true
    }

    /// The write end of the wake-up pipe. A byte in it makes the plain reader check
    /// its terminal settings again.
    ///
    /// Write to it from a SIGCONT handler. A process that was stopped from outside
    /// then sets raw mode again, and a hidden line stays hidden.
    ///
    /// # Errors
    /// Only if the system has no file descriptor left.
    pub fn wake_fd(&self) -> io::Result<OwnedFd> {
        self.shared.wake_in.try_clone()
    }

    /// Cancels the next question before it is shown. For a SIGINT that arrives
    /// before the program asks its question.
    pub fn cancel_next(&self) {
        self.state().cancel_next = true;
    }

    pub(super) fn begin_call(&self) {
        let mut state = self.state();
        state.active = true;
        state.interruption = std::mem::take(&mut state.cancel_next)
            .then_some(Interruption::Requested(InterruptReason::Cancelled));
    }

    pub(super) fn finish_call(&self) {
        let mut state = self.state();
        state.active = false;
        state.interruption = None;
    }

    /// Begins a read. Clears the timeout of the previous read.
    pub(super) fn begin_read(&self) {
        let mut state = self.state();
        if state.interruption == Some(Interruption::TimedOut) {
            state.interruption = None;
        }
    }

    /// How the current read has to end, or `None` if it continues.
    pub(super) fn interruption(&self) -> Option<Interruption> {
        let state = self.state();
        if state.closing {
            Some(Interruption::Requested(InterruptReason::Closed))
        } else {
            state.interruption
        }
    }

    /// Reports that the timeout of the current read has passed.
    pub(super) fn time_out(&self) {
        self.interrupt_with(Interruption::TimedOut);
    }

    /// Records that this thread reads with the line editor, until
    /// [`editor_read_finished`](Self::editor_read_finished) is called.
    pub(super) fn editor_read_started(&self) {
        let mut state = self.state();
        if state.editor.is_none() {
            state.editor = Some(pthread_self());
            if state.closing || state.interruption.is_some() {
                wake_editor(&mut state);
            }
        }
    }

    /// Records that the line editor ends its read by itself.
    pub(super) fn editor_read_finished(&self) {
        let mut state = self.state();
        state.editor = None;
        // They were sent while the editor's own handler was installed, so the
        // process's handler will not get them.
        state.own_signals = 0;
    }

    /// The read end of the wake-up pipe, which a reader polls together with its input.
    pub(super) fn wake_receiver(&self) -> BorrowedFd<'_> {
        self.shared.wake_out.as_fd()
    }

    /// Empties the wake-up pipe. Otherwise the next poll would return at once.
    pub(super) fn drain(&self) {
        let mut buffer = [0; 64];
        while read(&self.shared.wake_out, &mut buffer).is_ok_and(|count| count > 0) {}
    }

    fn end(&self, ending: InterruptReason) {
        self.interrupt_with(Interruption::Requested(ending));
        TerminalLock::wake_waiters();
    }

    fn interrupt_with(&self, interruption: Interruption) {
        let mut state = self.state();
        if state.active && state.interruption.is_none() {
            state.interruption = Some(interruption);
        }
        // An error is ignored: if the pipe is full, the reader wakes anyway.
        let _ = write(&self.shared.wake_in, b"w");
        wake_editor(&mut state);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes the line editor with SIGINT: only a signal ends the call in which it waits.
fn wake_editor(state: &mut State) {
    if let Some(thread) = state.editor
        && pthread_kill(thread, Signal::SIGINT).is_ok()
    {
        state.own_signals += 1;
    }
}

impl InterruptRead for DriverHandle {
    fn interrupt_read(&self, ending: InterruptReason) {
        match ending {
            InterruptReason::Closed => self.close(),
            InterruptReason::Withdrawn | InterruptReason::Cancelled => self.end(ending),
        }
    }
}

impl fmt::Debug for DriverHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DriverHandle").finish_non_exhaustive()
    }
}

/// Converts a system error to [`Error::device`].
pub(super) fn device_error(what: &'static str, error: impl Into<io::Error>) -> Error {
    Error::device(what, error.into())
}
