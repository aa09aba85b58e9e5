//! Leave to answer in the operator's name: who has it, and how it is got.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::sync::{Mutex, PoisonError};

use super::posted_request::{decision, end_of, post};
use super::rpc::RpcError;
use super::server::{Access, HubState};
use crate::broker::Posting;
use crate::core::{Settings, sanitize};

/// The most characters of a name that are shown.
const MAX_NAME: usize = 60;

/// Whether the connection may answer.
#[derive(Clone, Debug, Default)]
pub(super) enum Leave {
    #[default]
    NotAsked,
    Given {
        name: String,
        /// For later connections. Told with every respond.
        key: Option<String>,
    },
    Refused,
}

/// The keys of front ends that were let in, each with the name that the operator saw.
#[derive(Default)]
pub(super) struct Keys(Mutex<HashMap<String, String>>);

impl Keys {
    fn issue(&self, name: &str) -> Option<String> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).ok()?;
        let mut key = String::with_capacity(2 * bytes.len());
        for byte in bytes {
            // Writing to a string does not fail.
            let _ = write!(key, "{byte:02x}");
        }
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        keys.insert(key.clone(), name.to_owned());
        Some(key)
    }

    fn name(&self, key: &str) -> Option<String> {
        let keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        keys.get(key).cloned()
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(..)")
    }
}

/// Whether this connection may answer. If that is not known yet, the operator is asked. Gives the
/// name of the front end, and its key if the operator has let it in on this connection.
pub(super) async fn let_in(
    hub: &HubState,
    leave: &tokio::sync::Mutex<Leave>,
    name: &str,
    key: Option<&str>,
) -> Result<(String, Option<String>), RpcError> {
    let name = sanitize::excerpt(name.trim(), MAX_NAME);
    let refused = |message: &str| Err(RpcError::new(RpcError::NOT_LET_IN, message));
    if let Some(key) = key {
        return match known_key(hub, key) {
            Some(KnownKey::OfFrontEnd(known)) => Ok((known, None)),
            Some(KnownKey::OfHub) => Ok((name, None)),
            None => refused("the key is not one of this hub"),
        };
    }
    // Other responds of this connection wait here for the same decision.
    let mut leave = leave.lock().await;
    match (&*leave, &hub.access) {
        (Leave::Given { name, key }, _) => return Ok((name.clone(), key.clone())),
        (Leave::Refused, _) => return refused("the operator did not let this front end answer"),
        (Leave::NotAsked, Access::Key(_)) => {
            return refused("this hub has no prompt: give the key that it was started with");
        }
        (Leave::NotAsked, Access::AskOperator) => {}
    }
    let title = if name.is_empty() {
        "a front end without a name wants to answer in your name".to_owned()
    } else {
        format!("a front end that calls itself {name} wants to answer in your name")
    };
    let posting = Posting::approval("ask-user", &title, None, None, &Settings::default()).private();
    let (posted, ended) = post(hub, posting)?;
    let allowed = decision(end_of(posted, ended, None).await).is_allowed();
    if !allowed {
        *leave = Leave::Refused;
        return refused("the operator did not let this front end answer");
    }
    let key = hub.keys.issue(&name);
    *leave = Leave::Given {
        name: name.clone(),
        key: key.clone(),
    };
    Ok((name, key))
}

/// Whether this connection may take back a request that it has not asked.
pub(super) async fn may_withdraw(
    hub: &HubState,
    leave: &tokio::sync::Mutex<Leave>,
    key: Option<&str>,
) -> Result<(), RpcError> {
    let may = key.is_some_and(|key| known_key(hub, key).is_some())
        || matches!(*leave.lock().await, Leave::Given { .. });
    if may {
        return Ok(());
    }
    let message =
        "only the connection that asked, or a front end that was let in, takes a request back";
    Err(RpcError::new(RpcError::NOT_LET_IN, message))
}

/// A key that the hub knows.
enum KnownKey {
    /// The one that it was started with.
    OfHub,
    /// One of a front end that was let in, with the name that the operator saw.
    OfFrontEnd(String),
}

fn known_key(hub: &HubState, key: &str) -> Option<KnownKey> {
    if let Access::Key(own) = &hub.access
        && same(own.as_bytes(), key.as_bytes())
    {
        return Some(KnownKey::OfHub);
    }
    hub.keys.name(key).map(KnownKey::OfFrontEnd)
}

/// Compares in a time that does not tell where the difference is.
fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .fold(0, |different, (a, b)| different | (a ^ b))
            == 0
}
