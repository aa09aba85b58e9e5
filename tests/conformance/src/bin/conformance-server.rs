//! The mapped handlers over HTTP: `conformance-server PORT`, at `/mcp`.

use std::error::Error;
use std::sync::Arc;

use axum::Router;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let port = std::env::args()
        .nth(1)
        .ok_or("usage: conformance-server PORT")?;
    let address = format!("127.0.0.1:{port}");
    // One for all: calls without a session share what only this handler knows.
    let handler = Arc::new(conformance::mapped::mapped()?);
    let config = StreamableHttpServerConfig::default().with_allowed_origins([
        "http://localhost:*",
        "http://127.0.0.1:*",
        "http://[::1]:*",
    ]);
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(Arc::clone(&handler)), sessions, config);
    let listener = tokio::net::TcpListener::bind(&address).await?;
    eprintln!("listening at http://{address}/mcp");
    axum::serve(listener, Router::new().fallback_service(service)).await?;
    Ok(())
}
