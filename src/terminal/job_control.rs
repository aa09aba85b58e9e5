//! Job control (Ctrl+Z): stops our process group, and checks its state when it resumes.

use std::time::{Duration, Instant};

use nix::sys::pthread::{pthread_kill, pthread_self};
use nix::sys::signal::{SigSet, SigmaskHow, Signal, kill};
use nix::unistd::Pid;

use super::driver_handle::DriverHandle;
use super::tty::Tty;
use super::wait::wait_for_wake;

/// How long to wait after a resume for a signal that ends the process.
const SIGNAL_WAIT: Duration = Duration::from_millis(100);

/// Stops our process group with SIGTSTP, and returns when it is resumed. Returns
/// at once if nobody could resume it (an orphaned process group).
///
/// Any thread of the process may take the signal to the group. This thread could
/// then run a moment longer and touch the terminal, which already belongs to the
/// shell. To prevent this, it first blocks SIGTSTP and sends one to itself. That
/// signal stops the process when this thread restores its signal mask. If the
/// process was stopped before that, SIGCONT has discarded both pending signals.
pub(super) fn suspend() {
    let mut stop = SigSet::empty();
    stop.add(Signal::SIGTSTP);
    let Ok(before) = stop.thread_swap_mask(SigmaskHow::SIG_BLOCK) else {
        return;
    };
    let _ = pthread_kill(pthread_self(), Signal::SIGTSTP);
    let _ = kill(Pid::from_raw(0), Signal::SIGTSTP);
    // Also where the whole process blocks the signal.
    let _ = stop.thread_unblock();
    let _ = before.thread_set_mask();
}

/// Whether the read continues after the process was stopped and resumed.
///
/// `kill %1` in a shell sends a signal that ends the process, and resumes it in
/// the background. It must not touch the terminal there any more. So in the
/// background this waits 100 ms for that signal, and returns false if it arrives.
/// After `bg` no signal arrives: the read continues, touches the terminal, and
/// the kernel stops the process again, as it should.
pub(super) fn read_continues(tty: &Tty, handle: &DriverHandle) -> bool {
    let resumed = Instant::now();
    while !tty.is_foreground() {
        if handle.interruption().is_some() {
            return false;
        }
        let left = SIGNAL_WAIT.saturating_sub(resumed.elapsed());
        if left.is_zero() {
            return true;
        }
        // However it ends, the state is looked at again.
        let _ = wait_for_wake(handle, Some(left));
    }
    true
}
