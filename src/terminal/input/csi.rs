//! Control sequences (`ESC [ … final`): the keys among them.
//!
//! Everything else is a report of the terminal (colours, attributes, modes,
//! sizes, mouse) and no key.
//! <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>,
//! <https://sw.kovidgoyal.net/kitty/keyboard-protocol/>

use super::{Key, Motion, SpecialKeys};

/// What a complete control sequence means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sequence {
    Key(Key),
    PasteStart,
    PasteEnd,
    /// A report, or a key that does nothing here.
    Nothing,
}

/// Decodes the sequence with these parameter bytes and this final byte.
pub(super) fn decode(parameters: &[u8], last: u8, special: &SpecialKeys) -> Sequence {
    let Some(numbers) = Numbers::parse(parameters) else {
        return Sequence::Nothing;
    };
    let key = match (numbers.first(), last) {
        (200, b'~') => return Sequence::PasteStart,
        (201, b'~') => return Sequence::PasteEnd,
        (27, b'~') => numbers.modified_key(numbers.nth(2), special),
        (code, b'u') => numbers.modified_key(code, special),
        (1 | 7, b'~') | (_, b'H') => Some(Key::Move(Motion::Home)),
        (4 | 8, b'~') | (_, b'F') => Some(Key::Move(Motion::End)),
        (3, b'~') => Some(Key::Delete),
        (_, b'A') => Some(Key::Up),
        (_, b'B') => Some(Key::Down),
        (_, b'C') if numbers.has_modifier() => Some(Key::Move(Motion::WordRight)),
        (_, b'C') => Some(Key::Move(Motion::Right)),
        (_, b'D') if numbers.has_modifier() => Some(Key::Move(Motion::WordLeft)),
        (_, b'D') => Some(Key::Move(Motion::Left)),
        _ => None,
    };
    key.map_or(Sequence::Nothing, Sequence::Key)
}

/// The key of `ESC O final` (SS3).
pub(super) fn decode_ss3(last: u8) -> Option<Key> {
    match last {
        b'A' => Some(Key::Up),
        b'B' => Some(Key::Down),
        b'C' => Some(Key::Move(Motion::Right)),
        b'D' => Some(Key::Move(Motion::Left)),
        b'F' => Some(Key::Move(Motion::End)),
        b'H' => Some(Key::Move(Motion::Home)),
        // Enter on the numeric keypad.
        b'M' => Some(Key::Enter),
        _ => None,
    }
}

const SHIFT: u32 = 1;
const ALT: u32 = 2;
const CTRL: u32 = 4;
/// Caps Lock and Num Lock are states, not keys that are held.
const LOCKS: u32 = 64 | 128;

/// The numbers of a sequence. A number may have subparameters after colons.
struct Numbers<'p>(&'p str);

impl<'p> Numbers<'p> {
    /// Returns `None` for a private sequence (`ESC [ ? …`), which is a report.
    fn parse(parameters: &'p [u8]) -> Option<Self> {
        let text = std::str::from_utf8(parameters).ok()?;
        text.bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b';' | b':'))
            .then_some(Self(text))
    }

    /// The first subparameter of the number at `index`. A missing one is 0.
    fn nth(&self, index: usize) -> u32 {
        self.sub(index, 0)
    }

    fn sub(&self, index: usize, sub: usize) -> u32 {
        let number = self.0.split(';').nth(index).unwrap_or_default();
        let number = number.split(':').nth(sub).unwrap_or_default();
        number.parse().unwrap_or(0)
    }

    fn first(&self) -> u32 {
        self.nth(0)
    }

    /// The held modifier keys as bits. The wire has one more than the bits.
    fn modifiers(&self) -> u32 {
        self.nth(1).saturating_sub(1) & !LOCKS
    }

    fn has_modifier(&self) -> bool {
        self.modifiers() != 0
    }

    /// A key with its code point and modifiers, as kitty and xterm's
    /// `modifyOtherKeys` report it. The release of a key is no key.
    fn modified_key(&self, code: u32, special: &SpecialKeys) -> Option<Key> {
        const RELEASED: u32 = 3;
        if self.sub(1, 1) == RELEASED {
            return None;
        }
        let code = u8::try_from(code).ok()?;
        match (self.modifiers(), code) {
            (0, b'\t' | b'\r' | 0x7f) => Some(special.key(code)),
            (0 | SHIFT, b' '..=b'~') => Some(Key::Byte(code)),
            (ALT, b' '..=b'~') => Some(Key::Alt(code)),
            (CTRL, b'@'..=b'_' | b'a'..=b'z') => match special.key(code & 0x1f) {
                // Ctrl+M and Ctrl+J are Enter, Ctrl+I is Tab: keys of their own here.
                Key::Enter => None,
                key => Some(key),
            },
            _ => None,
        }
    }
}
