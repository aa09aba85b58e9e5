//! Reads lines of a limited length from a connection.

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// The first capacity of the buffer of a connection, in bytes. Most lines are short, and there
/// may be a thousand connections.
const CAPACITY: usize = 1024;

/// Reads lines. Reading one is cancel safe.
pub(super) struct BoundedLines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    limit: usize,
    /// The rest of a line that is too long is dropped.
    drops: bool,
}

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line, without its end.
    Whole(Vec<u8>),
    /// A line that is longer than the limit. It was dropped.
    TooLong,
    /// The end of the input. Half a line before it is dropped.
    End,
}

impl<R: AsyncRead + Unpin> BoundedLines<R> {
    pub(super) fn new(input: R, limit: usize) -> Self {
        Self {
            input: BufReader::with_capacity(CAPACITY, input),
            line: Vec::new(),
            limit,
            drops: false,
        }
    }

    /// Reads the next line. A connection that fails is at its end.
    pub(super) async fn next(&mut self) -> Line {
        loop {
            let Ok(available) = self.input.fill_buf().await else {
                return Line::End;
            };
            if available.is_empty() {
                return Line::End;
            }
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            let fits = self.line.len() + part.len() <= self.limit;
            if fits && !self.drops {
                self.line.extend_from_slice(part);
            } else {
                self.line = Vec::new();
                self.drops = true;
            }
            let taken = part.len() + usize::from(end.is_some());
            self.input.consume(taken);
            if end.is_some() {
                let line = std::mem::take(&mut self.line);
                return if std::mem::take(&mut self.drops) {
                    Line::TooLong
                } else {
                    Line::Whole(line)
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &[u8], wanted: &[Line]) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let mut lines = BoundedLines::new(input, 4);
        for wanted in wanted {
            assert_eq!(&runtime.block_on(lines.next()), wanted, "{input:?}");
        }
        assert_eq!(runtime.block_on(lines.next()), Line::End);
    }

    #[test]
    fn lines_have_a_limit_and_the_next_one_is_whole() {
        let whole = |text: &str| Line::Whole(text.as_bytes().to_vec());
        check(b"", &[]);
        check(b"ab\ncd\n", &[whole("ab"), whole("cd")]);
        check(b"abcd\n\n", &[whole("abcd"), whole("")]);
        check(b"abcde\nf\n", &[Line::TooLong, whole("f")]);
        check(b"ab\nhalf", &[whole("ab")]);
        let long = [vec![b'x'; 5000], b"\nok\n".to_vec()].concat();
        check(&long, &[Line::TooLong, whole("ok")]);
    }
}
