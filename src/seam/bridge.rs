//! The bridge to a bound interaction: turns, reads with a timeout, and panics.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::interaction::{Interaction, InterruptReason};
use super::queue::{Queue, QueueError};
use super::withdrawal::{WakeGuard, Withdrawal};
use crate::core::{Prompt, Reply, Screen};
use crate::error::Error;

type Owned = Box<dyn Interaction + Send>;

/// The bridge to a bound interaction. All calls to that interaction share it.
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

    /// Waits until this call may use the interaction.
    pub(super) fn turn<'b>(
        &'b self,
        timeout: Option<Duration>,
        withdrawal: Option<&'b Withdrawal>,
    ) -> Result<Turn<'b>, TurnError> {
        if ACTIVE_BRIDGES.with_borrow(|active| active.contains(&self.id)) {
            return Err(TurnError::Reentrant);
        }
        let never = Withdrawal::new();
        let (interaction, ticket) = self.queue.take(timeout, withdrawal.unwrap_or(&never))?;
        let mut turn = Turn {
            bridge: self,
            ticket,
            interaction: Some(interaction),
            timeout,
            withdrawal,
            interruptible: false,
            wake: None,
        };
        turn.connect_withdrawal();
        Ok(turn)
    }
}

/// Why a call does not get a turn.
pub(super) enum TurnError {
    Reentrant,
    Queue(QueueError),
}

impl From<QueueError> for TurnError {
    fn from(error: QueueError) -> Self {
        Self::Queue(error)
    }
}

/// The turn of one call. It owns the interaction until it is dropped.
pub(super) struct Turn<'b> {
    bridge: &'b Bridge,
    /// The ticket of this turn in the queue.
    ticket: u64,
    /// `None` while a read runs on another thread, and after such a read was abandoned.
    interaction: Option<Owned>,
    timeout: Option<Duration>,
    withdrawal: Option<&'b Withdrawal>,
    /// Whether the interaction has an interrupt handle. Then it applies the timeout itself.
    interruptible: bool,
    wake: Option<WakeGuard<'b>>,
}

impl Turn<'_> {
    /// Gets the interrupt handle of the interaction and connects the withdrawal to it.
    ///
    /// Does nothing if there is neither a timeout nor a withdrawal: a driver that gives out
    /// a handle may have to read in a different way.
    fn connect_withdrawal(&mut self) {
        if self.timeout.is_none() && self.withdrawal.is_none() {
            return;
        }
        let handle = self.with_interaction(|interaction| Ok(interaction.interrupt_handle()));
        let Some(handle) = handle.and_then(Result::ok).flatten() else {
            return;
        };
        self.interruptible = true;
        self.wake = self.withdrawal.map(|withdrawal| {
            withdrawal.on_withdraw(move || handle.interrupt_read(InterruptReason::Withdrawn))
        });
    }

    pub(super) fn begin(&mut self) -> Result<(), Error> {
        self.with_interaction(|interaction| interaction.begin())
            .unwrap_or(Ok(()))
    }

    pub(super) fn is_withdrawn(&self) -> bool {
        self.withdrawal.is_some_and(Withdrawal::is_withdrawn)
    }

    /// Tells the holder of the withdrawal which question is being asked.
    pub(super) fn report_standing_question(&self, index: usize) {
        if let Some(withdrawal) = self.withdrawal {
            withdrawal.set_standing_question(index);
        }
    }

    pub(super) fn screen(&mut self) -> Screen {
        let screen = self.with_interaction(|interaction| Ok(interaction.screen()));
        screen
            .and_then(Result::ok)
            .unwrap_or(Screen::off_terminal())
    }

    pub(super) fn is_typed(&mut self) -> bool {
        let typed = self.with_interaction(|interaction| Ok(interaction.is_typed()));
        typed.and_then(Result::ok).unwrap_or(false)
    }

    pub(super) fn show(&mut self, line: &str) -> Result<(), Error> {
        self.with_interaction(|interaction| interaction.show(line))
            .unwrap_or(Ok(()))
    }

    /// Reads one line. Uses a separate thread if the call may have to end early and the
    /// interaction cannot be interrupted.
    pub(super) fn read(&mut self, prompt: &Prompt) -> Result<Reply, Error> {
        if self.is_withdrawn() {
            return Ok(Reply::Withdrawn);
        }
        // The timeout does not run while an operator types their own text. It still runs for an
        // interruptible interaction that nobody types at, such as a pipe.
        let is_timed = prompt.is_timed() || (self.interruptible && !self.is_typed());
        let timeout = self.timeout.filter(|_| is_timed);
        let may_end_early = self.timeout.is_some() || self.withdrawal.is_some();
        if self.interruptible || !may_end_early {
            self.read_on_this_thread(prompt, timeout)
        } else {
            self.read_on_new_thread(prompt, timeout)
        }
    }

    fn read_on_this_thread(
        &mut self,
        prompt: &Prompt,
        timeout: Option<Duration>,
    ) -> Result<Reply, Error> {
        let read = self.with_interaction(|interaction| interaction.read(prompt, timeout));
        hide_panic_message(prompt, read.unwrap_or(Ok(Reply::Closed)))
    }

    /// Reads on a separate thread. The call can then end while the read still blocks.
    fn read_on_new_thread(
        &mut self,
        prompt: &Prompt,
        timeout: Option<Duration>,
    ) -> Result<Reply, Error> {
        let Some(interaction) = self.interaction.take() else {
            return Ok(Reply::Closed);
        };
        // A thread that cannot be started must not take the interaction with it.
        let parcel = Arc::new(Mutex::new(Some(interaction)));
        let thread_parcel = Arc::clone(&parcel);
        let slot = Arc::new(ReadSlot::default());
        let (id, queue) = (self.bridge.id, Arc::clone(&self.bridge.queue));
        let (thread_slot, thread_prompt) = (Arc::clone(&slot), prompt.clone());
        let thread = thread::Builder::new().name("ask-user-read".to_owned());
        let spawned = thread.spawn(move || {
            let Some(mut interaction) = unwrap_parcel(&thread_parcel) else {
                return;
            };
            let read = run_guarded(id, || interaction.read(&thread_prompt, timeout));
            if let Some(mut interaction) = thread_slot.put((read, interaction)) {
                // The call has ended. Its late reply is discarded.
                let _ = run_guarded(id, || {
                    interaction.finish();
                    Ok(())
                });
                queue.put_back(interaction);
            }
        });
        if let Err(error) = spawned {
            self.interaction = unwrap_parcel(&parcel);
            return Err(Error::device("starting a thread to read on", error));
        }
        match slot.wait(timeout, self.withdrawal) {
            WaitResult::Read(read, interaction) => {
                self.interaction = Some(interaction);
                hide_panic_message(prompt, read)
            }
            WaitResult::Ended(reply) => {
                self.bridge.queue.mark_abandoned(self.ticket);
                Ok(reply)
            }
        }
    }

    fn with_interaction<T>(
        &mut self,
        act: impl FnOnce(&mut Owned) -> Result<T, Error>,
    ) -> Option<Result<T, Error>> {
        let id = self.bridge.id;
        self.interaction
            .as_mut()
            .map(|interaction| run_guarded(id, || act(interaction)))
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.wake = None;
        let _ = self.with_interaction(|interaction| {
            interaction.finish();
            Ok(())
        });
        if let Some(interaction) = self.interaction.take() {
            self.bridge.queue.put_back(interaction);
        }
    }
}

