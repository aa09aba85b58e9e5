//! Reads a line on the terminal, with or without line editing.
//!
//! The terminal is in raw mode meanwhile: the kernel's line mode (canonical mode)
//! limits a line to 4,095 bytes. Every end of the question ends the read: keys,
//! interruptions from other threads, the timeout, and a hang-up, also while the
//! terminal takes no output.

use std::convert::Infallible;
use std::io;
use std::os::fd::AsFd as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use zeroize::Zeroize as _;

use super::driver_handle::DriverHandle;
use super::edited_line::EditedLine;
use super::input::{InputParser, Key, Motion};
use super::job_control::read_continues;
use super::line::Line;
use super::line_history::LineHistory;
use super::lock::TerminalLock;
use super::output::{Written, write_text};
use super::plain_line::PlainLine;
use super::raw_mode::RawMode;
use super::tty::{Tty, is_hang_up};
use super::wait::{Waited, wait_for_input};
use crate::core::{Navigation, Prompt, Purpose, Reply, Secret};
use crate::error::Error;

/// How much typed input is kept while the terminal takes no output, in bytes.
const MAX_READ_AHEAD: usize = 64 * 1024;

/// How a line is shown while it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// With line editing and escape sequences.
    Edited { colour: bool },
    /// Without any escape sequence.
    Plain,
}

/// Where a line is read, and how it is shown.
pub(super) struct Place<'p> {
    pub(super) tty: &'p Arc<Tty>,
    pub(super) handle: &'p DriverHandle,
    pub(super) style: Style,
}

/// A line to be read.
pub(super) struct LineRequest<'l> {
    pub(super) prompt: &'l Prompt,
    pub(super) timeout: Option<Duration>,
    /// Input that was typed before the cue is discarded.
    pub(super) fresh: bool,
    /// Earlier lines, for Up and Down.
    pub(super) history: Option<&'l LineHistory>,
    /// It ends once its line is empty and the handle says so.
    pub(super) yields: bool,
}

/// The reader. It keeps the bytes that arrived after the end of the last line.
#[derive(Clone, Debug, Default)]
pub(super) struct LineReader {
    read_ahead: Vec<u8>,
    parser: Option<InputParser>,
}

impl LineReader {
    /// Wipes the bytes that were typed ahead.
    pub(super) fn clear_read_ahead(&mut self) {
        self.read_ahead.zeroize();
    }

    /// Shows the prompt and reads a line.
    pub(super) fn read(
        &mut self,
        place: &Place<'_>,
        lock: &mut TerminalLock,
        request: &LineRequest<'_>,
    ) -> Result<Reply, Error> {
        let (prompt, timeout) = (request.prompt, request.timeout);
        let hidden = prompt.is_hidden();
        let (tty, handle) = (place.tty, place.handle);
        let style = if hidden { Style::Plain } else { place.style };
        let edits = matches!(style, Style::Edited { .. });
        let raw = match RawMode::enter(tty, handle, edits) {
            Ok(Some(raw)) => raw,
            Ok(None) if hidden => return Ok(Reply::CannotHide),
            Ok(None) => return Err(raw_mode_error(Errno::ENOTSUP)),
            Err(error) if is_hang_up(&error.into()) => return Ok(hung_up(handle)),
            Err(_) if hidden => return Ok(Reply::CannotHide),
            Err(error) => return Err(raw_mode_error(error)),
        };
        let special = raw.special_keys();
        let parser = self.parser.get_or_insert_with(|| InputParser::new(special));
        parser.set_special_keys(special);
        let line = match style {
            Style::Edited { .. } => {
                let history = request.history.map(LineHistory::lines);
                let history = history.unwrap_or_default();
                Line::Edited(Box::new(EditedLine::new(
                    prompt.cue(),
                    tty.columns(),
                    history,
                )))
            }
            Style::Plain => Line::Plain(PlainLine::new(hidden)),
        };
        let now = Instant::now();
        let mut read = LineRead {
            tty,
            handle,
            lock,
            raw: &raw,
            cue: match style {
                Style::Edited { colour: true } => prompt.styled_cue(),
                Style::Edited { colour: false } | Style::Plain => prompt.cue(),
            },
            prompt,
            parser,
            read_ahead: &mut self.read_ahead,
            line,
            timeout,
            yields: request.yields,
            last_key: now,
            last_byte: now,
        };
        let ended = read.run(request.fresh || hidden);
        let end_of_line = read.line.end_of_line();
        drop(read);
        // Enter was not echoed. What is shown next begins on a new line.
        drop(raw);
        end_line(tty, handle, &end_of_line);
        if hidden {
            self.clear_read_ahead();
            tty.discard_input();
        }
        if handle.take_suspend() {
            handle.stop();
        }
        match ended {
            End::Reply(reply) => Ok(reply),
            End::Failed(error) if is_hang_up(&error) => Ok(hung_up(handle)),
            End::Failed(error) => Err(Error::device("reading the terminal", error)),
        }
    }
}

