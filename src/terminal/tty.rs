//! The controlling terminal (`/dev/tty`): open, read, write, and query its state.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::OpenOptionsExt as _;

use nix::errno::Errno;
use nix::libc::O_NONBLOCK;
use nix::sys::termios::{FlushArg, LocalFlags, tcflush, tcgetattr};
use nix::unistd::{getpgrp, tcgetpgrp};

/// The controlling terminal, open for reading and writing.
#[derive(Debug)]
pub(super) struct Tty(File);

/// How large a terminal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    /// 80 if it is unknown.
    pub(super) columns: usize,
    pub(super) rows: Option<usize>,
}

/// Why the terminal cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoTty {
    /// The process has no controlling terminal.
    None,
    /// This process is in the background: another process group is in the
    /// foreground of its terminal.
    Background,
    /// Another program has the terminal in raw mode and reads single keys.
    RawMode,
}

impl Tty {
    /// Opens the controlling terminal. Fails if there is none, or if this process
    /// is in its background.
    pub(super) fn open() -> Result<Self, NoTty> {
        // The flag belongs to this open file only, not to the terminal of others.
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(O_NONBLOCK)
            .open("/dev/tty");
        let tty = Self(file.map_err(|_| NoTty::None)?);
        if tty.is_foreground() {
            Ok(tty)
        } else {
            Err(NoTty::Background)
        }
    }

    /// Like [`open`](Self::open), but also fails while another program has the
    /// terminal in raw mode: that program would get the operator's keys.
    pub(super) fn open_unless_raw() -> Result<Self, NoTty> {
        let tty = Self::open()?;
        let now = tcgetattr(&tty.0).map_err(|_| NoTty::None)?;
        if now.local_flags.contains(LocalFlags::ICANON) {
            Ok(tty)
        } else {
            Err(NoTty::RawMode)
        }
    }

    /// Whether our process group is the foreground process group of the terminal.
    /// Reading in the background would stop the process.
    pub(super) fn is_foreground(&self) -> bool {
        tcgetpgrp(&self.0) == Ok(getpgrp())
    }

    /// Whether the terminal echoes or reads whole lines: it is not in raw mode.
    pub(super) fn is_cooked(&self) -> bool {
        let cooked = LocalFlags::ECHO | LocalFlags::ICANON;
        tcgetattr(&self.0).is_ok_and(|now| now.local_flags.intersects(cooked))
    }

    /// Discards input that was typed and not read yet.
    pub(super) fn discard_input(&self) {
        // In the background the input belongs to another program, and discarding it
        // would stop our process.
        if self.is_foreground() {
            // If the terminal has gone, the next read reports it.
            let _ = tcflush(&self.0, FlushArg::TCIFLUSH);
        }
    }

    /// Discards output that was written and not taken yet.
    pub(super) fn discard_output(&self) {
        let _ = tcflush(&self.0, FlushArg::TCOFLUSH);
    }

    /// Writes as much of `text` as the terminal takes now. Never waits.
    pub(super) fn try_write(&self, text: &[u8]) -> nix::Result<usize> {
        nix::unistd::write(&self.0, text)
    }

    /// How large the terminal is now.
    pub(super) fn size(&self) -> Size {
        let (columns, rows) = terminal_size::terminal_size_of(&self.0)
            .map_or((0, 0), |(width, height)| {
                (usize::from(width.0), usize::from(height.0))
            });
        Size {
            columns: if columns == 0 { 80 } else { columns },
            rows: (rows > 0).then_some(rows),
        }
    }

    /// The width in columns, or 80 if it is unknown.
    pub(super) fn columns(&self) -> usize {
        self.size().columns
    }

    /// Reads what is available, at most the length of `buffer`.
    pub(super) fn read(&self, buffer: &mut [u8]) -> nix::Result<usize> {
        nix::unistd::read(&self.0, buffer)
    }
}

impl AsFd for Tty {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// Whether an error means that the terminal has gone (hang-up).
pub(super) fn is_hang_up(error: &io::Error) -> bool {
    let code = error.raw_os_error().map(Errno::from_raw);
    matches!(
        code,
        Some(Errno::EIO | Errno::ENXIO | Errno::EPIPE | Errno::ENOTTY | Errno::EBADF)
    )
}
