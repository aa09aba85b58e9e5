//! A line with line editing: rustyline's line buffer, and what shows its edits.
//!
//! rustyline's own reader parses input and writes output by itself. It takes
//! reports of the terminal for text, and waits for ever where nobody takes its
//! output. So only its buffer is used here: movements, words and deletions are
//! its own. This file does no IO.

use rustyline::line_buffer::{ChangeListener, DeleteListener, Direction, LineBuffer};
use rustyline::{At, Movement, Word};

use super::input::{Key, Motion};
use super::line_view::LineView;
use super::plain_line::MAX_LINE;

/// A line that is edited.
pub(super) struct EditedLine {
    buffer: LineBuffer,
    changes: Changes,
    view: LineView,
    /// The bytes of a character whose last byte has not arrived.
    partial: Vec<u8>,
    /// Bytes that are not UTF-8 stand in the line as U+FFFD.
    has_invalid_bytes: bool,
    /// The line is longer than [`MAX_LINE`]: the rest is dropped.
    too_long: bool,
    /// Earlier lines, the oldest first.
    history: Vec<String>,
    /// Which of them is shown, and the line that was typed before.
    recalled: Option<(usize, String)>,
}

/// The first capacity of the buffer, in bytes. It grows by itself up to `MAX_LINE`.
const FIRST_CAPACITY: usize = 4096;

const REPLACEMENT: char = '\u{fffd}';

