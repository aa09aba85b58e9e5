//! Key bindings of the line editor: keys that end the read, keys that are
//! ignored, and the time since the last key.

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

use super::EditorHelper;
use crate::core::Navigation;
use crate::terminal::driver_handle::DriverHandle;
use crate::terminal::job_control::{read_continues, suspend};
use crate::terminal::tty::Tty;

/// Bracketed paste mode on: the editor enables it while it reads.
const BRACKETED_PASTE_ON: &[u8] = b"\x1b[?2004h";
/// Bracketed paste mode off.
const BRACKETED_PASTE_OFF: &[u8] = b"\x1b[?2004l";

/// Which key has ended the read, and which arrow keys may do so.
#[derive(Default)]
pub(super) struct EndKeys {
    /// Ctrl+D was pressed, or the terminal has gone.
    closed: AtomicBool,
    /// At the current prompt, Left on an empty line is the command `<`.
    back_allowed: AtomicBool,
    /// At the current prompt, Right on an empty line is the command `>`.
    forward_allowed: AtomicBool,
    /// Left was pressed on an empty line.
    back: AtomicBool,
    /// Right was pressed on an empty line.
    forward: AtomicBool,
    /// The process was resumed in the background, where the read has to end. SIGTTOU
    /// is blocked until the editor has finished.
    in_background: AtomicBool,
}

/// Binds the keys. Some keys are ignored because they have no use here: keys that
/// move or search in a history, clear the screen, or wait for a second key. The
/// terminal's own special keys are bound last, so they replace earlier bindings.
pub(super) fn bind_keys(
    rustyline: &mut rustyline::Editor<EditorHelper, MemHistory>,
    tty: &Tty,
    handle: &DriverHandle,
    idle: &Arc<IdleTimer>,
    keys: &Arc<EndKeys>,
) {
    let ignored_key = || EventHandler::Conditional(Box::new(IgnoredKey(Arc::clone(idle))));
    for key in ['L', 'R', 'S', 'Q', 'V', 'N', 'P', 'X', ']'] {
        rustyline.bind_sequence(KeyEvent::ctrl(key), ignored_key());
    }
    for key in [KeyCode::Up, KeyCode::Down] {
        rustyline.bind_sequence(KeyEvent(key, Modifiers::NONE), ignored_key());
    }
    for (key, back) in [(KeyCode::Left, true), (KeyCode::Right, false)] {
        let arrow = ArrowKey {
            keys: Arc::clone(keys),
            idle: Arc::clone(idle),
            back,
        };
        let arrow = EventHandler::Conditional(Box::new(arrow));
        rustyline.bind_sequence(KeyEvent(key, Modifiers::NONE), arrow);
    }
    let any = EventHandler::Conditional(Box::new(AnyKey(Arc::clone(idle))));
    rustyline.bind_sequence(Event::Any, any);
    let close = || EventHandler::Conditional(Box::new(CloseKey(Arc::clone(keys))));
    rustyline.bind_sequence(KeyEvent::ctrl('D'), close());
    let Ok(original) = tcgetattr(tty.as_fd()) else {
        return;
    };
    let special = |index: Special| {
        let byte = original.control_chars[index as usize];
        let key = KeyEvent::new(char::from(byte), Modifiers::NONE);
        // 0 means that the special key is disabled. A printable character stays text.
        (byte.is_ascii_control() && byte != 0).then_some(key)
    };
    if let (Some(key), Ok(tty)) = (special(Special::VSUSP), tty.try_clone()) {
        let suspend = SuspendKey {
            tty,
            original: Mutex::new(original.clone()),
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

/// Ctrl+Z: stops the process group, with the original terminal settings. The
/// editor's own suspend command is not used: it continues at once if another
/// thread takes the signal.
struct SuspendKey {
    tty: Tty,
    original: Mutex<Termios>,
    handle: DriverHandle,
    idle: Arc<IdleTimer>,
    keys: Arc<EndKeys>,
}

impl ConditionalEventHandler for SuspendKey {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        let original = self.original.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(editing) = tcgetattr(self.tty.as_fd()) else {
            // If the terminal has gone, the next read reports it.
            return Some(Cmd::Noop);
        };
        let switch = |settings| tcsetattr(self.tty.as_fd(), SetArg::TCSADRAIN, settings);
        let _ = self.tty.write(BRACKETED_PASTE_OFF);
        let _ = switch(&original);
        self.idle.pause();
        suspend();
        let continues = read_continues(&self.tty, &self.handle);
        self.idle.reset();
        if !continues {
            // The editor restores the terminal settings at the end of its read, even
            // in the background. SIGTTOU would then stop the process.
            self.keys.in_background.store(true, Ordering::SeqCst);
            let _ = sigttou().thread_block();
            return Some(Cmd::Interrupt);
        }
        if switch(&editing).is_err() {
            // The terminal has gone: report the end of input, not Ctrl+C.
            self.keys.closed.store(true, Ordering::SeqCst);
            return Some(Cmd::Interrupt);
        }
        let _ = self.tty.write(BRACKETED_PASTE_ON);
        // The window may have been resized meanwhile. SIGWINCH goes only to the
        // foreground process group.
        let _ = pthread_kill(pthread_self(), Signal::SIGWINCH);
        Some(Cmd::Repaint)
    }
}

/// SIGTTOU: stops a background process that changes the terminal settings.
fn sigttou() -> SigSet {
    SigSet::from(Signal::SIGTTOU)
}

/// Ctrl+D: ends the read as closed, on an empty line and also on any other line.
struct CloseKey(Arc<EndKeys>);

impl ConditionalEventHandler for CloseKey {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        self.0.closed.store(true, Ordering::SeqCst);
        Some(Cmd::Interrupt)
    }
}

impl EndKeys {
    /// Resets the state for a new prompt.
    pub(super) fn prepare(&self, navigation: Navigation) {
        for key in [&self.closed, &self.back, &self.forward] {
            key.store(false, Ordering::SeqCst);
        }
        let (back, forward) = match navigation {
            Navigation::None => (false, false),
            Navigation::Back => (true, false),
            Navigation::Both => (true, true),
        };
        self.back_allowed.store(back, Ordering::SeqCst);
        self.forward_allowed.store(forward, Ordering::SeqCst);
    }

    /// Ctrl+D was pressed, or the terminal has gone.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// Unblocks SIGTTOU again after the editor has finished.
    pub(super) fn unblock_sigttou(&self) {
        if self.in_background.swap(false, Ordering::SeqCst) {
            let _ = sigttou().thread_unblock();
        }
    }

    /// The command of the arrow key that ended the read, if one did.
    pub(super) fn command(&self) -> Option<&'static str> {
        if self.back.load(Ordering::SeqCst) {
            Some("<")
        } else {
            self.forward.load(Ordering::SeqCst).then_some(">")
        }
    }
}

