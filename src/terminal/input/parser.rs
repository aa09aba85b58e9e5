//! The parser of input sequences, for every reader on a terminal.
//!
//! ```text
//!            ESC          [            final byte
//!   Ground -----> Escape ---> Csi ----------------------> Ground (a key, or a report)
//!     ^             |  | O          \ [  (Linux console)
//!     |             |  +---> Ss3     +---> OneMore -----> Ground
//!     |             | ] P _ ^ X
//!     |             +--------> Text -- BEL, ESC \ ------> Ground (a report)
//!     |
//!     +-- a control character ends any sequence, and is a key
//! ```
//!
//! A sequence may arrive in two parts with a pause between them, over a slow
//! connection. After a short pause the sequence is put aside. If the next bytes
//! arrive in one go and complete it, they belong to it. Otherwise they are keys.

use std::time::Duration;

use zeroize::Zeroize as _;

use super::csi::{self, Sequence};
use super::{Key, SpecialKeys};

/// A pause after which an incomplete sequence is not continued by a key.
const SHORT_PAUSE: Duration = Duration::from_millis(50);

/// A pause after which a paste, or a report that has begun, is over.
const LONG_PAUSE: Duration = Duration::from_secs(1);

/// Parameters and text that are kept of a sequence, in bytes. The rest is dropped.
const MAX_KEPT: usize = 256;

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;

/// Takes bytes and gives keys. What a terminal sends by itself is no key.
#[derive(Clone, Debug)]
pub(in crate::terminal) struct InputParser {
    special: SpecialKeys,
    state: State,
    /// A sequence that stopped in the middle.
    paused: Option<State>,
    /// The bytes since a paused sequence was resumed. They are keys if it does
    /// not become complete.
    resumed: Option<Vec<u8>>,
    /// Between the marks of a bracketed paste.
    pasting: bool,
    /// No byte of the paste has arrived for a short pause.
    quiet: bool,
    /// The last byte was a carriage return: a line feed belongs to it.
    after_return: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Ground,
    Escape,
    Csi(Vec<u8>),
    /// One more byte ends a function key of the Linux console.
    OneMore,
    /// The bytes that are missing of a mouse report in its oldest form.
    Mouse(u8),
    Ss3,
    /// A string: OSC, DCS, APC, PM or SOS.
    Text {
        /// Something of it has arrived.
        begun: bool,
        /// The last byte was an ESC.
        escape: bool,
    },
}

impl InputParser {
    pub(in crate::terminal) fn new(special: SpecialKeys) -> Self {
        Self {
            special,
            state: State::Ground,
            paused: None,
            resumed: None,
            pasting: false,
            quiet: false,
            after_return: false,
        }
    }

    /// Whether the mark of a paste has arrived, and not that of its end.
    pub(in crate::terminal) fn is_pasting(&self) -> bool {
        self.pasting
    }

    /// Uses the special characters that the terminal has now.
    pub(in crate::terminal) fn set_special_keys(&mut self, special: SpecialKeys) {
        self.special = special;
    }

    /// How long to wait after the last byte before [`pause`](Self::pause) is called.
    pub(in crate::terminal) fn wait(&self) -> Option<Duration> {
        match &self.state {
            State::Text { begun: true, .. } if self.resumed.is_none() => Some(LONG_PAUSE),
            State::Ground if self.pasting && self.quiet => Some(LONG_PAUSE),
            State::Ground if self.pasting => Some(SHORT_PAUSE),
            State::Ground => self.paused.as_ref().map(|_| LONG_PAUSE),
            State::Escape
            | State::Csi(_)
            | State::OneMore
            | State::Mouse(_)
            | State::Ss3
            | State::Text { .. } => Some(SHORT_PAUSE),
        }
    }

