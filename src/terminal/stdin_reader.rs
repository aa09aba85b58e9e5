//! Answers from standard input, where the launcher says that they come from there.
//!
//! Prompts go to standard error. Nothing is thrown away, and not a byte more is
//! taken from the pipe than its buffer holds.

use std::io::{self, IsTerminal as _, Write as _};
use std::os::fd::AsFd as _;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use zeroize::{Zeroize as _, Zeroizing};

use super::driver_handle::{DriverHandle, device};
use super::plain_reader::{Waited, wait_for};
use crate::core::{Prompt, Reply, Secret};
use crate::error::Error;

/// The longest line that is taken from a pipe, in bytes, its line end not counted.
const LONGEST_LINE: usize = 1 << 20;

/// The reader on standard input.
#[derive(Debug, Default)]
pub(super) struct StdinReader {
    ahead: Vec<u8>,
    ended: bool,
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
        tell(&[prompt.body(), prompt.cue()].concat());
        let read = self.line(handle, timeout);
        if !echoes || !matches!(read, Ok(Got::Line(_))) {
            tell("\n");
        }
        match read {
            Ok(Got::Line(line)) => Ok(reply(&line, prompt.is_hidden())),
            Ok(Got::Nothing(reply)) => Ok(reply),
            Ok(Got::TooLong) => {
                let longest = LONGEST_LINE;
                Err(Error::bad_request(
                    "",
                    format!("the line on standard input is longer than {longest} bytes"),
                ))
            }
            Err(error) => Err(device("reading standard input", error)),
        }
    }

    fn line(&mut self, handle: &DriverHandle, timeout: Option<Duration>) -> io::Result<Got> {
        let mut last_byte = Instant::now();
        let mut searched = 0;
        loop {
            if let Some(interruption) = handle.interruption() {
                return Ok(Got::Nothing(interruption.into()));
            }
            if let Some(at) = memchr(&self.ahead[searched..]) {
                return Ok(self.take(searched + at + 1));
            }
            searched = self.ahead.len();
            // A carriage return may be the first half of a line end.
            if without(b'\r', &self.ahead).len() > LONGEST_LINE {
                return Ok(Got::TooLong);
            }
            if self.ended {
                let rest = self.ahead.len();
                return Ok(if rest == 0 {
                    Got::Nothing(Reply::Closed)
                } else {
                    self.take(rest)
                });
            }
            let left = timeout.map(|timeout| timeout.saturating_sub(last_byte.elapsed()));
            match wait_for(io::stdin().as_fd(), handle, left)? {
                Waited::Woken => handle.drain(),
                Waited::Nothing => return Ok(Got::Nothing(Reply::TimedOut)),
                Waited::Input => {
                    self.fill()?;
                    last_byte = Instant::now();
                }
            }
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        let mut buffer = Zeroizing::new([0; 8192]);
        match nix::unistd::read(io::stdin(), buffer.as_mut_slice()) {
            Ok(0) | Err(Errno::EIO) => self.ended = true,
            Ok(count) => self.ahead.extend_from_slice(&buffer[..count]),
            Err(Errno::EINTR | Errno::EAGAIN) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    fn take(&mut self, length: usize) -> Got {
        if without_line_end(&self.ahead[..length]).len() > LONGEST_LINE {
            return Got::TooLong;
        }
        let line = Zeroizing::new(self.ahead[..length].to_vec());
        self.ahead[..length].zeroize();
        self.ahead.drain(..length);
        Got::Line(line)
    }
}

enum Got {
    Line(Zeroizing<Vec<u8>>),
    Nothing(Reply),
    TooLong,
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

/// Writes to standard error. Whoever closed it does not want to be told.
pub(super) fn tell(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// The line without its LF or CRLF; a carriage return alone is no line end.
fn without_line_end(line: &[u8]) -> &[u8] {
    match line.strip_suffix(b"\n") {
        Some(line) => without(b'\r', line),
        None => line,
    }
}

fn without(last: u8, line: &[u8]) -> &[u8] {
    line.strip_suffix(&[last]).unwrap_or(line)
}

fn memchr(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&byte| byte == b'\n')
}
