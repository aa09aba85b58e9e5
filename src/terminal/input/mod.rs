//! Bytes from a terminal in raw mode to keys.
//!
//! Pure: no device and no clock. The caller reports how long no byte has arrived.

mod csi;
mod parser;

pub(super) use parser::InputParser;

/// A key that the operator pressed, or one byte of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// One byte of text, possibly only a part of a UTF-8 character. Control
    /// characters without a meaning of their own arrive here, too.
    Byte(u8),
    /// A printable ASCII key, pressed with Alt.
    Alt(u8),
    /// A line break inside a paste.
    PastedBreak,
    /// The end of the line.
    Enter,
    /// Backspace.
    Erase,
    /// Ctrl+W, or Alt+Backspace.
    EraseWord,
    /// Ctrl+U.
    EraseLine,
    /// Ctrl+C, Ctrl+\, or the terminal's own interrupt character.
    Interrupt,
    /// Ctrl+D, or the terminal's own end-of-file character.
    EndOfInput,
    /// Ctrl+Z, or the terminal's own suspend character.
    Suspend,
    /// A key that moves the cursor.
    Move(Motion),
    Up,
    Down,
    /// The Delete key.
    Delete,
}

/// Where a key moves the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Motion {
    Left,
    Right,
    WordLeft,
    WordRight,
    Home,
    End,
}

/// The special characters that are set for this terminal (`stty`). They are
/// accepted in addition to the usual ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SpecialKeys {
    pub(super) interrupt: [Option<u8>; 2],
    pub(super) end_of_input: Option<u8>,
    pub(super) suspend: Option<u8>,
    pub(super) erase: Option<u8>,
    pub(super) kill: Option<u8>,
    pub(super) erase_word: Option<u8>,
}

impl SpecialKeys {
    /// The key that a control character stands for.
    pub(super) fn key(&self, byte: u8) -> Key {
        let is = |key: Option<u8>| key == Some(byte);
        match byte {
            b'\r' | b'\n' => Key::Enter,
            0x03 | 0x1c => Key::Interrupt,
            _ if self.interrupt.contains(&Some(byte)) => Key::Interrupt,
            0x04 => Key::EndOfInput,
            _ if is(self.end_of_input) => Key::EndOfInput,
            0x1a => Key::Suspend,
            _ if is(self.suspend) => Key::Suspend,
            0x08 | 0x7f => Key::Erase,
            _ if is(self.erase) => Key::Erase,
            0x15 => Key::EraseLine,
            _ if is(self.kill) => Key::EraseLine,
            0x17 => Key::EraseWord,
            _ if is(self.erase_word) => Key::EraseWord,
            byte => Key::Byte(byte),
        }
    }
}