impl EditedLine {
    /// An empty line behind this cue. Up and Down show the lines of the history.
    pub(super) fn new(cue: &str, columns: usize, history: Vec<String>) -> Self {
        Self {
            buffer: LineBuffer::with_capacity(FIRST_CAPACITY),
            changes: Changes::default(),
            view: LineView::new(cue, columns),
            partial: Vec::new(),
            has_invalid_bytes: false,
            too_long: false,
            history,
            recalled: None,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.buffer.is_empty() && self.partial.is_empty()
    }

    /// Whether the line exceeds [`MAX_LINE`].
    pub(super) fn is_too_long(&self) -> bool {
        self.too_long
    }

    /// The line as text. `None` if it is not UTF-8.
    pub(super) fn text(&self) -> Option<&str> {
        let invalid = !self.partial.is_empty()
            || (self.has_invalid_bytes && self.buffer.contains(REPLACEMENT));
        (!invalid).then(|| self.buffer.as_str())
    }

    /// Applies a key. The keys are those of readline.
    pub(super) fn edit(&mut self, key: Key, pasted: bool) {
        if !matches!(key, Key::Byte(_)) {
            self.end_partial();
        }
        let Self {
            buffer, changes, ..
        } = self;
        match key {
            Key::PastedBreak => self.insert("\n"),
            Key::Erase => {
                buffer.backspace(1, changes);
            }
            Key::Delete => {
                buffer.delete(1, changes);
            }
            Key::EraseWord => {
                buffer.kill(&Movement::BackwardWord(1, Word::Big), changes);
            }
            Key::EraseLine => {
                buffer.kill(&Movement::BeginningOfLine, changes);
            }
            Key::Move(motion) => self.move_by(motion),
            Key::Up => self.recall(|shown| shown.checked_sub(1)),
            Key::Down => self.recall(|shown| Some(shown + 1)),
            Key::Alt(b'b') => self.move_by(Motion::WordLeft),
            Key::Alt(b'f') => self.move_by(Motion::WordRight),
            Key::Alt(b'd') => {
                let word = Movement::ForwardWord(1, At::AfterEnd, Word::Emacs);
                buffer.kill(&word, changes);
            }
            // Any other key does what it does without Alt.
            Key::Byte(byte) | Key::Alt(byte) => self.byte(byte, pasted),
            Key::Enter | Key::Interrupt | Key::EndOfInput | Key::Suspend => {}
        }
    }

    fn byte(&mut self, byte: u8, pasted: bool) {
        const CTRL_A: u8 = 1;
        const CTRL_B: u8 = 2;
        const CTRL_E: u8 = 5;
        const CTRL_F: u8 = 6;
        const CTRL_K: u8 = 11;
        const CTRL_T: u8 = 20;
        const CTRL_Y: u8 = 25;
        if byte >= 0x80 {
            return self.part_of_character(byte);
        }
        self.end_partial();
        match byte {
            b'\t' | b' '..=b'~' => self.insert(char::from(byte).encode_utf8(&mut [0; 4])),
            // Control characters in a paste are neither keys nor text.
            _ if pasted => {}
            CTRL_A => self.move_by(Motion::Home),
            CTRL_E => self.move_by(Motion::End),
            CTRL_B => self.move_by(Motion::Left),
            CTRL_F => self.move_by(Motion::Right),
            CTRL_K => {
                self.buffer.kill(&Movement::EndOfLine, &mut self.changes);
            }
            CTRL_T => {
                self.buffer.transpose_chars(&mut self.changes);
            }
            CTRL_Y => {
                let killed = self.changes.killed.clone();
                self.insert(&killed);
            }
            _ => {}
        }
    }

    /// Shows another line of the history, or at its end the line typed before.
    fn recall(&mut self, next: impl FnOnce(usize) -> Option<usize>) {
        let newest = self.history.len();
        let shown = self.recalled.as_ref().map_or(newest, |(shown, _)| *shown);
        let Some(next) = next(shown).filter(|&next| next <= newest) else {
            return;
        };
        let typed = match self.recalled.take() {
            Some((_, typed)) => typed,
            None => self.buffer.as_str().to_owned(),
        };
        let line = self.history.get(next).unwrap_or(&typed);
        let mut recalled = LineBuffer::with_capacity(line.len().max(FIRST_CAPACITY));
        recalled.update(line, line.len(), &mut Changes::default());
        self.buffer = recalled;
        self.changes.note(0);
        self.recalled = Some((next, typed));
    }

    fn move_by(&mut self, motion: Motion) {
        let buffer = &mut self.buffer;
        match motion {
            Motion::Left => buffer.move_backward(1),
            Motion::Right => buffer.move_forward(1),
            Motion::WordLeft => buffer.move_to_prev_word(Word::Emacs, 1),
            Motion::WordRight => buffer.move_to_next_word(At::AfterEnd, Word::Emacs, 1),
            Motion::Home => buffer.move_buffer_start(),
            Motion::End => buffer.move_buffer_end(),
        };
    }

    /// A byte of a character that has several.
    fn part_of_character(&mut self, byte: u8) {
        let begins = byte & 0xc0 == 0xc0;
        if begins {
            self.end_partial();
        }
        self.partial.push(byte);
        match std::str::from_utf8(&self.partial) {
            Ok(character) => {
                let character = character.to_owned();
                self.partial.clear();
                self.insert(&character);
            }
            // More bytes may follow.
            Err(error) if error.error_len().is_none() => {}
            Err(_) => self.end_partial(),
        }
    }

    /// Bytes that cannot become a character are shown, and can be erased.
    fn end_partial(&mut self) {
        if !std::mem::take(&mut self.partial).is_empty() {
            self.has_invalid_bytes = true;
            self.insert(REPLACEMENT.encode_utf8(&mut [0; 4]));
        }
    }

    fn insert(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let length = self.buffer.len() + text.len();
        if length > MAX_LINE {
            self.too_long = true;
            return;
        }
        if self.buffer.yank(text, 1, &mut self.changes).is_none() {
            // It is full: a larger one takes its place.
            let capacity = (self.buffer.len() * 4).clamp(length, MAX_LINE);
            let mut larger = LineBuffer::with_capacity(capacity);
            larger.update(&self.buffer, self.buffer.pos(), &mut Changes::default());
            self.buffer = larger;
            self.buffer.yank(text, 1, &mut self.changes);
        }
    }

    /// What shows the edits since the last call. In the middle of a paste only text
    /// at the end is shown: each part would have to be shown with the rest again.
    pub(super) fn paint(&mut self, columns: usize, pasting: bool) -> String {
        if pasting && !self.buffer.is_cursor_at_end() {
            return String::new();
        }
        self.view.resize(columns, &self.buffer);
        let changed_from = self.changes.first.take();
        self.view
            .show_changes(&self.buffer, self.buffer.pos(), changed_from)
    }

    /// The line, to be shown after its cue again.
    pub(super) fn show_again(&mut self) -> String {
        self.changes.first = None;
        self.view.show_again(&self.buffer, self.buffer.pos())
    }

    /// Removes the cue and the line from the screen.
    pub(super) fn clear(&mut self) -> String {
        self.view.clear()
    }

    /// What moves the cursor below the line.
    pub(super) fn end_of_line(&mut self) -> String {
        self.view.end_of_line()
    }
}

/// What the line buffer reports about its changes.
#[derive(Default)]
struct Changes {
    /// The first byte that is not on the screen as it is in the line.
    first: Option<usize>,
    /// What was killed last, for Ctrl+Y.
    killed: String,
    killing: bool,
}

impl Changes {
    fn note(&mut self, at: usize) {
        self.first = Some(self.first.map_or(at, |first| first.min(at)));
    }
}

impl DeleteListener for Changes {
    fn start_killing(&mut self) {
        self.killing = true;
        self.killed.clear();
    }

