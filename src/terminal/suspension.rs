//! Ctrl+Z: our process group stops, and goes on later.

use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// How long it may take until the signal has stopped this thread, too.
const TAKES_HOLD: Duration = Duration::from_millis(50);

/// Stops our process group; returns when it goes on.
///
/// Whichever thread of the process takes the signal, the others stop a moment
/// later. This one must not touch the terminal in that moment, which is the
/// shell's then. Where nobody can continue us the signal does nothing.
pub(super) fn suspend() {
    let _ = kill(Pid::from_raw(0), Signal::SIGTSTP);
    thread::sleep(TAKES_HOLD);
}
