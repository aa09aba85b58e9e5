//! What each key does: those that end the read, those that do nothing here, and
//! the time since the last one.

use std::os::fd::AsFd as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use nix::sys::pthread::{pthread_kill, pthread_self};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::termios::{
    SetArg, SpecialCharacterIndices as Special, Termios, tcgetattr, tcsetattr,
};
use rustyline::history::MemHistory;
use rustyline::{
    Cmd, ConditionalEventHandler, Event, EventContext, EventHandler, KeyCode, KeyEvent, Modifiers,
    RepeatCount,
};

use super::Watch;
use crate::core::Navigation;
use crate::terminal::driver_handle::DriverHandle;
use crate::terminal::job_control::{goes_on, suspend};
use crate::terminal::tty::Tty;

/// The editor asks the terminal to mark what is pasted, as long as it reads.
const PASTE_IS_MARKED: &[u8] = b"\x1b[?2004h";
const PASTE_IS_PLAIN: &[u8] = b"\x1b[?2004l";

/// What a key that ends the read by itself stands for.
#[derive(Default)]
pub(super) struct Keys {
    /// Ctrl+D was pressed, or the terminal has gone.
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

/// Keys that move between lines of a history, search in it, clear the screen or
/// wait for a second key have nothing to act on here. The terminal's own special
/// keys come last, since they win.
pub(super) fn bind_keys(
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
            // The terminal has gone: that is no Ctrl+C.
            self.keys.closed.store(true, Ordering::SeqCst);
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
    pub(super) fn prepare(&self, moves: Navigation) {
        for key in [&self.closed, &self.back, &self.on] {
            key.store(false, Ordering::SeqCst);
        }
        let (back, on) = match moves {
            Navigation::None => (false, false),
            Navigation::Back => (true, false),
            Navigation::Both => (true, true),
        };
        self.back_allowed.store(back, Ordering::SeqCst);
        self.on_allowed.store(on, Ordering::SeqCst);
    }

    /// Ctrl+D was pressed, or the terminal has gone.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// Lets a read in the background be stopped again, once the editor is done.
    pub(super) fn read_is_over(&self) {
        if self.in_background.swap(false, Ordering::SeqCst) {
            let _ = touching_stops().thread_unblock();
        }
    }

    /// The command that an arrow key gave in place of a line.
    pub(super) fn command(&self) -> Option<&'static str> {
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
pub(super) struct Idle {
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
    pub(super) fn key(&self) {
        self.last_key.store(self.millis(), Ordering::SeqCst);
        self.paused.store(false, Ordering::SeqCst);
    }

    fn pause(&self) {
        self.paused.store(true, Ordering::SeqCst);
    }

    pub(super) fn time(&self) -> Duration {
        if self.paused.load(Ordering::SeqCst) {
            return Duration::ZERO;
        }
        Duration::from_millis(self.millis() - self.last_key.load(Ordering::SeqCst))
    }

    fn millis(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
