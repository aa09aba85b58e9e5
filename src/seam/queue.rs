//! The first-in, first-out queue of the calls that wait for one interaction.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::interaction::Interaction;
use super::withdrawal::Withdrawal;

type Owned = Box<dyn Interaction + Send>;

/// The queue of waiting calls. It holds the interaction while no call uses it.
///
/// The call that has the turn owns the interaction. A call may end while a read still
/// blocks on its thread. Then the queue has no interaction until that read returns.
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    interaction: Option<Owned>,
    waiting: VecDeque<u64>,
    next_ticket: u64,
    /// The ticket of the call that took the interaction last.
    taken_by: u64,
    /// The interaction is in a read, and the call that started the read has ended.
    is_abandoned: bool,
}

/// Why a waiting call did not get its turn.
pub(super) enum QueueError {
    Withdrawn,
    TimedOut,
}

impl Queue {
    pub(super) fn new(interaction: Owned) -> Self {
        Self {
            state: Mutex::new(State {
                interaction: Some(interaction),
                waiting: VecDeque::new(),
                next_ticket: 0,
                taken_by: 0,
                is_abandoned: false,
            }),
            changed: Condvar::new(),
        }
    }

    /// Waits for the turn and takes the interaction, with the ticket of this turn. The timeout runs only while an
    /// abandoned read blocks the queue.
    pub(super) fn take(
        self: &Arc<Self>,
        timeout: Option<Duration>,
        withdrawal: &Withdrawal,
    ) -> Result<(Owned, u64), QueueError> {
        let queue = Arc::clone(self);
        let _wake = withdrawal.on_withdraw(move || {
            // Without the lock, a waiter could miss this between its check and its wait.
            let _guard = queue.state();
            queue.changed.notify_all();
        });
        let mut state = self.state();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        state.waiting.push_back(ticket);
        let mut blocked_since = None;
        loop {
            if withdrawal.is_withdrawn() {
                return Err(self.remove(state, ticket, QueueError::Withdrawn));
            }
            if state.waiting.front() == Some(&ticket)
                && let Some(interaction) = state.interaction.take()
            {
                state.waiting.pop_front();
                state.taken_by = ticket;
                return Ok((interaction, ticket));
            }
            let left = match timeout.filter(|_| state.is_abandoned) {
                Some(timeout) => {
                    let since = *blocked_since.get_or_insert_with(Instant::now);
                    let left = timeout.saturating_sub(since.elapsed());
                    if left.is_zero() {
                        return Err(self.remove(state, ticket, QueueError::TimedOut));
                    }
                    Some(left)
                }
                None => None,
            };
            state = self.wait(state, left);
        }
    }

    /// Returns the interaction to the queue and wakes the next call.
    pub(super) fn put_back(&self, interaction: Owned) {
        let mut state = self.state();
        state.interaction = Some(interaction);
        state.is_abandoned = false;
        self.changed.notify_all();
    }

    /// Records that the interaction is in a read that the call with this ticket has
    /// abandoned. Meanwhile it may be back, and a later call may have taken it.
    pub(super) fn mark_abandoned(&self, ticket: u64) {
        let mut state = self.state();
        state.is_abandoned = state.interaction.is_none() && state.taken_by == ticket;
        self.changed.notify_all();
    }

    fn remove(
        &self,
        mut state: MutexGuard<'_, State>,
        ticket: u64,
        error: QueueError,
    ) -> QueueError {
        state.waiting.retain(|&waiting| waiting != ticket);
        self.changed.notify_all();
        error
    }

    fn wait<'s>(
        &self,
        state: MutexGuard<'s, State>,
        left: Option<Duration>,
    ) -> MutexGuard<'s, State> {
        match left {
            Some(left) => {
                let woken = self.changed.wait_timeout(state, left);
                woken.unwrap_or_else(PoisonError::into_inner).0
            }
            None => self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interaction() -> Owned {
        Box::new(|_: &str| None::<String>)
    }

    #[test]
    fn a_read_that_came_back_is_not_abandoned_for_the_call_after_it() {
        let queue = Arc::new(Queue::new(interaction()));
        let never = Withdrawal::new();
        let Ok((first, ticket)) = queue.take(None, &never) else {
            panic!("nobody else waits");
        };
        queue.put_back(first);
        let Ok((_second, _)) = queue.take(None, &never) else {
            panic!("it is back");
        };
        // The first call notices only now that its timeout has passed.
        queue.mark_abandoned(ticket);
        assert!(!queue.state().is_abandoned);
    }
}
