//! An MCP host that calls one tool of a server and handles its elicitation requests.
//! `cargo run --example mcp_host --features rmcp-client -- TOOL ARGUMENTS SERVER [ARGUMENT]...`
//!
//! The operator answers the forms that the server sends during the call.
//! ARGUMENTS is a JSON object. With `--stateless` as the first argument, the host
//! uses protocol version 2026-07-28. In that version the server asks through the
//! result of the call.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]

use std::error::Error;
use std::process::{ExitCode, Stdio};
use std::time::Duration;

use ask_user::mcp::client::{ElicitationHandler, keep_raw_forms};
use ask_user::{AskUser, DriverHandle, PromptDriver};
use rmcp::model::{CallToolRequestParams, JsonObject, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt as _};
use tokio::process::Command;
use tokio::signal::unix::{SignalKind, signal};

/// How long the host waits for the server to exit after its standard input is closed.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

const USAGE: &str = "usage: mcp_host [--stateless] TOOL ARGUMENTS SERVER [ARGUMENT]...";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mcp_host: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let stateless = args.first().is_some_and(|arg| arg == "--stateless");
    args.drain(..usize::from(stateless));
    let [tool, arguments, server, rest @ ..] = args.as_slice() else {
        return Err(USAGE.into());
    };
    let arguments: JsonObject = serde_json::from_str(arguments)
        .map_err(|error| format!("ARGUMENTS: expected a JSON object: {error}"))?;
    let call = CallToolRequestParams::new(tool.clone()).with_arguments(arguments);

    let ask = AskUser::new();
    let mut prompt = None;
    // Without a terminal no interaction is bound. The host then answers `cancel`.
    match PromptDriver::terminal() {
        Ok(driver) => {
            prompt = Some(driver.handle());
            ask.bind(driver).keep();
        }
        Err(error) => eprintln!("mcp_host: nobody can be asked: {error}"),
    }

    let mut server = Command::new(server);
    server
        .args(rest)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let lifecycle = if stateless {
        let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
        ClientLifecycleMode::Discover { preferred_versions }
    } else {
        ClientLifecycleMode::Initialize
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let result = runtime.block_on(session(ask, prompt, server, lifecycle, call));
    // Does not wait for a read that still blocks, so the process can exit.
    runtime.shutdown_background();
    result
}

async fn session(
    ask: AskUser,
    prompt: Option<DriverHandle>,
    mut server: Command,
    lifecycle: ClientLifecycleMode,
    call: CallToolRequestParams,
) -> Result<(), Box<dyn Error>> {
    let name = server.as_std().get_program().to_owned();
    let spawned = server.kill_on_drop(true).spawn();
    let mut child = spawned.map_err(|error| format!("starting {}: {error}", name.display()))?;
    let (Some(output), Some(input)) = (child.stdout.take(), child.stdin.take()) else {
        return Err("the server has no standard streams".into());
    };
    let output = keep_raw_forms(output);
    let handler = ElicitationHandler::new(ask.into()).until(output.ended());
    let connected = handler.clone();
    let client = connected
        .serve_with_lifecycle((output, input), lifecycle)
        .await?;
    let called = tokio::select! {
        called = client.call_tool(call) => called.map_err(Box::<dyn Error>::from),
        signal = wait_for_signal() => Err(signal),
    };
    // An open prompt would leave the terminal in raw mode.
    if let Some(prompt) = prompt.filter(|_| called.is_err()) {
        prompt.close();
    }
    // Closes the server's standard input, which should end the server. Open forms are withdrawn.
    client.cancel().await?;
    handler.settled().await;
    println!("{}", serde_json::to_string(&called?)?);
    // A server that does not exit is killed when `child` is dropped.
    let _ = tokio::time::timeout(EXIT_TIMEOUT, child.wait()).await;
    Ok(())
}

/// Waits for SIGTERM or SIGHUP. Returns the error for this run.
async fn wait_for_signal() -> Box<dyn Error> {
    let signals = (
        signal(SignalKind::terminate()),
        signal(SignalKind::hangup()),
    );
    let (Ok(mut terminate), Ok(mut hangup)) = signals else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => "terminated".into(),
        _ = hangup.recv() => "hung up".into(),
    }
}
