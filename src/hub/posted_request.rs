//! A request from the wire: posted to the broker, and waited for.

use std::time::Duration;

use tokio::sync::oneshot;

use super::rpc::RpcError;
use super::server::HubState;
use crate::broker::{Approval, Ended, Posted, Posting, Resolution};
use crate::core::{Outcome, RequestOutcome};

/// Posts a request. Gives it, and where its end arrives.
pub(super) fn post(
    hub: &HubState,
    posting: Posting,
) -> Result<(Posted, oneshot::Receiver<Ended>), RpcError> {
    let (sender, ended) = oneshot::channel();
    let posted = hub.broker.post(posting, move |end| {
        // A connection that has gone does not wait any more.
        let _ = sender.send(end);
    });
    match posted {
        Ok(posted) => Ok((posted, ended)),
        // A limit has no path.
        Err(error) if error.path() == Some("") => {
            Err(RpcError::new(RpcError::LIMIT, error.message()))
        }
        Err(error) => Err(error.into()),
    }
}

/// Waits for the end of a request, and keeps its time limit.
pub(super) async fn end_of(
    posted: Posted,
    mut ended: oneshot::Receiver<Ended>,
    limit: Option<Duration>,
) -> Ended {
    if let Some(limit) = limit {
        let mut left = limit;
        loop {
            if let Ok(received) = tokio::time::timeout(left, &mut ended).await {
                return received.unwrap_or_else(|_| closed());
            }
            // At the prompt, the prompt keeps the time.
            left = posted
                .idle()
                .map_or(limit, |idle| limit.saturating_sub(idle));
            if left.is_zero() {
                posted.time_out();
                break;
            }
        }
    }
    ended.await.unwrap_or_else(|_| closed())
}

/// The end of a request whose broker has gone.
fn closed() -> Ended {
    Ended {
        resolution: Resolution::Questions(RequestOutcome::not_asked(Outcome::Closed)),
        by: None,
    }
}

pub(super) fn request_outcome(ended: Ended) -> RequestOutcome {
    match ended.resolution {
        Resolution::Questions(request_outcome) => request_outcome,
        Resolution::Approval(_) => RequestOutcome::not_asked(Outcome::Closed),
    }
}

pub(super) fn decision(ended: Ended) -> Approval {
    match ended.resolution {
        Resolution::Approval(approval) => approval,
        Resolution::Questions(_) => Approval::NotDecided(Outcome::Closed),
    }
}
