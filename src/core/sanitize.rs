//! Sanitizing untrusted text before it is shown on a terminal.
//!
//! All text of a caller passes through this module before it reaches the terminal.
//! Some characters move the cursor, start an escape sequence, look like nothing, or
//! change the text direction. They are shown in escaped form, for example
//! `\u{202e}`. Every kind of blank, also a tab, is shown as a space. Joiners,
//! variation selectors, combining marks and right-to-left letters are not changed.

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar as _;

use super::wrap::columns;

/// Whether a character must be escaped when it is shown or written to JSON.
pub fn is_hazardous(c: char) -> bool {
    matches!(c,
        // Controls, except the tab: C0, DEL, C1.
        '\0'..='\u{8}' | '\u{a}'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        // They change the direction of the text around them.
        | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        // They break a line.
        | '\u{2028}' | '\u{2029}'
        // They look like nothing: blanks without width, invisible operators, fillers of
        // Hangul, an empty Braille pattern.
        | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}'
        | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}'
        // Tags.
        | '\u{e0000}'..='\u{e007f}')
}

/// Whether nothing of a text would be seen.
///
/// ```
/// use ask_user::core::sanitize::is_blank;
/// assert!(is_blank(" \u{3000}\t"));
/// assert!(!is_blank("\u{200b}"), "it is shown escaped");
/// ```
pub fn is_blank(text: &str) -> bool {
    // Saves the work for nearly all texts.
    let is_visible = |text: &str| text.bytes().next().is_some_and(|b| b.is_ascii_graphic());
    !is_visible(text) && !is_visible(text.trim_start()) && columns(&line(text)) == 0
}

/// Sanitizes untrusted text into one line.
///
/// Every hazardous character is escaped. A line break becomes `\n`. Every other blank
/// becomes a space. Blanks at the end are removed.
///
/// ```
/// use ask_user::core::sanitize::line;
/// assert_eq!(line("a\n  2) rm"), "a\\n  2) rm");
/// assert_eq!(line("delete \u{202e}gnp. "), "delete \\u{202e}gnp.");
/// ```
pub fn line(text: &str) -> Cow<'_, str> {
    let text = without_end_blanks(text);
    let Some(first) = text.find(|c| is_hazardous(c) || is_odd_blank(c)) else {
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
    } else if is_odd_blank(c) {
        shown.push(' ');
    } else if is_hazardous(c) {
        // Writing to a String cannot fail.
        let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
    } else {
        shown.push(c);
    }
}

/// A blank that is not a space and breaks no line.
fn is_odd_blank(c: char) -> bool {
    c != ' ' && c.is_whitespace() && !is_hazardous(c)
}

/// The text without the blanks at its end, also those before characters without width.
fn without_end_blanks(text: &str) -> &str {
    let text = text.trim_end();
    let seen = text.trim_end_matches(|c: char| c.width() == Some(0) && !is_hazardous(c));
    if seen.ends_with(char::is_whitespace) {
        without_end_blanks(seen)
    } else {
        text
    }
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
    fn every_character_of_the_list_is_escaped() {
        let listed = "\u{200b}\u{2060}\u{feff}\u{61c}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\
                      \u{2068}\u{2069}\u{2063}\u{3164}\u{2800}\u{2028}\u{2029}\u{e0001}\u{e007f}\u{7f}\u{80}\u{85}";
        let controls = (0..0x20).filter(|&c| c != 0x9 && c != 0xa);
        for c in listed.chars().chain(controls.filter_map(char::from_u32)) {
            check(&format!("a{c}b"), &format!("a\\u{{{:x}}}b", u32::from(c)));
        }
    }

    #[test]
    fn every_blank_is_a_space() {
        let blanks = "\t\u{a0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\
                      \u{2009}\u{200a}\u{202f}\u{205f}\u{3000}";
        for c in blanks.chars() {
            check(&format!("a{c}b{c}"), "a b");
            assert!(is_blank(&c.to_string()), "{c:?}");
        }
        for (text, blank) in [
            ("", true),
            ("\u{200d}\u{200e} ", true),
            ("\u{3164}", false),
            ("\u{3000}é", false),
        ] {
            assert_eq!(is_blank(text), blank, "{text:?}");
        }
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
        check("b > \u{200d}\u{fe0f} \u{200e}", "b >");
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
