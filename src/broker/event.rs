//! The events of the broker's event stream, and their JSON.

use std::sync::Arc;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::published_request::PublishedRequest;
use super::request_id::RequestId;
use super::responder::Responder;
use crate::core::OutcomeKind;

/// An event of the event stream. It serializes to the event's JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The sequence number of the event. It starts at 1 and has no gaps.
    pub seq: u64,
    /// What happened.
    pub change: EventKind,
}

/// The kind of an event, with its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A request was published. It waits for a respond.
    Request(Arc<PublishedRequest>),
    /// A request ended.
    Resolved {
        /// The id of the request.
        request_id: RequestId,
        /// The outcome of the request.
        outcome: OutcomeKind,
        /// Who ended it. `None` if nobody did, for example after a withdrawal.
        by: Option<Responder>,
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
                by,
            } => {
                map.serialize_entry("type", "resolved")?;
                map.serialize_entry("request_id", request_id)?;
                map.serialize_entry("outcome", &outcome_word(*outcome))?;
                if let Some(by) = by {
                    map.serialize_entry("by", by)?;
                }
            }
        }
        map.end()
    }
}

/// The end of a request. It serializes to the result of a respond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The id of the request.
    pub request_id: RequestId,
    /// The outcome of the request.
    pub outcome: OutcomeKind,
    /// The sequence number of the `resolved` event.
    pub seq: u64,
    /// Who ended it. `None` if nobody did.
    pub by: Option<Responder>,
}

impl Serialize for Resolved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("request_id", &self.request_id)?;
        map.serialize_entry("outcome", &outcome_word(self.outcome))?;
        map.serialize_entry("seq", &self.seq)?;
        if let Some(by) = &self.by {
            map.serialize_entry("by", by)?;
        }
        map.end()
    }
}

/// The word for an outcome in events, for example `timed_out`.
///
/// ```
/// use ask_user::OutcomeKind;
/// assert_eq!(ask_user::broker::outcome_word(OutcomeKind::NoOperator), "no_operator");
/// ```
pub fn outcome_word(outcome: OutcomeKind) -> String {
    outcome.word().replace(' ', "_")
}
