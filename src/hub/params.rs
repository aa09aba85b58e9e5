//! The parameters of the methods.

use serde::Deserialize;
use serde_json::Value;

use super::wire::seconds::Seconds;

#[derive(Deserialize)]
pub(super) struct AskParams {
    pub(super) tool: Option<String>,
    pub(super) arguments: Option<Value>,
    pub(super) questions: Option<Value>,
    pub(super) preface: Option<Value>,
    pub(super) introductions: Option<Value>,
    pub(super) notes: Option<Value>,
    pub(super) settings: Option<Value>,
    pub(super) from: Option<String>,
    #[serde(default)]
    pub(super) detach: bool,
    pub(super) expires_s: Option<Seconds>,
    pub(super) context: Option<Value>,
}

#[derive(Deserialize)]
pub(super) struct ApproveParams {
    pub(super) title: String,
    pub(super) detail: Option<String>,
    pub(super) default: Option<Decision>,
    pub(super) settings: Option<Value>,
    pub(super) from: Option<String>,
    #[serde(default)]
    pub(super) detach: bool,
    pub(super) expires_s: Option<Seconds>,
    pub(super) context: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Decision {
    Allow,
    Deny,
}

#[derive(Deserialize)]
pub(super) struct SubscribeParams {
    pub(super) after: Option<u64>,
}

#[derive(Deserialize)]
pub(super) struct RespondParams {
    pub(super) request_id: String,
    pub(super) content: Value,
    pub(super) name: Option<String>,
    pub(super) key: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct PendingParams {
    pub(super) kind: Option<String>,
    pub(super) after: Option<String>,
    pub(super) limit: Option<usize>,
}

#[derive(Deserialize)]
pub(super) struct WithdrawParams {
    pub(super) request_id: String,
    pub(super) key: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct WaitParams {
    pub(super) ticket: String,
    pub(super) wait_s: Option<Seconds>,
}
