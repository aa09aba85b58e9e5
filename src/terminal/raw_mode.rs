//! Raw mode of the terminal (termios settings), restored on drop.

use std::cell::Cell;
use std::fmt;
use std::os::fd::AsFd as _;

use nix::libc::_POSIX_VDISABLE;
use nix::sys::termios::{
    InputFlags, LocalFlags, SetArg, SpecialCharacterIndices as Special, Termios, tcgetattr,
    tcsetattr,
};

use super::tty::Tty;

/// Keeps the terminal in raw mode: every byte arrives at once, nothing is
/// echoed, and no key raises a signal. Dropping it restores the original settings.
pub(super) struct RawMode<'t> {
    tty: &'t Tty,
    original: Termios,
    /// The original settings are already back, and `drop` must not restore them again.
    restored: Cell<bool>,
}

impl<'t> RawMode<'t> {
    /// Switches to raw mode. Returns `None` if the terminal still echoes or still
    /// reads whole lines afterwards.
    pub(super) fn enter(tty: &'t Tty) -> nix::Result<Option<Self>> {
        let original = tcgetattr(tty.as_fd())?;
        let raw = Self {
            tty,
            original,
            restored: Cell::new(false),
        };
        raw.apply()?;
        Ok((!tty.is_cooked()).then_some(raw))
    }

    /// The special characters set for this terminal: erase, interrupt and so on.
    pub(super) fn special_keys(&self) -> SpecialKeys {
        let key = |index: Special| {
            let byte = self.original.control_chars[index as usize];
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

    /// Restores the original settings and runs `action`. If that returns true,
    /// switches to raw mode again. Otherwise the original settings stay.
    pub(super) fn restore_during(&self, action: impl FnOnce() -> bool) -> nix::Result<bool> {
        self.restore()?;
        let continues = action();
        if continues {
            self.apply()?;
        }
        self.restored.set(!continues);
        Ok(continues)
    }

    /// Sets raw mode. Called again if another program has changed the settings.
    pub(super) fn apply(&self) -> nix::Result<()> {
        let mut raw = self.original.clone();
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
        tcsetattr(self.tty.as_fd(), SetArg::TCSADRAIN, &self.original)
    }
}

impl Drop for RawMode<'_> {
    fn drop(&mut self) {
        if !self.restored.get() {
            // Fails only if the terminal has gone: then there is nothing to restore.
            let _ = self.restore();
        }
    }
}

impl fmt::Debug for RawMode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawMode").finish_non_exhaustive()
    }
}

/// The special characters (termios `c_cc`) of a terminal. They are accepted in
/// addition to the usual ones such as Ctrl+C. `None` is a disabled one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SpecialKeys {
    pub(super) interrupt: [Option<u8>; 2],
    pub(super) end_of_input: Option<u8>,
    pub(super) suspend: Option<u8>,
    pub(super) erase: Option<u8>,
    pub(super) kill: Option<u8>,
    pub(super) erase_word: Option<u8>,
}
