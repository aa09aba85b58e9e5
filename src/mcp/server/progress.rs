//! Progress notifications while a tool call waits for the operator.

use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

/// The interval of the notifications. Clients time out after 60 s without one. The interval does
/// not divide 60 s, so a notification is never sent at the moment of the timeout.
const INTERVAL: Duration = Duration::from_secs(8);

/// Waits for `work` and sends progress notifications meanwhile, if the call has a progress token.
/// No notification is sent after `work` is done.
pub(super) async fn with_progress<T>(
    context: &RequestContext<RoleServer>,
    work: impl Future<Output = T>,
) -> T {
    tokio::pin!(work);
    let Some(token) = context.meta.get_progress_token() else {
        return work.await;
    };
    let mut ticks = interval_at(Instant::now() + INTERVAL, INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sent = 0.0;
    loop {
        tokio::select! {
            biased;
            result = &mut work => return result,
            _ = ticks.tick() => {}
        }
        sent += 1.0;
        let notification = ProgressNotificationParam::new(token.clone(), sent)
            .with_message("waiting for the operator");
        // If this fails, sending the result fails too, so the error is ignored.
        let _ = context.peer.notify_progress(notification).await;
    }
}
