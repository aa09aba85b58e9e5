//! An agent on tokio that asks through the broker. `cargo run --example tokio_agent`
//!
//! The blocking call runs in `spawn_blocking`. If the task of a turn is cancelled,
//! its question is withdrawn.

#![allow(clippy::print_stdout, reason = "an example prints")]

use ask_user::broker::{Broker, EventKind};
use ask_user::{Question, Request, RequestOutcome, Settings, Withdrawal};
use serde_json::json;
use tokio::task;

/// An error that can be sent between tasks.
type BoxError = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), BoxError> {
    for line in run()? {
        println!("{line}");
    }
    Ok(())
}

/// Runs one turn that gets its answer, and one that is cancelled while it waits.
pub(crate) fn run() -> Result<Vec<String>, BoxError> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(session())
}

async fn session() -> Result<Vec<String>, BoxError> {
    let broker = Broker::new();
    let front_end = task::spawn_blocking({
        let broker = broker.clone();
        move || answer_first_question(&broker)
    });

    let mut lines = Vec::new();
    let request_outcome = ask(&broker, Question::new("Go on?").choice("yes")).await?;
    lines.push(format!("first turn: {}", request_outcome.outcome.kind()));

    // The second question gets no answer. The task of its turn is cancelled.
    let mut events = broker.subscribe(Some(2));
    let turn = tokio::spawn({
        let broker = broker.clone();
        async move {
            let _ = ask(&broker, Question::new("And now?").choice("yes")).await;
        }
    });
    let ends = task::spawn_blocking(move || {
        // First the request event, then the resolved event.
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

/// Asks without blocking the runtime. If the future is dropped, the question is withdrawn.
async fn ask(broker: &Broker, question: Question) -> Result<RequestOutcome, BoxError> {
    let guard = WithdrawOnDrop(Withdrawal::new());
    let (broker, withdrawal) = (broker.clone(), guard.0.clone());
    let asked = task::spawn_blocking(move || {
        let request = Request::from(question);
        broker.ask(&request, &Settings::default(), "tokio-agent", &withdrawal)
    });
    Ok(asked.await??)
}

/// Withdraws the question when it is dropped.
struct WithdrawOnDrop(Withdrawal);

impl Drop for WithdrawOnDrop {
    fn drop(&mut self) {
        self.0.withdraw();
    }
}

fn answer_first_question(broker: &Broker) {
    let mut events = broker.subscribe(None);
    if let Some(EventKind::Request(published)) = events.recv().map(|event| event.change) {
        let content = json!({"answers": {"q1": {"picks": [1]}}});
        // The request may already have an outcome.
        let _ = broker.respond(&published.id().to_string(), content);
    }
}
