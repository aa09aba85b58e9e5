//! Reader on standard input, used only if the launcher asks for it.
//!
//! Prompts go to standard error. Input is never discarded. One read takes at most
//! as many bytes from the pipe as the buffer holds.

use std::io::{self, IsTerminal as _};
use std::os::fd::AsFd as _;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use zeroize::{Zeroize as _, Zeroizing};

use super::driver_handle::DriverHandle;
use super::output::{Written, show_on_stderr, write_stderr};
use super::wait::{Waited, wait_for_input};
use crate::core::{Prompt, Reply, Secret};
use crate::error::Error;

/// The maximum length of a line, in bytes, without its line end.
const LONGEST_LINE: usize = 1 << 20;

/// The reader on standard input. It keeps the bytes after the last line.
#[derive(Debug, Default)]
pub(super) struct StdinReader {
    read_ahead: Vec<u8>,
    at_eof: bool,
    /// The current line is too long. Its rest is dropped.
    is_too_long: bool,
}

impl StdinReader {
    pub(super) fn read(
        &mut self,
        handle: &DriverHandle,
        prompt: &Prompt,
        timeout: Option<Duration>,
    ) -> Result<Reply, Error> {
        let echoes = io::stdin().is_terminal();
        if prompt.is_hidden() && echoes {
            return Ok(Reply::CannotHide);
        }
        let shown = [prompt.body(), prompt.cue()].concat();
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let stderr_error = |error| Error::device("writing to standard error", error);
        match write_stderr(handle, &shown, deadline, || handle.interruption().is_some())
            .map_err(stderr_error)?
        {
            Written::All => {}
            Written::Interrupted => return Ok(handle.interruption().unwrap_or(Reply::Closed)),
            Written::TimedOut => return Ok(Reply::TimedOut),
        }
        let read = self.read_line(handle, timeout);
        let got_line = matches!(read, Ok(ReadLine::Line(_)));
        if !echoes || !got_line {
            show_on_stderr(handle, "", !got_line).map_err(stderr_error)?;
        }
        match read {
            Ok(ReadLine::Line(line)) => Ok(reply(&line, prompt.is_hidden())),
            Ok(ReadLine::NoLine(reply)) => Ok(reply),
            Err(error) => Err(Error::device("reading standard input", error)),
        }
    }

    fn read_line(
        &mut self,
        handle: &DriverHandle,
        timeout: Option<Duration>,
    ) -> io::Result<ReadLine> {
        let mut last_byte = Instant::now();
        let mut searched = 0;
        loop {
            if let Some(interruption) = handle.interruption() {
                return Ok(ReadLine::NoLine(interruption));
            }
            if let Some(at) = find_newline(&self.read_ahead[searched..]) {
                return Ok(self.take(searched + at + 1));
            }
            // A final carriage return may be the first byte of a CRLF line end.
            if strip_last(b'\r', &self.read_ahead).len() > LONGEST_LINE {
                self.is_too_long = true;
            }
            if self.is_too_long {
                self.read_ahead.zeroize();
                self.read_ahead.shrink_to_fit();
            }
            searched = self.read_ahead.len();
            if self.at_eof {
                let rest = self.read_ahead.len();
                return Ok(if rest == 0 && !self.is_too_long {
                    ReadLine::NoLine(Reply::Closed)
                } else {
                    self.take(rest)
                });
            }
            let left = timeout.map(|timeout| timeout.saturating_sub(last_byte.elapsed()));
            match wait_for_input(io::stdin().as_fd(), handle, left)? {
                Waited::Woken => {}
                Waited::TimedOut => return Ok(ReadLine::NoLine(Reply::TimedOut)),
                Waited::Ready => {
                    self.fill()?;
                    last_byte = Instant::now();
                }
            }
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        let mut buffer = Zeroizing::new([0; 8192]);
        match nix::unistd::read(io::stdin(), buffer.as_mut_slice()) {
            Ok(0) | Err(Errno::EIO) => self.at_eof = true,
            Ok(count) => self.read_ahead.extend_from_slice(&buffer[..count]),
            Err(Errno::EINTR | Errno::EAGAIN) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Takes the next `length` bytes, which end a line.
    fn take(&mut self, length: usize) -> ReadLine {
        let line = Zeroizing::new(self.read_ahead[..length].to_vec());
        self.read_ahead[..length].zeroize();
        self.read_ahead.drain(..length);
        let is_too_long = std::mem::take(&mut self.is_too_long);
        if is_too_long || without_line_end(&line).len() > LONGEST_LINE {
            ReadLine::NoLine(Reply::TooLong)
        } else {
            ReadLine::Line(line)
        }
    }
}

enum ReadLine {
    Line(Zeroizing<Vec<u8>>),
    NoLine(Reply),
}

fn reply(line: &[u8], hidden: bool) -> Reply {
    let Ok(text) = std::str::from_utf8(line) else {
        return Reply::NotText;
    };
    if hidden {
        Reply::Hidden(Secret::from(
            crate::core::reply::strip_line_end(text).to_owned(),
        ))
    } else {
        Reply::Line(text.to_owned())
    }
}

/// The line without its LF or CRLF. A CR alone is not a line end.
fn without_line_end(line: &[u8]) -> &[u8] {
    match line.strip_suffix(b"\n") {
        Some(line) => strip_last(b'\r', line),
        None => line,
    }
}

/// The line without its last byte, if that byte is `last`.
fn strip_last(last: u8, line: &[u8]) -> &[u8] {
    line.strip_suffix(&[last]).unwrap_or(line)
}

fn find_newline(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&byte| byte == b'\n')
}
