//! The controlling terminal as a device.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::os::fd::{AsFd, BorrowedFd};

use nix::errno::Errno;
use nix::sys::termios::{FlushArg, LocalFlags, tcflush, tcgetattr};
use nix::unistd::{getpgrp, tcgetpgrp};

/// The controlling terminal, open for reading and writing.
#[derive(Debug)]
pub(super) struct Tty(File);

/// Why there is no terminal to ask on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoTty {
    /// The process has no controlling terminal.
    None,
    /// It has one, but another process group is in its foreground.
    Background,
    /// Another program reads it key by key.
    RawMode,
}

impl Tty {
    /// Opens the controlling terminal, if this process may ask on it.
    pub(super) fn open() -> Result<Self, NoTty> {
        let file = OpenOptions::new().read(true).write(true).open("/dev/tty");
        let tty = Self(file.map_err(|_| NoTty::None)?);
        if tty.is_foreground() {
            Ok(tty)
        } else {
            Err(NoTty::Background)
        }
    }

    /// The same, but not while another program reads it key by key: that one
    /// would get the operator's keys.
    pub(super) fn open_unless_raw() -> Result<Self, NoTty> {
        let tty = Self::open()?;
        let now = tcgetattr(&tty.0).map_err(|_| NoTty::None)?;
        if now.local_flags.contains(LocalFlags::ICANON) {
            Ok(tty)
        } else {
            Err(NoTty::RawMode)
        }
    }

    /// Whether our process group is the one that the terminal talks to. A read
    /// from any other would stop the process.
    pub(super) fn is_foreground(&self) -> bool {
        tcgetpgrp(&self.0) == Ok(getpgrp())
    }

    /// Whether it echoes, or takes lines rather than keys.
    pub(super) fn is_cooked(&self) -> bool {
        let cooked = LocalFlags::ECHO | LocalFlags::ICANON;
        tcgetattr(&self.0).is_ok_and(|now| now.local_flags.intersects(cooked))
    }

    /// The same terminal once more.
    pub(super) fn try_clone(&self) -> io::Result<Self> {
        self.0.try_clone().map(Self)
    }

    /// Throws away what was typed and not read yet.
    pub(super) fn discard_input(&self) {
        // In the background the input is another program's, and to touch it would stop us.
        if self.is_foreground() {
            // A terminal that has gone shows itself at the next read.
            let _ = tcflush(&self.0, FlushArg::TCIFLUSH);
        }
    }

    /// Writes it all at once.
    pub(super) fn write(&self, text: &[u8]) -> io::Result<()> {
        (&self.0).write_all(text)
    }

    /// The width in columns; 80 where it is unknown.
    pub(super) fn columns(&self) -> usize {
        terminal_size::terminal_size_of(&self.0).map_or(80, |(width, _)| usize::from(width.0))
    }

    pub(super) fn read(&self, buffer: &mut [u8]) -> nix::Result<usize> {
        nix::unistd::read(&self.0, buffer)
    }
}

impl AsFd for Tty {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// Whether an error means that the other end has gone.
pub(super) fn is_hang_up(error: &io::Error) -> bool {
    let code = error.raw_os_error().map(Errno::from_raw);
    matches!(
        code,
        Some(Errno::EIO | Errno::ENXIO | Errno::EPIPE | Errno::ENOTTY | Errno::EBADF)
    )
}
