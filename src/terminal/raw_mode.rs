//! Line settings for a reader of our own, put back as they were found.

use std::cell::Cell;
use std::fmt;
use std::os::fd::AsFd as _;

use nix::libc::_POSIX_VDISABLE;
use nix::sys::termios::{
    InputFlags, LocalFlags, SetArg, SpecialCharacterIndices as Special, Termios, tcgetattr,
    tcsetattr,
};

use super::tty::Tty;

/// The terminal in raw mode: every byte arrives at once, nothing is echoed, no
/// key raises a signal. Dropping it puts the settings back.
pub(super) struct RawMode<'t> {
    tty: &'t Tty,
    found: Termios,
    /// The settings are as they were found, and stay so.
    left: Cell<bool>,
}

impl<'t> RawMode<'t> {
    /// Switches over. `None` if the terminal refuses to stop its echo.
    pub(super) fn enter(tty: &'t Tty) -> nix::Result<Option<Self>> {
        let found = tcgetattr(tty.as_fd())?;
        let left = Cell::new(false);
        let raw = Self { tty, found, left };
        raw.switch()?;
        Ok((!tty.is_cooked()).then_some(raw))
    }

    /// The keys that this terminal has for erasing, interrupting and so on.
    pub(super) fn keys(&self) -> SpecialKeys {
        let key = |index: Special| {
            let byte = self.found.control_chars[index as usize];
            (byte != _POSIX_VDISABLE).then_some(byte)
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

    /// Puts the settings back while `act` runs; if that says so, for good.
    pub(super) fn leave_for(&self, act: impl FnOnce() -> bool) -> nix::Result<bool> {
        self.restore()?;
        let back = act();
        if back {
            self.switch()?;
        }
        self.left.set(!back);
        Ok(back)
    }

    /// Switches over again, where something else has changed the settings.
    pub(super) fn switch(&self) -> nix::Result<()> {
        let mut raw = self.found.clone();
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
        tcsetattr(self.tty.as_fd(), SetArg::TCSADRAIN, &raw)
    }

    fn restore(&self) -> nix::Result<()> {
        tcsetattr(self.tty.as_fd(), SetArg::TCSADRAIN, &self.found)
    }
}

impl Drop for RawMode<'_> {
    fn drop(&mut self) {
        if !self.left.get() {
            // A terminal that has gone has no settings to put back.
            let _ = self.restore();
        }
    }
}

impl fmt::Debug for RawMode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawMode").finish_non_exhaustive()
    }
}

/// The bytes that a terminal has set for its functions, beside the usual ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SpecialKeys {
    pub(super) interrupt: [Option<u8>; 2],
    pub(super) end_of_input: Option<u8>,
    pub(super) suspend: Option<u8>,
    pub(super) erase: Option<u8>,
    pub(super) kill: Option<u8>,
    pub(super) erase_word: Option<u8>,
}
