//! Plain reader on the terminal: for dumb terminals, for `--plain`, for hidden
//! lines, and for interruptible reads in a process without a SIGINT handler.
//!
//! It writes no escape sequences. It reads bytes in raw mode, because the
//! kernel's line mode (canonical mode) limits a line to 4,095 bytes.

use std::io;
use std::os::fd::AsFd as _;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use zeroize::Zeroize as _;

use super::driver_handle::{DriverHandle, device_error};
use super::job_control::{read_continues, suspend};
use super::key_decoder::{Key, KeyDecoder};
use super::line_buffer::LineBuffer;
use super::raw_mode::RawMode;
use super::tty::{Tty, is_hang_up};
use crate::core::{Prompt, Reply, Secret};
use crate::error::Error;

/// How long to wait after an ESC for the rest of an escape sequence.
const ESCAPE_WAIT: Duration = Duration::from_millis(50);

/// The plain reader. It keeps the bytes that arrived after the end of the last line.
#[derive(Debug, Default)]
pub(super) struct PlainReader {
    read_ahead: Vec<u8>,
}

impl PlainReader {
    /// Wipes the bytes that were typed ahead.
    pub(super) fn clear_read_ahead(&mut self) {
        self.read_ahead.zeroize();
    }

    /// Shows the prompt and reads a line. With `fresh`, input that was typed before
    /// the prompt is discarded.
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
            Ok(None) => {
                return Err(device_error(
                    "switching the terminal to raw mode",
                    Errno::ENOTSUP,
                ));
            }
            Err(error) if is_hang_up(&error.into()) => return Ok(Reply::Closed),
            Err(_) if prompt.is_hidden() => return Ok(Reply::CannotHide),
            Err(error) => return Err(device_error("switching the terminal to raw mode", error)),
        };
        let reading = LineRead {
            tty,
            handle,
            raw: &raw,
            cue: prompt.cue(),
            decoder: KeyDecoder::new(raw.special_keys()),
            line: LineBuffer::new(prompt.is_hidden()),
            hidden: prompt.is_hidden(),
            timeout,
        };
        let discards = fresh || prompt.is_hidden();
        let read = reading.run(prompt.body(), discards, &mut self.read_ahead);
        // The operator's Enter was not echoed: start a new line for later output.
        let _ = tty.write(b"\n");
        if prompt.is_hidden() {
            self.clear_read_ahead();
            tty.discard_input();
        }
        match read {
            Ok(reply) => Ok(reply),
            Err(error) if is_hang_up(&error) => Ok(Reply::Closed),
            Err(error) => Err(device_error("reading the terminal", error)),
        }
    }
}

/// One read of one line.
struct LineRead<'r> {
    tty: &'r Tty,
    handle: &'r DriverHandle,
    raw: &'r RawMode<'r>,
    cue: &'r str,
    decoder: KeyDecoder,
    line: LineBuffer,
    hidden: bool,
    timeout: Option<Duration>,
}

