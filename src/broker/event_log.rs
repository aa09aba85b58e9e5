//! The latest events, a bounded number of them.

use std::collections::VecDeque;

use super::event::{Event, EventKind};

/// How many events are kept for late and slow subscribers, and for how many
/// resolved requests it is remembered how they ended.
pub const EVENT_LOG_CAPACITY: usize = 4096;

/// The events from `first` to `last`.
#[derive(Debug, Default)]
pub(super) struct EventLog {
    events: VecDeque<Event>,
    last: u64,
}

impl EventLog {
    /// Adds an event and gives its `seq`.
    pub(super) fn push(&mut self, change: EventKind) -> u64 {
        self.last += 1;
        if self.events.len() == EVENT_LOG_CAPACITY {
            self.events.pop_front();
        }
        self.events.push_back(Event {
            seq: self.last,
            change,
        });
        self.last
    }

    /// The `seq` of the latest event, 0 before the first.
    pub(super) fn last(&self) -> u64 {
        self.last
    }

    /// The `seq` of the oldest event that is kept.
    pub(super) fn first(&self) -> u64 {
        self.events.front().map_or(1, |event| event.seq)
    }

    pub(super) fn get(&self, seq: u64) -> Option<&Event> {
        let index = usize::try_from(seq.checked_sub(self.first())?).ok()?;
        self.events.get(index)
    }
}
