//! The output of a server, line by line, with its forms put aside.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncBufRead, AsyncRead, BufReader, ReadBuf};

use super::raw_form;
use crate::mcp::shutdown::{Shutdown, ShutdownSignal};

/// The longest line that is looked into, in bytes: what the SDK itself takes.
/// A longer one passes as it is, and the SDK drops it.
const LONGEST: usize = 16 * 1024 * 1024;

/// Hands the output of a server on, with each form as it was written. Give it
/// to `rmcp` as the reading half of a transport of lines, see
/// [`mcp::client`](crate::mcp::client).
pub fn keep_raw_forms<R: AsyncRead>(output: R) -> RawFormReader<R> {
    RawFormReader {
        output: BufReader::new(output),
        line: Vec::new(),
        out: Vec::new(),
        given: 0,
        passing: false,
        shutdown: Shutdown::new(),
    }
}

/// A server's output, see [`keep_raw_forms`].
#[derive(Debug)]
pub struct RawFormReader<R> {
    output: BufReader<R>,
    /// A line whose end has not come.
    line: Vec<u8>,
    /// What goes on, from `given` on.
    out: Vec<u8>,
    given: usize,
    /// The present line is too long to be looked into.
    passing: bool,
    shutdown: Shutdown,
}

impl<R> RawFormReader<R> {
    /// The end of this output: the server has gone. The SDK would tell only
    /// seconds later.
    pub fn ended(&self) -> ShutdownSignal {
        self.shutdown.signal()
    }
}

impl<R: AsyncRead + Unpin> RawFormReader<R> {
    /// Reads on until something can be handed on; nothing at the end.
    fn fill(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.out.clear();
        self.given = 0;
        while self.out.is_empty() {
            let read = ready!(Pin::new(&mut self.output).poll_fill_buf(context))
                .inspect_err(|_| self.shutdown.trigger())?;
            if read.is_empty() {
                self.shutdown.trigger();
                // A last line without an end is no message; the SDK knows.
                std::mem::swap(&mut self.out, &mut self.line);
                break;
            }
            let end = read.iter().position(|&byte| byte == b'\n');
            let taken = end.map_or(read.len(), |at| at + 1);
            self.line.extend_from_slice(&read[..taken]);
            Pin::new(&mut self.output).consume(taken);
            self.passing |= self.line.len() > LONGEST;
            if self.passing {
                std::mem::swap(&mut self.out, &mut self.line);
            } else if end.is_some() {
                match raw_form::keep(&self.line) {
                    Some(line) => {
                        self.out = line;
                        self.line.clear();
                    }
                    None => std::mem::swap(&mut self.out, &mut self.line),
                }
            }
            self.passing &= end.is_none();
        }
        Poll::Ready(Ok(()))
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for RawFormReader<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.given == self.out.len() {
            ready!(self.fill(context))?;
        }
        let rest = &self.out[self.given..];
        let count = rest.len().min(buffer.remaining());
        buffer.put_slice(&rest[..count]);
        self.given += count;
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    const FORM: &str = r#"{"method":"elicitation/create","params":{"message":"m"}}"#;

    /// What comes out when these pieces arrive, at most so many bytes at a time.
    async fn through(at_a_time: usize, pieces: Vec<Vec<u8>>) -> Vec<u8> {
        let (mut writer, reader) = tokio::io::duplex(at_a_time);
        let written = tokio::spawn(async move {
            for piece in pieces {
                writer.write_all(&piece).await.unwrap();
            }
        });
        let mut got = Vec::new();
        keep_raw_forms(reader).read_to_end(&mut got).await.unwrap();
        written.await.unwrap();
        got
    }

    #[tokio::test]
    async fn lines_come_out_in_order_and_forms_changed() {
        let text = format!("one\r\n{FORM}\n\nlast, without an end");
        let got = through(7, vec![text.into_bytes()]).await;
        let got = String::from_utf8(got).unwrap();
        let lines: Vec<&str> = got.split('\n').collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[0], "one\r");
        let kept = serde_json::from_str::<serde_json::Value>(lines[1]).unwrap();
        assert_eq!(
            kept["params"]["_meta"]["ask-user/elicitation"]["message"],
            "m"
        );
        assert_eq!(lines[2..], ["", "last, without an end"]);
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_passes_and_the_next_is_looked_into() {
        let long = [vec![b'x'; LONGEST + 9], b"\n".to_vec()].concat();
        let got = through(
            1 << 16,
            vec![long.clone(), format!("{FORM}\n").into_bytes()],
        )
        .await;
        assert!(got.starts_with(&long));
        let rest = String::from_utf8(got[long.len()..].to_vec()).unwrap();
        assert!(rest.contains("ask-user/elicitation"), "{rest}");
    }
}
