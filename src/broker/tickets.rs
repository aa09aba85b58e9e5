//! The tickets: requests that outlive the call that posted them, as a plain value.
//!
//! ```text
//!   post ---> waiting --- end ---> ended --- fetch, as often as wanted
//!                |                   |
//!                +---- expire -------+---> forgotten
//! ```
//!
//! It has no clock: the time is given to it, as a duration since any fixed moment.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::Value;

use super::inbox::Asked;
use super::limits::{MAX_PENDING, MAX_PENDING_BYTES};
use super::posting::Ended;
use super::request_id::{RequestId, RequestKind};
use crate::core::Request;
use crate::error::Error;

/// The tickets of a broker.
#[derive(Debug, Default)]
pub(super) struct Tickets {
    known: BTreeMap<RequestId, Ticket>,
    by_expiry: BTreeSet<(Duration, RequestId)>,
    /// Those whose end has been fetched, which make room first.
    fetched: BTreeSet<RequestId>,
    /// The bytes of all tickets.
    bytes: usize,
}

#[derive(Debug)]
struct Ticket {
    asked: Asked,
    context: Value,
    expires_at: Duration,
    bytes: usize,
    ended: Option<Ended>,
}

/// What is known of a ticket.
#[derive(Clone, Debug)]
pub enum TicketState {
    /// It was never posted, or it has expired, or it was fetched and made room.
    Unknown,
    /// It waits for its end.
    Waiting,
    /// It has ended.
    Ended(Box<EndedTicket>),
}

/// The end of a ticket, with what it takes to tell it to whoever asked.
#[derive(Clone, Debug)]
pub struct EndedTicket {
    /// How the request ended.
    pub ended: Ended,
    /// Whether it asked questions or for approval.
    pub kind: RequestKind,
    /// The questions. For an approval, the one question about it.
    pub request: Request,
    /// What the caller kept with the ticket.
    pub context: Value,
}

impl Tickets {
    /// Whether there is room for one more of this size. A single one always fits. Tickets whose
    /// end has been fetched make room, the oldest first.
    ///
    /// # Errors
    /// A bad request that names the limit.
    pub(super) fn admit(&mut self, bytes: usize) -> Result<(), Error> {
        loop {
            let count = self.known.len();
            let together = self.bytes.saturating_add(bytes);
            if count == 0 || (count < MAX_PENDING && together <= MAX_PENDING_BYTES) {
                return Ok(());
            }
            let Some(oldest) = self.fetched.first().copied() else {
                let message = format!(
                    "{count} tickets with {} bytes have not been fetched, and at most {MAX_PENDING} with {MAX_PENDING_BYTES} may be kept: wait for one",
                    self.bytes
                );
                return Err(Error::bad_request("", message));
            };
            self.forget(oldest);
        }
    }

    /// Adds the ticket of a request that was just posted.
    pub(super) fn post(
        &mut self,
        id: RequestId,
        asked: Asked,
        context: Value,
        expires_at: Duration,
        bytes: usize,
    ) {
        self.by_expiry.insert((expires_at, id));
        self.bytes = self.bytes.saturating_add(bytes);
        let ended = None;
        let ticket = Ticket {
            asked,
            context,
            expires_at,
            bytes,
            ended,
        };
        self.known.insert(id, ticket);
    }

    /// Keeps the end of a request, if it has a ticket. Only the first end counts.
    pub(super) fn end(&mut self, id: RequestId, ended: &Ended) {
        if let Some(ticket) = self.known.get_mut(&id)
            && ticket.ended.is_none()
        {
            ticket.ended = Some(ended.clone());
        }
    }

    /// What is known of a ticket. Its end can be fetched again until it expires or makes room.
    pub(super) fn fetch(&mut self, id: RequestId) -> TicketState {
        let Some(ticket) = self.known.get(&id) else {
            return TicketState::Unknown;
        };
        let Some(ended) = &ticket.ended else {
            return TicketState::Waiting;
        };
        self.fetched.insert(id);
        TicketState::Ended(Box::new(EndedTicket {
            ended: ended.clone(),
            kind: ticket.asked.kind(),
            request: ticket.asked.request().clone(),
            context: ticket.context.clone(),
        }))
    }

    /// Forgets the tickets whose time has come. Gives those that still wait: their requests are
    /// to be withdrawn.
    pub(super) fn expire(&mut self, now: Duration) -> Vec<RequestId> {
        let mut waiting = Vec::new();
        while let Some(&(at, id)) = self.by_expiry.first()
            && at <= now
        {
            if self
                .known
                .get(&id)
                .is_some_and(|ticket| ticket.ended.is_none())
            {
                waiting.push(id);
            }
            self.forget(id);
        }
        waiting
    }

    /// When the next ticket expires.
    pub(super) fn next_expiry(&self) -> Option<Duration> {
        self.by_expiry.first().map(|&(at, _)| at)
    }

