//! Signals of the program. The library itself installs no handlers.
//!
//! | signal | effect |
//! | --- | --- |
//! | INT (`ctrlc`) | cancels the question |
//! | TERM, HUP | end the question; the result is still written |
//! | TSTP | stops the process group with the terminal as it was |
//! | CONT | makes the reader check its terminal settings |
//! | others that end a process | put the terminal back, then have their usual effect |
//!
//! SIGPIPE stays ignored, as Rust sets it: a closed pipe is a failed write.

use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::thread;
use std::time::Duration;

use ask_user::{DriverHandle, Error};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{SigSet, Signal};
use signal_hook::consts::signal::{
    SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2,
    SIGVTALRM, SIGXCPU, SIGXFSZ,
};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{self, emulate_default_handler};

/// The signal that ends the process, 0 if none. SIGTERM wins over SIGHUP.
static TERMINATION: AtomicI32 = AtomicI32::new(0);

/// The outcome is known: what is left is to write the result.
static OVER: AtomicBool = AtomicBool::new(false);

/// How long a signal waits for a result that is being written.
const GRACE: Duration = Duration::from_millis(200);

/// SIGTERM or SIGHUP, if one of them has ended the process.
pub(crate) fn termination_signal() -> Option<u8> {
    u8::try_from(TERMINATION.load(Ordering::SeqCst))
        .ok()
        .filter(|&signal| signal != 0)
}

/// Notes that the terminal has hung up, with or without a SIGHUP.
pub(crate) fn note_hang_up(handle: &DriverHandle) {
    if handle.is_hung_up() {
        note_termination(SIGHUP);
    }
}

/// From now on a signal ends the process, also in the middle of a result that
/// nobody reads.
pub(crate) fn question_is_over() {
    OVER.store(true, Ordering::SeqCst);
}

/// What the signals of a subcommand act on.
pub(crate) trait SignalTarget: Send + Sync + 'static {
    /// SIGINT has arrived.
    fn interrupt(&self);

    /// SIGTERM or SIGHUP has arrived.
    fn terminate(&self);

    /// The driver that may have the terminal in raw mode.
    fn driver(&self) -> Option<DriverHandle>;
}

/// Installs the signal handlers. Call this only once in a process, and before it
/// starts other threads.
pub(crate) fn install(target: impl SignalTarget) -> Result<(), Error> {
    // No core file may hold a secret. Without the limit there is nothing to mend.
    if let Ok((_, hard)) = getrlimit(Resource::RLIMIT_CORE) {
        let _ = setrlimit(Resource::RLIMIT_CORE, 0, hard);
    }
    let target = Arc::new(target);
    watch_stops(Arc::clone(&target))?;
    let on_interrupt = Arc::clone(&target);
    let set = ctrlc::set_handler(move || {
        if OVER.load(Ordering::SeqCst) {
            exit_by(SIGINT);
        }
        on_interrupt.interrupt();
    });
    set.map_err(|error| handler_error(io::Error::other(error)))?;
    let mut signals = Signals::new([
        SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
        SIGABRT,
    ])
    .map_err(handler_error)?;
    spawn("signals", move || {
        for signal in signals.forever() {
            match signal {
                SIGTERM | SIGHUP => {
                    note_termination(signal);
                    if OVER.load(Ordering::SeqCst) {
                        exit_by(signal);
                    }
                    target.terminate();
                }
                signal => {
                    if let Some(driver) = target.driver() {
                        driver.restore_terminal();
                    }
                    let _ = emulate_default_handler(signal);
                    // Only where the system does not know the default of the signal.
                    process::exit(128 + signal);
                }
            }
        }
    })
}

/// Makes the driver check its terminal settings after the process was stopped.
pub(crate) fn wake_on_sigcont(handle: &DriverHandle) -> Result<(), Error> {
    let wake = handle.wake_fd().map_err(handler_error)?;
    low_level::pipe::register(SIGCONT, wake).map_err(handler_error)?;
    Ok(())
}

/// Ends the question when the process that started this one ends: nobody would
/// take the answer. Where the system cannot tell, nothing is watched.
pub(crate) fn close_with_starter(handle: &DriverHandle) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{PidfdFlags, getppid, pidfd_open};
        let Some(starter) = getppid() else {
            return;
        };
        if let Ok(descriptor) = pidfd_open(starter, PidfdFlags::empty())
            // Its number may belong to another process by now.
            && getppid() == Some(starter)
        {
            handle.close_when_readable(descriptor);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = handle;
}

/// Takes SIGTSTP from other processes on a thread of its own. It keeps its default
/// effect, which knows whether anybody could resume the process: the signal is only
/// held back until the terminal is as it was.
fn watch_stops(target: Arc<impl SignalTarget>) -> Result<(), Error> {
    let stop = SigSet::from(Signal::SIGTSTP);
    // Threads that start later inherit this.
    stop.thread_block()
        .map_err(|error| handler_error(error.into()))?;
    spawn("stops", move || {
        while stop.wait().is_ok() {
            match target.driver() {
                Some(driver) => driver.suspend(),
                None => DriverHandle::stop_process_group(),
            }
        }
    })
}

fn note_termination(signal: i32) {
    let set = |from| TERMINATION.compare_exchange(from, signal, Ordering::SeqCst, Ordering::SeqCst);
    if set(0).is_err() && signal == SIGTERM {
        let _ = set(SIGHUP);
    }
}

/// The result may be on its way, or nobody may ever read it.
fn exit_by(signal: i32) -> ! {
    thread::sleep(GRACE);
    process::exit(128 + signal)
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<(), Error> {
    // Their work needs little; a small stack is one less thing to map.
    const STACK: usize = 256 * 1024;
    thread::Builder::new()
        .name(name.to_owned())
        .stack_size(STACK)
        .spawn(run)
        .map(drop)
        .map_err(handler_error)
}

fn handler_error(error: io::Error) -> Error {
    Error::device("installing signal handlers", error)
}
