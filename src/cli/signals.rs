//! Signals of the process. The library installs none; this program does.
//!
//! `ctrlc` brings SIGINT, SIGTERM and SIGHUP to one thread of its own;
//! `signal-hook` notes in the handler itself which of them it was. SIGCONT only
//! makes the reader look at its terminal.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;

use ask_user::{DriverHandle, Error};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

/// The signal that has arrived and was not dealt with yet, 0 if there is none.
static ARRIVED: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// The signal that ends the process, 0 if there is none.
static ENDING: AtomicUsize = AtomicUsize::new(0);

/// SIGTERM or SIGHUP, if one has arrived.
pub(crate) fn received() -> Option<u8> {
    u8::try_from(ENDING.load(Ordering::SeqCst))
        .ok()
        .filter(|&signal| signal != 0)
}

/// What has arrived.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Signal {
    /// SIGINT.
    Interrupt,
    /// SIGTERM or SIGHUP: the process is to end.
    End,
}

/// Calls this for each signal, on a thread of its own. Once in a process.
pub(crate) fn on_arrival(mut call: impl FnMut(Signal) + Send + 'static) -> Result<(), Error> {
    let set = ctrlc::set_handler(move || match arrived() {
        SIGINT => call(Signal::Interrupt),
        signal => {
            ENDING.store(signal.unsigned_abs() as usize, Ordering::SeqCst);
            call(Signal::End);
        }
    });
    set.map_err(|error| failed(io::Error::other(error)))?;
    // After ctrlc's, whose handlers these call first.
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let number = signal.unsigned_abs() as usize;
        flag::register_usize(signal, Arc::clone(&ARRIVED), number).map_err(failed)?;
    }
    Ok(())
}

/// Lets the driver look at its terminal again after a stop.
pub(crate) fn wake_at_resume(handle: &DriverHandle) -> Result<(), Error> {
    let resumed = handle.wake_fd().map_err(failed)?;
    low_level::pipe::register(SIGCONT, resumed).map_err(failed)?;
    Ok(())
}

/// Which signal it was: the same handler that woke us is about to say it.
fn arrived() -> i32 {
    loop {
        match ARRIVED.swap(0, Ordering::SeqCst) {
            0 => thread::yield_now(),
            signal => return i32::try_from(signal).unwrap_or(SIGTERM),
        }
    }
}

fn failed(error: io::Error) -> Error {
    Error::device("installing signal handlers", error)
}
