//! A front end for the broker, on a separate thread. `cargo run --example broker_frontend`
//!
//! The front end reads the event stream and responds to requests. The agent
//! blocks until the response arrives.

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::thread;

use ask_user::broker::{Broker, EventKind, RequestKind, RespondError};
use ask_user::{FreeText, Question, Request, Settings, Withdrawal};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in run()? {
        println!("{line}");
    }
    Ok(())
}

/// Asks one request of an agent. Returns the events that the front end saw and the answers.
pub(crate) fn run() -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let broker = Broker::new();
    let front_end = {
        let broker = broker.clone();
        thread::spawn(move || serve(&broker))
    };

    let request = Request::from(
        Question::new("Which database?")
            .id("db")
            .choice("postgres")
            .choice("sqlite"),
    )
    .and(
        Question::new("Which region?")
            .id("region")
            .choice("eu")
            .free_text(FreeText::Other),
    );
    let request_outcome = broker.ask(
        &request,
        &Settings::default(),
        "deploy-bot",
        &Withdrawal::new(),
    )?;
    let answers = request_outcome
        .outcome
        .answer()
        .into_iter()
        .flatten()
        .flatten();
    let answers = answers.map(|answer| answer.choice().or(answer.text()).unwrap_or_default());
    let answers = answers.collect::<Vec<_>>().join(", ");

    // Ends the event stream of every front end.
    broker.shutdown();
    let mut lines = front_end.join().map_err(|_| "the front end panicked")??;
    lines.push(format!("the agent goes on with {answers}"));
    Ok(lines)
}

fn serve(broker: &Broker) -> Result<Vec<String>, RespondError> {
    let mut lines = Vec::new();
    for event in broker.subscribe(None) {
        match event.change {
            EventKind::Request(published) => {
                let id = published.id().to_string();
                lines.push(format!("{id} from {}", published.from()));
                let content = match published.kind() {
                    // A real front end would show the questions to a person.
                    RequestKind::Question => json!({"answers": {
                        "db": {"picks": [2], "note": "small is fine"},
                        "region": {"text": "us-east"},
                    }}),
                    RequestKind::Approval => json!({"decision": "deny"}),
                };
                broker.respond(&id, content)?;
            }
            EventKind::Resolved {
                request_id,
                outcome,
                by: _,
            } => lines.push(format!("{request_id}: {outcome}")),
        }
    }
    Ok(lines)
}