    fn delete(&mut self, at: usize, text: &str, _: Direction) {
        self.note(at);
        if self.killing {
            self.killed.push_str(text);
        }
    }

    fn stop_killing(&mut self) {
        self.killing = false;
    }
}

impl ChangeListener for Changes {
    fn insert_char(&mut self, at: usize, _: char) {
        self.note(at);
    }

    fn insert_str(&mut self, at: usize, _: &str) {
        self.note(at);
    }

    fn replace(&mut self, at: usize, _: &str, _: &str) {
        self.note(at);
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use super::*;
    use crate::terminal::input::{InputParser, SpecialKeys};

    fn size(cells: u16) -> NonZeroU16 {
        NonZeroU16::new(cells).unwrap()
    }

    /// A line of 20 columns behind the cue `> `, and the screen that shows it.
    struct Screen {
        line: EditedLine,
        parser: InputParser,
        terminal: vt100::Parser,
    }

    impl Screen {
        fn new() -> Self {
            let mut terminal = vt100::Parser::new(size(6), size(20), 0);
            terminal.process(b"> ");
            Self {
                line: EditedLine::new("> ", 20, Vec::new()),
                parser: InputParser::new(SpecialKeys::default()),
                terminal,
            }
        }

        fn keys(&mut self, bytes: &[u8]) {
            for &byte in bytes {
                let mut keys = Vec::new();
                self.parser.push(byte, &mut |key| keys.push(key));
                for key in keys {
                    self.line.edit(key, self.parser.is_pasting());
                }
            }
            let shown = self.line.paint(20, self.parser.is_pasting());
            self.show(&shown);
        }

        fn show(&mut self, text: &str) {
            // In raw mode the terminal still turns a line feed into a new line.
            self.terminal.process(text.replace('\n', "\r\n").as_bytes());
        }

        #[track_caller]
        fn check(&self, text: &str, rows: &[&str], cursor: (u16, u16)) {
            let screen = self.terminal.screen();
            let shown: Vec<String> = screen
                .rows(0, 20)
                .map(|row| row.trim_end().to_owned())
                .collect();
            let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
            let used = shown
                .iter()
                .rposition(|row| !row.is_empty())
                .map_or(0, |at| at + 1);
            assert_eq!(self.line.text(), Some(text));
            assert_eq!(&shown[..used], rows);
            assert_eq!(screen.cursor_position(), cursor);
        }
    }

    /// The same keys at once and one by one.
    #[track_caller]
    fn check(keys: &str, text: &str, rows: &[&str], cursor: (u16, u16)) {
        let mut screen = Screen::new();
        screen.keys(keys.as_bytes());
        screen.check(text, rows, cursor);
        let mut screen = Screen::new();
        for byte in keys.bytes() {
            screen.keys(&[byte]);
        }
        screen.check(text, rows, cursor);
    }

    const LEFT: &str = "\x1b[D";

    #[test]
    fn typing_and_erasing() {
        check("abc", "abc", &["> abc"], (0, 5));
        check("abc\x7f\x7fx", "ax", &["> ax"], (0, 4));
        check("one two\x17", "one ", &["> one"], (0, 6));
        check("one two\x15x", "x", &["> x"], (0, 3));
        check("山田\x7fx", "山x", &["> 山x"], (0, 5));
        check("e\u{301}x\x7f\x7f", "", &[">"], (0, 2));
    }

    #[test]
    fn editing_in_the_middle() {
        check(&format!("ac{LEFT}b"), "abc", &["> abc"], (0, 4));
        check("bc\x01a\x05d", "abcd", &["> abcd"], (0, 6));
        check(&format!("abc{LEFT}{LEFT}\x7f"), "bc", &["> bc"], (0, 2));
        check("abc\x01\x1b[3~", "bc", &["> bc"], (0, 2));
        check("one two\x1bbx ", "one x two", &["> one x two"], (0, 8));
        check("one two\x01\x0b\x19!", "one two!", &["> one two!"], (0, 10));
        check("ab\x14", "ba", &["> ba"], (0, 4));
        check("\x1b2k", "2k", &["> 2k"], (0, 4));
    }

    #[test]
    fn lines_that_wrap() {
        let long = "abcdefghijklmnopqr";
        check(long, long, &["> abcdefghijklmnopqr"], (1, 0));
        check(
            &format!("{long}st"),
            &format!("{long}st"),
            &["> abcdefghijklmnopqr", "st"],
            (1, 2),
        );
        check(
            &format!("{long}st\x7f\x7f\x7f"),
            &long[..17],
            &["> abcdefghijklmnopq"],
            (0, 19),
        );
        check(
            &format!("{long}st\x01X"),
            &format!("X{long}st"),
            &["> Xabcdefghijklmnopq", "rst"],
            (0, 3),
        );
        // A wide character does not fit into the last column.
        check(
            "abcdefghijklmnopq山",
            "abcdefghijklmnopq山",
            &["> abcdefghijklmnopq", "山"],
            (1, 2),
        );
    }

    #[test]
    fn pasted_line_breaks() {
        check(
            "\x1b[200~a\rb\x01c\x1b[201~d",
            "a\nbcd",
            &["> a", "bcd"],
            (1, 3),
        );
    }

    #[test]
    fn bytes_that_are_not_utf_8() {
        let mut screen = Screen::new();
        screen.keys(b"A\xff\xc3");
        assert_eq!(screen.line.text(), None);
        screen.keys(b"\x7f\x7f");
        screen.check("A", &["> A"], (0, 3));
    }

    #[test]
    fn earlier_lines() {
        let mut screen = Screen::new();
        screen.line.history = vec!["first".to_owned(), "second".to_owned()];
        screen.keys(b"new\x1b[A");
        screen.check("second", &["> second"], (0, 8));
        screen.keys(b"\x1b[A\x1b[A\x7f");
        screen.check("firs", &["> firs"], (0, 6));
        screen.keys(b"\x1b[B\x1bOB\x1b[B");
        screen.check("new", &["> new"], (0, 5));
    }

    #[test]
    fn shown_again_below_a_notice() {
        let mut screen = Screen::new();
        screen.keys(b"abcdefghijklmnopqrstu\x1b[D");
        let clear = screen.line.clear();
        let again = [&clear, "built\n> ", &screen.line.show_again()].concat();
        screen.show(&again);
        screen.check(
            "abcdefghijklmnopqrstu",
            &["built", "> abcdefghijklmnopqr", "stu"],
            (2, 2),
        );
        let end = screen.line.end_of_line();
        screen.show(&end);
        screen.check(
            "abcdefghijklmnopqrstu",
            &["built", "> abcdefghijklmnopqr", "stu"],
            (3, 0),
        );
    }

    #[test]
    fn a_long_line_is_kept_whole_up_to_the_limit() {
        let mut line = EditedLine::new("> ", 80, Vec::new());
        for _ in 0..MAX_LINE {
            line.edit(Key::Byte(b'a'), false);
        }
        assert_eq!(line.text().map(str::len), Some(MAX_LINE));
        line.edit(Key::Byte(b'a'), false);
        assert!(line.is_too_long());
    }
}
