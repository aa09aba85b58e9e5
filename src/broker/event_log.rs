//! A log of the latest events, with a bounded length.

use std::collections::VecDeque;

use super::event::{Event, EventKind};

/// The number of events that are kept for late and slow subscribers. Also the number of ended
/// requests whose outcome is remembered.
pub const EVENT_LOG_CAPACITY: usize = 4096;

/// The kept events, from sequence number `first` to `last`.
#[derive(Debug, Default)]
pub(super) struct EventLog {
    events: VecDeque<Event>,
    last: u64,
}

impl EventLog {
    /// Adds an event and returns its `seq`.
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

    /// The `seq` of the latest event, or 0 if there was none.
    pub(super) fn last(&self) -> u64 {
        self.last
    }

    /// The `seq` of the oldest kept event, or 1 if there was none.
    pub(super) fn first(&self) -> u64 {
        self.events.front().map_or(1, |event| event.seq)
    }

    pub(super) fn get(&self, seq: u64) -> Option<&Event> {
        let index = usize::try_from(seq.checked_sub(self.first())?).ok()?;
        self.events.get(index)
    }
}
