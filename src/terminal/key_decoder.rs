//! Key decoder: turns bytes from a raw terminal into keys. It uses no device
//! and no clock.

use super::raw_mode::SpecialKeys;

/// A decoded key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// A byte of text. A character may have several bytes.
    Byte(u8),
    /// A line break inside a bracketed paste.
    PastedBreak,
    Enter,
    Erase,
    EraseWord,
    EraseLine,
    Interrupt,
    EndOfInput,
    Suspend,
}

/// Decodes bytes to keys. Escape sequences of arrow keys, function keys and
/// similar keys are ignored.
#[derive(Debug)]
pub(super) struct KeyDecoder {
    special: SpecialKeys,
    state: State,
    /// Between the start and the end marker of a bracketed paste.
    pasting: bool,
    /// The last pasted byte was a carriage return.
    after_return: bool,
}

#[derive(Debug)]
enum State {
    Ground,
    Escape,
    /// Inside a CSI sequence (`ESC [ …`), with its parameters so far.
    Csi(Vec<u8>),
    Ss3,
}

const ESC: u8 = 0x1b;

impl KeyDecoder {
    pub(super) fn new(special: SpecialKeys) -> Self {
        Self {
            special,
            state: State::Ground,
            pasting: false,
            after_return: false,
        }
    }

    /// Whether an escape sequence has begun and is not complete yet.
    pub(super) fn is_in_escape(&self) -> bool {
        !matches!(self.state, State::Ground)
    }

    /// Drops an incomplete escape sequence. Called if nothing followed in time: the
    /// ESC was then the Escape key, which is ignored.
    pub(super) fn end_escape(&mut self) {
        self.state = State::Ground;
    }

    /// Takes one byte. Returns the key that it completes, if any.
    pub(super) fn push(&mut self, byte: u8) -> Option<Key> {
        match &mut self.state {
            State::Ground => self.ground(byte),
            State::Escape => {
                self.state = match byte {
                    b'[' => State::Csi(Vec::new()),
                    b'O' => State::Ss3,
                    ESC => State::Escape,
                    _ => State::Ground,
                };
                // ESC followed by another byte: the Escape key, then a normal key.
                match self.state {
                    State::Ground => self.ground(byte),
                    State::Escape | State::Csi(_) | State::Ss3 => None,
                }
            }
            State::Csi(parameters) => {
                if (0x40..=0x7e).contains(&byte) {
                    let sequence = std::mem::take(parameters);
                    self.state = State::Ground;
                    self.end_csi(&sequence, byte);
                } else {
                    parameters.push(byte);
                }
                None
            }
            State::Ss3 => {
                self.state = State::Ground;
                None
            }
        }
    }

    /// Handles a complete CSI sequence: only the paste markers have a meaning.
    fn end_csi(&mut self, parameters: &[u8], last: u8) {
        match (parameters, last) {
            (b"200", b'~') => self.pasting = true,
            (b"201", b'~') => self.pasting = false,
            _ => {}
        }
    }

    fn ground(&mut self, byte: u8) -> Option<Key> {
        if byte == ESC {
            self.state = State::Escape;
            return None;
        }
        if self.pasting {
            return self.pasted(byte);
        }
        let is = |key: Option<u8>| key == Some(byte);
        let special = &self.special;
        Some(match byte {
            b'\r' | b'\n' => Key::Enter,
            0x03 | 0x1c => Key::Interrupt,
            _ if special.interrupt.contains(&Some(byte)) => Key::Interrupt,
            0x04 => Key::EndOfInput,
            _ if is(special.end_of_input) => Key::EndOfInput,
            0x1a => Key::Suspend,
            _ if is(special.suspend) => Key::Suspend,
            0x08 | 0x7f => Key::Erase,
            _ if is(special.erase) => Key::Erase,
            0x15 => Key::EraseLine,
            _ if is(special.kill) => Key::EraseLine,
            0x17 => Key::EraseWord,
            _ if is(special.erase_word) => Key::EraseWord,
            byte => Key::Byte(byte),
        })
    }

    fn pasted(&mut self, byte: u8) -> Option<Key> {
        let after_return = std::mem::replace(&mut self.after_return, byte == b'\r');
        match byte {
            b'\n' if after_return => None,
            b'\r' | b'\n' => Some(Key::PastedBreak),
            byte => Some(Key::Byte(byte)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], wanted: &str) {
        let mut decoder = KeyDecoder::new(SpecialKeys {
            interrupt: [Some(0x11), None],
            ..SpecialKeys::default()
        });
        let mut got = String::new();
        for &byte in bytes {
            match decoder.push(byte) {
                Some(Key::Byte(byte)) => got.push(char::from(byte)),
                Some(Key::PastedBreak) => got.push('/'),
                Some(key) => write!(got, "<{key:?}>").unwrap(),
                None => {}
            }
        }
        assert_eq!(got, wanted, "bytes {bytes:?}");
    }

    #[test]
    fn keys() {
        check(b"ab\r", "ab<Enter>");
        check(
            b"a\x7f\x08\x15\x17",
            "a<Erase><Erase><EraseLine><EraseWord>",
        );
        check(
            b"\x03\x1c\x04\x1a",
            "<Interrupt><Interrupt><EndOfInput><Suspend>",
        );
        check(b"\x11", "<Interrupt>");
    }

    #[test]
    fn f53_escape_sequences_change_nothing() {
        check(b"\x1b\x1b[A\x1bOP2\r", "2<Enter>");
        check(b"\x1b[1;5D\x1b[3~x", "x");
        check(b"\x1b2", "2");
    }

    #[test]
    fn a_bracketed_paste_keeps_its_line_breaks() {
        check(b"\x1b[200~a\rb\r\nc\nd\x1b[201~\r", "a/b/c/d<Enter>");
        check(b"\x1b[200~\x03\x1b[201~", "\x03");
    }
}
