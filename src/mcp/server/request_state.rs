//! The request state of 2026-07-28: it links a form to the call that answers it.
//!
//! The state is sealed with a key that only this process has. It belongs to one tool with these
//! arguments. It carries how often the form was sent, but no question and no answer.

use std::sync::OnceLock;
use std::time::Duration;

use rmcp::model::{CallToolRequestParams, RequestStateCodec, SealOptions};
use serde_json::json;

use crate::error::Error;

/// How long a state is valid.
const TTL: Duration = Duration::from_hours(24);

#[derive(Debug, Default)]
pub(super) struct RequestState(OnceLock<RequestStateCodec>);

impl RequestState {
    /// The state for a form of this call that is sent for the `attempt`th time.
    ///
    /// # Errors
    /// The system gives no random key.
    pub(super) fn seal(
        &self,
        params: &CallToolRequestParams,
        attempt: usize,
    ) -> Result<String, Error> {
        let associated_data = associated_data(params);
        let options = SealOptions::new()
            .associated_data(&associated_data)
            .ttl(TTL);
        let content = attempt.to_string();
        Ok(self.codec()?.seal_with(content.as_bytes(), &options))
    }

    /// The attempt in the state of this call. `None` if it has no valid state.
    pub(super) fn open(&self, params: &CallToolRequestParams) -> Option<usize> {
        let state = params.request_state.as_deref()?;
        let content = self
            .0
            .get()?
            .open_with(state, &associated_data(params))
            .ok()?;
        str::from_utf8(&content).ok()?.parse().ok()
    }

    /// The codec. It is created at first use, with a random key.
    fn codec(&self) -> Result<&RequestStateCodec, Error> {
        if let Some(codec) = self.0.get() {
            return Ok(codec);
        }
        let mut key = [0; 32];
        getrandom::fill(&mut key)
            .map_err(|error| Error::device("making a key", std::io::Error::other(error)))?;
        let codec = RequestStateCodec::try_new(key)
            .map_err(|error| Error::device("making a key", std::io::Error::other(error)))?;
        Ok(self.0.get_or_init(|| codec))
    }
}

/// The tool name and the arguments, to which a state is bound. The order of keys does not count:
/// some clients sort them.
fn associated_data(params: &CallToolRequestParams) -> Vec<u8> {
    let mut bound = json!([params.name, params.arguments]);
    bound.sort_all_objects();
    bound.to_string().into_bytes()
}
