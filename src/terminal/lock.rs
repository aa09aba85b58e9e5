//! One question on a terminal at a time: a lock in this process, and one on the
//! terminal device for all processes.

use std::fs::File;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::driver_handle::DriverHandle;
use super::terminal_device;
use super::wait::wait_for_wake;
use crate::core::Reply;

static BUSY: Mutex<bool> = Mutex::new(false);
static CHANGED: Condvar = Condvar::new();

/// How often a process that waits looks whether the device is free. The lock
/// itself offers no wait that a signal or a timeout could end.
const LOOK: Duration = Duration::from_millis(20);

/// Holds the terminal. Dropping it releases the terminal.
#[derive(Debug)]
pub(super) struct TerminalLock {
    /// `None` if the device cannot be locked: it is unknown, or not ours to open.
    device: Option<File>,
}

/// What a lock covers besides this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// The terminal device, for all processes.
    Device,
    /// Nothing: standard input is ours alone.
    Process,
}

impl TerminalLock {
    /// Waits for the terminal, or for standard input.
    ///
    /// # Errors
    /// How the call has to end, if that comes first.
    pub(super) fn acquire(
        handle: &DriverHandle,
        scope: Scope,
        timeout: Option<Duration>,
    ) -> Result<Self, Reply> {
        let wait = Wait {
            handle,
            deadline: timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
        };
        wait.for_process()?;
        // From here on a drop releases the lock of the process.
        let mut lock = Self { device: None };
        lock.device = match scope {
            Scope::Device => wait.for_device()?,
            Scope::Process => None,
        };
        Ok(lock)
    }

    /// Lets other processes use the terminal while `action` runs, which stops this
    /// process. Then waits for the terminal again.
    ///
    /// # Errors
    /// How the call has to end, if that comes first.
    pub(super) fn release_during(
        &mut self,
        handle: &DriverHandle,
        action: impl FnOnce(),
    ) -> Result<(), Reply> {
        self.device = None;
        action();
        let wait = Wait {
            handle,
            deadline: None,
        };
        self.device = wait.for_device()?;
        Ok(())
    }

    /// Wakes all waiting threads, which then check whether they were interrupted.
    pub(super) fn wake_waiters() {
        let _busy = busy();
        CHANGED.notify_all();
    }
}

impl Drop for TerminalLock {
    fn drop(&mut self) {
        // The device first: whoever comes next in this process finds it free.
        self.device = None;
        *busy() = false;
        CHANGED.notify_all();
    }
}

struct Wait<'h> {
    handle: &'h DriverHandle,
    deadline: Option<Instant>,
}

impl Wait<'_> {
    fn for_process(&self) -> Result<(), Reply> {
        let mut busy = busy();
        loop {
            let left = self.left()?;
            if !*busy {
                *busy = true;
                return Ok(());
            }
            busy = match left {
                Some(left) => {
                    let woken = CHANGED.wait_timeout(busy, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
                None => CHANGED.wait(busy).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn for_device(&self) -> Result<Option<File>, Reply> {
        let Some(device) = terminal_device::open() else {
            return Ok(None);
        };
        while is_locked_elsewhere(&device) {
            let left = self.left()?.map_or(LOOK, |left| left.min(LOOK));
            if self.handle.take_suspend() {
                self.handle.stop();
            }
            // Whatever ends the wait, the device is looked at again.
            let _ = wait_for_wake(self.handle, Some(left));
        }
        Ok(Some(device))
    }

    /// The time that is left.
    fn left(&self) -> Result<Option<Duration>, Reply> {
        if let Some(reply) = self.handle.interruption() {
            return Err(reply);
        }
        match self
            .deadline
            .map(|end| end.saturating_duration_since(Instant::now()))
        {
            Some(Duration::ZERO) => Err(Reply::TimedOut),
            left => Ok(left),
        }
    }
}

/// Tries to lock the device. Where the system knows no such lock it counts as free.
fn is_locked_elsewhere(device: &File) -> bool {
    match device.try_lock() {
        Ok(()) => false,
        Err(error) => io::Error::from(error).kind() == io::ErrorKind::WouldBlock,
    }
}

fn busy() -> MutexGuard<'static, bool> {
    BUSY.lock().unwrap_or_else(PoisonError::into_inner)
}
