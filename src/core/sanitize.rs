//! Sanitizing untrusted text before it is shown on a terminal.
//!
//! All text of a caller passes through this module before it reaches the terminal.
//! Some characters move the cursor, start an escape sequence, are invisible, or
//! change the text direction. They are shown in escaped form, for example
//! `\u{202e}`. Joiners, variation selectors, combining marks and right-to-left
//! letters are not changed.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character must be escaped when it is shown or written to JSON.
pub fn is_hazardous(c: char) -> bool {
    matches!(c,
        '\0'..='\u{1f}'
        | '\u{7f}'..='\u{9f}'
        | '\u{200b}'
        | '\u{2028}' | '\u{2029}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}'
        | '\u{e0000}'..='\u{e007f}')
}

/// Sanitizes untrusted text into one line.
///
/// Every hazardous character is escaped. A line break becomes `\n`. Whitespace at
/// the end is removed.
///
/// ```
/// use ask_user::core::sanitize::line;
/// assert_eq!(line("a\n  2) rm"), "a\\n  2) rm");
/// assert_eq!(line("delete \u{202e}gnp. "), "delete \\u{202e}gnp.");
/// ```
pub fn line(text: &str) -> Cow<'_, str> {
    let text = text.trim_end_matches(is_blank);
    let Some(first) = text.find(is_hazardous) else {
        return Cow::Borrowed(text);
    };
    let mut shown = String::with_capacity(text.len() + 16);
    shown.push_str(&text[..first]);
    for c in text[first..].chars() {
        push(&mut shown, c);
    }
    Cow::Owned(shown)
}

/// The lines of an untrusted text, each sanitized. A text without a line break is one line.
pub fn lines(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    text.split('\n')
        .map(|part| line(part.strip_suffix('\r').unwrap_or(part)))
}

/// Sanitizes untrusted text into one line for a message.
///
/// The text is cut after `max_chars` characters. `...` marks the cut.
pub fn excerpt(text: &str, max_chars: usize) -> String {
    let cut = text
        .char_indices()
        .nth(max_chars)
        .map_or(text.len(), |(at, _)| at);
    let mut shown = line(&text[..cut]).into_owned();
    if cut < text.len() {
        shown.push_str("...");
    }
    shown
}

fn push(shown: &mut String, c: char) {
    if c == '\n' {
        shown.push_str("\\n");
    } else if is_hazardous(c) {
        // Writing to a String cannot fail.
        let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
    } else {
        shown.push(c);
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, wanted: &str) {
        assert_eq!(line(text), wanted);
    }

    #[test]
    fn control_characters_are_escaped() {
        check("\u{1b}[2JHi", "\\u{1b}[2JHi");
        check("ok\u{1b}]52;c;aGk=\u{7}", "ok\\u{1b}]52;c;aGk=\\u{7}");
        check("safe\u{8}\u{8}rm", "safe\\u{8}\\u{8}rm");
        check("\u{9b}2J\u{7f}\0", "\\u{9b}2J\\u{7f}\\u{0}");
        check("a\tb", "a\\u{9}b");
        check("a\nb", "a\\nb");
    }

    #[test]
    fn invisible_and_bidi_characters_are_escaped() {
        check("a\u{200b}b", "a\\u{200b}b");
        check("\u{2060}\u{feff}x", "\\u{2060}\\u{feff}x");
        check("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}");
        check("x\u{2028}y", "x\\u{2028}y");
        check("\u{e0041}x", "\\u{e0041}x");
    }

    #[test]
    fn ordinary_text_is_not_changed() {
        for text in [
            "שלום",
            "مرحبا",
            "👩\u{200d}💻 pair",
            "a\u{200e}b\u{200f}",
            "e\u{301}",
            "❤\u{fe0f}",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn no_untrusted_line_ends_like_a_cue() {
        check("b > ", "b >");
        check("b >\u{a0}\u{2003}", "b >");
        assert_eq!(
            lines("Go?\r\n1-2 > \n").collect::<Vec<_>>(),
            ["Go?", "1-2 >", ""]
        );
    }

    #[test]
    fn excerpts_are_cut_at_character_boundaries() {
        assert_eq!(excerpt("abc", 3), "abc");
        assert_eq!(excerpt("äbcd", 3), "äbc...");
        assert_eq!(excerpt("a\u{1b}cd", 2), "a\\u{1b}...");
    }
}
