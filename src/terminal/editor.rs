//! The line editor (rustyline) on the controlling terminal.
//!
//! It gets the cue only; everything above it is printed before. Its read is
//! ended from another thread by a SIGINT to its own thread, which its handler
//! turns into a wake-up while the read stands. The moments just before and
//! after belong to the process' handler, so a host has to say that it has one;
//! see `PromptDriver::sigint_is_handled`.

use std::io;
use std::os::fd::AsFd as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::pthread::{pthread_kill, pthread_self};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::termios::{
    SetArg, SpecialCharacterIndices as Special, Termios, tcgetattr, tcsetattr,
};
use rustyline::completion::Completer;
use rustyline::config::{BellStyle, Configurer as _};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{
    Behavior, Cmd, ColorMode, ConditionalEventHandler, Config, Context, Event, EventContext,
    EventHandler, ExternalPrinter, Helper, KeyCode, KeyEvent, Modifiers, RepeatCount,
};

use super::device::{Tty, is_hang_up};
use super::handle::{DriverHandle, device};
use super::keys::{Decoder, Key};
use super::plain::{Waited, wait_for};
use super::raw::Raw;
use super::suspension::{goes_on, suspend};
use crate::core::{Moves, Prompt, Reply};
use crate::error::Error;

/// The editor asks the terminal to mark what is pasted, as long as it reads.
const PASTE_IS_MARKED: &[u8] = b"\x1b[?2004h";
const PASTE_IS_PLAIN: &[u8] = b"\x1b[?2004l";

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

