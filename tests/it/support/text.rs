//! What a terminal got: without its escapes, and as it stands on the screen.

use std::num::NonZeroU16;

/// Text without escape sequences and carriage returns: lines end with a newline alone.
pub(super) fn plain(raw: &[u8]) -> String {
    let mut escapes = Escapes::Outside;
    let bytes: Vec<u8> = raw.iter().filter_map(|&byte| escapes.strip(byte)).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Takes escape sequences and carriage returns out of bytes that come one after another.
#[derive(Clone, Copy, Debug)]
pub(super) enum Escapes {
    Outside,
    Begun,
    /// `ESC [ …`, up to a letter or the like.
    Control,
    /// `ESC ] …`, up to BEL or `ESC \`.
    Text,
}

impl Escapes {
    /// The byte, unless it belongs to a sequence.
    pub(super) fn strip(&mut self, byte: u8) -> Option<u8> {
        let (next, kept) = match (*self, byte) {
            (Self::Outside | Self::Text, 0x1b) => (Self::Begun, None),
            (Self::Outside, byte) => (Self::Outside, Some(byte).filter(|&byte| byte != b'\r')),
            (Self::Begun, b'[') => (Self::Control, None),
            (Self::Begun, b']') => (Self::Text, None),
            (Self::Control, 0x40..=0x7e) | (Self::Text, 0x07) | (Self::Begun, _) => {
                (Self::Outside, None)
            }
            (Self::Control | Self::Text, _) => (*self, None),
        };
        *self = next;
        kept
    }
}

/// The rows of a terminal of that many columns after it got `raw`, trailing blanks and
/// empty rows left out.
pub(super) fn rows(raw: &[u8], columns: u16) -> Vec<String> {
    let size = |count| NonZeroU16::new(count).expect("a size");
    let mut terminal = vt100::Parser::new(size(100), size(columns), 0);
    terminal.process(raw);
    let rows = terminal.screen().rows(0, columns);
    let mut rows: Vec<_> = rows.map(|row| row.trim_end().to_owned()).collect();
    while rows.last().is_some_and(String::is_empty) {
        rows.pop();
    }
    rows
}

#[test]
fn escapes_are_taken_out_and_nothing_else() {
    let raw = b"\x1b[1mWhich?\x1b[0m \x1b]0;t\x07> \x1b]8;;\x1b\\\x1b[?2004h\r\n\x1b=x";
    assert_eq!(plain(raw), "Which? > \nx");
}