    fn forget(&mut self, id: RequestId) {
        self.fetched.remove(&id);
        if let Some(ticket) = self.known.remove(&id) {
            self.by_expiry.remove(&(ticket.expires_at, id));
            self.bytes -= ticket.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::broker::Resolution;
    use crate::core::outcome::Decline;
    use crate::core::{Outcome, Question, RequestOutcome, Settings};

    fn asked() -> Asked {
        let request = Request::from(Question::new("?"));
        Asked::new(
            String::new(),
            RequestKind::Question,
            request,
            Settings::default(),
        )
    }

    fn ended(text: u8) -> Ended {
        let declined = Outcome::Declined(Decline::Operator(Some(text.to_string())));
        Ended {
            resolution: Resolution::Questions(RequestOutcome::not_asked(declined)),
            by: None,
        }
    }

    fn post(tickets: &mut Tickets, id: u64, expires_at: u64) {
        let expires_at = Duration::from_secs(expires_at);
        tickets.post(RequestId::nth(id), asked(), Value::Null, expires_at, 1);
    }

    fn fetch(tickets: &mut Tickets, id: u64) -> Result<Option<Ended>, &'static str> {
        match tickets.fetch(RequestId::nth(id)) {
            TicketState::Unknown => Err("unknown"),
            TicketState::Waiting => Ok(None),
            TicketState::Ended(end) => Ok(Some(end.ended)),
        }
    }

    #[test]
    fn a_ticket_is_fetched_as_often_as_wanted_until_it_expires() {
        let mut tickets = Tickets::default();
        assert_eq!(fetch(&mut tickets, 1), Err("unknown"));
        post(&mut tickets, 1, 10);
        assert_eq!(fetch(&mut tickets, 1), Ok(None));
        tickets.end(RequestId::nth(1), &ended(1));
        tickets.end(RequestId::nth(1), &ended(2));
        for _ in 0..3 {
            assert_eq!(fetch(&mut tickets, 1), Ok(Some(ended(1))));
        }
        assert_eq!(tickets.expire(Duration::from_secs(9)), []);
        assert_eq!(fetch(&mut tickets, 1), Ok(Some(ended(1))));
        assert_eq!(tickets.expire(Duration::from_secs(10)), []);
        assert_eq!(fetch(&mut tickets, 1), Err("unknown"));
        assert_eq!((tickets.next_expiry(), tickets.bytes), (None, 0));
    }

    #[test]
    fn one_that_still_waits_when_it_expires_is_to_be_withdrawn() {
        let mut tickets = Tickets::default();
        post(&mut tickets, 1, 20);
        post(&mut tickets, 2, 10);
        assert_eq!(tickets.next_expiry(), Some(Duration::from_secs(10)));
        let expired = tickets.expire(Duration::from_secs(15));
        assert_eq!(expired, [RequestId::nth(2)]);
        assert_eq!(fetch(&mut tickets, 1), Ok(None));
    }

    #[test]
    fn those_that_were_fetched_make_room_and_the_others_stay() {
        let mut tickets = Tickets::default();
        for id in 1..=MAX_PENDING as u64 {
            tickets.admit(1).unwrap();
            post(&mut tickets, id, 10);
        }
        let refused = tickets.admit(1).unwrap_err().message();
        assert!(refused.contains("at most 10000"), "{refused}");
        for id in [5, 3] {
            tickets.end(RequestId::nth(id), &ended(1));
        }
        assert!(
            tickets.admit(1).is_err(),
            "an end that nobody knows is kept"
        );
        for id in [5, 3] {
            fetch(&mut tickets, id).unwrap();
        }
        tickets.admit(1).unwrap();
        assert_eq!(fetch(&mut tickets, 3), Err("unknown"));
        assert_eq!(fetch(&mut tickets, 5), Ok(Some(ended(1))));
        // Also by size, of which a single one may have any.
        let mut tickets = Tickets::default();
        tickets.admit(usize::MAX).unwrap();
        post(&mut tickets, 1, 10);
        assert!(tickets.admit(MAX_PENDING_BYTES).is_err());
    }

    #[derive(Clone, Debug)]
    enum Step {
        Post { expires_in: u64 },
        End { ticket: usize, text: u8 },
        Fetch { ticket: usize },
        Pass { seconds: u64 },
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            (0..20u64).prop_map(|expires_in| Step::Post { expires_in }),
            (0..8usize, any::<u8>()).prop_map(|(ticket, text)| Step::End { ticket, text }),
            (0..8usize).prop_map(|ticket| Step::Fetch { ticket }),
            (0..6u64).prop_map(|seconds| Step::Pass { seconds }),
        ]
    }

    proptest! {
        /// Every ticket ends at most once, all fetches give that end, and nothing is an answer
        /// that nobody gave.
        #[test]
        fn every_interleaving_is_as_a_simple_model_says(steps in prop::collection::vec(step(), 0..60)) {
            let mut tickets = Tickets::default();
            let mut model: HashMap<u64, (u64, Option<Ended>)> = HashMap::new();
            let (mut posted, mut now) = (0u64, 0u64);
            for step in steps {
                match step {
                    Step::Post { expires_in } => {
                        posted += 1;
                        tickets.admit(1).unwrap();
                        post(&mut tickets, posted, now + expires_in);
                        model.insert(posted, (now + expires_in, None));
                    }
                    Step::End { ticket, text } => {
                        let id = ticket as u64 + 1;
                        tickets.end(RequestId::nth(id), &ended(text));
                        if let Some((_, end @ None)) = model.get_mut(&id) {
                            *end = Some(ended(text));
                        }
                    }
                    Step::Fetch { ticket } => {
                        let id = ticket as u64 + 1;
                        let wanted = model.get(&id).map(|(_, end)| end.clone()).ok_or("unknown");
                        prop_assert_eq!(fetch(&mut tickets, id), wanted);
                    }
                    Step::Pass { seconds } => {
                        now += seconds;
                        let mut withdrawn = tickets.expire(Duration::from_secs(now));
                        withdrawn.sort_unstable();
                        let due = model.iter().filter(|(_, (at, end))| *at <= now && end.is_none());
                        let mut wanted: Vec<_> = due.map(|(&id, _)| RequestId::nth(id)).collect();
                        wanted.sort_unstable();
                        prop_assert_eq!(withdrawn, wanted);
                        model.retain(|_, (at, _)| *at > now);
                    }
                }
                prop_assert_eq!(tickets.bytes, model.len());
            }
        }
    }
}
