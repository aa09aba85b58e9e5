//! The reply to a prompt: a line, or the reason why there is no line.

use super::secret::Secret;

/// The reply to one prompt: a line, or the reason why there is no line.
///
/// This is the only input of a [`Dialog`](super::Dialog).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A line. It may still have a line end and a byte order mark. A paste may
    /// contain several lines.
    Line(String),
    /// A line that was read without echo. It has no line end.
    Hidden(Secret),
    /// A line that is not valid UTF-8. It counts as an invalid attempt.
    NotText,
    /// A line that is longer than 1 MiB. It was dropped. It counts as an invalid attempt.
    TooLong,
    /// The operator pressed the interrupt key (Ctrl+C).
    Cancelled,
    /// The input ended (EOF), the terminal hung up, or the process is ending.
    Closed,
    /// The timeout passed without a key press.
    TimedOut,
    /// The caller withdrew the question.
    Withdrawn,
    /// There is no operator. Nothing was read.
    NoOperator,
    /// This interaction cannot hide typed input. Nothing was read.
    CannotHide,
}

/// Removes one byte order mark at the start and one line end at the end.
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
    fn strips_one_line_end_and_one_byte_order_mark() {
        assert_eq!(strip_line_end("2\r\n"), "2");
        assert_eq!(strip_line_end("abc\n"), "abc");
        assert_eq!(strip_line_end("abc\n\n"), "abc\n");
        assert_eq!(strip_line_end("\u{feff}2"), "2");
        assert_eq!(strip_line_end("a\rb"), "a\rb");
        assert_eq!(strip_line_end(""), "");
    }
}
