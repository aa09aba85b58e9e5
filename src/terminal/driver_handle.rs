//! `DriverHandle`: interrupts a read, and restores the terminal, from another thread.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use nix::fcntl::OFlag;
use nix::unistd::{pipe2, read, write};

use super::job_control::suspend;
use super::lock::TerminalLock;
use super::raw_mode::SavedMode;
use crate::core::{Reply, sanitize};
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
    /// Read end. The readers poll it; a byte in it makes them check the state.
    wake_out: OwnedFd,
    /// Readable once the driver has to close, see `close_when_readable`.
    closed_by: OnceLock<OwnedFd>,
}

#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, each set by another thread"
)]
struct State {
    /// A call is in progress.
    active: bool,
    /// A line is being read on the terminal.
    reading: bool,
    /// How the current call has to end, if it was interrupted.
    interruption: Option<InterruptReason>,
    /// The next call has to be cancelled.
    cancel_next: bool,
    /// The process ends: every read has to end.
    closing: bool,
    /// The terminal has hung up, or the process that started this one has ended.
    hung_up: bool,
    /// The read has to stop the process group, as Ctrl+Z does.
    suspends: bool,
    /// We stop the process group ourselves, or did a moment ago.
    stopping: bool,
    resumed_at: Option<Instant>,
    /// Lines to print above the prompt.
    notices: VecDeque<String>,
    /// The terminal is in raw mode, and this is how it was before.
    saved: Option<SavedMode>,
}

