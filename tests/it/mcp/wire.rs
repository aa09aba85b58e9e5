//! One end of a pair of streams: lines of JSON.

use serde_json::Value;
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
    split,
};

pub(super) struct Wire {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
}

impl Wire {
    pub(super) fn new(stream: DuplexStream) -> Self {
        let (reader, writer) = split(stream);
        let lines = BufReader::new(reader).lines();
        Self { lines, writer }
    }

    pub(super) async fn line(&mut self, line: &str) {
        let line = format!("{line}\n");
        self.writer.write_all(line.as_bytes()).await.unwrap();
    }

    pub(super) async fn send(&mut self, message: &Value) {
        self.line(&message.to_string()).await;
    }

    /// The next message; `None` when the other end has closed its output.
    pub(super) async fn receive(&mut self) -> Option<Value> {
        let line = self.lines.next_line().await.unwrap()?;
        Some(serde_json::from_str(&line).unwrap())
    }

    /// Closes our output.
    pub(super) async fn close(&mut self) {
        self.writer.shutdown().await.unwrap();
    }
}
