//! A log of the latest events, with a bounded length.

use std::collections::VecDeque;

use super::event::{Event, EventKind};
use super::limits::{MAX_PENDING_BYTES, size};

/// The number of events that are kept for late and slow subscribers. Also the number of ended
/// requests whose outcome is remembered.
pub const EVENT_LOG_CAPACITY: usize = 4096;

/// The kept events, from sequence number `first` to `last`.
#[derive(Debug, Default)]
pub(super) struct EventLog {
    events: VecDeque<Event>,
    last: u64,
    /// The bytes of the requests in the events.
    bytes: usize,
}

impl EventLog {
    /// Adds an event and returns its `seq`.
    pub(super) fn push(&mut self, change: EventKind) -> u64 {
        self.last += 1;
        self.bytes += bytes_of(&change);
        while self.events.len() >= EVENT_LOG_CAPACITY
            || (self.bytes > MAX_PENDING_BYTES && !self.events.is_empty())
        {
            if let Some(oldest) = self.events.pop_front() {
                self.bytes -= bytes_of(&oldest.change);
            }
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

fn bytes_of(change: &EventKind) -> usize {
    match change {
        EventKind::Request(published) => size(published.subject()),
        EventKind::Resolved { .. } => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::broker::published_request::{PublishedRequest, Subject};
    use crate::broker::request_id::RequestId;

    #[test]
    fn it_is_bounded_by_bytes_too() {
        let mut log = EventLog::default();
        let large = |number| {
            let subject = Subject::Approval {
                title: "x".repeat(MAX_PENDING_BYTES / 4),
                detail: None,
            };
            let id = RequestId::nth(number);
            EventKind::Request(Arc::new(PublishedRequest::new(id, String::new(), subject)))
        };
        for number in 1..=6 {
            log.push(large(number));
        }
        assert_eq!((log.first(), log.last()), (3, 6));
        assert!(log.get(2).is_none() && log.get(3).is_some());
    }
}
