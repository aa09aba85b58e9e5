//! Where a line being typed is on the screen, and what shows its changes. Pure.

use std::fmt::Write as _;

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

use super::plain_line::visible;

/// Clears from the cursor to the end of the screen.
const CLEAR_BELOW: &str = "\x1b[J";

/// A place on the screen, counted from the first character of the cue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place {
    row: usize,
    column: usize,
}

/// The cue and the line on a terminal of a certain width.
#[derive(Debug)]
pub(super) struct LineView {
    cue: String,
    columns: usize,
    /// Where the line begins.
    start: Place,
    /// Where it ends, and how many bytes of it are shown.
    end: Place,
    shown: usize,
    /// Where the cursor is, and before which byte of the line that is.
    cursor: Place,
    cursor_at: usize,
}

impl LineView {
    /// The view of an empty line behind this cue, which is on the screen.
    pub(super) fn new(cue: &str, columns: usize) -> Self {
        let mut view = Self {
            cue: cue.to_owned(),
            columns: columns.max(1),
            start: Place::default(),
            end: Place::default(),
            shown: 0,
            cursor: Place::default(),
            cursor_at: 0,
        };
        view.begin();
        view
    }

    fn begin(&mut self) {
        self.start = self.advance(Place::default(), &self.cue);
        self.end = self.start;
        self.cursor = self.start;
        (self.shown, self.cursor_at) = (0, 0);
    }

    /// The width of the terminal has changed, perhaps. What is on the screen is
    /// left to the terminal; only the places are counted anew.
    pub(super) fn resize(&mut self, columns: usize, text: &str) {
        if columns.max(1) == self.columns {
            return;
        }
        self.columns = columns.max(1);
        self.start = self.advance(Place::default(), &self.cue);
        let text = &text[..self.shown.min(text.len())];
        self.end = self.place(text, text.len());
        self.cursor = self.place(text, self.cursor_at.min(text.len()));
    }

    /// What shows `text` with the cursor at `position`. `changed_from` is the first
    /// byte that differs from what is shown.
    pub(super) fn show_changes(
        &mut self,
        text: &str,
        position: usize,
        changed_from: Option<usize>,
    ) -> String {
        let mut out = String::new();
        match changed_from {
            // Typed at the end: the usual case, at the same cost in a long line.
            Some(from) if from == self.shown && self.cursor_at == from => {
                self.append(&mut out, &text[from..]);
            }
            Some(from) => {
                let from = before_character(text, from);
                let place = self.place(text, from);
                self.move_to(&mut out, place);
                self.end = place;
                out.push_str(CLEAR_BELOW);
                self.append(&mut out, &text[from..]);
            }
            None => {}
        }
        self.shown = text.len();
        if position == text.len() {
            self.move_to(&mut out, self.end);
        } else {
            let place = self.place(text, position);
            self.move_to(&mut out, place);
        }
        self.cursor_at = position;
        out
    }

    /// The whole line, for after the cue was shown again.
    pub(super) fn show_again(&mut self, text: &str, position: usize) -> String {
        self.begin();
        self.show_changes(text, position, Some(0))
    }

    /// Removes the cue and the line from the screen. The cursor is where the cue began.
    pub(super) fn clear(&mut self) -> String {
        let mut out = String::new();
        self.move_to(&mut out, Place::default());
        out.push_str(CLEAR_BELOW);
        out
    }

    /// Moves the cursor to the row below the line.
    pub(super) fn end_of_line(&mut self) -> String {
        let mut out = String::new();
        self.move_to(&mut out, self.end);
        // A line that just filled its row has a row below already.
        if self.end.column > 0 || self.end.row == 0 {
            out.push('\n');
            self.cursor = Place {
                row: self.end.row + 1,
                column: 0,
            };
        }
        out
    }

    /// Shows `text` at the end, where the cursor is.
    fn append(&mut self, out: &mut String, text: &str) {
        out.push_str(&visible(text));
        let end = self.advance(self.end, text);
        if end.column == 0 && end.row > self.end.row && !text.ends_with('\n') {
            // The row is full. A terminal moves on with the next character only.
            out.push('\n');
        }
        self.end = end;
        self.cursor = end;
    }

    fn move_to(&mut self, out: &mut String, place: Place) {
        if place == self.cursor {
            return;
        }
        // Writing to a String cannot fail.
        if place.row < self.cursor.row {
            let _ = write!(out, "\x1b[{}A", self.cursor.row - place.row);
        } else if place.row > self.cursor.row {
            let _ = write!(out, "\x1b[{}B", place.row - self.cursor.row);
        }
        out.push('\r');
        if place.column > 0 {
            let _ = write!(out, "\x1b[{}C", place.column);
        }
        self.cursor = place;
    }

    /// The place of the byte at `position`.
    fn place(&self, text: &str, position: usize) -> Place {
        self.advance(self.start, &text[..position])
    }

    fn advance(&self, from: Place, text: &str) -> Place {
        let mut place = from;
        for grapheme in text.graphemes(true) {
            if grapheme.ends_with('\n') {
                place = Place {
                    row: place.row + 1,
                    column: 0,
                };
                continue;
            }
            let width = visible(grapheme).as_str().width();
            if place.column + width > self.columns {
                place.row += 1;
                place.column = 0;
            }
            place.column += width;
            if place.column >= self.columns {
                place.row += 1;
                place.column = 0;
            }
        }
        place
    }
}

/// The start of the character that holds the byte at `position`, or that the next
/// one joins: what is shown must not begin with a combining mark.
fn before_character(text: &str, position: usize) -> usize {
    let position = position.min(text.len());
    text[..position]
        .grapheme_indices(true)
        .next_back()
        .map_or(0, |(at, _)| at)
}
