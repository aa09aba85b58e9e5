//! A server that speaks raw JSON-RPC to an `ElicitationHandler`.

use ask_user::mcp::client::{ElicitationHandler, RawFormReader, keep_raw_forms};
use rmcp::RoleClient;
use rmcp::model::{CallToolRequestParams, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt as _, RunningService};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, DuplexStream, ReadHalf, split};
use tokio::task::JoinHandle;

use super::wire::Wire;

pub(super) type Host = RunningService<RoleClient, ElicitationHandler>;

pub(super) struct Server {
    wire: Wire,
    next: u64,
    /// The capabilities that the host has declared.
    pub(super) declared: Value,
}

impl Server {
    /// A server that calls itself this, and the host that is connected to it by
    /// the handshake.
    pub(super) async fn connected(name: &str, handler: ElicitationHandler) -> (Self, Host) {
        Self::behind(name, handler, watched).await
    }

    /// The same, with the server's output read through this.
    pub(super) async fn behind<R>(
        name: &str,
        handler: ElicitationHandler,
        read: impl FnOnce(ElicitationHandler, ReadHalf<DuplexStream>) -> (ElicitationHandler, R),
    ) -> (Self, Host)
    where
        R: AsyncRead + Send + Unpin + 'static,
    {
        let lifecycle = ClientLifecycleMode::Initialize;
        let (mut server, host) = Self::start(handler, lifecycle, read);
        let hello = server.receive().await;
        assert_eq!(hello["method"], "initialize");
        server.declared = hello["params"]["capabilities"].clone();
        let result = json!({
            "protocolVersion": hello["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": name, "version": "1"},
        });
        server.respond(&hello, result).await;
        let ready = server.receive().await;
        assert_eq!(ready["method"], "notifications/initialized");
        (server, host.await.unwrap())
    }

    /// The same in 2026-07-28, where the server asks by results.
    pub(super) async fn stateless(handler: ElicitationHandler) -> (Self, Host) {
        let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
        let lifecycle = ClientLifecycleMode::Discover { preferred_versions };
        let (mut server, host) = Self::start(handler, lifecycle, watched);
        let discover = server.receive().await;
        assert_eq!(discover["method"], "server/discover");
        let result = json!({
            "resultType": "complete",
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {}},
            "ttlMs": 0,
            "cacheScope": "private",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "raw", "version": "1"}},
        });
        server.respond(&discover, result).await;
        (server, host.await.unwrap())
    }

    fn start<R>(
        handler: ElicitationHandler,
        lifecycle: ClientLifecycleMode,
        read: impl FnOnce(ElicitationHandler, ReadHalf<DuplexStream>) -> (ElicitationHandler, R),
    ) -> (Self, JoinHandle<Host>)
    where
        R: AsyncRead + Send + Unpin + 'static,
    {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (output, input) = split(theirs);
        let (handler, output) = read(handler, output);
        let served = handler.serve_with_lifecycle((output, input), lifecycle);
        let host = tokio::spawn(async { served.await.unwrap() });
        let wire = Wire::new(ours);
        let raw = Self {
            wire,
            next: 100,
            declared: Value::Null,
        };
        (raw, host)
    }

    /// The next message of the host.
    pub(super) async fn receive(&mut self) -> Value {
        self.wire.receive().await.expect("the host has gone")
    }

    pub(super) async fn respond(&mut self, request: &Value, result: Value) {
        let id = &request["id"];
        let response = json!({"jsonrpc": "2.0", "id": id, "result": result});
        self.wire.send(&response).await;
    }

    /// Sends a request without waiting for its response; gives its id.
    pub(super) async fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        self.begin_as(self.next, method, params).await
    }

    /// The same with an id that may be in use.
    pub(super) async fn begin_as(&mut self, id: u64, method: &str, params: Value) -> u64 {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.wire.send(&request).await;
        id
    }

    /// Asks for a form; gives the result, or the error.
    pub(super) async fn elicit(&mut self, params: Value) -> Value {
        let id = self.begin("elicitation/create", params).await;
        let mut response = self.receive().await;
        assert_eq!(response["id"], id, "{response}");
        let member = if response.get("error").is_some() {
            "error"
        } else {
            "result"
        };
        response[member].take()
    }

    pub(super) async fn cancel(&mut self, id: u64) {
        let params = json!({"requestId": id, "reason": "gave up"});
        let method = "notifications/cancelled";
        let notification = json!({"jsonrpc": "2.0", "method": method, "params": params});
        self.wire.send(&notification).await;
    }
}

/// As a host should read: forms as they were written, and until the server is gone.
fn watched<R: AsyncRead>(
    handler: ElicitationHandler,
    output: R,
) -> (ElicitationHandler, RawFormReader<R>) {
    let output = keep_raw_forms(output);
    (handler.until(output.ended()), output)
}

/// Calls a tool of the server in the background.
pub(super) fn call(host: Host) -> JoinHandle<Value> {
    tokio::spawn(async move {
        let result = host.call_tool(CallToolRequestParams::new("book")).await;
        serde_json::to_value(result.unwrap()).unwrap()
    })
}
