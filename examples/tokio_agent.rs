//! An agent on tokio: the blocking call runs under `spawn_blocking`, and a turn
//! that is cancelled pulls its withdrawal, so that no question is left behind.
//! `cargo run --example tokio_agent`

#![allow(clippy::print_stdout, reason = "an example prints")]

use ask_user::broker::{Broker, EventKind};
use ask_user::{Question, Request, RequestOutcome, Settings, Withdrawal};
use serde_json::json;
use tokio::task;

/// What may cross from one task to another.
type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    for line in run()? {
        println!("{line}");
    }
    Ok(())
}

/// A turn that gets its answer, and one that is cancelled while it waits.
pub(crate) fn run() -> Result<Vec<String>, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(session())
}

async fn session() -> Result<Vec<String>, Failure> {
    let broker = Broker::new();
    let front_end = task::spawn_blocking({
        let broker = broker.clone();
        move || answer_the_first(&broker)
    });

    let mut lines = Vec::new();
    let request_outcome = ask(&broker, Question::new("Go on?").choice("yes")).await?;
    lines.push(format!("first turn: {}", request_outcome.outcome.kind()));

    // Nobody answers the second one; its turn is cancelled.
    let mut events = broker.subscribe(Some(2));
    let turn = tokio::spawn({
        let broker = broker.clone();
        async move {
            let _ = ask(&broker, Question::new("And now?").choice("yes")).await;
        }
    });
    let ends = task::spawn_blocking(move || {
        // The question, then its end.
        (events.recv(), events.recv().map(|event| event.change))
    });
    while broker.pending(None).is_empty() {
        task::yield_now().await;
    }
    turn.abort();
    if let (_, Some(EventKind::Resolved { outcome, .. })) = ends.await? {
        lines.push(format!("second turn: {outcome}"));
    }
    front_end.await?;
    Ok(lines)
}

/// Asks without blocking the runtime. Dropped, it takes the question back.
async fn ask(broker: &Broker, question: Question) -> Result<RequestOutcome, Failure> {
    let turn = TakenBack(Withdrawal::new());
    let (broker, withdrawal) = (broker.clone(), turn.0.clone());
    let asked = task::spawn_blocking(move || {
        let request = Request::from(question);
        broker.ask(&request, &Settings::default(), "tokio-agent", &withdrawal)
    });
    Ok(asked.await??)
}

/// What is dropped with a turn, however it ends.
struct TakenBack(Withdrawal);

impl Drop for TakenBack {
    fn drop(&mut self) {
        self.0.withdraw();
    }
}

fn answer_the_first(broker: &Broker) {
    let mut events = broker.subscribe(None);
    if let Some(EventKind::Request(posted)) = events.recv().map(|event| event.change) {
        let content = json!({"answers": {"q1": {"picks": [1]}}});
        // The turn may be over.
        let _ = broker.respond(&posted.id().to_string(), content);
    }
}
