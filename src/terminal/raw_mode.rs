//! Raw mode of the terminal (termios settings), restored on drop.

use std::fmt;
use std::os::fd::AsFd as _;
use std::sync::Arc;

use nix::libc::_POSIX_VDISABLE;
use nix::sys::termios::{
    InputFlags, LocalFlags, SetArg, SpecialCharacterIndices as Special, Termios, tcgetattr,
    tcsetattr,
};

use super::driver_handle::DriverHandle;
use super::input::SpecialKeys;
use super::tty::Tty;

/// The terminal marks what is pasted (bracketed paste), as long as this is on.
const PASTE_MARKS_ON: &[u8] = b"\x1b[?2004h";
const PASTE_MARKS_OFF: &[u8] = b"\x1b[?2004l";

/// The terminal as it was before a read.
#[derive(Clone)]
pub(super) struct SavedMode {
    tty: Arc<Tty>,
    settings: Termios,
    marks_paste: bool,
}

impl SavedMode {
    /// Puts the terminal back. Never waits: a terminal that takes no output must
    /// not hold up the end of a process.
    pub(super) fn restore(&self) {
        if self.marks_paste && !self.write(PASTE_MARKS_OFF) {
            // Nobody takes the output. What is queued of it is given up, so that
            // the terminal does not stay in another mode.
            self.tty.discard_output();
            self.write(PASTE_MARKS_OFF);
        }
        // A terminal that has gone has no settings to restore.
        let _ = tcsetattr(self.tty.as_fd(), SetArg::TCSANOW, &self.settings);
    }

    /// Moves the cursor to a new line, for what is printed next.
    pub(super) fn end_line(&self) {
        self.write(b"\n");
    }

    fn write(&self, text: &[u8]) -> bool {
        self.tty.try_write(text) == Ok(text.len())
    }
}

/// Keeps the terminal in raw mode: every byte arrives at once, nothing is
/// echoed, and no key raises a signal. Dropping it restores the original settings.
pub(super) struct RawMode<'h> {
    saved: SavedMode,
    handle: &'h DriverHandle,
}

impl<'h> RawMode<'h> {
    /// Switches to raw mode. Returns `None` if the terminal still echoes or still
    /// reads whole lines afterwards.
    pub(super) fn enter(
        tty: &Arc<Tty>,
        handle: &'h DriverHandle,
        marks_paste: bool,
    ) -> nix::Result<Option<Self>> {
        let saved = SavedMode {
            tty: Arc::clone(tty),
            settings: tcgetattr(tty.as_fd())?,
            marks_paste,
        };
        handle.begin_read();
        let raw = Self { saved, handle };
        raw.apply()?;
        Ok((!tty.is_cooked()).then_some(raw))
    }

    /// The special characters set for this terminal: erase, interrupt and so on.
    pub(super) fn special_keys(&self) -> SpecialKeys {
        let key = |index: Special| {
            let byte = self.saved.settings.control_chars[index as usize];
            // Only control characters: what is printable is text.
            (byte != _POSIX_VDISABLE && byte.is_ascii_control()).then_some(byte)
        };
        SpecialKeys {
            interrupt: [key(Special::VINTR), key(Special::VQUIT)],
            end_of_input: key(Special::VEOF),
            suspend: key(Special::VSUSP),
            erase: key(Special::VERASE),
            kill: key(Special::VKILL),
            erase_word: key(Special::VWERASE),
        }
    }

    /// Restores the original settings and runs `action`. If that returns true,
    /// switches to raw mode again. Otherwise the original settings stay.
    pub(super) fn restore_during(&self, action: impl FnOnce() -> bool) -> nix::Result<bool> {
        self.handle.leave_raw();
        let continues = action();
        if continues {
            self.apply()?;
        }
        Ok(continues)
    }

    /// Sets raw mode, also again after something else has changed the settings.
    ///
    /// Clearing IXON restarts output that was stopped by Ctrl+S. The settings
    /// apply at once: waiting for pending output could take for ever.
    pub(super) fn apply(&self) -> nix::Result<()> {
        let mut raw = self.saved.settings.clone();
        raw.local_flags &= !(LocalFlags::ICANON
            | LocalFlags::ECHO
            | LocalFlags::ECHONL
            | LocalFlags::ISIG
            | LocalFlags::IEXTEN);
        raw.input_flags &= !(InputFlags::IXON
            | InputFlags::ICRNL
            | InputFlags::INLCR
            | InputFlags::IGNCR
            | InputFlags::ISTRIP);
        raw.control_chars[Special::VMIN as usize] = 1;
        raw.control_chars[Special::VTIME as usize] = 0;
        self.handle.enter_raw(&self.saved, || {
            tcsetattr(self.saved.tty.as_fd(), SetArg::TCSANOW, &raw)?;
            if self.saved.marks_paste {
                self.saved.write(PASTE_MARKS_ON);
            }
            Ok(())
        })
    }
}

impl Drop for RawMode<'_> {
    fn drop(&mut self) {
        self.handle.leave_raw();
        self.handle.end_read();
    }
}

impl fmt::Debug for RawMode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawMode").finish_non_exhaustive()
    }
}
