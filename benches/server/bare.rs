//! A minimal MCP server on the SDK, as the baseline. Its only tool does nothing.

use std::process::ExitCode;
use std::sync::Arc;

use rmcp::model::{
    ErrorData, Implementation, JsonObject, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, Tool, ToolsCapability,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

struct Bare;

impl ServerHandler for Bare {
    fn get_info(&self) -> ServerConfig {
        let mut capabilities = ServerCapabilities::default();
        capabilities.tools = Some(ToolsCapability::default());
        ServerConfig::new(capabilities).with_server_info(Implementation::new("bare", "1"))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = Tool::new("nothing", "Does nothing", Arc::new(JsonObject::new()));
        Ok(ListToolsResult::with_all_items(vec![tool]))
    }
}

pub(crate) fn serve() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let served = runtime.map(|runtime| {
        runtime.block_on(async {
            let pipes = rmcp::transport::io::stdio_pipes();
            let running = rmcp::serve_server(Bare, pipes).await.ok()?;
            running.waiting().await.ok()
        })
    });
    match served {
        Ok(Some(_)) => ExitCode::SUCCESS,
        Ok(None) | Err(_) => ExitCode::FAILURE,
    }
}
