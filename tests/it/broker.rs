//! The broker: its table as a plain value, and threads around it.

mod document;
mod events;
mod examples;
mod limits;
mod logs;
mod operator;
mod properties;
mod respond;
mod threads;
mod tickets;

use std::thread::{self, JoinHandle};
use std::time::Duration;

use ask_user::broker::{Broker, Event, EventKind, PublishedRequest, Subscription, Table};
use ask_user::{Question, Request, RequestOutcome, Settings, Withdrawal};
use serde_json::{Value, json};

/// How long anything may take on a busy machine before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(20);

fn colours() -> Question {
    Question::new("Which colour?")
        .id("colour")
        .with_choices(["red", "green", "blue"])
}

/// The content that picks this number at `colours`.
fn pick(number: usize) -> Value {
    json!({"answers": {"colour": {"picks": [number]}}})
}

fn events(table: &Table) -> Vec<Event> {
    let mut all: Vec<Event> = Vec::new();
    while let Some(event) = table.next_event(all.last().map_or(0, |event| event.seq)) {
        all.push(event);
    }
    all
}

/// The next event, which has to come.
fn next(events: &mut Subscription) -> Event {
    events.recv_timeout(PATIENCE).expect("an event")
}

/// The next event, which has to be a request.
fn next_request(events: &mut Subscription) -> std::sync::Arc<PublishedRequest> {
    match next(events).change {
        EventKind::Request(posted) => posted,
        EventKind::Resolved { .. } => panic!("expected a request"),
    }
}

/// Asks `colours` on a thread of its own.
fn asks(
    broker: &Broker,
    settings: &Settings,
    withdrawal: &Withdrawal,
) -> JoinHandle<RequestOutcome> {
    let (broker, settings) = (broker.clone(), settings.clone());
    let withdrawal = withdrawal.clone();
    thread::spawn(move || {
        let request = Request::from(colours());
        broker
            .ask(&request, &settings, "tests", &withdrawal)
            .unwrap()
    })
}