fn unwrap_parcel(parcel: &Mutex<Option<Owned>>) -> Option<Owned> {
    parcel.lock().unwrap_or_else(PoisonError::into_inner).take()
}

thread_local! {
    /// The ids of the bridges whose interactions are running on this thread.
    static ACTIVE_BRIDGES: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Runs code of an interaction. Converts a panic to an error. Marks the bridge as active
/// on this thread, to detect a reentrant call.
fn run_guarded<T>(id: u64, act: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    ACTIVE_BRIDGES.with_borrow_mut(|active| active.push(id));
    let result = catch_unwind(AssertUnwindSafe(act));
    ACTIVE_BRIDGES.with_borrow_mut(Vec::pop);
    result.unwrap_or_else(|payload| Err(Error::panicked(panic_message(payload.as_ref()))))
}

fn panic_message(payload: &(dyn Any + Send)) -> Option<String> {
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
}

/// Removes the panic message after a hidden read: it may hold the typed secret.
fn hide_panic_message(prompt: &Prompt, read: Result<Reply, Error>) -> Result<Reply, Error> {
    match read {
        Err(error) if prompt.is_hidden() && error.is_bridge_panic() => Err(Error::panicked(None)),
        read => read,
    }
}

/// Passes the result of a read from the reading thread to the call. Tells the thread if
/// the call has already ended.
#[derive(Default)]
struct ReadSlot {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
enum State {
    #[default]
    Reading,
    Read(Result<Reply, Error>, Owned),
    CallEnded,
}

enum WaitResult {
    Read(Result<Reply, Error>, Owned),
    Ended(Reply),
}

impl ReadSlot {
    /// For the reading thread: stores the result. Returns the interaction if the call has
    /// already ended.
    fn put(&self, (read, interaction): (Result<Reply, Error>, Owned)) -> Option<Owned> {
        let mut state = self.state();
        match *state {
            State::CallEnded => Some(interaction),
            State::Reading | State::Read(..) => {
                *state = State::Read(read, interaction);
                self.changed.notify_all();
                None
            }
        }
    }

    /// For the call: waits for the result, the timeout or the withdrawal.
    fn wait(
        self: &Arc<Self>,
        timeout: Option<Duration>,
        withdrawal: Option<&Withdrawal>,
    ) -> WaitResult {
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
            let ended = if withdrawn {
                Some(Reply::Withdrawn)
            } else {
                left.filter(Duration::is_zero).map(|_| Reply::TimedOut)
            };
            match (std::mem::replace(&mut *state, State::CallEnded), ended) {
                (State::Read(read, interaction), _) => return WaitResult::Read(read, interaction),
                (State::Reading | State::CallEnded, Some(reply)) => {
                    return WaitResult::Ended(reply);
                }
                (State::Reading | State::CallEnded, None) => *state = State::Reading,
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