/// Where nobody takes the output, the line end is not worth a wait. After an
/// interruption it is worth more than the rest of the prompt.
fn end_line(tty: &Tty, handle: &DriverHandle, end_of_line: &str) {
    let written = tty.try_write(end_of_line.as_bytes());
    if written == Err(Errno::EAGAIN) && handle.interruption().is_some() {
        tty.discard_output();
        let _ = tty.try_write(end_of_line.as_bytes());
    }
}

fn raw_mode_error(error: Errno) -> Error {
    Error::device("switching the terminal to raw mode", error.into())
}

/// The terminal has gone.
pub(super) fn hung_up(handle: &DriverHandle) -> Reply {
    handle.hang_up();
    Reply::Closed
}

/// Why a read ends.
enum End {
    Reply(Reply),
    Failed(io::Error),
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<Errno> for End {
    fn from(error: Errno) -> Self {
        Self::Failed(error.into())
    }
}

impl From<Reply> for End {
    fn from(reply: Reply) -> Self {
        Self::Reply(reply)
    }
}

struct LineRead<'r> {
    tty: &'r Arc<Tty>,
    handle: &'r DriverHandle,
    lock: &'r mut TerminalLock,
    raw: &'r RawMode<'r>,
    /// The cue as it is shown.
    cue: &'r str,
    prompt: &'r Prompt,
    parser: &'r mut InputParser,
    read_ahead: &'r mut Vec<u8>,
    line: Line,
    timeout: Option<Duration>,
    yields: bool,
    last_key: Instant,
    last_byte: Instant,
}

