//! Tickets: requests that outlive the call that posted them.

use std::thread;
use std::time::Duration;

use ask_user::broker::{Broker, Posting, RequestId, TicketState};
use ask_user::{OutcomeKind, Question, Request, Settings};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::PATIENCE;

const HOUR: Duration = Duration::from_hours(1);

fn post(broker: &Broker, expires: Duration) -> RequestId {
    let question = Question::new("Deploy where?").id("where");
    let request = Request::from(question.choice("staging").choice("production"));
    let posting = Posting::questions("deploy-bot", request, Settings::default());
    let posted = broker.post(posting.ticket(expires, json!("mine")), |_| {});
    // Whoever posted it goes away: it stays.
    posted.unwrap().id().unwrap()
}

fn pick(number: usize) -> Value {
    json!({"answers": {"where": {"picks": [number]}}})
}

/// The outcome of a ticket that has ended, with what was answered.
fn end(state: TicketState) -> Option<String> {
    match state {
        TicketState::Ended(end) => Some(format!("{:?}", end.ended.resolution)),
        TicketState::Waiting | TicketState::Unknown => None,
    }
}

#[test]
fn all_who_wait_get_the_same_end() {
    let broker = Broker::new();
    let ticket = post(&broker, HOUR);
    assert!(matches!(
        broker.wait_for_ticket(ticket, Duration::ZERO),
        TicketState::Waiting
    ));
    let waiters: Vec<_> = (0..5)
        .map(|_| {
            let broker = broker.clone();
            thread::spawn(move || end(broker.wait_for_ticket(ticket, PATIENCE)))
        })
        .collect();
    broker.respond(&ticket.to_string(), pick(2)).unwrap();
    let ends: Vec<_> = waiters.into_iter().map(|one| one.join().unwrap()).collect();
    assert!(ends[0].as_ref().unwrap().contains("production"));
    assert!(ends.windows(2).all(|pair| pair[0] == pair[1]));
    let TicketState::Ended(later) = broker.ticket(ticket) else {
        panic!("it can be fetched again");
    };
    assert_eq!(later.context, json!("mine"));
    assert_eq!(later.request.questions()[0].text(), "Deploy where?");
}

#[test]
fn a_shutdown_closes_a_ticket_and_whoever_waits_learns_it() {
    let broker = Broker::new();
    let ticket = post(&broker, HOUR);
    let waiting = thread::spawn({
        let broker = broker.clone();
        move || end(broker.wait_for_ticket(ticket, PATIENCE))
    });
    broker.shutdown();
    assert!(waiting.join().unwrap().unwrap().contains("Closed"));
}

#[test]
fn one_that_expires_is_withdrawn_from_those_who_could_answer() {
    let broker = Broker::new();
    let mut events = broker.subscribe(None);
    let ticket = post(&broker, Duration::ZERO);
    assert_eq!(broker.next_expiry(), Some(Duration::ZERO));
    broker.expire_tickets();
    events.recv().unwrap();
    let resolved = serde_json::to_value(events.recv().unwrap()).unwrap();
    assert_eq!(resolved["outcome"], "withdrawn");
    assert!(matches!(broker.ticket(ticket), TicketState::Unknown));
    assert!(broker.respond(&ticket.to_string(), pick(1)).is_err());
}

#[test]
fn a_secret_has_no_ticket() {
    let broker = Broker::new();
    let _inbox = broker.inbox();
    let request = Request::from(Question::new("Token?").secret(true));
    let posting = Posting::questions("bot", request, Settings::default());
    let posted = broker.post(posting.ticket(HOUR, Value::Null), |_| {});
    let error = posted.unwrap_err().to_string();
    assert!(error.contains("a secret is not asked for later"), "{error}");
}

#[derive(Clone, Debug)]
enum Step {
    Post { at_once: bool },
    Respond { ticket: usize, number: usize },
    Withdraw { ticket: usize },
    Fetch { ticket: usize },
    Expire,
}

fn step() -> impl Strategy<Value = Step> {
    let ticket = || 0..6usize;
    prop_oneof![
        any::<bool>().prop_map(|at_once| Step::Post { at_once }),
        (ticket(), 0..4usize).prop_map(|(ticket, number)| Step::Respond { ticket, number }),
        ticket().prop_map(|ticket| Step::Withdraw { ticket }),
        ticket().prop_map(|ticket| Step::Fetch { ticket }),
        Just(Step::Expire),
    ]
}

proptest! {
    /// Every ticket ends exactly once, each fetch gives that end, and what is answered was
    /// responded by somebody.
    #[test]
    fn every_interleaving_ends_each_ticket_once(steps in prop::collection::vec(step(), 0..40)) {
        let broker = Broker::new();
        let mut tickets = Vec::new();
        let mut ends = std::collections::HashMap::new();
        for step in steps {
            let id = |ticket: usize| format!("req-{}", ticket + 1);
            match step {
                Step::Post { at_once } => {
                    let expires = if at_once { Duration::ZERO } else { HOUR };
                    tickets.push(post(&broker, expires));
                }
                Step::Respond { ticket, number } => {
                    // Taken only if it fits and nothing ended it before.
                    if broker.respond(&id(ticket), pick(number)).is_ok() {
                        let before = ends.insert(id(ticket), Some(number));
                        prop_assert!(before.is_none() || before == Some(Some(number)));
                    }
                }
                Step::Withdraw { ticket } => {
                    if broker.withdraw(&id(ticket)).is_ok() {
                        let before = ends.insert(id(ticket), None);
                        prop_assert!(before.is_none() || before == Some(None));
                    }
                }
                Step::Fetch { ticket } => {
                    let Some(&ticket) = tickets.get(ticket) else { continue };
                    let end = match broker.ticket(ticket) {
                        TicketState::Ended(end) => end,
                        TicketState::Waiting => {
                            prop_assert!(!ends.contains_key(&ticket.to_string()));
                            continue;
                        }
                        TicketState::Unknown => continue,
                    };
                    let wanted = match ends.get(&ticket.to_string()) {
                        Some(Some(_)) => OutcomeKind::Answered,
                        Some(None) => OutcomeKind::Withdrawn,
                        None => return Err(TestCaseError::fail("an end that nobody made")),
                    };
                    prop_assert_eq!(end.ended.resolution.outcome(), wanted);
                    if let Some(Some(number)) = ends.get(&ticket.to_string()) {
                        let label = ["staging", "production"][number - 1];
                        let is_it = format!("{end:?}").contains(&format!("\"{label}\""));
                        prop_assert!(is_it);
                    }
                }
                Step::Expire => broker.expire_tickets(),
            }
        }
        broker.shutdown();
        // Each request event has exactly one event of its end.
        let events: Vec<_> = broker.subscribe(None).collect();
        let resolved: Vec<_> = events
            .iter()
            .map(|event| serde_json::to_value(event).unwrap())
            .filter(|event| event["type"] == "resolved")
            .map(|event| event["request_id"].as_str().unwrap().to_owned())
            .collect();
        let distinct: std::collections::HashSet<_> = resolved.iter().collect();
        prop_assert_eq!(distinct.len(), resolved.len());
        prop_assert_eq!(resolved.len(), tickets.len());
    }
}
