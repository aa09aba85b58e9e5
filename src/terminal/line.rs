//! A line being typed: with line editing, or without any escape sequence.

use super::edited_line::EditedLine;
use super::input::Key;
use super::plain_line::PlainLine;

pub(super) enum Line {
    Edited(Box<EditedLine>),
    Plain(PlainLine),
}

impl Line {
    pub(super) fn edit(&mut self, key: Key, pasted: bool) {
        match self {
            Self::Edited(line) => line.edit(key, pasted),
            Self::Plain(line) => line.edit(key),
        }
    }

    /// What shows the edits since the last call.
    pub(super) fn paint(&mut self, columns: usize, pasting: bool) -> String {
        match self {
            Self::Edited(line) => line.paint(columns, pasting),
            Self::Plain(line) => line.take_echo(),
        }
    }

    /// The line itself, to show it again after the cue.
    pub(super) fn show_again(&mut self) -> String {
        match self {
            Self::Edited(line) => line.show_again(),
            Self::Plain(line) => line.visible_text(),
        }
    }

    /// Shows `notice` on a line of its own, and below it the cue and the line.
    pub(super) fn below(&mut self, cue: &str, notice: &str) -> String {
        let clear = match self {
            Self::Edited(line) => line.clear(),
            Self::Plain(_) => "\n".to_owned(),
        };
        let line = self.show_again();
        [&clear, notice, "\n", cue, &line].concat()
    }

    /// What moves the cursor below the line.
    pub(super) fn end_of_line(&mut self) -> String {
        match self {
            Self::Edited(line) => line.end_of_line(),
            Self::Plain(_) => "\n".to_owned(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Edited(line) => line.is_empty(),
            Self::Plain(line) => line.is_empty(),
        }
    }

    /// Whether the line exceeds 1 MiB. The rest was dropped.
    pub(super) fn is_too_long(&self) -> bool {
        match self {
            Self::Edited(line) => line.is_too_long(),
            Self::Plain(line) => line.is_too_long(),
        }
    }

    /// The line as text. `None` if it is not UTF-8.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Edited(line) => line.text(),
            Self::Plain(line) => line.text(),
        }
    }
}