impl LineRead<'_> {
    fn run(mut self, body: &str, discards: bool, input: &mut Vec<u8>) -> io::Result<Reply> {
        self.tty.write(body.as_bytes())?;
        if discards {
            input.zeroize();
            self.tty.discard_input();
        }
        self.tty.write(self.cue.as_bytes())?;
        let mut last_key = Instant::now();
        loop {
            if let Some(interruption) = self.handle.interruption() {
                return Ok(interruption.into());
            }
            if input.is_empty() {
                match self.wait(last_key)? {
                    Waited::Input => {}
                    Waited::Woken => {
                        self.handle.drain();
                        // After a stop and SIGCONT the shell may have left raw mode.
                        if self.tty.is_cooked() {
                            self.resume()?;
                        }
                        continue;
                    }
                    Waited::TimedOut if self.decoder.is_in_escape() => {
                        self.decoder.end_escape();
                        continue;
                    }
                    Waited::TimedOut => return Ok(Reply::TimedOut),
                }
                let mut buffer = [0; 1024];
                match self.tty.read(&mut buffer) {
                    Ok(0) => return Ok(Reply::Closed),
                    Ok(count) => input.extend_from_slice(&buffer[..count]),
                    Err(Errno::EINTR | Errno::EAGAIN) => continue,
                    Err(error) => return Err(error.into()),
                }
                buffer.zeroize();
            }
            if let Some(reply) = self.process(input)? {
                return Ok(reply);
            }
            // Set only now: Ctrl+Z may have stopped the process while the bytes were
            // processed, and that time must not count towards the timeout.
            last_key = Instant::now();
        }
    }

    /// Processes the bytes that have arrived, up to the end of the line.
    fn process(&mut self, input: &mut Vec<u8>) -> io::Result<Option<Reply>> {
        let mut echo = String::new();
        let mut used = 0;
        let mut reply = None;
        for &byte in input.iter() {
            used += 1;
            let Some(key) = self.decoder.push(byte) else {
                continue;
            };
            match key {
                Key::Enter => reply = Some(self.finished_line()),
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
                    echo.push_str(&self.line.edit(key));
                }
            }
            if reply.is_some() {
                break;
            }
        }
        input[..used].zeroize();
        input.drain(..used);
        self.tty.write(echo.as_bytes())?;
        Ok(reply)
    }

    fn finished_line(&self) -> Reply {
        match self.line.text() {
            Some(text) if self.hidden => Reply::Hidden(Secret::from(text.to_owned())),
            Some(text) => Reply::Line(text.to_owned()),
            None => Reply::NotText,
        }
    }

    /// Stops our process group, with the original terminal settings. After the
    /// stop, returns the text to show again: the cue and the line so far. Returns
    /// `None` if the read must end.
    fn suspend(&self) -> io::Result<Option<String>> {
        self.tty.write(b"\n")?;
        let stop = || {
            suspend();
            read_continues(self.tty, self.handle)
        };
        let continues = self.raw.restore_during(stop)?;
        Ok(continues.then(|| [self.cue, &self.line.visible_text()].concat()))
    }

    /// Sets raw mode again, and shows the cue and the line so far on a new line.
    fn resume(&self) -> io::Result<()> {
        self.raw.apply()?;
        let shown = ["\n", self.cue, &self.line.visible_text()].concat();
        self.tty.write(shown.as_bytes())
    }

    fn wait(&self, last_key: Instant) -> io::Result<Waited> {
        let left = self
            .timeout
            .map(|timeout| timeout.saturating_sub(last_key.elapsed()));
        let left = if self.decoder.is_in_escape() {
            Some(left.map_or(ESCAPE_WAIT, |left| left.min(ESCAPE_WAIT)))
        } else {
            left
        };
        wait_for(self.tty.as_fd(), self.handle, left)
    }
}

/// How [`wait_for`] ended.
pub(super) enum Waited {
    Input,
    Woken,
    TimedOut,
}

/// Waits for input, for a wake-up through the handle, or until `left` has passed.
/// A signal counts as a wake-up.
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
        // Rounded up: a wait must not end before its time.
        let millis = left.as_micros().div_ceil(1000);
        PollTimeout::try_from(millis).unwrap_or(PollTimeout::MAX)
    });
    match poll(&mut watched, timeout) {
        // poll cannot wait that long: the caller has to call again for the rest.
        Ok(0)
            if left.is_some_and(|left| {
                left > Duration::from_millis(i32::MAX.unsigned_abs().into())
            }) =>
        {
            Ok(Waited::Woken)
        }
        Ok(0) => Ok(Waited::TimedOut),
        Ok(_) if watched[1].any() == Some(true) => Ok(Waited::Woken),
        Ok(_) => Ok(Waited::Input),
        Err(Errno::EINTR) => Ok(Waited::Woken),
        Err(error) => Err(error.into()),
    }
}
