//! `DriverHandle`: interrupts a read, and restores the terminal, from another thread.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
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
/// It acts on the driver and on all of its clones, and so do its own clones.
#[derive(Clone)]
pub struct DriverHandle {
    family: Arc<Family>,
    /// The state of the one driver that this handle was made for.
    state: Arc<Mutex<State>>,
}

/// What a driver and its clones share. Only one of them reads at a time.
struct Family {
    members: Mutex<Vec<Weak<Mutex<State>>>>,
    /// Write end of the wake-up pipe.
    wake_in: OwnedFd,
    /// Read end. The readers poll it; a byte in it makes them check the state.
    wake_out: OwnedFd,
    /// Readable once the drivers have to close, see `close_when_readable`.
    closed_by: OnceLock<OwnedFd>,
    /// The next call has to be cancelled.
    cancel_next: AtomicBool,
    /// The process ends: every read has to end.
    closing: AtomicBool,
    /// The terminal has hung up, or the process that started this one has ended.
    hung_up: AtomicBool,
    /// A host's own prompt has to make way as soon as its line is empty.
    yields: AtomicBool,
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
    /// The read has to stop the process group, as Ctrl+Z does.
    suspends: bool,
    /// When we stopped the process group ourselves, and whether it still is.
    own_stop: Option<OwnStop>,
    /// Lines to print above the prompt.
    notices: VecDeque<String>,
    /// The terminal is in raw mode, and this is how it was before.
    saved: Option<SavedMode>,
    /// The terminal was put back for good: the process is about to end.
    left: bool,
}

#[derive(Clone, Copy)]
enum OwnStop {
    Now,
    Until(Instant),
}

/// How long after a stop a SIGTSTP may still be the one that we sent ourselves.
const OWN_STOP: Duration = Duration::from_millis(200);

impl DriverHandle {
    pub(super) fn new() -> Result<Self, Error> {
        let flags = OFlag::O_CLOEXEC | OFlag::O_NONBLOCK;
        let (wake_out, wake_in) = pipe2(flags)
            .map_err(|error| Error::device("opening a pipe to wake the reader", error.into()))?;
        let family = Arc::new(Family {
            members: Mutex::default(),
            wake_in,
            wake_out,
            closed_by: OnceLock::new(),
            cancel_next: AtomicBool::new(false),
            closing: AtomicBool::new(false),
            hung_up: AtomicBool::new(false),
            yields: AtomicBool::new(false),
        });
        Ok(Self::join(family))
    }

    /// The handle of a clone of the driver, which has calls of its own.
    pub(super) fn for_clone(&self) -> Self {
        Self::join(Arc::clone(&self.family))
    }

    fn join(family: Arc<Family>) -> Self {
        let state = Arc::default();
        {
            let mut members = lock(&family.members);
            members.retain(|member| member.strong_count() > 0);
            members.push(Arc::downgrade(&state));
        }
        Self { family, state }
    }

    /// Withdraws the current question. Does nothing if no question is asked.
    pub fn withdraw(&self) {
        self.interrupt_all(InterruptReason::Withdrawn);
    }

    /// Ends the current read and every later one as closed. For a process that ends.
    pub fn close(&self) {
        self.family.closing.store(true, Ordering::SeqCst);
        self.interrupt_all(InterruptReason::Closed);
    }

    /// Reports a SIGINT. Call it from the signal handler's thread.
    ///
    /// Returns whether it cancelled a question or a line. `false` means that
    /// nothing was read, and the host has to handle the signal itself.
    #[must_use = "a SIGINT that cancelled nothing is the host's to handle"]
    pub fn interrupt(&self) -> bool {
        self.interrupt_all(InterruptReason::Cancelled)
    }

    /// Cancels the next question before it is shown. For a SIGINT that arrives
    /// while the program has not asked yet.
    pub fn cancel_next(&self) {
        self.family.cancel_next.store(true, Ordering::SeqCst);
    }

