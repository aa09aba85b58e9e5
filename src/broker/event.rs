//! What front ends are told, in order.

use std::sync::Arc;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::published_request::PublishedRequest;
use super::request_id::RequestId;
use crate::core::OutcomeKind;

/// One entry of the event stream. It serializes to the event's JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its place in the stream, from 1, without a gap.
    pub seq: u64,
    /// What happened.
    pub change: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// This waits for a respond.
    Request(Arc<PublishedRequest>),
    /// It does so no longer.
    Resolved {
        /// Which request.
        request_id: RequestId,
        /// How it ended.
        outcome: OutcomeKind,
    },
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("seq", &self.seq)?;
        match &self.change {
            EventKind::Request(published) => {
                map.serialize_entry("type", "request")?;
                map.serialize_entry("request", &**published)?;
            }
            EventKind::Resolved {
                request_id,
                outcome,
            } => {
                map.serialize_entry("type", "resolved")?;
                map.serialize_entry("request_id", request_id)?;
                map.serialize_entry("outcome", &outcome_word(*outcome))?;
            }
        }
        map.end()
    }
}

/// How and when a request ended. It serializes to the result of a respond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// Which request.
    pub request_id: RequestId,
    /// How it ended.
    pub outcome: OutcomeKind,
    /// The event that said so.
    pub seq: u64,
}

impl Serialize for Resolved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("request_id", &self.request_id)?;
        map.serialize_entry("outcome", &outcome_word(self.outcome))?;
        map.serialize_entry("seq", &self.seq)?;
        map.end()
    }
}

/// The word of an outcome in events: `timed_out`.
///
/// ```
/// use ask_user::OutcomeKind;
/// assert_eq!(ask_user::broker::outcome_word(OutcomeKind::NoOperator), "no_operator");
/// ```
pub fn outcome_word(outcome: OutcomeKind) -> String {
    outcome.word().replace(' ', "_")
}
