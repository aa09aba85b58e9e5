//! Our own reader on the terminal: for dumb terminals, for `--plain`, and for
//! every line that must not be seen.
//!
//! It writes no escape sequence. It reads byte by byte in raw mode, since the
//! kernel's own line mode cuts a line at 4,095 bytes.

use std::io;
use std::os::fd::AsFd as _;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use zeroize::Zeroize as _;

use super::driver_handle::{DriverHandle, device};
use super::job_control::{goes_on, suspend};
use super::key_decoder::{Key, KeyDecoder};
use super::line_buffer::LineBuffer;
use super::raw_mode::RawMode;
use super::tty::{Tty, is_hang_up};
use crate::core::{Prompt, Reply, Secret};
use crate::error::Error;

/// How long an ESC waits for the rest of a sequence.
const ESCAPE_WAIT: Duration = Duration::from_millis(50);

/// The plain reader, with the bytes that came after the last line it took.
#[derive(Debug, Default)]
pub(super) struct PlainReader {
    ahead: Vec<u8>,
}

impl PlainReader {
    /// Forgets what was typed ahead.
    pub(super) fn forget(&mut self) {
        self.ahead.zeroize();
    }

    /// Shows the prompt and reads a line. `fresh` throws away what was typed before it.
    pub(super) fn read(
        &mut self,
        tty: &Tty,
        handle: &DriverHandle,
        prompt: &Prompt,
        timeout: Option<Duration>,
        fresh: bool,
    ) -> Result<Reply, Error> {
        let raw = match RawMode::enter(tty) {
            Ok(Some(raw)) => raw,
            Ok(None) if prompt.is_hidden() => return Ok(Reply::CannotHide),
            Ok(None) => return Err(device("switching the terminal to raw mode", Errno::ENOTSUP)),
            Err(error) if is_hang_up(&error.into()) => return Ok(Reply::Closed),
            Err(_) if prompt.is_hidden() => return Ok(Reply::CannotHide),
            Err(error) => return Err(device("switching the terminal to raw mode", error)),
        };
        let reading = Reading {
            tty,
            handle,
            raw: &raw,
            cue: prompt.cue(),
            decoder: KeyDecoder::new(raw.keys()),
            typed: LineBuffer::new(prompt.is_hidden()),
            hidden: prompt.is_hidden(),
            timeout,
        };
        let discards = fresh || prompt.is_hidden();
        let read = reading.run(prompt.body(), discards, &mut self.ahead);
        // The operator's Enter was not echoed; what comes next starts a line.
        let _ = tty.write(b"\n");
        if prompt.is_hidden() {
            self.forget();
            tty.discard_input();
        }
        match read {
            Ok(reply) => Ok(reply),
            Err(error) if is_hang_up(&error) => Ok(Reply::Closed),
            Err(error) => Err(device("reading the terminal", error)),
        }
    }
}

struct Reading<'r> {
    tty: &'r Tty,
    handle: &'r DriverHandle,
    raw: &'r RawMode<'r>,
    cue: &'r str,
    decoder: KeyDecoder,
    typed: LineBuffer,
    hidden: bool,
    timeout: Option<Duration>,
}

