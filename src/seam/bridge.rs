//! One bound interaction, and the turn of one call at it.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::interaction::{Interaction, InterruptReason};
use super::queue::{NoTurn, Queue};
use super::withdrawal::{WakeGuard, Withdrawal};
use crate::core::{Prompt, Reply, Screen};
use crate::error::Error;

type Owned = Box<dyn Interaction + Send>;

/// A bound interaction, shared by the calls that wait for it.
pub(super) struct Bridge {
    id: u64,
    queue: Arc<Queue>,
}

impl Bridge {
    pub(super) fn new(interaction: Owned) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            queue: Arc::new(Queue::new(interaction)),
        }
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// Waits for the turn at this interaction.
    pub(super) fn turn<'b>(
        &'b self,
        timeout: Option<Duration>,
        withdrawal: Option<&'b Withdrawal>,
    ) -> Result<Turn<'b>, TurnError> {
        if INSIDE.with_borrow(|inside| inside.contains(&self.id)) {
            return Err(TurnError::Reentrant);
        }
        let never = Withdrawal::new();
        let interaction = self.queue.take(timeout, withdrawal.unwrap_or(&never))?;
        let mut turn = Turn {
            bridge: self,
            interaction: Some(interaction),
            timeout,
            withdrawal,
            ends_itself: false,
            wake: None,
        };
        turn.arm();
        Ok(turn)
    }
}

/// Why a call does not get a turn.
pub(super) enum TurnError {
    Reentrant,
    NoTurn(NoTurn),
}

impl From<NoTurn> for TurnError {
    fn from(why: NoTurn) -> Self {
        Self::NoTurn(why)
    }
}

/// The turn of one call: it owns the interaction until it is dropped.
pub(super) struct Turn<'b> {
    bridge: &'b Bridge,
    /// `None` once a read was left behind on its thread.
    interaction: Option<Owned>,
    timeout: Option<Duration>,
    withdrawal: Option<&'b Withdrawal>,
    /// Whether the interaction keeps the limit itself and can be ended from outside.
    ends_itself: bool,
    wake: Option<WakeGuard<'b>>,
}

impl Turn<'_> {
    /// Lets the withdrawal end the reads of an interaction that can be ended.
    /// The handle is asked for only when something may have to be ended, since
    /// a driver may have to read in another way then.
    fn arm(&mut self) {
        if self.timeout.is_none() && self.withdrawal.is_none() {
            return;
        }
        let handle = self.guarded(|interaction| Ok(interaction.interrupt_handle()));
        let Some(handle) = handle.and_then(Result::ok).flatten() else {
            return;
        };
        self.ends_itself = true;
        self.wake = self.withdrawal.map(|withdrawal| {
            withdrawal.on_withdraw(move || handle.interrupt_read(InterruptReason::Withdrawn))
        });
    }

    pub(super) fn begin(&mut self) -> Result<(), Error> {
        self.guarded(|interaction| interaction.begin())
            .unwrap_or(Ok(()))
    }

    pub(super) fn is_withdrawn(&self) -> bool {
        self.withdrawal.is_some_and(Withdrawal::is_withdrawn)
    }

    pub(super) fn screen(&mut self) -> Screen {
        let screen = self.guarded(|interaction| Ok(interaction.screen()));
        screen
            .and_then(Result::ok)
            .unwrap_or(Screen::off_terminal())
    }

    pub(super) fn is_typed(&mut self) -> bool {
        let typed = self.guarded(|interaction| Ok(interaction.is_typed()));
        typed.and_then(Result::ok).unwrap_or(false)
    }

    pub(super) fn show(&mut self, line: &str) -> Result<(), Error> {
        self.guarded(|interaction| interaction.show(line))
            .unwrap_or(Ok(()))
    }

    /// Reads one line, in the way that this interaction allows to be ended.
    pub(super) fn read(&mut self, prompt: &Prompt) -> Result<Reply, Error> {
        if self.is_withdrawn() {
            return Ok(Reply::Withdrawn);
        }
        // The limit waits for an operator who writes, not for a pipe that is silent.
        let runs = prompt.is_timed() || (self.ends_itself && !self.is_typed());
        let timeout = self.timeout.filter(|_| runs);
        let must_end = self.timeout.is_some() || self.withdrawal.is_some();
        if self.ends_itself || !must_end {
            self.read_here(prompt, timeout)
        } else {
            self.read_apart(prompt, timeout)
        }
    }

    fn read_here(&mut self, prompt: &Prompt, timeout: Option<Duration>) -> Result<Reply, Error> {
        let read = self.guarded(|interaction| interaction.read(prompt, timeout));
        tell_no_secret(prompt, read.unwrap_or(Ok(Reply::Closed)))
    }

    /// Reads on a thread of its own, so that the call can end before the read does.
    fn read_apart(&mut self, prompt: &Prompt, timeout: Option<Duration>) -> Result<Reply, Error> {
        let Some(mut interaction) = self.interaction.take() else {
            return Ok(Reply::Closed);
        };
        let handover = Arc::new(Handover::default());
        let (id, queue) = (self.bridge.id, Arc::clone(&self.bridge.queue));
        let (there, shown) = (Arc::clone(&handover), prompt.clone());
        let thread = thread::Builder::new().name("ask-user-read".to_owned());
        let spawned = thread.spawn(move || {
            let read = inside(id, || interaction.read(&shown, timeout));
            if let Some(mut left_behind) = there.leave((read, interaction)) {
                // The caller has gone; what was typed for them is thrown away.
                let _ = inside(id, || {
                    left_behind.finish();
                    Ok(())
                });
                queue.give_back(left_behind);
            }
        });
        if let Err(error) = spawned {
            return Err(Error::device("starting a thread to read on", error));
        }
        match handover.take(timeout, self.withdrawal) {
            Taken::Read(read, interaction) => {
                self.interaction = Some(interaction);
                tell_no_secret(prompt, read)
            }
            Taken::Gone(reply) => {
                self.bridge.queue.leave_behind();
                Ok(reply)
            }
        }
    }

    fn guarded<T>(
        &mut self,
        act: impl FnOnce(&mut Owned) -> Result<T, Error>,
    ) -> Option<Result<T, Error>> {
        let id = self.bridge.id;
        self.interaction
            .as_mut()
            .map(|interaction| inside(id, || act(interaction)))
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.wake = None;
        let _ = self.guarded(|interaction| {
            interaction.finish();
            Ok(())
        });
        if let Some(interaction) = self.interaction.take() {
            self.bridge.queue.give_back(interaction);
        }
    }
}

