//! The queue at one bound interaction: first come, first asked.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::interaction::Interaction;
use super::withdrawal::Withdrawal;

type Owned = Box<dyn Interaction + Send>;

/// Holds the interaction while nobody asks, and the order of those who wait.
///
/// Who has the turn owns the interaction. If they must leave it behind on a
/// thread that does not return, the place stays empty until it does.
pub(super) struct Queue {
    place: Mutex<Place>,
    changed: Condvar,
}

struct Place {
    interaction: Option<Owned>,
    waiting: VecDeque<u64>,
    next_ticket: u64,
    /// The interaction is in a read whose caller has gone.
    left_behind: bool,
}

/// Why a turn was not had.
pub(super) enum NoTurn {
    Withdrawn,
    TimedOut,
}

impl Queue {
    pub(super) fn new(interaction: Owned) -> Self {
        Self {
            place: Mutex::new(Place {
                interaction: Some(interaction),
                waiting: VecDeque::new(),
                next_ticket: 0,
                left_behind: false,
            }),
            changed: Condvar::new(),
        }
    }

    /// Waits for the turn. The limit runs only while a read that nobody waits
    /// for any more holds everything up.
    pub(super) fn take(
        self: &Arc<Self>,
        timeout: Option<Duration>,
        withdrawal: &Withdrawal,
    ) -> Result<Owned, NoTurn> {
        let queue = Arc::clone(self);
        let _wake = withdrawal.on_withdraw(move || {
            // Under the lock, so that a waiter is either before its check or asleep.
            let _place = queue.place();
            queue.changed.notify_all();
        });
        let mut place = self.place();
        let ticket = place.next_ticket;
        place.next_ticket += 1;
        place.waiting.push_back(ticket);
        let mut held_up_since = None;
        loop {
            if withdrawal.is_withdrawn() {
                return Err(self.leave(place, ticket, NoTurn::Withdrawn));
            }
            if place.waiting.front() == Some(&ticket)
                && let Some(interaction) = place.interaction.take()
            {
                place.waiting.pop_front();
                return Ok(interaction);
            }
            let left = match timeout.filter(|_| place.left_behind) {
                Some(timeout) => {
                    let since = *held_up_since.get_or_insert_with(Instant::now);
                    let left = timeout.saturating_sub(since.elapsed());
                    if left.is_zero() {
                        return Err(self.leave(place, ticket, NoTurn::TimedOut));
                    }
                    Some(left)
                }
                None => None,
            };
            place = self.wait(place, left);
        }
    }

    /// Gives the interaction back and lets the next one have it.
    pub(super) fn give_back(&self, interaction: Owned) {
        let mut place = self.place();
        place.interaction = Some(interaction);
        place.left_behind = false;
        self.changed.notify_all();
    }

    /// Notes that the interaction stays away in a read that nobody waits for.
    pub(super) fn leave_behind(&self) {
        let mut place = self.place();
        place.left_behind = place.interaction.is_none();
        self.changed.notify_all();
    }

    fn leave(&self, mut place: MutexGuard<'_, Place>, ticket: u64, why: NoTurn) -> NoTurn {
        place.waiting.retain(|&waiting| waiting != ticket);
        self.changed.notify_all();
        why
    }

    fn wait<'p>(
        &self,
        place: MutexGuard<'p, Place>,
        left: Option<Duration>,
    ) -> MutexGuard<'p, Place> {
        match left {
            Some(left) => {
                let woken = self.changed.wait_timeout(place, left);
                woken.unwrap_or_else(PoisonError::into_inner).0
            }
            None => self
                .changed
                .wait(place)
                .unwrap_or_else(PoisonError::into_inner),
        }
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
