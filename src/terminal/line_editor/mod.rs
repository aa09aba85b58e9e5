//! The line editor (rustyline) on the controlling terminal.
//!
//! The editor gets only the cue. The text above the cue is printed before.
//!
//! To end its read, another thread sends SIGINT to the editor's thread. While
//! the editor reads, its own handler turns the signal into a wake-up. Just before
//! and just after, the signal reaches the process's handler. So a host has to
//! state that it has such a handler; see `PromptDriver::sigint_is_handled`.

mod key_bindings;

use std::io;
use std::os::fd::AsFd as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use rustyline::completion::Completer;
use rustyline::config::{BellStyle, Configurer as _};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Behavior, ColorMode, Config, Context, ExternalPrinter, Helper};

use super::driver_handle::{DriverHandle, device_error};
use super::key_decoder::{Key, KeyDecoder};
use super::plain_reader::{Waited, wait_for};
use super::raw_mode::RawMode;
use super::tty::{Tty, is_hang_up};
use crate::core::{Prompt, Reply};
use crate::error::Error;
use key_bindings::{EndKeys, IdleTimer, bind_keys};

/// The line editor, with the state that it shares with other threads and with
/// its key bindings.
pub(super) struct Editor {
    rustyline: rustyline::Editor<EditorHelper, MemHistory>,
    /// Kept because of a side effect. With a printer the editor waits in `select`,
    /// which a signal ends. Without one it waits in `read`, which may miss the signal.
    _printer: Box<dyn ExternalPrinter + Send>,
    idle: Arc<IdleTimer>,
    keys: Arc<EndKeys>,
    handle: DriverHandle,
}

impl Editor {
    pub(super) fn open(tty: &Tty, handle: &DriverHandle, colour: bool) -> Result<Self, Error> {
        let config = Config::builder()
            .behavior(Behavior::PreferTerm)
            .bell_style(BellStyle::None)
            .bracketed_paste(true)
            .color_mode(if colour {
                ColorMode::Enabled
            } else {
                ColorMode::Disabled
            })
            // In milliseconds. Without this, Escape swallows the next key.
            .keyseq_timeout(Some(50))
            .build();
        let opened = rustyline::Editor::with_history(config, MemHistory::new());
        let mut rustyline =
            opened.map_err(|error| editor_error("opening the line editor", error))?;
        rustyline.enable_synchronized_output(false);
        let printer = rustyline
            .create_external_printer()
            .map_err(|error| editor_error("preparing the line editor", error))?;
        let idle = Arc::new(IdleTimer::default());
        let keys = Arc::new(EndKeys::default());
        rustyline.set_helper(Some(EditorHelper {
            handle: handle.clone(),
            done: AtomicBool::new(false),
        }));
        bind_keys(&mut rustyline, tty, handle, &idle, &keys);
        Ok(Self {
            rustyline,
            _printer: Box::new(printer),
            idle,
            keys,
            handle: handle.clone(),
        })
    }

    /// Shows the prompt and reads a line. With `fresh`, input that was typed before
    /// the prompt is discarded.
    pub(super) fn read(
        &mut self,
        tty: &Tty,
        prompt: &Prompt,
        timeout: Option<Duration>,
        fresh: bool,
    ) -> Result<Reply, Error> {
        match tty.write(prompt.body().as_bytes()) {
            Ok(()) => {}
            Err(error) if is_hang_up(&error) => return Ok(Reply::Closed),
            Err(error) => return Err(device_error("writing to the terminal", error)),
        }
        if fresh {
            tty.discard_input();
        }
        if let Some(interruption) = self.handle.interruption() {
            return Ok(interruption.into());
        }
        self.keys.prepare(prompt.navigation());
        if let Some(helper) = self.rustyline.helper() {
            helper.done.store(false, Ordering::SeqCst);
        }
        let cue = (prompt.cue(), prompt.styled_cue());
        let read = match timeout {
            Some(timeout) => self.read_within(timeout, &cue),
            None => self.rustyline.readline(&cue),
        };
        self.handle.editor_read_finished();
        self.keys.unblock_sigttou();
        self.reply(tty, read)
    }