/// What a key that ends the read by itself stands for.
#[derive(Default)]
struct Keys {
    /// Ctrl+D was pressed.
    closed: AtomicBool,
    /// Left on an empty line is a command at the present prompt.
    back_allowed: AtomicBool,
    /// Right on an empty line is one.
    on_allowed: AtomicBool,
    /// Left was pressed on an empty line.
    back: AtomicBool,
    /// Right was pressed on an empty line.
    on: AtomicBool,
    /// The read ends in the background, after a stop.
    in_background: AtomicBool,
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
        limit: Option<Duration>,
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
        if let Some(cut) = self.handle.cut() {
            return Ok(cut.into());
        }
        self.keys.prepare(prompt.moves());
        if let Some(watch) = self.rustyline.helper() {
            watch.done.store(false, Ordering::SeqCst);
        }
        let cue = (prompt.cue(), prompt.styled_cue());
        let read = match limit {
            Some(limit) => self.read_within(limit, &cue),
            None => self.rustyline.readline(&cue),
        };
        self.handle.editor_is_done();
        if self.keys.in_background.swap(false, Ordering::SeqCst) {
            let _ = touching_stops().thread_unblock();
        }
        self.reply(tty, read)
    }

    /// Reads with a watcher beside it that ends the read after `limit` without a key.
    fn read_within(&mut self, limit: Duration, cue: &(&str, &str)) -> rustyline::Result<String> {
        self.idle.key();
        let (idle, handle) = (Arc::clone(&self.idle), self.handle.clone());
        let done = (Mutex::new(false), Condvar::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                let mut finished = done.0.lock().unwrap_or_else(PoisonError::into_inner);
                while !*finished {
                    let left = limit.saturating_sub(idle.time());
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
        if let Some(cut) = self.handle.cut() {
            return Ok(cut.into());
        }
        match read {
            Ok(line) => Ok(Reply::Line(line)),
            Err(ReadlineError::Interrupted) if self.keys.closed.load(Ordering::SeqCst) => {
                Ok(Reply::Closed)
            }
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
    let Ok(Some(raw)) = Raw::enter(tty) else {
        return Reply::NotText;
    };
    let mut decoder = Decoder::new(raw.keys());
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

/// Keys that move between lines of a history, search in it, clear the screen or
/// wait for a second key have nothing to act on here. The terminal's own special
/// keys come last, since they win.
fn bind_keys(
    rustyline: &mut rustyline::Editor<Watch, MemHistory>,
    tty: &Tty,
    handle: &DriverHandle,
    idle: &Arc<Idle>,
    keys: &Arc<Keys>,
) {
    let idle_key = || EventHandler::Conditional(Box::new(IdleKey(Arc::clone(idle))));
    for key in ['L', 'R', 'S', 'Q', 'V', 'N', 'P', 'X', ']'] {
        rustyline.bind_sequence(KeyEvent::ctrl(key), idle_key());
    }
    for key in [KeyCode::Up, KeyCode::Down] {
        rustyline.bind_sequence(KeyEvent(key, Modifiers::NONE), idle_key());
    }
    for (key, back) in [(KeyCode::Left, true), (KeyCode::Right, false)] {
        let moving = MoveKey {
            keys: Arc::clone(keys),
            idle: Arc::clone(idle),
            back,
        };
        let moving = EventHandler::Conditional(Box::new(moving));
        rustyline.bind_sequence(KeyEvent(key, Modifiers::NONE), moving);
    }
    let any = EventHandler::Conditional(Box::new(KeyWatch(Arc::clone(idle))));
    rustyline.bind_sequence(Event::Any, any);
    let close = || EventHandler::Conditional(Box::new(CloseKey(Arc::clone(keys))));
    rustyline.bind_sequence(KeyEvent::ctrl('D'), close());
    let Ok(found) = tcgetattr(tty.as_fd()) else {
        return;
    };
    let special = |index: Special| {
        let byte = found.control_chars[index as usize];
        let key = KeyEvent::new(char::from(byte), Modifiers::NONE);
        // 0 is a key that was switched off; what is printable is typed.
        (byte.is_ascii_control() && byte != 0).then_some(key)
    };
    if let (Some(key), Ok(tty)) = (special(Special::VSUSP), tty.try_clone()) {
        let suspend = SuspendKey {
            tty,
            found: Mutex::new(found.clone()),
            handle: handle.clone(),
            idle: Arc::clone(idle),
            keys: Arc::clone(keys),
        };
        rustyline.bind_sequence(key, EventHandler::Conditional(Box::new(suspend)));
    }
    for key in [special(Special::VINTR), special(Special::VQUIT)]
        .into_iter()
        .flatten()
    {
        rustyline.bind_sequence(key, Cmd::Interrupt);
    }
    if let Some(key) = special(Special::VEOF) {
        rustyline.bind_sequence(key, close());
    }
}

/// Stops the process group, with the terminal as it was found. The editor's own
/// command goes on at once where another thread takes the signal.
struct SuspendKey {
    tty: Tty,
    found: Mutex<Termios>,
    handle: DriverHandle,
    idle: Arc<Idle>,
    keys: Arc<Keys>,
}

impl ConditionalEventHandler for SuspendKey {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(edits) = tcgetattr(self.tty.as_fd()) else {
            // A terminal that has gone shows itself at the next read.
            return Some(Cmd::Noop);
        };
        let switch = |settings| tcsetattr(self.tty.as_fd(), SetArg::TCSADRAIN, settings);
        let _ = self.tty.write(PASTE_IS_PLAIN);
        let _ = switch(&found);
        self.idle.pause();
        suspend();
        let goes_on = goes_on(&self.tty, &self.handle);
        self.idle.key();
        if !goes_on {
            // The editor puts the settings back that are there, whoever has the terminal.
            self.keys.in_background.store(true, Ordering::SeqCst);
            let _ = touching_stops().thread_block();
            return Some(Cmd::Interrupt);
        }
        if switch(&edits).is_err() {
            return Some(Cmd::Interrupt);
        }
        let _ = self.tty.write(PASTE_IS_MARKED);
        // The window may have another size, and only its foreground was told.
        let _ = pthread_kill(pthread_self(), Signal::SIGWINCH);
        Some(Cmd::Repaint)
    }
}

/// The signal that stops a process which touches the terminal from the background.
fn touching_stops() -> SigSet {
    SigSet::from(Signal::SIGTTOU)
}

/// Ends the read as closed, on an empty line and on any other.
struct CloseKey(Arc<Keys>);

impl ConditionalEventHandler for CloseKey {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        self.0.closed.store(true, Ordering::SeqCst);
        Some(Cmd::Interrupt)
    }
}

impl Keys {
    fn prepare(&self, moves: Moves) {
        for key in [&self.closed, &self.back, &self.on] {
            key.store(false, Ordering::SeqCst);
        }
        let (back, on) = match moves {
            Moves::None => (false, false),
            Moves::Back => (true, false),
            Moves::Both => (true, true),
        };
        self.back_allowed.store(back, Ordering::SeqCst);
        self.on_allowed.store(on, Ordering::SeqCst);
    }

    /// The command that an arrow key gave in place of a line.
    fn command(&self) -> Option<&'static str> {
        if self.back.load(Ordering::SeqCst) {
            Some("<")
        } else {
            self.on.load(Ordering::SeqCst).then_some(">")
        }
    }
}

/// Left or Right: on an empty line a command where those are, else a movement.
struct MoveKey {
    keys: Arc<Keys>,
    idle: Arc<Idle>,
    back: bool,
}

impl ConditionalEventHandler for MoveKey {
    fn handle(
        &self,
        _: &Event,
        _: RepeatCount,
        _: bool,
        context: &EventContext<'_>,
    ) -> Option<Cmd> {
        self.idle.key();
        let (allowed, pressed) = if self.back {
            (&self.keys.back_allowed, &self.keys.back)
        } else {
            (&self.keys.on_allowed, &self.keys.on)
        };
        if !context.line().is_empty() || !allowed.load(Ordering::SeqCst) {
            return None;
        }
        pressed.store(true, Ordering::SeqCst);
        Some(Cmd::AcceptLine)
    }
}

/// Notes that a key was pressed, and lets it do what it does.
struct KeyWatch(Arc<Idle>);

impl ConditionalEventHandler for KeyWatch {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        self.0.key();
        None
    }
}

/// Does nothing, but is a key all the same.
struct IdleKey(Arc<Idle>);

impl ConditionalEventHandler for IdleKey {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        self.0.key();
        Some(Cmd::Noop)
    }
}

/// The time since the last key.
struct Idle {
    start: Instant,
    last_key: AtomicU64,
    /// The process is stopped: no time passes.
    paused: AtomicBool,
}

impl Default for Idle {
    fn default() -> Self {
        Self {
            start: Instant::now(),
            last_key: AtomicU64::new(0),
            paused: AtomicBool::new(false),
        }
    }
}

impl Idle {
    fn key(&self) {
        self.last_key.store(self.millis(), Ordering::SeqCst);
        self.paused.store(false, Ordering::SeqCst);
    }

    fn pause(&self) {
        self.paused.store(true, Ordering::SeqCst);
    }

    fn time(&self) -> Duration {
        if self.paused.load(Ordering::SeqCst) {
            return Duration::ZERO;
        }
        Duration::from_millis(self.millis() - self.last_key.load(Ordering::SeqCst))
    }

    fn millis(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
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
