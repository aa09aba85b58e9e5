//! Waits for input or output of a descriptor, a wake-up, or a timeout.

use std::io;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::driver_handle::DriverHandle;

/// Why a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waited {
    /// The descriptor is ready, or has failed.
    Ready,
    /// Another thread or a signal woke us: the state has to be checked.
    Woken,
    TimedOut,
}

/// Waits until `descriptor` can be read.
pub(super) fn wait_for_input(
    descriptor: BorrowedFd<'_>,
    handle: &DriverHandle,
    timeout: Option<Duration>,
) -> io::Result<Waited> {
    wait(Some((descriptor, PollFlags::POLLIN)), handle, timeout)
}

/// Waits until `descriptor` can be written.
pub(super) fn wait_for_output(
    descriptor: BorrowedFd<'_>,
    handle: &DriverHandle,
    timeout: Option<Duration>,
) -> io::Result<Waited> {
    wait(Some((descriptor, PollFlags::POLLOUT)), handle, timeout)
}

/// Waits for a wake-up only.
pub(super) fn wait_for_wake(
    handle: &DriverHandle,
    timeout: Option<Duration>,
) -> io::Result<Waited> {
    wait(None, handle, timeout)
}

fn wait(
    descriptor: Option<(BorrowedFd<'_>, PollFlags)>,
    handle: &DriverHandle,
    timeout: Option<Duration>,
) -> io::Result<Waited> {
    let mut watched = Vec::with_capacity(3);
    watched.push(PollFd::new(handle.wake_receiver(), PollFlags::POLLIN));
    let closing = handle.closing_descriptor();
    watched.extend(closing.map(|closing| PollFd::new(closing, PollFlags::POLLIN)));
    watched.extend(descriptor.map(|(descriptor, flags)| PollFd::new(descriptor, flags)));
    let limit = timeout.map_or(PollTimeout::NONE, |timeout| {
        // Rounded up, so that a wait never ends just before its time.
        let millis = timeout.as_micros().div_ceil(1000);
        PollTimeout::try_from(millis).unwrap_or(PollTimeout::MAX)
    });
    match poll(&mut watched, limit) {
        // A longer wait than the system can express goes on.
        Ok(0) if limit == PollTimeout::MAX => Ok(Waited::Woken),
        Ok(0) => Ok(Waited::TimedOut),
        Ok(_) => {
            let is_ready = |index: usize| watched[index].any() == Some(true);
            if closing.is_some() && is_ready(1) {
                handle.close_as_hung_up();
                return Ok(Waited::Woken);
            }
            if is_ready(0) {
                handle.drain();
                return Ok(Waited::Woken);
            }
            Ok(Waited::Ready)
        }
        Err(Errno::EINTR) => Ok(Waited::Woken),
        Err(error) => Err(error.into()),
    }
}