    /// Reads a line. A second thread ends the read after `timeout` without a key.
    fn read_within(&mut self, timeout: Duration, cue: &(&str, &str)) -> rustyline::Result<String> {
        self.idle.reset();
        let (idle, handle) = (Arc::clone(&self.idle), self.handle.clone());
        let done = (Mutex::new(false), Condvar::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                let mut finished = done.0.lock().unwrap_or_else(PoisonError::into_inner);
                while !*finished {
                    let left = timeout.saturating_sub(idle.elapsed());
                    if left.is_zero() {
                        handle.time_out();
                        return;
                    }
                    let woken = done.1.wait_timeout(finished, left);
                    finished = woken.unwrap_or_else(PoisonError::into_inner).0;
                }
            });
            let read = self.rustyline.readline(cue);
            *done.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
            done.1.notify_all();
            read
        })
    }

    fn reply(&self, tty: &Tty, read: rustyline::Result<String>) -> Result<Reply, Error> {
        if let Ok(line) = read {
            return Ok(Reply::Line(self.keys.command().map_or(line, str::to_owned)));
        }
        if let Some(interruption) = self.handle.interruption() {
            return Ok(interruption.into());
        }
        match read {
            Ok(line) => Ok(Reply::Line(line)),
            Err(ReadlineError::Interrupted) if self.keys.is_closed() => Ok(Reply::Closed),
            Err(ReadlineError::Interrupted) => Ok(Reply::Cancelled),
            Err(ReadlineError::Eof) => Ok(Reply::Closed),
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(discard_rest_of_line(tty, &self.handle))
            }
            Err(error) => {
                let error = io_error(error);
                if is_hang_up(&error) {
                    Ok(Reply::Closed)
                } else {
                    Err(device_error("reading the terminal", error))
                }
            }
        }
    }
}

fn editor_error(what: &'static str, error: ReadlineError) -> Error {
    device_error(what, io_error(error))
}

fn io_error(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        ReadlineError::Errno(errno) => errno.into(),
        error => io::Error::other(error.to_string()),
    }
}

/// Discards the rest of a line that is not UTF-8, up to Enter or a pause of 50 ms.
/// An interrupt or end-of-input key in it still ends the read.
fn discard_rest_of_line(tty: &Tty, handle: &DriverHandle) -> Reply {
    let Ok(Some(raw)) = RawMode::enter(tty) else {
        return Reply::NotText;
    };
    let mut decoder = KeyDecoder::new(raw.special_keys());
    let pause = Duration::from_millis(50);
    while let Ok(Waited::Input) = wait_for(tty.as_fd(), handle, Some(pause)) {
        let mut byte = [0];
        match tty.read(&mut byte) {
            Ok(1) => {}
            Err(Errno::EINTR) => continue,
            Ok(_) | Err(_) => break,
        }
        match decoder.push(byte[0]) {
            Some(Key::Enter) => break,
            Some(Key::Interrupt) => return Reply::Cancelled,
            Some(Key::EndOfInput) => return Reply::Closed,
            Some(
                Key::Byte(_)
                | Key::PastedBreak
                | Key::Erase
                | Key::EraseWord
                | Key::EraseLine
                | Key::Suspend,
            )
            | None => {}
        }
    }
    Reply::NotText
}

/// Tracks through rustyline's callbacks when the editor reads. The first hint
/// comes after the editor has installed its signal handler. The validation comes
/// before it removes the handler.
struct EditorHelper {
    handle: DriverHandle,
    /// The line was accepted: a later hint is not the start of a read.
    done: AtomicBool,
}

impl Helper for EditorHelper {}

impl Completer for EditorHelper {
    type Candidate = String;
}

impl Highlighter for EditorHelper {}

impl Hinter for EditorHelper {
    type Hint = String;

    fn hint(&self, _line: &str, _pos: usize, _ctx: &Context<'_>) -> Option<String> {
        if !self.done.load(Ordering::SeqCst) {
            self.handle.editor_read_started();
        }
        None
    }
}

impl Validator for EditorHelper {
    fn validate(&self, _: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        self.done.store(true, Ordering::SeqCst);
        self.handle.editor_read_finished();
        Ok(ValidationResult::Valid(None))
    }
}
