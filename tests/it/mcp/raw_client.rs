//! A client that speaks raw JSON-RPC.

use std::time::Duration;

use ask_user::Error;
use ask_user::dialect::tool;
use ask_user::mcp::server::{Channel, Server};
use serde_json::{Value, json};
use tokio::io::split;
use tokio::task::JoinHandle;

use super::wire::Wire;

/// A question with two choices, for the tool `ask`.
pub(super) fn queue() -> Value {
    json!({"questions": [{
        "id": "queue",
        "question": "Which queue should imports use?",
        "options": [{"label": "fast"}, {"label": "bulk", "description": "nightly"}],
        "recommended": 1,
    }]})
}

const PREFIX: &str = "io.modelcontextprotocol/";

pub(super) struct Client {
    wire: Wire,
    pub(super) served: JoinHandle<Result<(), Error>>,
    next: u64,
    /// What every request carries without a handshake.
    meta: Option<Value>,
}

impl Client {
    /// A client of a server with these tools and channels.
    pub(super) fn of(tools: &[&str], channels: Vec<Channel>) -> Self {
        let tools = tools.iter().map(|name| tool(name).unwrap()).collect();
        Self::connect(Server::new(tools, channels))
    }

    pub(super) fn connect(server: Server) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (reader, writer) = split(theirs);
        let running = tokio::spawn(server.serve(reader, writer));
        Self {
            wire: Wire::new(ours),
            served: running,
            next: 0,
            meta: None,
        }
    }

    /// Speaks 2026-07-28.
    pub(super) fn stateless(mut self, capabilities: Value) -> Self {
        self.meta = Some(json!({
            format!("{PREFIX}protocolVersion"): "2026-07-28",
            format!("{PREFIX}clientInfo"): {"name": "test", "version": "1"},
            format!("{PREFIX}clientCapabilities"): capabilities,
        }));
        self
    }

    /// The handshake of the versions before.
    pub(super) async fn hello(&mut self, version: &str, capabilities: Value) -> Value {
        let params = json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "1"},
        });
        let hello = self.request("initialize", params).await;
        self.notify("notifications/initialized", json!({})).await;
        hello["result"].clone()
    }

    pub(super) async fn line(&mut self, line: &str) {
        self.wire.line(line).await;
    }

    pub(super) async fn send(&mut self, message: Value) {
        self.wire.send(&message).await;
    }

    pub(super) async fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "method": method, "params": params}))
            .await;
    }

    /// Sends a request without waiting for its response; gives its id.
    pub(super) async fn begin(&mut self, method: &str, mut params: Value) -> u64 {
        if let Some(meta) = &self.meta {
            params["_meta"] = meta.clone();
        }
        let id = self.next;
        self.next += 1;
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        id
    }

    /// Answers a request of the server.
    pub(super) async fn answer(&mut self, request: &Value, result: Value) {
        self.send(json!({"jsonrpc": "2.0", "id": request["id"], "result": result}))
            .await;
    }

    /// Begins a call of a tool; gives its id.
    pub(super) async fn begin_call(&mut self, name: &str, arguments: Value) -> u64 {
        let params = json!({"name": name, "arguments": arguments});
        self.begin("tools/call", params).await
    }

    /// The form that the server sends now.
    pub(super) async fn form(&mut self) -> Value {
        let request = self.receive().await;
        assert_eq!(request["method"], "elicitation/create", "{request}");
        request
    }

    /// The next message of the server.
    pub(super) async fn receive(&mut self) -> Value {
        self.wire
            .receive()
            .await
            .expect("the server has closed its output")
    }

    /// The response to this request; nothing else may come before it.
    pub(super) async fn response(&mut self, id: u64) -> Value {
        let message = self.receive().await;
        assert_eq!(message["id"], id, "{message}");
        message
    }

    pub(super) async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params).await;
        self.response(id).await
    }

    /// Calls a tool and gives its result.
    pub(super) async fn call(&mut self, name: &str, arguments: Value) -> Value {
        let params = json!({"name": name, "arguments": arguments});
        let response = self.request("tools/call", params).await;
        assert!(response.get("error").is_none(), "{response}");
        response["result"].clone()
    }

    /// Closes the server's input and waits for its end.
    pub(super) async fn close(mut self) -> Result<(), Error> {
        self.wire.close().await;
        tokio::time::timeout(Duration::from_secs(30), self.served)
            .await
            .expect("the server ends with its input")
            .unwrap()
    }
}
