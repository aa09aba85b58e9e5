//! The line being typed at the plain reader, and what of it is echoed. Pure.

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;
use zeroize::Zeroizing;

use super::key_decoder::Key;
use crate::core::sanitize::is_hazardous;

/// The bytes of a line so far. They are wiped when it is dropped.
pub(super) struct LineBuffer {
    bytes: Zeroizing<Vec<u8>>,
    /// Hidden lines are taken as they are, and not echoed.
    hidden: bool,
}

/// The room that a line has before its buffer has to move: a moved buffer
/// leaves its old bytes behind.
const ROOM: usize = 16 * 1024;

impl LineBuffer {
    pub(super) fn new(hidden: bool) -> Self {
        let room = if hidden { ROOM } else { 128 };
        Self {
            bytes: Zeroizing::new(Vec::with_capacity(room)),
            hidden,
        }
    }

    /// Takes an editing key or a byte of text, and returns what to echo.
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

    /// What of the line is on the screen, to print it again.
    pub(super) fn shown(&self) -> String {
        if self.hidden {
            return String::new();
        }
        String::from_utf8_lossy(&self.bytes)
            .chars()
            .filter(|&c| is_shown(c))
            .collect()
    }

    /// The finished line; `None` if it is not UTF-8.
    pub(super) fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }

    fn insert(&mut self, byte: u8) -> String {
        // Keys without a text do not belong to a line; a tab is a blank.
        let byte = match byte {
            b'\t' if !self.hidden => b' ',
            0..=0x1f if !self.hidden => return String::new(),
            byte => byte,
        };
        self.grow();
        self.bytes.push(byte);
        // The echo of a character waits for its last byte.
        let start = self
            .bytes
            .iter()
            .rposition(|byte| byte & 0xc0 != 0x80)
            .unwrap_or(0);
        let character = std::str::from_utf8(&self.bytes[start..]).unwrap_or_default();
        character.chars().filter(|&c| is_shown(c)).collect()
    }

    fn erase_to(&mut self, length: usize) -> String {
        let columns = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            text.chars()
                .filter(|&c| is_shown(c))
                .collect::<String>()
                .as_str()
                .width()
        };
        let gone = if self.hidden {
            0
        } else {
            columns(&self.bytes).saturating_sub(columns(&self.bytes[..length]))
        };
        self.bytes[length..].fill(0);
        self.bytes.truncate(length);
        "\u{8} \u{8}".repeat(gone)
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

    fn grow(&mut self) {
        if self.bytes.len() < self.bytes.capacity() {
            return;
        }
        let mut larger = Zeroizing::new(Vec::with_capacity(self.bytes.capacity() * 2));
        larger.extend_from_slice(&self.bytes);
        self.bytes = larger;
    }
}

fn is_shown(c: char) -> bool {
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
    fn erasing_takes_whole_characters_and_their_columns() {
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
    fn keys_without_text_are_left_out() {
        check("a\u{1}b\u{1b}c\td", "abc d", "abc d");
        check("a\u{9b}b<<", "a", "ab<");
    }

    #[test]
    fn a_hidden_line_is_verbatim_and_silent() {
        let mut typed = LineBuffer::new(true);
        let echoed: String = " p\u{1}w\t "
            .bytes()
            .map(|byte| typed.edit(Key::Byte(byte)))
            .collect();
        assert_eq!((typed.text(), echoed.as_str()), (Some(" p\u{1}w\t "), ""));
        assert_eq!(typed.edit(Key::Erase), "");
        assert_eq!(typed.shown(), "");
    }

    #[test]
    fn bytes_that_are_no_text_can_be_erased() {
        let mut typed = LineBuffer::new(false);
        typed.edit(Key::Byte(b'A'));
        typed.edit(Key::Byte(0xff));
        assert_eq!(typed.text(), None);
        typed.edit(Key::Erase);
        assert_eq!(typed.text(), Some("A"));
    }
}
