//! The line editor (rustyline) on the controlling terminal.
//!
//! It gets the cue only; everything above it is printed before. Its read is
//! ended from another thread by a SIGINT to its own thread, which its handler
//! turns into a wake-up while the read stands. The moments just before and
//! after belong to the process' handler, so a host has to say that it has one;
//! see `PromptDriver::sigint_is_handled`.

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

use super::driver_handle::{DriverHandle, device};
use super::key_decoder::{Key, KeyDecoder};
use super::plain_reader::{Waited, wait_for};
use super::raw_mode::RawMode;
use super::tty::{Tty, is_hang_up};
use crate::core::{Prompt, Reply};
use crate::error::Error;
use key_bindings::{Idle, Keys, bind_keys};

/// The line editor, and what it must tell us about the read that stands.
pub(super) struct Editor {
    rustyline: rustyline::Editor<Watch, MemHistory>,
    /// As long as a printer is there, the editor waits in a call that a signal
    /// ends; without one it waits in a read that may miss it.
    _printer: Box<dyn ExternalPrinter + Send>,
    idle: Arc<Idle>,
    keys: Arc<Keys>,
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
            // Without it Escape swallows the next key.
            .keyseq_timeout(Some(50))
            .build();
        let opened = rustyline::Editor::with_history(config, MemHistory::new());
        let mut rustyline = opened.map_err(|error| failed("opening the line editor", error))?;
        rustyline.enable_synchronized_output(false);
        let printer = rustyline
            .create_external_printer()
            .map_err(|error| failed("preparing the line editor", error))?;
        let idle = Arc::new(Idle::default());
        let keys = Arc::new(Keys::default());
        rustyline.set_helper(Some(Watch {
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

    /// Shows the prompt and reads a line. `fresh` throws away what was typed before it.
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
            Err(error) => return Err(device("writing to the terminal", error)),
        }
        if fresh {
            tty.discard_input();
        }
        if let Some(interruption) = self.handle.interruption() {
            return Ok(interruption.into());
        }
        self.keys.prepare(prompt.navigation());
        if let Some(watch) = self.rustyline.helper() {
            watch.done.store(false, Ordering::SeqCst);
        }
        let cue = (prompt.cue(), prompt.styled_cue());
        let read = match timeout {
            Some(timeout) => self.read_within(timeout, &cue),
            None => self.rustyline.readline(&cue),
        };
        self.handle.editor_is_done();
        self.keys.read_is_over();
        self.reply(tty, read)
    }

    /// Reads with a watcher beside it that ends the read after `limit` without a key.
    fn read_within(&mut self, timeout: Duration, cue: &(&str, &str)) -> rustyline::Result<String> {
        self.idle.key();
        let (idle, handle) = (Arc::clone(&self.idle), self.handle.clone());
        let done = (Mutex::new(false), Condvar::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                let mut finished = done.0.lock().unwrap_or_else(PoisonError::into_inner);
                while !*finished {
                    let left = timeout.saturating_sub(idle.time());
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
                Ok(skip_line(tty, &self.handle))
            }
            Err(error) => {
                let error = io_error(error);
                if is_hang_up(&error) {
                    Ok(Reply::Closed)
                } else {
                    Err(device("reading the terminal", error))
                }
            }
        }
    }
}

fn failed(what: &'static str, error: ReadlineError) -> Error {
    device(what, io_error(error))
}

fn io_error(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        ReadlineError::Errno(errno) => errno.into(),
        error => io::Error::other(error.to_string()),
    }
}

/// Skips what is left of a line that was given up, up to its Enter or a pause.
/// A key in it that ends the read does so.
fn skip_line(tty: &Tty, handle: &DriverHandle) -> Reply {
    let Ok(Some(raw)) = RawMode::enter(tty) else {
        return Reply::NotText;
    };
    let mut decoder = KeyDecoder::new(raw.keys());
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

/// Learns from the editor's call-backs when its read stands: the first refresh
/// comes after its signal handler is in place, the validation before it goes.
struct Watch {
    handle: DriverHandle,
    done: AtomicBool,
}

impl Helper for Watch {}

impl Completer for Watch {
    type Candidate = String;
}

impl Highlighter for Watch {}

impl Hinter for Watch {
    type Hint = String;

    fn hint(&self, _line: &str, _pos: usize, _ctx: &Context<'_>) -> Option<String> {
        if !self.done.load(Ordering::SeqCst) {
            self.handle.editor_reads();
        }
        None
    }
}

impl Validator for Watch {
    fn validate(&self, _: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        self.done.store(true, Ordering::SeqCst);
        self.handle.editor_is_done();
        Ok(ValidationResult::Valid(None))
    }
}
