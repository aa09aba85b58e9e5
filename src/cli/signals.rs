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
use std::os::fd::{AsFd as _, OwnedFd};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::thread;
use std::time::Duration;

use ask_user::{DriverHandle, Error};
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{SigSet, Signal, kill};
use nix::unistd::Pid;
use signal_hook::consts::signal::SIGCONT;
use signal_hook::low_level;

/// Signals that end a process by default, besides those with a meaning here.
const FATAL: [Signal; 9] = [
    Signal::SIGQUIT,
    Signal::SIGALRM,
    Signal::SIGUSR1,
    Signal::SIGUSR2,
    Signal::SIGVTALRM,
    Signal::SIGPROF,
    Signal::SIGXCPU,
    Signal::SIGXFSZ,
    Signal::SIGABRT,
];

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
        note_termination(Signal::SIGHUP as i32);
    }
}

/// Notes that SIGINT ends the process.
pub(crate) fn note_interrupt() {
    note_termination(Signal::SIGINT as i32);
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

/// Takes the signals from now on. Call this only once in a process, and before it
/// starts other threads.
///
/// All threads hold the signals back, and one thread waits for them. So each of them
/// keeps its default effect until that thread has put the terminal in order, and none
/// gets lost among others. SIGINT goes to `ctrlc`, as soon as its handler is installed.
pub(crate) fn install(target: impl SignalTarget) -> Result<(), Error> {
    // No core file may hold a secret. Without the limit there is nothing to mend.
    if let Ok((_, hard)) = getrlimit(Resource::RLIMIT_CORE) {
        let _ = setrlimit(Resource::RLIMIT_CORE, 0, hard);
    }
    let mut waited: SigSet = FATAL.into_iter().collect();
    for signal in [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGTSTP] {
        waited.add(signal);
    }
    let interrupt = SigSet::from(Signal::SIGINT);
    for set in [&waited, &interrupt] {
        set.thread_block()
            .map_err(|error| handler_error(error.into()))?;
    }
    // The start of the program does not wait for what this thread does first.
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            let target = Arc::new(target);
            let on_interrupt = Arc::clone(&target);
            let set = ctrlc::set_handler(move || {
                if OVER.load(Ordering::SeqCst) {
                    exit_by(Signal::SIGINT);
                }
                on_interrupt.interrupt();
            });
            if set.is_ok() {
                let _ = interrupt.thread_unblock();
            } else {
                // Without a handler the default has to do.
                waited.add(Signal::SIGINT);
            }
            while let Ok(signal) = waited.wait() {
                take(signal, &*target);
            }
        })
        .map(drop)
        .map_err(handler_error)
}

fn take(signal: Signal, target: &impl SignalTarget) {
    match signal {
        Signal::SIGTERM | Signal::SIGHUP => {
            note_termination(signal as i32);
            if OVER.load(Ordering::SeqCst) {
                exit_by(signal);
            }
            target.terminate();
        }
        // Its default effect knows whether anybody could resume the process.
        Signal::SIGTSTP => match target.driver() {
            Some(driver) => driver.suspend(),
            None => DriverHandle::stop_process_group(),
        },
        signal => {
            if let Some(driver) = target.driver() {
                driver.restore_terminal();
            }
            let _ = kill(Pid::this(), signal);
            let _ = SigSet::from(signal).thread_unblock();
            // Only if the signal was ignored when the program started.
            process::exit(128 + signal as i32);
        }
    }
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
    if let Some(descriptor) = starter() {
        handle.close_when_readable(descriptor);
    }
}

/// Calls `end` when the process that started this one ends.
pub(crate) fn on_end_of_starter(end: impl FnOnce() + Send + 'static) {
    let Some(descriptor) = starter() else { return };
    // Without the thread the process only lives a little longer than its starter.
    let _ = thread::Builder::new()
        .name("starter".to_owned())
        .spawn(move || {
            let mut watched = [PollFd::new(descriptor.as_fd(), PollFlags::POLLIN)];
            while poll(&mut watched, PollTimeout::NONE) == Err(Errno::EINTR) {}
            end();
        });
}

/// A descriptor that is readable once the process that started this one has ended.
#[cfg(target_os = "linux")]
fn starter() -> Option<OwnedFd> {
    use rustix::process::{PidfdFlags, getppid, pidfd_open};
    let starter = getppid()?;
    let descriptor = pidfd_open(starter, PidfdFlags::empty()).ok()?;
    // Its number may belong to another process by now.
    (getppid() == Some(starter)).then_some(descriptor)
}

#[cfg(not(target_os = "linux"))]
fn starter() -> Option<OwnedFd> {
    None
}

fn note_termination(signal: i32) {
    let set = |from| TERMINATION.compare_exchange(from, signal, Ordering::SeqCst, Ordering::SeqCst);
    if set(0).is_err() && signal == Signal::SIGTERM as i32 {
        let _ = set(Signal::SIGHUP as i32);
    }
}

/// The result may be on its way, or nobody may ever read it.
fn exit_by(signal: Signal) -> ! {
    thread::sleep(GRACE);
    process::exit(128 + signal as i32)
}

fn handler_error(error: io::Error) -> Error {
    Error::device("installing signal handlers", error)
}
