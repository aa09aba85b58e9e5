//! A host whose operator presses Enter at every prompt: `conformance-client URL`.
//! It lists the tools and calls each of them.

use std::error::Error;

use ask_user::mcp::client::ElicitationHandler;
use ask_user::{AskUser, Scripted};
use rmcp::model::{CallToolRequestParams, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt as _};
use rmcp::transport::StreamableHttpClientTransport;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = std::env::args()
        .nth(1)
        .ok_or("usage: conformance-client URL")?;
    let version = std::env::var("MCP_CONFORMANCE_PROTOCOL_VERSION").unwrap_or_default();
    let lifecycle = if version == ProtocolVersion::V_2026_07_28.as_str() {
        let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
        ClientLifecycleMode::Discover { preferred_versions }
    } else {
        ClientLifecycleMode::Initialize
    };
    let ask = AskUser::new();
    let script = Scripted::lines(std::iter::repeat_n("", 100));
    let shown = script.transcript();
    ask.bind(script).keep();
    let handler = ElicitationHandler::new(ask.into());
    let transport = StreamableHttpClientTransport::from_uri(url);
    let client = handler.serve_with_lifecycle(transport, lifecycle).await?;
    for tool in client.list_all_tools().await? {
        let call = CallToolRequestParams::new(tool.name.clone());
        // A tool of the suite may refuse; what it was sent is what counts.
        match client.call_tool(call).await {
            Ok(result) => eprintln!("{}: {}", tool.name, serde_json::to_string(&result)?),
            Err(error) => eprintln!("{}: {error}", tool.name),
        }
    }
    eprint!("{}", shown.text());
    client.cancel().await?;
    Ok(())
}
