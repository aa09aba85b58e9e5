//! Text to a terminal that may not take it at once.
//!
//! Output that nobody takes (Ctrl+S, a window that is not drawn) delays the text
//! and nothing else: interruptions and the timeout still end the read.

use std::io;
use std::os::fd::AsFd as _;
use std::time::{Duration, Instant};

use nix::errno::Errno;

use super::driver_handle::DriverHandle;
use super::tty::Tty;
use super::wait::{Waited, wait_for_output};

/// How long to wait for the terminal to take a line that nobody waits for.
const PATIENCE: Duration = Duration::from_millis(100);

/// What became of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    All,
    /// Interrupted before the terminal took all of it.
    Interrupted,
    TimedOut,
}

/// Writes all of `text`, or as much as the terminal takes before the deadline.
/// `interrupted` is asked whenever the terminal takes nothing.
pub(super) fn write_text(
    tty: &Tty,
    handle: &DriverHandle,
    text: &[u8],
    deadline: Option<Instant>,
    mut interrupted: impl FnMut() -> io::Result<bool>,
) -> io::Result<Written> {
    // Input has to be looked at now and then while the terminal takes nothing.
    const GLANCE: Duration = Duration::from_millis(50);
    let mut rest = text;
    while !rest.is_empty() {
        match tty.try_write(rest) {
            Ok(count) => {
                rest = &rest[count..];
                continue;
            }
            Err(Errno::EINTR) => continue,
            Err(Errno::EAGAIN) => {}
            Err(error) => return Err(error.into()),
        }
        if interrupted()? {
            return Ok(Written::Interrupted);
        }
        let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Ok(Written::TimedOut);
        }
        let wait = left.map_or(GLANCE, |left| left.min(GLANCE));
        match wait_for_output(tty.as_fd(), handle, Some(wait))? {
            Waited::Ready | Waited::Woken | Waited::TimedOut => {}
        }
    }
    Ok(Written::All)
}

/// Writes to standard error, which others share: it stays in blocking mode, and
/// gets only what it takes at once. A closed one gets nothing.
pub(super) fn write_stderr(
    handle: &DriverHandle,
    text: &str,
    deadline: Option<Instant>,
    interrupted: impl Fn() -> bool,
) -> io::Result<Written> {
    // A pipe that is ready takes this much without waiting (PIPE_BUF on Linux).
    const CHUNK: usize = 4096;
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
        match wait_for_output(io::stderr().as_fd(), handle, left)? {
            Waited::Ready => {
                let chunk = &rest[..rest.len().min(CHUNK)];
                match nix::unistd::write(io::stderr(), chunk) {
                    Ok(count) => rest = &rest[count..],
                    Err(Errno::EINTR | Errno::EAGAIN) => {}
                    Err(_) => return Ok(Written::All),
                }
            }
            Waited::Woken if interrupted() => return Ok(Written::Interrupted),
            Waited::Woken => {}
            Waited::TimedOut => return Ok(Written::TimedOut),
        }
    }
    Ok(Written::All)
}

/// Shows a line on standard error outside a read, see [`show_line`].
pub(super) fn show_on_stderr(handle: &DriverHandle, line: &str, is_over: bool) -> io::Result<()> {
    let is_over = is_over || handle.interruption().is_some();
    let deadline = is_over.then(|| Instant::now() + PATIENCE);
    let interrupted = || !is_over && handle.interruption().is_some();
    write_stderr(handle, &[line, "\n"].concat(), deadline, interrupted).map(drop)
}

/// Shows a line outside a read. After the end of a call the terminal gets a
/// moment to take it, and not more.
pub(super) fn show_line(
    tty: &Tty,
    handle: &DriverHandle,
    line: &str,
    is_over: bool,
) -> io::Result<()> {
    let line = [line, "\n"].concat();
    let is_over = is_over || handle.interruption().is_some();
    let deadline = is_over.then(|| Instant::now() + PATIENCE);
    let interrupted = || Ok(!is_over && handle.interruption().is_some());
    write_text(tty, handle, line.as_bytes(), deadline, interrupted)?;
    Ok(())
}