    /// No byte has arrived for `idle`.
    pub(in crate::terminal) fn pause(&mut self, idle: Duration, emit: &mut impl FnMut(Key)) {
        if idle < SHORT_PAUSE {
            return;
        }
        let long = idle >= LONG_PAUSE;
        if self.resumed.is_some() {
            self.give_up(emit);
        }
        match std::mem::replace(&mut self.state, State::Ground) {
            state @ State::Text { begun: true, .. } if !long => self.state = state,
            // After a long pause nothing more of a string is expected.
            State::Ground | State::Text { begun: true, .. } => {}
            state => self.paused = Some(state),
        }
        self.quiet = self.pasting;
        if long {
            self.pasting = false;
            self.paused = None;
        }
    }

    /// Takes one byte and emits the keys that it completes.
    pub(in crate::terminal) fn push(&mut self, byte: u8, emit: &mut impl FnMut(Key)) {
        let after_return = std::mem::replace(&mut self.after_return, false);
        if after_return && byte == b'\n' {
            return;
        }
        if let Some(state) = self.paused.take()
            && continues(&state, byte)
        {
            self.state = state;
            self.resumed = Some(Vec::new());
        }
        self.advance(byte, emit);
        self.quiet = false;
        if self.state == State::Ground {
            self.end_resumed();
        }
    }

    fn advance(&mut self, byte: u8, emit: &mut impl FnMut(Key)) {
        let in_text = matches!(self.state, State::Text { .. });
        if byte == ESC && !in_text {
            self.give_up(emit);
            self.state = State::Escape;
            return;
        }
        let is_control = byte < 0x20 || byte == 0x7f;
        let ends_text = in_text && matches!(byte, ESC | BEL);
        if is_control && !ends_text && self.state != State::Ground {
            // Whatever the sequence was to become, a control character is a key.
            let after_escape = self.state == State::Escape;
            self.give_up(emit);
            if after_escape && matches!(byte, 0x08 | 0x7f) {
                return emit(Key::EraseWord);
            }
            return self.ground(byte, emit);
        }
        if let Some(resumed) = &mut self.resumed {
            resumed.push(byte);
        }
        match std::mem::replace(&mut self.state, State::Ground) {
            State::Ground => self.ground(byte, emit),
            State::Escape => self.after_escape(byte, emit),
            State::Csi(parameters) => self.csi(parameters, byte, emit),
            State::OneMore | State::Mouse(0 | 1) => {}
            State::Mouse(missing) => self.state = State::Mouse(missing - 1),
            // Some keys have a modifier in front of the final byte.
            State::Ss3 if byte.is_ascii_digit() => self.state = State::Ss3,
            State::Ss3 => {
                if let Some(key) = csi::decode_ss3(byte) {
                    emit(key);
                }
            }
            State::Text { escape, .. } => match byte {
                BEL => {}
                b'\\' if escape => {}
                // A new sequence begins where the string should have ended.
                _ if escape => self.after_escape(byte, emit),
                byte => {
                    self.state = State::Text {
                        begun: true,
                        escape: byte == ESC,
                    };
                }
            },
        }
    }

    fn after_escape(&mut self, byte: u8, emit: &mut impl FnMut(Key)) {
        self.state = match byte {
            b'[' => State::Csi(Vec::new()),
            b'O' => State::Ss3,
            b']' | b'P' | b'_' | b'^' | b'X' => State::Text {
                begun: false,
                escape: false,
            },
            b' '..=b'~' => return emit(Key::Alt(byte)),
            byte => return self.ground(byte, emit),
        };
    }

    fn csi(&mut self, mut parameters: Vec<u8>, byte: u8, emit: &mut impl FnMut(Key)) {
        match byte {
            b'[' if parameters.is_empty() => self.state = State::OneMore,
            b'M' if parameters.is_empty() => self.state = State::Mouse(3),
            0x40..=0x7e => {
                let typed = byte.is_ascii_lowercase() && parameters.is_empty();
                if typed && self.resumed.is_some() {
                    // No terminal sends such a report: it is text after an Escape key.
                    return self.give_up(emit);
                }
                match csi::decode(&parameters, byte, &self.special) {
                    Sequence::Key(key) => emit(key),
                    Sequence::PasteStart => self.pasting = true,
                    Sequence::PasteEnd => self.pasting = false,
                    Sequence::Nothing => {}
                }
            }
            byte => {
                if parameters.len() < MAX_KEPT {
                    parameters.push(byte);
                }
                self.state = State::Csi(parameters);
            }
        }
    }