thread_local! {
    /// The bridges whose code runs on this thread right now.
    static INSIDE: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Runs code of a bridge: its panic becomes an error, and a call from inside it is noticed.
fn inside<T>(id: u64, act: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    INSIDE.with_borrow_mut(|inside| inside.push(id));
    let result = catch_unwind(AssertUnwindSafe(act));
    INSIDE.with_borrow_mut(Vec::pop);
    result.unwrap_or_else(|payload| Err(Error::panicked(panic_text(payload.as_ref()))))
}

fn panic_text(payload: &(dyn Any + Send)) -> Option<String> {
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
}

/// The text of a panic may hold what was just typed.
fn tell_no_secret(prompt: &Prompt, read: Result<Reply, Error>) -> Result<Reply, Error> {
    match read {
        Err(error) if prompt.is_hidden() && error.is_bridge_panic() => Err(Error::panicked(None)),
        read => read,
    }
}

/// Where the reading thread leaves what it read, or learns that nobody waits.
#[derive(Default)]
struct Handover {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
enum State {
    #[default]
    Reading,
    Read(Result<Reply, Error>, Owned),
    Gone,
}

enum Taken {
    Read(Result<Reply, Error>, Owned),
    Gone(Reply),
}

impl Handover {
    /// For the reading thread. Gives the interaction back when the caller has gone.
    fn leave(&self, (read, interaction): (Result<Reply, Error>, Owned)) -> Option<Owned> {
        let mut state = self.state();
        match *state {
            State::Gone => Some(interaction),
            State::Reading | State::Read(..) => {
                *state = State::Read(read, interaction);
                self.changed.notify_all();
                None
            }
        }
    }

    /// For the caller: waits for the line, the limit or the withdrawal.
    fn take(self: &Arc<Self>, timeout: Option<Duration>, withdrawal: Option<&Withdrawal>) -> Taken {
        let started = Instant::now();
        let _wake = withdrawal.map(|withdrawal| {
            let this = Arc::clone(self);
            withdrawal.on_withdraw(move || {
                let _state = this.state();
                this.changed.notify_all();
            })
        });
        let mut state = self.state();
        loop {
            let withdrawn = withdrawal.is_some_and(Withdrawal::is_withdrawn);
            let left = timeout.map(|timeout| timeout.saturating_sub(started.elapsed()));
            let gone = if withdrawn {
                Some(Reply::Withdrawn)
            } else {
                left.filter(Duration::is_zero).map(|_| Reply::TimedOut)
            };
            match (std::mem::replace(&mut *state, State::Gone), gone) {
                (State::Read(read, interaction), _) => return Taken::Read(read, interaction),
                (State::Reading | State::Gone, Some(reply)) => return Taken::Gone(reply),
                (State::Reading | State::Gone, None) => *state = State::Reading,
            }
            state = match left {
                Some(left) => {
                    let woken = self.changed.wait_timeout(state, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
