//! Signs of life while a call waits.

use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

/// Clients give up after 60 s without one; no divisor of that, so that a sign
/// never meets the end of their patience.
const EVERY: Duration = Duration::from_secs(8);

/// Waits for `work`; meanwhile tells a client that wants to know that the call
/// goes on. Nothing is told after the work is done.
pub(super) async fn while_waiting<T>(
    context: &RequestContext<RoleServer>,
    work: impl Future<Output = T>,
) -> T {
    tokio::pin!(work);
    let Some(token) = context.meta.get_progress_token() else {
        return work.await;
    };
    let mut ticks = interval_at(Instant::now() + EVERY, EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sent = 0.0;
    loop {
        tokio::select! {
            biased;
            done = &mut work => return done,
            _ = ticks.tick() => {}
        }
        sent += 1.0;
        let sign = ProgressNotificationParam::new(token.clone(), sent)
            .with_message("waiting for the operator");
        // A client that does not hear it will not hear the result either.
        let _ = context.peer.notify_progress(sign).await;
    }
}