    fn ground(&mut self, byte: u8, emit: &mut impl FnMut(Key)) {
        self.after_return = byte == b'\r';
        let key = match byte {
            // Alone after a pause it was not in the paste: the operator pressed it.
            _ if self.pasting && self.quiet && self.special.key(byte) == Key::Interrupt => {
                Key::Interrupt
            }
            b'\r' | b'\n' if self.pasting => Key::PastedBreak,
            byte if self.pasting => Key::Byte(byte),
            byte => self.special.key(byte),
        };
        emit(key);
    }

    /// The present sequence does not become complete. If it was resumed after a
    /// pause, its later bytes were typed.
    fn give_up(&mut self, emit: &mut impl FnMut(Key)) {
        self.state = State::Ground;
        let Some(mut typed) = self.resumed.take() else {
            return;
        };
        for &byte in &typed {
            self.ground(byte, emit);
        }
        typed.zeroize();
    }

    fn end_resumed(&mut self) {
        if let Some(mut resumed) = self.resumed.take() {
            resumed.zeroize();
        }
    }
}

/// Whether `byte` may continue a sequence after a pause.
fn continues(state: &State, byte: u8) -> bool {
    match state {
        // After a lone Escape only what begins a report does.
        State::Escape => matches!(byte, b'[' | b']' | b'P' | b'_' | b'^' | b'X'),
        State::Ground => false,
        State::Csi(_) | State::OneMore | State::Mouse(_) | State::Ss3 | State::Text { .. } => {
            (0x20..0x7f).contains(&byte)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    /// Feeds the parts with a short pause between them (`…` is a long one).
    #[track_caller]
    fn check(parts: &[&[u8]], wanted: &str) {
        let mut parser = InputParser::new(SpecialKeys {
            interrupt: [Some(0x11), None],
            ..SpecialKeys::default()
        });
        let mut got = String::new();
        let mut emit = |key| match key {
            Key::Byte(byte) => got.push(char::from(byte)),
            Key::PastedBreak => got.push('/'),
            key => write!(got, "<{key:?}>").unwrap(),
        };
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                parser.pause(SHORT_PAUSE, &mut emit);
            }
            if *part == b"long" {
                parser.pause(LONG_PAUSE, &mut emit);
                continue;
            }
            for &byte in *part {
                parser.push(byte, &mut emit);
            }
        }
        parser.pause(LONG_PAUSE, &mut emit);
        assert_eq!(got, wanted, "{parts:?}");
    }

    #[test]
    fn keys() {
        check(&[b"ab\r"], "ab<Enter>");
        check(
            &[b"a\x7f\x08\x15\x17"],
            "a<Erase><Erase><EraseLine><EraseWord>",
        );
        check(
            &[b"\x03\x1c\x04\x1a\x11"],
            "<Interrupt><Interrupt><EndOfInput><Suspend><Interrupt>",
        );
        check(
            &[b"\x1b[D\x1b[C\x1bOD\x1b[H\x1b[4~\x1b[3~\x1b[1;5C"],
            "<Move(Left)><Move(Right)><Move(Left)><Move(Home)><Move(End)><Delete><Move(WordRight)>",
        );
        check(&[b"\x1bb\x1b\x7f"], "<Alt(98)><EraseWord>");
    }

    #[test]
    fn f53_other_keys_change_nothing() {
        check(&[b"\x1b[A\x1bOP2\r"], "<Up>2<Enter>");
        check(&[b"\x1b[[A\x1b[[E2\r"], "2<Enter>");
        check(&[b"\x1b[15~\x1b[2~\x1b[Zx"], "x");
        check(&[b"\x1b", b"2"], "2");
        check(&[b"\x1b", b"[", b"2\r"], "[2<Enter>");
        check(&[b"\x1b", b"[abc\r"], "[abc<Enter>");
        check(&[b"\x1b", b"Production\r"], "Production<Enter>");
    }

    #[test]
    fn what_a_terminal_sends_by_itself_is_no_key() {
        for report in [
            "\x1b]11;rgb:1e1d/1e1d/1e1d\x07",
            "\x1b]11;rgb:1e1d/1e1d/1e1d\x1b\\",
            "\x1b[?62;22c",
            "\x1b[>1;4000;20c",
            "\x1b[?2026;2$y",
            "\x1b[8;24;80t",
            "\x1b[24;80R",
            "\x1b[I",
            "\x1b[O",
            "\x1b[<0;10;5M",
            "\x1b[<0;10;5m",
            "\x1b[32;10;5M",
            "\x1b[M !!",
            "\x1bP>|XTerm(390)\x1b\\",
            "\x1b_Gi=31;OK\x1b\\",
            "\x1b^private\x1b\\",
            "\x1bXstring\x1b\\",
            "\x1b[27;2;13~",
            "\x1b[13;2u",
            "\x1b[97;1:3u",
        ] {
            let bytes = report.as_bytes();
            check(&[bytes, b"2\r"], "2<Enter>");
            check(&[&[bytes, b"2\r"].concat()], "2<Enter>");
            // Over a slow connection it may stop after any byte.
            for at in 1..bytes.len() {
                check(&[&bytes[..at], &bytes[at..], b"2\r"], "2<Enter>");
                check(
                    &[&bytes[..at], &[&bytes[at..], b"2\r"].concat()],
                    "2<Enter>",
                );
            }
        }
    }

    #[test]
    fn keys_with_modifiers_as_kitty_and_xterm_report_them() {
        check(&[b"\x1b[99;5u"], "<Interrupt>");
        check(&[b"\x1b[100;5u"], "<EndOfInput>");
        check(&[b"\x1b[27;5;99~"], "<Interrupt>");
        check(&[b"\x1b[13u\x1b[97u\x1b[127u"], "<Enter>a<Erase>");
        check(&[b"\x1b[99;69u"], "<Interrupt>");
        check(&[b"\x1b[98;3u"], "<Alt(98)>");
    }

    #[test]
    fn half_a_sequence_holds_no_key_back() {
        for half in [
            &b"\x1b["[..],
            b"\x1b",
            b"\x1b[1;",
            b"\x1b]11;rgb",
            b"\x1bP",
            b"\x1bO",
            b"\x1b[M",
        ] {
            check(&[&[half, b"\x03"].concat()], "<Interrupt>");
            check(&[half, b"\x03"], "<Interrupt>");
            check(
                &[half, b"2", b"\r"],
                if half.len() > 3 && half[1] == b']' {
                    "<Enter>"
                } else {
                    "2<Enter>"
                },
            );
            check(&[half, b"long", b"2\r"], "2<Enter>");
        }
    }

    #[test]
    fn carriage_return_and_line_feed_are_one_enter() {
        check(&[b"1\r\n2\r\n"], "1<Enter>2<Enter>");
        check(&[b"1\r", b"\n2\n\n"], "1<Enter>2<Enter><Enter>");
        check(&[b"\r\r"], "<Enter><Enter>");
    }

    #[test]
    fn a_bracketed_paste_keeps_its_line_breaks() {
        check(&[b"\x1b[200~a\rb\r\nc\nd\x1b[201~\r"], "a/b/c/d<Enter>");
        check(&[b"\x1b[200~\x03\x1b[201~"], "\x03");
    }

    #[test]
    fn a_paste_without_an_end_holds_nothing_back() {
        check(&[b"\x1b[200~abc", b"\x03"], "abc<Interrupt>");
        check(&[b"\x1b[200~abc", b"d\r"], "abcd/");
        check(
            &[b"\x1b[200~abc", b"long", b"d\r\x04"],
            "abcd<Enter><EndOfInput>",
        );
    }
}