impl Reading<'_> {
    fn run(mut self, body: &str, discards: bool, ahead: &mut Vec<u8>) -> io::Result<Reply> {
        self.tty.write(body.as_bytes())?;
        if discards {
            ahead.zeroize();
            self.tty.discard_input();
        }
        self.tty.write(self.cue.as_bytes())?;
        let mut last_key = Instant::now();
        loop {
            if let Some(interruption) = self.handle.interruption() {
                return Ok(interruption.into());
            }
            if ahead.is_empty() {
                match self.wait(last_key)? {
                    Waited::Input => {}
                    Waited::Woken => {
                        self.handle.drain();
                        if self.tty.is_cooked() {
                            self.resume()?;
                        }
                        continue;
                    }
                    Waited::Nothing if self.decoder.awaits_escape() => {
                        self.decoder.give_up_escape();
                        continue;
                    }
                    Waited::Nothing => return Ok(Reply::TimedOut),
                }
                let mut buffer = [0; 1024];
                match self.tty.read(&mut buffer) {
                    Ok(0) => return Ok(Reply::Closed),
                    Ok(count) => ahead.extend_from_slice(&buffer[..count]),
                    Err(Errno::EINTR | Errno::EAGAIN) => continue,
                    Err(error) => return Err(error.into()),
                }
                buffer.zeroize();
            }
            if let Some(reply) = self.take(ahead)? {
                return Ok(reply);
            }
            // Not before: a stop in between is not the operator's time.
            last_key = Instant::now();
        }
    }

    /// Takes what has arrived, up to the end of the line.
    fn take(&mut self, ahead: &mut Vec<u8>) -> io::Result<Option<Reply>> {
        let mut echo = String::new();
        let mut taken = 0;
        let mut reply = None;
        for &byte in ahead.iter() {
            taken += 1;
            let Some(key) = self.decoder.push(byte) else {
                continue;
            };
            match key {
                Key::Enter => reply = Some(self.line()),
                Key::Interrupt => reply = Some(Reply::Cancelled),
                Key::EndOfInput => reply = Some(Reply::Closed),
                Key::Suspend => {
                    self.tty.write(echo.as_bytes())?;
                    echo.clear();
                    match self.suspend()? {
                        Some(shown) => echo = shown,
                        None => reply = self.handle.interruption().map(Reply::from),
                    }
                }
                key @ (Key::Byte(_)
                | Key::PastedBreak
                | Key::Erase
                | Key::EraseWord
                | Key::EraseLine) => {
                    echo.push_str(&self.typed.edit(key));
                }
            }
            if reply.is_some() {
                break;
            }
        }
        ahead[..taken].zeroize();
        ahead.drain(..taken);
        self.tty.write(echo.as_bytes())?;
        Ok(reply)
    }

    fn line(&self) -> Reply {
        match self.typed.text() {
            Some(text) if self.hidden => Reply::Hidden(Secret::from(text.to_owned())),
            Some(text) => Reply::Line(text.to_owned()),
            None => Reply::NotText,
        }
    }

    /// Stops our process group with the terminal as it was; afterwards the cue
    /// and the line so far are shown again. `None` if the read is over.
    fn suspend(&self) -> io::Result<Option<String>> {
        self.tty.write(b"\n")?;
        let stop = || {
            suspend();
            goes_on(self.tty, self.handle)
        };
        let back = self.raw.leave_for(stop)?;
        Ok(back.then(|| [self.cue, &self.typed.shown()].concat()))
    }

    /// Makes the line settings again and shows the cue and the line so far.
    fn resume(&self) -> io::Result<()> {
        self.raw.switch()?;
        let shown = ["\n", self.cue, &self.typed.shown()].concat();
        self.tty.write(shown.as_bytes())
    }

    fn wait(&self, last_key: Instant) -> io::Result<Waited> {
        let left = self
            .timeout
            .map(|timeout| timeout.saturating_sub(last_key.elapsed()));
        let left = if self.decoder.awaits_escape() {
            Some(left.map_or(ESCAPE_WAIT, |left| left.min(ESCAPE_WAIT)))
        } else {
            left
        };
        wait_for(self.tty.as_fd(), self.handle, left)
    }
}

pub(super) enum Waited {
    Input,
    Woken,
    Nothing,
}

/// Waits for input, a wake-up or the end of `left`. A signal counts as a wake-up.
pub(super) fn wait_for(
    input: std::os::fd::BorrowedFd<'_>,
    handle: &DriverHandle,
    left: Option<Duration>,
) -> io::Result<Waited> {
    let mut watched = [
        PollFd::new(input, PollFlags::POLLIN),
        PollFd::new(handle.wake_receiver(), PollFlags::POLLIN),
    ];
    let timeout = left.map_or(PollTimeout::NONE, |left| {
        // Rounded up, so that a wait never ends just before its time.
        let millis = left.as_micros().div_ceil(1000);
        PollTimeout::try_from(millis).unwrap_or(PollTimeout::MAX)
    });
    match poll(&mut watched, timeout) {
        Ok(0)
            if left.is_some_and(|left| {
                left > Duration::from_millis(i32::MAX.unsigned_abs().into())
            }) =>
        {
            Ok(Waited::Woken)
        }
        Ok(0) => Ok(Waited::Nothing),
        Ok(_) if watched[1].any() == Some(true) => Ok(Waited::Woken),
        Ok(_) => Ok(Waited::Input),
        Err(Errno::EINTR) => Ok(Waited::Woken),
        Err(error) => Err(error.into()),
    }
}
