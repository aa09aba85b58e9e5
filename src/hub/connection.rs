//! One connection: reads its calls, writes its answers and its events.
//!
//! All of it is one task, and a write that the other side does not take holds up only this
//! connection. When the connection ends, its open requests are withdrawn.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::UnixStream;
use tokio::net::unix::OwnedWriteHalf;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tracing::info;

use super::MAX_LINE;
use super::bounded_lines::{BoundedLines, Line};
use super::rpc::{self, Refused, RpcError};
use super::server::HubState;
use super::session::{Handled, Session};
use crate::broker::Event;
use crate::seam::TRACING_TARGET;

/// How long the other side may take none of its output.
const PATIENCE: Duration = Duration::from_secs(30);

/// Why a connection is closed by the hub.
enum Dropped {
    NotRead,
    TooSlow { missed: u64 },
    Gone,
}

/// Serves a connection until it ends.
pub(super) async fn serve(stream: UnixStream, hub: Arc<HubState>, stop: watch::Receiver<bool>) {
    let (input, output) = stream.into_split();
    let mut connection = Connection {
        lines: BoundedLines::new(input, MAX_LINE),
        output,
        session: Session::new(Arc::clone(&hub)),
        answers: JoinSet::new(),
        events: None,
        hub,
    };
    let reason = match connection.run(stop).await {
        Ok(()) | Err(Dropped::Gone) => return,
        Err(Dropped::NotRead) => format!("it took no output for {} s", PATIENCE.as_secs()),
        Err(Dropped::TooSlow { missed }) => {
            format!("it did not read its events: {missed} are lost")
        }
    };
    info!(name: "hub:dropped", target: TRACING_TARGET, reason, "hub:dropped");
    let last = rpc::answer(
        &serde_json::Value::Null,
        Err(RpcError::new(RpcError::LIMIT, reason)),
    );
    let _ = connection.output.try_write(last.as_bytes());
}

struct Connection {
    lines: BoundedLines<tokio::net::unix::OwnedReadHalf>,
    output: OwnedWriteHalf,
    session: Session,
    /// The calls that wait: each gives the line of its answer. Dropping them withdraws their
    /// requests.
    answers: JoinSet<String>,
    events: Option<Events>,
    hub: Arc<HubState>,
}

impl Connection {
    async fn run(&mut self, mut stop: watch::Receiver<bool>) -> Result<(), Dropped> {
        let mut stopping = *stop.borrow_and_update();
        loop {
            if stopping && self.answers.is_empty() {
                return Ok(());
            }
            tokio::select! {
                line = self.lines.next() => match line {
                    Line::End => return Ok(()),
                    Line::TooLong => {
                        let message = format!("the line is longer than {MAX_LINE} bytes, and was dropped");
                        let error = RpcError::invalid_request(message);
                        self.write(&rpc::answer(&serde_json::Value::Null, Err(error))).await?;
                    }
                    Line::Whole(line) => self.take(&line).await?,
                },
                Some(answer) = self.answers.join_next() => {
                    if let Ok(answer) = answer {
                        self.write(&answer).await?;
                    }
                }
                event = next(&mut self.events) => {
                    let line = rpc::event(&event?);
                    self.write(&line).await?;
                }
                _ = stop.changed(), if !stopping => stopping = true,
            }
        }
    }

    async fn take(&mut self, line: &[u8]) -> Result<(), Dropped> {
        let call = match rpc::parse(line) {
            Ok(Some(call)) => call,
            Ok(None) => return Ok(()),
            Err(Refused { id, error }) => {
                return self.write(&rpc::answer(&id, Err(*error))).await;
            }
        };
        match self.session.handle(call.method, &call.params) {
            Handled::Now(result) => self.write(&rpc::answer(&call.id, result)).await,
            Handled::Later(result) => {
                self.answers
                    .spawn(async move { rpc::answer(&call.id, result.await) });
                Ok(())
            }
            Handled::Subscribed { after, latest } => {
                self.events = Some(Events {
                    hub: Arc::clone(&self.hub),
                    changed: self.hub.changed.clone(),
                    after,
                    caught_up: false,
                });
                let result = serde_json::json!({"seq": latest});
                self.write(&rpc::answer(&call.id, Ok(result))).await
            }
        }
    }

    async fn write(&mut self, line: &str) -> Result<(), Dropped> {
        let written = self.output.write_all(line.as_bytes());
        match tokio::time::timeout(PATIENCE, written).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Dropped::Gone),
            Err(_) => Err(Dropped::NotRead),
        }
    }
}

/// The event stream of a connection. Nothing is queued: the next event is taken from the
/// broker's log when the connection has taken the last one.
struct Events {
    hub: Arc<HubState>,
    changed: watch::Receiver<()>,
    after: u64,
    /// It has read all events once. From then on a gap means that it is too slow.
    caught_up: bool,
}

/// The next event. Waits for ever without a subscription.
async fn next(events: &mut Option<Events>) -> Result<Event, Dropped> {
    match events {
        Some(events) => events.next().await,
        None => std::future::pending().await,
    }
}

impl Events {
    async fn next(&mut self) -> Result<Event, Dropped> {
        loop {
            self.changed.mark_unchanged();
            if let Some(event) = self.hub.broker.event_after(self.after) {
                let missed = event.seq - self.after - 1;
                if missed > 0 && self.caught_up {
                    return Err(Dropped::TooSlow { missed });
                }
                self.after = event.seq;
                return Ok(event);
            }
            self.caught_up = true;
            if self.changed.changed().await.is_err() {
                return std::future::pending().await;
            }
        }
    }
}
