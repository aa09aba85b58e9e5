//! What happened at the prompt.

use super::secret::Secret;

/// What became of one prompt: a line, or the reason why there is none.
///
/// This is the whole input of a [`Dialog`](super::Dialog).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A line. A line end and a byte order mark may still be on it; a paste may
    /// hold several lines.
    Line(String),
    /// A line that was read unseen, without its line end.
    Hidden(Secret),
    /// A line that is not UTF-8: an invalid attempt, not a crash.
    NotText,
    /// The operator pressed the interrupt key.
    Cancelled,
    /// The end of input, a hang-up, or the end of the process.
    Closed,
    /// The timeout passed without a key.
    TimedOut,
    /// The caller took the question back.
    Withdrawn,
    /// There is nobody to ask; nothing was read.
    NoOperator,
    /// This interaction cannot hide what is typed; nothing was read.
    CannotHide,
}

/// Takes off what does not belong to a line: one byte order mark in front, one
/// line end behind.
pub(crate) fn strip_line_end(line: &str) -> &str {
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    match line.strip_suffix('\n') {
        Some(rest) => rest.strip_suffix('\r').unwrap_or(rest),
        None => line.strip_suffix('\r').unwrap_or(line),
    }
}

#[cfg(test)]
mod tests {
    use super::strip_line_end;

    #[test]
    fn one_line_end_and_one_mark_come_off() {
        assert_eq!(strip_line_end("2\r\n"), "2");
        assert_eq!(strip_line_end("abc\n"), "abc");
        assert_eq!(strip_line_end("abc\n\n"), "abc\n");
        assert_eq!(strip_line_end("\u{feff}2"), "2");
        assert_eq!(strip_line_end("a\rb"), "a\rb");
        assert_eq!(strip_line_end(""), "");
    }
}