/// Left or Right: a command if the line is empty and the prompt allows it,
/// otherwise a cursor movement.
struct ArrowKey {
    keys: Arc<EndKeys>,
    idle: Arc<IdleTimer>,
    back: bool,
}

impl ConditionalEventHandler for ArrowKey {
    fn handle(
        &self,
        _: &Event,
        _: RepeatCount,
        _: bool,
        context: &EventContext<'_>,
    ) -> Option<Cmd> {
        self.idle.reset();
        let (allowed, pressed) = if self.back {
            (&self.keys.back_allowed, &self.keys.back)
        } else {
            (&self.keys.forward_allowed, &self.keys.forward)
        };
        if !context.line().is_empty() || !allowed.load(Ordering::SeqCst) {
            return None;
        }
        pressed.store(true, Ordering::SeqCst);
        Some(Cmd::AcceptLine)
    }
}

/// Any other key: resets the idle timer and keeps the default action.
struct AnyKey(Arc<IdleTimer>);

impl ConditionalEventHandler for AnyKey {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        self.0.reset();
        None
    }
}

/// An ignored key: only resets the idle timer.
struct IgnoredKey(Arc<IdleTimer>);

impl ConditionalEventHandler for IgnoredKey {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        self.0.reset();
        Some(Cmd::Noop)
    }
}

/// Idle timer: the time since the last key.
pub(super) struct IdleTimer {
    start: Instant,
    last_key: AtomicU64,
    /// The process is stopped: the idle time is zero.
    paused: AtomicBool,
}

impl Default for IdleTimer {
    fn default() -> Self {
        Self {
            start: Instant::now(),
            last_key: AtomicU64::new(0),
            paused: AtomicBool::new(false),
        }
    }
}

impl IdleTimer {
    /// Restarts the timer, because a key was pressed or a read has begun.
    pub(super) fn reset(&self) {
        self.last_key.store(self.millis(), Ordering::SeqCst);
        self.paused.store(false, Ordering::SeqCst);
    }

    /// Stops the timer until [`reset`](Self::reset).
    fn pause(&self) {
        self.paused.store(true, Ordering::SeqCst);
    }

    /// The time without a key.
    pub(super) fn elapsed(&self) -> Duration {
        if self.paused.load(Ordering::SeqCst) {
            return Duration::ZERO;
        }
        Duration::from_millis(self.millis() - self.last_key.load(Ordering::SeqCst))
    }

    fn millis(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