/// How long after a stop a SIGTSTP may still be the one that we sent ourselves.
const OWN_STOP: Duration = Duration::from_millis(200);

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
            closed_by: OnceLock::new(),
        };
        Ok(Self {
            shared: Arc::new(shared),
        })
    }

    /// Withdraws the current question. Does nothing if no question is asked.
    pub fn withdraw(&self) {
        self.interrupt_with(InterruptReason::Withdrawn);
    }

    /// Ends the current read and every later one as closed. For a process that ends.
    pub fn close(&self) {
        self.state().closing = true;
        self.interrupt_with(InterruptReason::Closed);
    }

    /// Reports a SIGINT. Call it from the signal handler's thread.
    ///
    /// Returns whether it cancelled a question. `false` means that no question
    /// was asked, and the host has to handle the signal itself.
    #[must_use = "a SIGINT that cancelled no question is the host's to handle"]
    pub fn interrupt(&self) -> bool {
        if !self.state().active {
            return false;
        }
        self.interrupt_with(InterruptReason::Cancelled);
        true
    }

    /// Cancels the next question before it is shown. For a SIGINT that arrives
    /// while the program has not asked yet.
    pub fn cancel_next(&self) {
        self.state().cancel_next = true;
    }

    /// Puts the terminal back as it was before the question: line settings, echo
    /// and paste mode. Does nothing if it is not in raw mode.
    ///
    /// For a process that exits from another thread while a question is asked, for
    /// a panic hook of a program that aborts on a panic, and for a signal that
    /// ends the process.
    pub fn restore_terminal(&self) {
        let saved = self.state().saved.take();
        if let Some(saved) = saved {
            saved.restore();
            saved.end_line();
        }
    }

    /// Stops the process group as Ctrl+Z does, with the terminal as it was before
    /// the question. For a SIGTSTP that another process has sent. Returns at once
    /// while a line is read: then the reading thread does it.
    pub fn suspend(&self) {
        {
            let mut state = self.state();
            let just_now = |at: Instant| at.elapsed() < OWN_STOP;
            if state.stopping || state.resumed_at.is_some_and(just_now) {
                // The signal is the one that we have sent to our own group.
                return;
            }
            if state.reading {
                state.suspends = true;
                self.wake();
                return;
            }
        }
        self.stop();
    }

    /// Stops the process group of a process without a driver.
    pub fn stop_process_group() {
        suspend();
    }

    /// Prints a line above the prompt while a question is asked. The line being
    /// typed is shown again below it. Returns `false`, and prints nothing, while no
    /// line is read on a terminal.
    pub fn print_above(&self, line: &str) -> bool {
        let mut state = self.state();
        if !state.reading {
            return false;
        }
        state
            .notices
            .extend(sanitize::lines(line).map(std::borrow::Cow::into_owned));
        self.wake();
        true
    }

    /// Whether the terminal has hung up, or the descriptor given to
    /// [`close_when_readable`](Self::close_when_readable) has become readable.
    pub fn is_hung_up(&self) -> bool {
        self.state().hung_up
    }

    /// Ends the current read and every later one as closed once this descriptor is
    /// readable, for instance a descriptor of the process that waits for the answer
    /// (`pidfd`). Only the first descriptor is used.
    pub fn close_when_readable(&self, descriptor: OwnedFd) {
        let _ = self.shared.closed_by.set(descriptor);
    }

    /// Duplicates the write end of the wake-up pipe. A byte in it makes the reader
    /// check its terminal again. Write one from a SIGCONT handler: a process that
    /// was stopped from outside then sets raw mode again, and a hidden line stays
    /// hidden.
    ///
    /// # Errors
    /// Only if the system has no descriptor left.
    pub fn wake_fd(&self) -> io::Result<OwnedFd> {
        self.shared.wake_in.try_clone()
    }

    pub(super) fn begin_call(&self) {
        let mut state = self.state();
        state.active = true;
        state.interruption =
            std::mem::take(&mut state.cancel_next).then_some(InterruptReason::Cancelled);
    }

    pub(super) fn finish_call(&self) {
        let mut state = self.state();
        state.active = false;
        state.interruption = None;
    }

    /// Registers the mode of the terminal before a read, which now begins.
    pub(super) fn begin_read(&self, saved: SavedMode) {
        let mut state = self.state();
        state.reading = true;
        state.saved = Some(saved);
    }

    /// Ends a read. Returns the mode to restore, unless that was done already.
    pub(super) fn end_read(&self) -> Option<SavedMode> {
        let mut state = self.state();
        state.reading = false;
        state.notices.clear();
        state.saved.take()
    }

    /// Whether the mode before the read is still to be restored.
    pub(super) fn is_raw(&self) -> bool {
        self.state().saved.is_some()
    }

    /// Registers the mode of the terminal again, after it was restored in between.
    pub(super) fn keep_saved(&self, saved: SavedMode) {
        self.state().saved = Some(saved);
    }

    /// How the current read has to end, if it has to.
    pub(super) fn interruption(&self) -> Option<Reply> {
        let state = self.state();
        if state.closing {
            Some(Reply::Closed)
        } else {
            state.interruption.map(Reply::from)
        }
    }

    /// Stops the process group. The terminal has to be as it was before.
    pub(super) fn stop(&self) {
        self.state().stopping = true;
        suspend();
        let mut state = self.state();
        state.stopping = false;
        state.resumed_at = Some(Instant::now());
    }

    /// Whether the process group has to be stopped. Asked once for each request.
    pub(super) fn take_suspend(&self) -> bool {
        std::mem::take(&mut self.state().suspends)
    }

    /// The next line to print above the prompt.
    pub(super) fn take_notice(&self) -> Option<String> {
        self.state().notices.pop_front()
    }

    /// Notes that the terminal has hung up.
    pub(super) fn hang_up(&self) {
        self.state().hung_up = true;
    }

    /// Notes that the descriptor of `close_when_readable` is readable.
    pub(super) fn close_as_hung_up(&self) {
        self.hang_up();
        self.close();
    }

    /// The descriptor that readers poll besides their input.
    pub(super) fn wake_receiver(&self) -> BorrowedFd<'_> {
        self.shared.wake_out.as_fd()
    }

    /// The descriptor that closes the driver, unless it already did.
    pub(super) fn closing_descriptor(&self) -> Option<BorrowedFd<'_>> {
        let descriptor = self.shared.closed_by.get()?;
        (!self.state().closing).then(|| descriptor.as_fd())
    }

    /// Empties the wake-up pipe, so that the next poll waits again.
    pub(super) fn drain(&self) {
        let mut buffer = [0; 64];
        while read(&self.shared.wake_out, &mut buffer).is_ok_and(|count| count > 0) {}
    }

    fn interrupt_with(&self, reason: InterruptReason) {
        {
            let mut state = self.state();
            if state.active && state.interruption.is_none() {
                state.interruption = Some(reason);
            }
        }
        self.wake();
        TerminalLock::wake_waiters();
    }

    fn wake(&self) {
        // A full pipe wakes the reader as well.
        let _ = write(&self.shared.wake_in, b"w");
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl InterruptRead for DriverHandle {
    fn interrupt_read(&self, reason: InterruptReason) {
        match reason {
            InterruptReason::Closed => self.close(),
            InterruptReason::Withdrawn | InterruptReason::Cancelled => self.interrupt_with(reason),
        }
    }
}

impl fmt::Debug for DriverHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DriverHandle").finish_non_exhaustive()
    }
}
