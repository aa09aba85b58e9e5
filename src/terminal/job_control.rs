//! Ctrl+Z: our process group stops, and goes on later.

use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::pthread::{pthread_kill, pthread_self};
use nix::sys::signal::{SigSet, SigmaskHow, Signal, kill};
use nix::unistd::Pid;

use super::driver_handle::DriverHandle;
use super::tty::Tty;

/// How long a signal that ends the process may take to be noticed.
const NOTICED: Duration = Duration::from_millis(100);

/// Stops our process group; returns when it goes on, at once where nobody could
/// continue it.
///
/// The signal to the group may be taken by any thread of the process, and this
/// one would touch the terminal for a moment longer, which is the shell's then.
/// So it holds back a signal of its own, which stops it where it lets that go.
/// If it was stopped before, going on has taken back both.
pub(super) fn suspend() {
    let mut stop = SigSet::empty();
    stop.add(Signal::SIGTSTP);
    let Ok(before) = stop.thread_swap_mask(SigmaskHow::SIG_BLOCK) else {
        return;
    };
    let _ = pthread_kill(pthread_self(), Signal::SIGTSTP);
    let _ = kill(Pid::from_raw(0), Signal::SIGTSTP);
    let _ = before.thread_set_mask();
}

/// Whether the read goes on after a stop. `kill %1` at a shell ends a process by
/// a signal and lets it go on in the background, where it must not touch the
/// terminal any more. With `bg` it does, and is stopped for it as it should be.
pub(super) fn goes_on(tty: &Tty, handle: &DriverHandle) -> bool {
    let resumed = Instant::now();
    while !tty.is_foreground() {
        if handle.interruption().is_some() {
            return false;
        }
        let left = NOTICED.saturating_sub(resumed.elapsed());
        let Ok(left @ 1..) = u16::try_from(left.as_millis()) else {
            return true;
        };
        let mut woken = [PollFd::new(handle.wake_receiver(), PollFlags::POLLIN)];
        if poll(&mut woken, PollTimeout::from(left)).is_ok_and(|count| count > 0) {
            handle.drain();
        }
    }
    true
}