impl LineRead<'_> {
    fn run(&mut self, discards: bool) -> End {
        match self.try_run(discards) {
            Err(end) => end,
        }
    }

    fn try_run(&mut self, discards: bool) -> Result<Infallible, End> {
        self.write(self.prompt.body())?;
        if discards {
            self.read_ahead.zeroize();
            self.tty.discard_input();
        }
        self.write(self.cue)?;
        self.last_key = Instant::now();
        loop {
            if let Some(reply) = self.handle.interruption() {
                return Err(reply.into());
            }
            if self.handle.take_suspend() {
                self.suspend()?;
            }
            while let Some(line) = self.handle.take_notice() {
                let shown = self.line.below(self.cue, &line);
                self.write(&shown)?;
            }
            if self.read_ahead.is_empty() {
                if self.yields && self.handle.is_yielding() && self.line.is_empty() {
                    return Err(Reply::Withdrawn.into());
                }
                self.fill()?;
            }
            self.take_keys()?;
        }
    }

    /// Waits for input and reads it.
    fn fill(&mut self) -> Result<(), End> {
        let timeout = self
            .timeout
            .map(|timeout| timeout.saturating_sub(self.last_key.elapsed()));
        let pause = self
            .parser
            .wait()
            .map(|pause| pause.saturating_sub(self.last_byte.elapsed()));
        let wait = [timeout, pause].into_iter().flatten().min();
        match wait_for_input(self.tty.as_fd(), self.handle, wait)? {
            Waited::Ready => {}
            Waited::Woken => return self.check_mode(),
            Waited::TimedOut if timeout.is_some_and(|left| Some(left) == wait) => {
                return Err(Reply::TimedOut.into());
            }
            Waited::TimedOut => return self.pause(),
        }
        if self.prompt.is_hidden() {
            self.check_mode()?;
        }
        let mut buffer = [0; 1024];
        match self.tty.read(&mut buffer) {
            Ok(0) => return Err(hung_up(self.handle).into()),
            Ok(count) => self.read_ahead.extend_from_slice(&buffer[..count]),
            Err(Errno::EINTR | Errno::EAGAIN) => {}
            Err(error) => return Err(error.into()),
        }
        buffer.zeroize();
        self.last_byte = Instant::now();
        Ok(())
    }

    /// Something else may have changed the line settings: a stop from outside and a
    /// shell, or another program.
    fn check_mode(&mut self) -> Result<(), End> {
        if self.tty.is_cooked() && self.tty.is_foreground() {
            self.raw.apply()?;
            let shown = ["\n", self.cue, &self.line.show_again()].concat();
            self.write(&shown)?;
        }
        Ok(())
    }

    /// No byte has arrived for a while.
    fn pause(&mut self) -> Result<(), End> {
        let mut keys = Vec::new();
        self.parser
            .pause(self.last_byte.elapsed(), &mut |key| keys.push(key));
        self.apply_keys(&mut keys)?;
        self.paint()
    }

    /// Takes what has arrived, up to the end of the line.
    fn take_keys(&mut self) -> Result<(), End> {
        let mut taken = 0;
        let mut keys = Vec::with_capacity(8);
        let mut result = Ok(());
        while result.is_ok()
            && let Some(&byte) = self.read_ahead.get(taken)
        {
            taken += 1;
            self.parser.push(byte, &mut |key| keys.push(key));
            result = self.apply_keys(&mut keys);
        }
        self.read_ahead[..taken].zeroize();
        self.read_ahead.drain(..taken);
        self.paint()?;
        if taken > 0 {
            // Set here and not earlier: a stop in between is not the operator's time.
            self.last_key = Instant::now();
        }
        result
    }

    /// Applies the keys and wipes them: they may be a secret.
    fn apply_keys(&mut self, keys: &mut Vec<Key>) -> Result<(), End> {
        let mut result = Ok(());
        for key in keys.iter_mut() {
            if result.is_ok() {
                result = self.apply_key(*key);
            }
            *key = Key::Enter;
        }
        keys.clear();
        result
    }

    fn apply_key(&mut self, key: Key) -> Result<(), End> {
        match key {
            Key::Enter => Err(self.finish_line().into()),
            Key::Interrupt => Err(Reply::Cancelled.into()),
            Key::EndOfInput => Err(Reply::Closed.into()),
            Key::Suspend => {
                self.paint()?;
                self.suspend()
            }
            Key::Move(motion) if self.line.is_empty() => match self.navigation(motion) {
                Some(command) => Err(Reply::Line(command.to_owned()).into()),
                None => Ok(()),
            },
            // A tab is a blank at a menu, and is kept in a text.
            Key::Byte(b'\t') if !self.prompt.is_hidden() && self.is_menu() => {
                self.line.edit(Key::Byte(b' '), false);
                Ok(())
            }
            key => {
                let pasted = self.parser.is_pasting();
                self.line.edit(key, pasted);
                Ok(())
            }
        }
    }

    fn is_menu(&self) -> bool {
        match self.prompt.purpose() {
            Purpose::Menu | Purpose::Review => true,
            Purpose::Text | Purpose::Other | Purpose::More => false,
        }
    }

    /// The command that an arrow key stands for on an empty line. Only with line
    /// editing: otherwise these keys do nothing at all.
    fn navigation(&self, motion: Motion) -> Option<&'static str> {
        if !matches!(self.line, Line::Edited(_)) {
            return None;
        }
        match (motion, self.prompt.navigation()) {
            (Motion::Left, Navigation::Back | Navigation::Both) => Some("<"),
            (Motion::Right, Navigation::Both) => Some(">"),
            _ => None,
        }
    }

    fn finish_line(&self) -> Reply {
        if self.line.is_too_long() {
            return Reply::TooLong;
        }
        match self.line.text() {
            Some(text) if self.prompt.is_hidden() => Reply::Hidden(Secret::from(text.to_owned())),
            Some(text) => Reply::Line(text.to_owned()),
            None => Reply::NotText,
        }
    }

    /// Shows what the keys have changed.
    fn paint(&mut self) -> Result<(), End> {
        let columns = self.tty.columns();
        let shown = self.line.paint(columns, self.parser.is_pasting());
        self.write(&shown)
    }

    /// Stops our process group with the terminal as it was before, and lets others
    /// use the terminal. Afterwards the cue and the line so far are shown again.
    fn suspend(&mut self) -> Result<(), End> {
        self.write("\n")?;
        let (tty, handle) = (self.tty, self.handle);
        let lock = &mut *self.lock;
        let mut ended = None;
        let continues = self.raw.restore_during(|| {
            ended = lock.release_during(handle, || handle.stop()).err();
            ended.is_none() && read_continues(tty, handle)
        })?;
        if let Some(reply) = ended.or_else(|| self.handle.interruption()) {
            return Err(reply.into());
        }
        if !continues {
            return Err(Reply::Closed.into());
        }
        let now = Instant::now();
        (self.last_key, self.last_byte) = (now, now);
        let shown = [self.cue, &self.line.show_again()].concat();
        self.write(&shown)
    }

    /// Writes text. Ends the read where the terminal takes none of it in time.
    fn write(&mut self, text: &str) -> Result<(), End> {
        let deadline = self
            .timeout
            .and_then(|timeout| self.last_key.checked_add(timeout));
        let (tty, handle, read_ahead) = (self.tty, self.handle, &mut *self.read_ahead);
        let special = self.raw.special_keys();
        let mut cancelled = false;
        let interrupted = || {
            if read_ahead.len() < MAX_READ_AHEAD {
                let mut buffer = [0; 256];
                let count = tty.read(&mut buffer).unwrap_or(0);
                cancelled |= buffer[..count]
                    .iter()
                    .any(|&byte| special.key(byte) == Key::Interrupt);
                read_ahead.extend_from_slice(&buffer[..count]);
                buffer.zeroize();
            }
            Ok(cancelled || handle.interruption().is_some())
        };
        match write_text(tty, handle, text.as_bytes(), deadline, interrupted)? {
            Written::All => Ok(()),
            Written::TimedOut => Err(Reply::TimedOut.into()),
            Written::Interrupted => {
                let reply = self.handle.interruption().unwrap_or(Reply::Cancelled);
                Err(reply.into())
            }
        }
    }
}
