//! Approvals and questions through one broker. `cargo run --example approvals`
//!
//! A command runs only if a front end allows it. A list of approvals never
//! contains a question.

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::thread;

use ask_user::broker::{Approval, Broker, EventKind, RequestKind, Subject};
use ask_user::{Question, Request, Settings, Withdrawal};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in run()? {
        println!("{line}");
    }
    Ok(())
}

/// Asks for approval of two commands while a question is pending.
pub(crate) fn run() -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let broker = Broker::new();
    let mut events = broker.subscribe(None);

    let asking = {
        let broker = broker.clone();
        thread::spawn(move || {
            let request = Request::from(Question::new("Tag the release?").choice("v1.4.0"));
            broker.ask(
                &request,
                &Settings::default(),
                "release-bot",
                &Withdrawal::new(),
            )
        })
    };
    // The question is published first. It stays pending during the approvals.
    let question = events.recv().ok_or("the broker is gone")?;

    let policy = {
        let broker = broker.clone();
        thread::spawn(move || {
            for event in events {
                let EventKind::Request(published) = event.change else {
                    continue;
                };
                let Subject::Approval { title, .. } = published.subject() else {
                    continue;
                };
                let content = if title.starts_with("git ") {
                    json!({"decision": "allow"})
                } else {
                    json!({"decision": "deny", "reason": "only git may run"})
                };
                // Another front end may have decided already.
                let _ = broker.respond(&published.id().to_string(), content);
            }
        })
    };

    let mut lines = Vec::new();
    for command in ["git push --tags", "rm -r build"] {
        let approval = broker.approve(command, None, "release-bot", &Withdrawal::new());
        lines.push(match approval {
            Approval::Allow { .. } => format!("run: {command}"),
            Approval::Deny { reason } => {
                format!("not run: {command} ({})", reason.unwrap_or_default())
            }
            Approval::NotDecided(outcome) => format!("not run: {command} ({})", outcome.kind()),
        });
    }
    let (approvals, questions) = (
        broker.pending(Some(RequestKind::Approval)).len(),
        broker.pending(Some(RequestKind::Question)).len(),
    );
    lines.push(format!(
        "{approvals} approvals and {questions} question wait"
    ));

    if let EventKind::Request(published) = question.change {
        let pick = json!({"answers": {"q1": {"picks": [1]}}});
        broker.respond(&published.id().to_string(), pick)?;
    }
    let outcome = asking.join().map_err(|_| "the asker panicked")??;
    lines.push(format!("the question is {}", outcome.outcome.kind()));
    broker.shutdown();
    policy.join().map_err(|_| "the policy panicked")?;
    Ok(lines)
}