    /// Puts the terminal back as it was before the question: line settings, echo
    /// and paste mode. The call that is in progress leaves the terminal as it is from
    /// now on.
    ///
    /// For a process that exits from another thread while a question is asked, for
    /// a panic hook of a program that aborts on a panic, and for a signal that
    /// ends the process.
    ///
    /// ```no_run
    /// let driver = ask_user::PromptDriver::terminal()?;
    /// let handle = driver.handle();
    /// std::panic::set_hook(Box::new(move |panic| {
    ///     handle.restore_terminal();
    ///     eprintln!("{panic}");
    ///     std::process::abort();
    /// }));
    /// # Ok::<(), ask_user::Error>(())
    /// ```
    pub fn restore_terminal(&self) {
        for member in self.members() {
            // Under the lock: the reader must not switch to raw mode meanwhile.
            let mut state = lock(&member);
            state.left = state.active || state.reading;
            if let Some(saved) = state.saved.take() {
                saved.restore();
                saved.end_line();
            }
        }
    }

    /// Stops the process group as Ctrl+Z does, with the terminal as it was before
    /// the question. For a SIGTSTP that another process has sent. Returns at once
    /// while a line is read: then the reading thread does it.
    pub fn suspend(&self) {
        for member in self.members() {
            let mut state = lock(&member);
            match state.own_stop {
                // The signal is the one that we have sent to our own group.
                Some(OwnStop::Now) => return,
                Some(OwnStop::Until(end)) if Instant::now() < end => return,
                Some(OwnStop::Until(_)) | None => {}
            }
            if state.reading {
                state.suspends = true;
                drop(state);
                return self.wake();
            }
        }
        self.stop();
    }

    /// Stops the process group of a process without a driver.
    pub fn stop_process_group() {
        suspend();
    }

    /// Prints a line above the prompt while a line is read on a terminal. The line
    /// being typed is shown again below it. Returns `false`, and prints nothing,
    /// at any other time: print it yourself then.
    pub fn print_above(&self, line: &str) -> bool {
        for member in self.members() {
            let mut state = lock(&member);
            if state.reading {
                let lines = sanitize::lines(line).map(Cow::into_owned);
                state.notices.extend(lines);
                drop(state);
                self.wake();
                return true;
            }
        }
        false
    }

    /// While this is set, a [`read_line`](crate::PromptDriver::read_line) ends as
    /// [`Reply::Withdrawn`](crate::Reply) as soon as its line is empty. So a host that has
    /// something to ask at its prompt never breaks a line that is being typed.
    ///
    /// Questions are not affected.
    pub fn yield_when_empty(&self, yields: bool) {
        self.family.yields.store(yields, Ordering::SeqCst);
        if yields {
            self.wake();
        }
    }

    /// Whether a host's own prompt has to make way.
    pub(super) fn is_yielding(&self) -> bool {
        self.family.yields.load(Ordering::SeqCst)
    }

    /// Whether the terminal has hung up, or the descriptor given to
    /// [`close_when_readable`](Self::close_when_readable) has become readable.
    pub fn is_hung_up(&self) -> bool {
        self.family.hung_up.load(Ordering::SeqCst)
    }

    /// Ends the current read and every later one as closed once this descriptor is
    /// readable, for instance a descriptor of the process that waits for the answer
    /// (`pidfd`). Only the first descriptor is used.
    pub fn close_when_readable(&self, descriptor: OwnedFd) {
        let _ = self.family.closed_by.set(descriptor);
    }

    /// Duplicates the write end of the wake-up pipe. A byte in it makes the reader
    /// check its terminal again. Write one from a SIGCONT handler: a process that
    /// was stopped from outside then sets raw mode again, and a hidden line stays
    /// hidden.
    ///
    /// # Errors
    /// Only if the system has no descriptor left.
    pub fn wake_fd(&self) -> io::Result<OwnedFd> {
        self.family.wake_in.try_clone()
    }

