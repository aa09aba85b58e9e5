//! Signal handlers of the program. The library itself installs none of these.
//!
//! `ctrlc` delivers SIGINT, SIGTERM and SIGHUP to one thread of its own.
//! `signal-hook` stores, in the signal handler itself, which of them it was.
//! SIGCONT only makes the reader check its terminal settings.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;

use ask_user::{DriverHandle, Error};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

/// The number of the signal that has arrived and is not handled yet; 0 if none.
static PENDING: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// The number of the signal that ends the process; 0 if none.
static TERMINATION: AtomicUsize = AtomicUsize::new(0);

/// The number of SIGTERM or SIGHUP, if one of them has arrived.
pub(crate) fn termination_signal() -> Option<u8> {
    u8::try_from(TERMINATION.load(Ordering::SeqCst))
        .ok()
        .filter(|&signal| signal != 0)
}

/// A signal that has arrived.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Signal {
    /// SIGINT.
    Interrupt,
    /// SIGTERM or SIGHUP: the process must end.
    End,
}

/// Installs the signal handlers. `callback` is called for each signal, on a thread
/// of its own. Call this only once in a process.
pub(crate) fn set_handler(mut callback: impl FnMut(Signal) + Send + 'static) -> Result<(), Error> {
    let set = ctrlc::set_handler(move || match take_pending() {
        SIGINT => callback(Signal::Interrupt),
        signal => {
            TERMINATION.store(signal.unsigned_abs() as usize, Ordering::SeqCst);
            callback(Signal::End);
        }
    });
    set.map_err(|error| handler_error(io::Error::other(error)))?;
    // Registered after ctrlc's handlers: each of these first calls the ctrlc one.
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let number = signal.unsigned_abs() as usize;
        flag::register_usize(signal, Arc::clone(&PENDING), number).map_err(handler_error)?;
    }
    Ok(())
}

/// Installs a SIGCONT handler that makes the driver check its terminal settings
/// after the process was stopped.
pub(crate) fn wake_on_sigcont(handle: &DriverHandle) -> Result<(), Error> {
    let resumed = handle.wake_fd().map_err(handler_error)?;
    low_level::pipe::register(SIGCONT, resumed).map_err(handler_error)?;
    Ok(())
}

/// Takes the number of the signal that woke this thread. The signal handler wakes
/// the thread first and stores the number right after, so this may have to wait.
fn take_pending() -> i32 {
    loop {
        match PENDING.swap(0, Ordering::SeqCst) {
            0 => thread::yield_now(),
            signal => return i32::try_from(signal).unwrap_or(SIGTERM),
        }
    }
}

fn handler_error(error: io::Error) -> Error {
    Error::device("installing signal handlers", error)
}
