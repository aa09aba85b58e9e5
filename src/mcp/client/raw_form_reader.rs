//! [`keep_raw_forms`]: a reader that keeps the raw forms in a server's output, line by line.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncBufRead, AsyncRead, BufReader, ReadBuf};

use super::raw_form;
use crate::mcp::shutdown::{Shutdown, ShutdownSignal};

/// The longest line that is parsed, in bytes. It is the limit of the SDK. A longer line is passed
/// on unchanged, and the SDK drops it.
const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;

/// Wraps the output of a server and keeps the raw JSON of each form.
///
/// Give the returned reader to `rmcp` as the read half of a line-based transport; see
/// [`mcp::client`](crate::mcp::client).
pub fn keep_raw_forms<R: AsyncRead>(output: R) -> RawFormReader<R> {
    RawFormReader {
        output: BufReader::new(output),
        line: Vec::new(),
        ready: Vec::new(),
        ready_pos: 0,
        too_long: false,
        shutdown: Shutdown::new(),
    }
}

/// A reader of a server's output; see [`keep_raw_forms`].
#[derive(Debug)]
pub struct RawFormReader<R> {
    output: BufReader<R>,
    /// The start of a line whose end is not read yet.
    line: Vec<u8>,
    /// Bytes that are ready to be read, from `ready_pos` on.
    ready: Vec<u8>,
    ready_pos: usize,
    /// Whether the current line is too long to be parsed.
    too_long: bool,
    shutdown: Shutdown,
}

impl<R> RawFormReader<R> {
    /// A signal that this output has ended, so the server has disconnected. The SDK would report
    /// it only seconds later.
    pub fn ended(&self) -> ShutdownSignal {
        self.shutdown.signal()
    }
}

impl<R: AsyncRead + Unpin> RawFormReader<R> {
    /// Reads until bytes are ready. At the end of the output, no bytes are ready.
    fn fill(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.ready.clear();
        self.ready_pos = 0;
        while self.ready.is_empty() {
            let read = ready!(Pin::new(&mut self.output).poll_fill_buf(context))
                .inspect_err(|_| self.shutdown.trigger())?;
            if read.is_empty() {
                self.shutdown.trigger();
                // A last line without a line end is not a message. The SDK handles it.
                std::mem::swap(&mut self.ready, &mut self.line);
                break;
            }
            let end = read.iter().position(|&byte| byte == b'\n');
            let count = end.map_or(read.len(), |at| at + 1);
            self.line.extend_from_slice(&read[..count]);
            Pin::new(&mut self.output).consume(count);
            self.too_long |= self.line.len() > MAX_LINE_BYTES;
            if self.too_long {
                std::mem::swap(&mut self.ready, &mut self.line);
            } else if end.is_some() {
                match raw_form::keep(&self.line) {
                    Some(line) => {
                        self.ready = line;
                        self.line.clear();
                    }
                    None => std::mem::swap(&mut self.ready, &mut self.line),
                }
            }
            self.too_long &= end.is_none();
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
        if self.ready_pos == self.ready.len() {
            ready!(self.fill(context))?;
        }
        let rest = &self.ready[self.ready_pos..];
        let count = rest.len().min(buffer.remaining());
        buffer.put_slice(&rest[..count]);
        self.ready_pos += count;
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    const FORM: &str = r#"{"method":"elicitation/create","params":{"message":"m"}}"#;

    /// Reads these pieces through the reader, with a pipe of `capacity` bytes.
    async fn read_through(capacity: usize, pieces: Vec<Vec<u8>>) -> Vec<u8> {
        let (mut writer, reader) = tokio::io::duplex(capacity);
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
    async fn lines_keep_their_order_and_forms_are_changed() {
        let text = format!("one\r\n{FORM}\n\nlast, without an end");
        let got = read_through(7, vec![text.into_bytes()]).await;
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
    async fn a_too_long_line_is_unchanged_and_the_next_line_is_parsed() {
        let long = [vec![b'x'; MAX_LINE_BYTES + 9], b"\n".to_vec()].concat();
        let got = read_through(
            1 << 16,
            vec![long.clone(), format!("{FORM}\n").into_bytes()],
        )
        .await;
        assert!(got.starts_with(&long));
        let rest = String::from_utf8(got[long.len()..].to_vec()).unwrap();
        assert!(rest.contains("ask-user/elicitation"), "{rest}");
    }
}
