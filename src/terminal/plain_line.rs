//! A line as it is typed without line editing, and its echo. It does no IO.

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;
use zeroize::Zeroizing;

use super::input::Key;
use crate::core::sanitize::is_hazardous;

/// The bytes of a line so far. They are wiped from memory on drop.
pub(super) struct PlainLine {
    bytes: Zeroizing<Vec<u8>>,
    /// A hidden line is kept exactly as typed, and is not echoed.
    hidden: bool,
    /// What is to be shown of the edits so far.
    echo: String,
    /// The line is longer than [`MAX_LINE`]: the rest is dropped.
    too_long: bool,
}

/// The maximum length of a line, in bytes.
pub(super) const MAX_LINE: usize = 1 << 20;

/// The initial capacity for a hidden line, in bytes. It is large because every
/// growth copies the secret to another buffer.
const HIDDEN_CAPACITY: usize = 16 * 1024;

impl PlainLine {
    pub(super) fn new(hidden: bool) -> Self {
        let capacity = if hidden { HIDDEN_CAPACITY } else { 128 };
        Self {
            bytes: Zeroizing::new(Vec::with_capacity(capacity)),
            hidden,
            echo: String::new(),
            too_long: false,
        }
    }

    /// Applies a key. Keys that move the cursor do nothing here.
    pub(super) fn edit(&mut self, key: Key) {
        let echo = match key {
            Key::Byte(byte) | Key::Alt(byte) => self.insert(byte),
            Key::PastedBreak => {
                self.push(b'\n');
                "\n".to_owned()
            }
            Key::Erase => self.erase_to(self.before_last_character()),
            Key::EraseWord => self.erase_to(self.before_last_word()),
            Key::EraseLine => self.erase_to(0),
            Key::Enter
            | Key::Interrupt
            | Key::EndOfInput
            | Key::Suspend
            | Key::Move(_)
            | Key::Up
            | Key::Down
            | Key::Delete => return,
        };
        if !self.hidden {
            self.echo.push_str(&echo);
        }
    }

    /// The echo of the edits since the last call.
    pub(super) fn take_echo(&mut self) -> String {
        std::mem::take(&mut self.echo)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The visible part of the line, to print it again. Empty for a hidden line.
    pub(super) fn visible_text(&self) -> String {
        if self.hidden {
            return String::new();
        }
        visible(&String::from_utf8_lossy(&self.bytes))
    }

    /// Whether the line exceeds [`MAX_LINE`].
    pub(super) fn is_too_long(&self) -> bool {
        self.too_long
    }

    /// The line as text. `None` if it is not UTF-8.
    pub(super) fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }

    fn insert(&mut self, byte: u8) -> String {
        // Control characters but the tab are not part of a line.
        if !self.hidden && byte < 0x20 && byte != b'\t' {
            return String::new();
        }
        if !self.push(byte) {
            return String::new();
        }
        // A character is echoed when its last byte has arrived.
        let start = self
            .bytes
            .iter()
            .rposition(|byte| byte & 0xc0 != 0x80)
            .unwrap_or(0);
        visible(std::str::from_utf8(&self.bytes[start..]).unwrap_or_default())
    }

    fn push(&mut self, byte: u8) -> bool {
        if self.bytes.len() >= MAX_LINE {
            self.too_long = true;
            return false;
        }
        self.grow();
        self.bytes.push(byte);
        true
    }

    /// Truncates the line to `length` bytes. Returns backspaces that erase the rest.
    fn erase_to(&mut self, length: usize) -> String {
        let columns = |bytes: &[u8]| visible(&String::from_utf8_lossy(bytes)).as_str().width();
        let erased_columns = if self.hidden {
            0
        } else {
            columns(&self.bytes[length..])
        };
        self.bytes[length..].fill(0);
        self.bytes.truncate(length);
        "\u{8} \u{8}".repeat(erased_columns)
    }

    /// Where the last character begins. Only the end of the line is looked at, so
    /// that it costs the same in a long line.
    fn before_last_character(&self) -> usize {
        /// Longer than any character that people write.
        const WINDOW: usize = 256;
        let mut start = self.bytes.len().saturating_sub(WINDOW);
        while start > 0 && self.bytes[start] & 0xc0 == 0x80 {
            start -= 1;
        }
        match std::str::from_utf8(&self.bytes[start..]) {
            Ok(text) => text
                .grapheme_indices(true)
                .next_back()
                .map_or(start, |(at, _)| start + at),
            Err(_) => self.bytes.len().saturating_sub(1),
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

/// A line as it is echoed. Characters that could steer the terminal are left out;
/// a tab takes one column.
pub(super) fn visible(text: &str) -> String {
    text.chars()
        .filter_map(|c| match c {
            '\t' => Some(' '),
            '\n' => Some('\n'),
            c => (!is_hazardous(c)).then_some(c),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(keys: &str, text: &str, echo: &str) {
        let mut typed = PlainLine::new(false);
        let mut echoed = String::new();
        for byte in keys.bytes() {
            let key = match byte {
                b'<' => Key::Erase,
                b'^' => Key::EraseWord,
                b'@' => Key::EraseLine,
                byte => Key::Byte(byte),
            };
            typed.edit(key);
            echoed.push_str(&typed.take_echo());
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
        check("a\u{1}b\u{1b}c\td", "abc\td", "abc d");
        check("a\u{9b}b<<", "a", "ab<");
    }

    #[test]
    fn a_hidden_line_is_verbatim_and_not_echoed() {
        let mut typed = PlainLine::new(true);
        for byte in " p\u{1}w\t ".bytes() {
            typed.edit(Key::Byte(byte));
        }
        assert_eq!(typed.text(), Some(" p\u{1}w\t "));
        typed.edit(Key::Erase);
        assert_eq!(typed.take_echo(), "");
        assert_eq!(typed.visible_text(), "");
    }

    #[test]
    fn a_line_has_a_limit() {
        let mut typed = PlainLine::new(false);
        for _ in 0..MAX_LINE {
            typed.edit(Key::Byte(b'a'));
        }
        assert_eq!(typed.text().map(str::len), Some(MAX_LINE));
        typed.edit(Key::Byte(b'a'));
        assert!(typed.is_too_long());
    }

    #[test]
    fn invalid_utf_8_can_be_erased() {
        let mut typed = PlainLine::new(false);
        typed.edit(Key::Byte(b'A'));
        typed.edit(Key::Byte(0xff));
        assert_eq!(typed.text(), None);
        typed.edit(Key::Erase);
        assert_eq!(typed.text(), Some("A"));
    }
}
