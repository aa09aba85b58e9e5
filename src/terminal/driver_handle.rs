//! Ends a read from another thread.

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

/// Ends what a [`PromptDriver`](crate::PromptDriver) reads, from any thread.
///
/// Clones act on the same driver.
#[derive(Clone)]
pub struct DriverHandle {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    /// Readers of our own poll `wake_out`; a byte in it makes them look at the state.
    wake_in: OwnedFd,
    wake_out: OwnedFd,
}

#[derive(Default)]
struct State {
    /// A call is under way.
    active: bool,
    /// How the present call is to end.
    interruption: Option<Interruption>,
    /// The next call is to be cancelled.
    cancel_next: bool,
    /// The process ends: every read does.
    closing: bool,
    /// The thread in a read of the line editor, whose SIGINT handler is in place.
    editor: Option<Pthread>,
    /// SIGINTs that we sent ourselves and that nobody has seen yet.
    own_signals: usize,
}

/// Why a read is cut short.
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

    /// Takes the question that is being asked back. Without one it does nothing.
    pub fn withdraw(&self) {
        self.end(InterruptReason::Withdrawn);
    }

    /// Ends the present read and every later one as closed: the process ends.
    pub fn close(&self) {
        self.state().closing = true;
        self.end(InterruptReason::Closed);
    }

    /// Says that a SIGINT has arrived. Call it from the process' handler.
    ///
    /// Returns whether it belonged to us: either it cancelled a question, or we
    /// had sent it ourselves to wake the line editor. `false` means that no
    /// question was being asked and the signal is the host's to deal with.
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

    /// An end of a pipe: a byte in it makes a reader of our own look at its
    /// terminal again. Let a handler of SIGCONT write to it, so that a process that
    /// was stopped from outside makes its line settings anew and a hidden line
    /// stays hidden.
    ///
    /// # Errors
    /// Only if the system has no descriptor to give.
    pub fn wake_fd(&self) -> io::Result<OwnedFd> {
        self.shared.wake_in.try_clone()
    }

    /// Cancels the next question before it is shown: for an interrupt that
    /// arrives while the program is still on its way to ask.
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

    /// Begins a read: the timeout of the one before is none of its business.
    pub(super) fn begin_read(&self) {
        let mut state = self.state();
        if state.interruption == Some(Interruption::TimedOut) {
            state.interruption = None;
        }
    }

    /// How the present read is to end, if it is.
    pub(super) fn interruption(&self) -> Option<Interruption> {
        let state = self.state();
        if state.closing {
            Some(Interruption::Requested(InterruptReason::Closed))
        } else {
            state.interruption
        }
    }

    /// Says that the timeout of the present read has passed.
    pub(super) fn time_out(&self) {
        self.interrupt_with(Interruption::TimedOut);
    }

    /// Notes that this thread is in a read of the line editor, until the guard is dropped.
    pub(super) fn editor_reads(&self) {
        let mut state = self.state();
        if state.editor.is_none() {
            state.editor = Some(pthread_self());
            if state.closing || state.interruption.is_some() {
                wake_editor(&mut state);
            }
        }
    }

    /// Notes that the line editor is about to end its read by itself.
    pub(super) fn editor_is_done(&self) {
        let mut state = self.state();
        state.editor = None;
        // Sent while its own handler was in place, so nobody else gets it.
        state.own_signals = 0;
    }

    /// The end that a reader polls beside its input.
    pub(super) fn wake_receiver(&self) -> BorrowedFd<'_> {
        self.shared.wake_out.as_fd()
    }

    /// Takes the wake-ups out of the pipe, so that the next poll waits again.
    pub(super) fn drain(&self) {
        let mut buffer = [0; 64];
        while read(&self.shared.wake_out, &mut buffer).is_ok_and(|count| count > 0) {}
    }

    fn end(&self, ending: InterruptReason) {
        self.interrupt_with(Interruption::Requested(ending));
        TerminalLock::look_again();
    }

    fn interrupt_with(&self, interruption: Interruption) {
        let mut state = self.state();
        if state.active && state.interruption.is_none() {
            state.interruption = Some(interruption);
        }
        // A full pipe wakes as well as one more byte would.
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

/// The line editor waits in a call that only a signal ends.
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

/// An error of the system as the driver reports it.
pub(super) fn device(what: &'static str, error: impl Into<io::Error>) -> Error {
    Error::device(what, error.into())
}
