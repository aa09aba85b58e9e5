//! Signals of the process. The library installs none; this program does.
//!
//! SIGINT comes through `ctrlc`. SIGTERM and SIGHUP have to be told apart from
//! it and from each other, so they come through `signal-hook`, and so does SIGCONT.

use std::io;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

use ask_user::{DriverHandle, Error};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGTERM};
use signal_hook::iterator::Signals;

static RECEIVED: AtomicU8 = AtomicU8::new(0);

/// SIGTERM or SIGHUP, if one has arrived.
pub(crate) fn received() -> Option<u8> {
    Some(RECEIVED.load(Ordering::SeqCst)).filter(|&signal| signal != 0)
}

/// Lets signals end what the driver reads, from now on.
pub(crate) fn install(handle: DriverHandle) -> Result<(), Error> {
    let interrupted = handle.clone();
    let set = ctrlc::set_handler(move || {
        if !interrupted.interrupt() {
            // Between start and question: nothing is to be asked any more.
            interrupted.cancel_next();
        }
    });
    set.map_err(|error| Error::device("installing a handler for SIGINT", io::Error::other(error)))?;
    let failed = |error| {
        Error::device(
            "installing a handler for SIGTERM, SIGHUP and SIGCONT",
            error,
        )
    };
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGCONT]).map_err(failed)?;
    let waiting = thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            for signal in signals.forever() {
                if signal == SIGCONT {
                    handle.resume();
                } else {
                    RECEIVED.store(u8::try_from(signal).unwrap_or(0), Ordering::SeqCst);
                    handle.close();
                }
            }
        });
    waiting.map(|_| ()).map_err(failed)
}