    pub(super) fn begin_call(&self) {
        let cancelled = self.family.cancel_next.swap(false, Ordering::SeqCst);
        let mut state = self.state();
        state.active = true;
        state.left = false;
        state.interruption = cancelled.then_some(InterruptReason::Cancelled);
    }

    pub(super) fn finish_call(&self) {
        let mut state = self.state();
        state.active = false;
        state.interruption = None;
    }

    /// Begins a read.
    pub(super) fn begin_read(&self) {
        self.state().reading = true;
    }

    /// Switches to raw mode, unless the terminal was put back for good.
    pub(super) fn enter_raw(
        &self,
        saved: &SavedMode,
        switch: impl FnOnce() -> nix::Result<()>,
    ) -> nix::Result<()> {
        let mut state = self.state();
        if state.left {
            return Ok(());
        }
        switch()?;
        state.saved = Some(saved.clone());
        Ok(())
    }

    /// Leaves raw mode, unless that was done already.
    pub(super) fn leave_raw(&self) {
        let mut state = self.state();
        if let Some(saved) = state.saved.take() {
            saved.restore();
        }
    }

    /// Ends a read.
    pub(super) fn end_read(&self) {
        let mut state = self.state();
        state.reading = false;
        state.notices.clear();
    }

    /// How the current read has to end, if it has to.
    pub(super) fn interruption(&self) -> Option<Reply> {
        if self.family.closing.load(Ordering::SeqCst) {
            return Some(Reply::Closed);
        }
        self.state().interruption.map(Reply::from)
    }

    /// Stops the process group. The terminal has to be as it was before.
    pub(super) fn stop(&self) {
        self.state().own_stop = Some(OwnStop::Now);
        suspend();
        self.state().own_stop = Some(OwnStop::Until(Instant::now() + OWN_STOP));
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
        self.family.hung_up.store(true, Ordering::SeqCst);
    }

    /// Notes that the descriptor of `close_when_readable` is readable.
    pub(super) fn close_as_hung_up(&self) {
        self.hang_up();
        self.close();
    }

    /// The descriptor that readers poll besides their input.
    pub(super) fn wake_receiver(&self) -> BorrowedFd<'_> {
        self.family.wake_out.as_fd()
    }

    /// The descriptor that closes the drivers, unless it already did.
    pub(super) fn closing_descriptor(&self) -> Option<BorrowedFd<'_>> {
        let descriptor = self.family.closed_by.get()?;
        (!self.family.closing.load(Ordering::SeqCst)).then(|| descriptor.as_fd())
    }

    /// Empties the wake-up pipe, so that the next poll waits again.
    pub(super) fn drain(&self) {
        let mut buffer = [0; 64];
        while read(&self.family.wake_out, &mut buffer).is_ok_and(|count| count > 0) {}
    }

    /// Interrupts every call in progress. Returns whether there was one.
    fn interrupt_all(&self, reason: InterruptReason) -> bool {
        let mut any = false;
        for member in self.members() {
            any |= interrupt(&mut lock(&member), reason);
        }
        self.wake();
        any
    }

    fn wake(&self) {
        // A full pipe wakes the reader as well.
        let _ = write(&self.family.wake_in, b"w");
        TerminalLock::wake_waiters();
    }

    fn members(&self) -> Vec<Arc<Mutex<State>>> {
        lock(&self.family.members)
            .iter()
            .filter_map(Weak::upgrade)
            .collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The first reason stays.
fn interrupt(state: &mut State, reason: InterruptReason) -> bool {
    if state.active && state.interruption.is_none() {
        state.interruption = Some(reason);
    }
    state.active
}

impl InterruptRead for DriverHandle {
    fn interrupt_read(&self, reason: InterruptReason) {
        match reason {
            InterruptReason::Closed => self.close(),
            // Only the one call that is asked through this driver.
            InterruptReason::Withdrawn | InterruptReason::Cancelled => {
                interrupt(&mut self.state(), reason);
                self.wake();
            }
        }
    }
}

impl fmt::Debug for DriverHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DriverHandle").finish_non_exhaustive()
    }
}
