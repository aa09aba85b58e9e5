//! Line buffer of the plain reader: the line so far, and its echo. It does no IO.

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;
use zeroize::Zeroizing;

use super::key_decoder::Key;
use crate::core::sanitize::is_hazardous;

/// The bytes of a line so far. They are wiped from memory on drop.
pub(super) struct LineBuffer {
    bytes: Zeroizing<Vec<u8>>,
    /// A hidden line is kept exactly as typed, and is not echoed.
    hidden: bool,
}

/// The initial capacity for a hidden line, in bytes. It is large because every
/// growth copies the secret to another buffer.
const HIDDEN_CAPACITY: usize = 16 * 1024;

impl LineBuffer {
    pub(super) fn new(hidden: bool) -> Self {
        let capacity = if hidden { HIDDEN_CAPACITY } else { 128 };
        Self {
            bytes: Zeroizing::new(Vec::with_capacity(capacity)),
            hidden,
        }
    }

    /// Applies an editing key or a byte of text. Returns the text to echo.
    pub(super) fn edit(&mut self, key: Key) -> String {
        let echo = match key {
            Key::Byte(byte) => self.insert(byte),
            Key::PastedBreak => {
                self.grow();
                self.bytes.push(b'\n');
                "\n".to_owned()
            }
            Key::Erase => self.erase_to(self.before_last_character()),
            Key::EraseWord => self.erase_to(self.before_last_word()),
            Key::EraseLine => self.erase_to(0),
            Key::Enter | Key::Interrupt | Key::EndOfInput | Key::Suspend => String::new(),
        };
        if self.hidden { String::new() } else { echo }
    }

    /// The visible part of the line, to print it again. Empty for a hidden line.
    pub(super) fn visible_text(&self) -> String {
        if self.hidden {
            return String::new();
        }
        String::from_utf8_lossy(&self.bytes)
            .chars()
            .filter(|&c| is_visible(c))
            .collect()
    }

    /// The line as text. `None` if it is not UTF-8.
    pub(super) fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }

    fn insert(&mut self, byte: u8) -> String {
        // A tab becomes a space. Other control characters are not part of a line.
        let byte = match byte {
            b'\t' if !self.hidden => b' ',
            0..=0x1f if !self.hidden => return String::new(),
            byte => byte,
        };
        self.grow();
        self.bytes.push(byte);
        // A character is echoed when its last byte has arrived.
        let start = self
            .bytes
            .iter()
            .rposition(|byte| byte & 0xc0 != 0x80)
            .unwrap_or(0);
        let character = std::str::from_utf8(&self.bytes[start..]).unwrap_or_default();
        character.chars().filter(|&c| is_visible(c)).collect()
    }

    /// Truncates the line to `length` bytes. Returns backspaces that erase the rest.
    fn erase_to(&mut self, length: usize) -> String {
        let columns = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            text.chars()
                .filter(|&c| is_visible(c))
                .collect::<String>()
                .as_str()
                .width()
        };
        let erased_columns = if self.hidden {
            0
        } else {
            columns(&self.bytes).saturating_sub(columns(&self.bytes[..length]))
        };
        self.bytes[length..].fill(0);
        self.bytes.truncate(length);
        "\u{8} \u{8}".repeat(erased_columns)
    }

    fn before_last_character(&self) -> usize {
        match self.text() {
            Some(text) => text
                .grapheme_indices(true)
                .next_back()
                .map_or(0, |(at, _)| at),
            None => self.bytes.len().saturating_sub(1),
        }
    }

    fn before_last_word(&self) -> usize {
        let end = self.bytes.trim_ascii_end().len();
        let word = self.bytes[..end].iter().rposition(u8::is_ascii_whitespace);
        word.map_or(0, |at| at + 1)
    }

    /// Makes room for one more byte. The old buffer is wiped, which a growing
    /// `Vec` would not do.
    fn grow(&mut self) {
        if self.bytes.len() < self.bytes.capacity() {
            return;
        }
        let mut larger = Zeroizing::new(Vec::with_capacity(self.bytes.capacity() * 2));
        larger.extend_from_slice(&self.bytes);
        self.bytes = larger;
    }
}

fn is_visible(c: char) -> bool {
    c == '\n' || !is_hazardous(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(keys: &str, text: &str, echo: &str) {
        let mut typed = LineBuffer::new(false);
        let mut echoed = String::new();
        for byte in keys.bytes() {
            let key = match byte {
                b'<' => Key::Erase,
                b'^' => Key::EraseWord,
                b'@' => Key::EraseLine,
                byte => Key::Byte(byte),
            };
            echoed.push_str(&typed.edit(key));
        }
        assert_eq!(typed.text(), Some(text));
        assert_eq!(echoed.replace("\u{8} \u{8}", "<"), echo);
    }

    #[test]
    fn erasing_removes_whole_characters_and_their_columns() {
        check("ab<c", "ac", "ab<c");
        check("<", "", "");
        check("山田<x", "山x", "山田<<x");
        check("e\u{301}<", "", "e\u{301}<");
        check("👩\u{200d}💻<", "", "👩\u{200d}💻<<");
        check("one two^", "one ", "one two<<<");
        check("one two  ^", "one ", "one two  <<<<<");
        check("one@x", "x", "one<<<x");
    }

    #[test]
    fn control_characters_are_ignored() {
        check("a\u{1}b\u{1b}c\td", "abc d", "abc d");
        check("a\u{9b}b<<", "a", "ab<");
    }

    #[test]
    fn a_hidden_line_is_verbatim_and_not_echoed() {
        let mut typed = LineBuffer::new(true);
        let echoed: String = " p\u{1}w\t "
            .bytes()
            .map(|byte| typed.edit(Key::Byte(byte)))
            .collect();
        assert_eq!((typed.text(), echoed.as_str()), (Some(" p\u{1}w\t "), ""));
        assert_eq!(typed.edit(Key::Erase), "");
        assert_eq!(typed.visible_text(), "");
    }

    #[test]
    fn invalid_utf_8_can_be_erased() {
        let mut typed = LineBuffer::new(false);
        typed.edit(Key::Byte(b'A'));
        typed.edit(Key::Byte(0xff));
        assert_eq!(typed.text(), None);
        typed.edit(Key::Erase);
        assert_eq!(typed.text(), Some("A"));
    }
}
