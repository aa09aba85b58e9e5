//! Benchmark of the MCP server, compared with a bare server on the same SDK.
//!
//! It measures the time from spawn to the response to `initialize`, the memory
//! while the server is idle, and the time of `tools/list`, which has no limit.
//!
//! `cargo bench --bench server` prints a table and whether each limit is met.
//! `cargo bench --bench server -- --check` fails if a limit is missed. The bare
//! server is this program itself, built with the same features. See `server/bare.rs`.
#![allow(clippy::print_stdout, clippy::print_stderr)] // A benchmark prints a table.

#[path = "server/bare.rs"]
mod bare;
#[cfg(target_os = "linux")]
#[path = "server/client.rs"]
mod client;
mod ratio;

use std::process::ExitCode;

/// The argument that makes this program run as the bare server.
const BARE: &str = "--bare";

fn main() -> ExitCode {
    if std::env::args().nth(1).is_some_and(|arg| arg == BARE) {
        return bare::serve();
    }
    #[cfg(not(target_os = "linux"))]
    let measure = || {
        println!("server: measured on Linux only, where the kernel tells the memory of a process");
        Ok(true)
    };
    ratio::main("server", measure)
}

/// Runs both servers in turn and prints the table. Returns whether every limit is met.
#[cfg(target_os = "linux")]
fn measure() -> std::io::Result<bool> {
    use std::path::Path;

    const ROUNDS: usize = 101;
    /// The highest ratio allowed for the time to the response of `initialize`.
    const MAX_TIME_RATIO: f64 = 1.25;
    /// The highest ratio allowed for the idle memory.
    const MAX_MEMORY_RATIO: f64 = 1.5;

    let this = std::env::current_exe()?;
    let program = Path::new(env!("CARGO_BIN_EXE_ask-user"));
    let round = || -> std::io::Result<_> {
        let bare = client::run(&this, &[BARE])?;
        let ours = client::run(program, &["mcp", "--tools", "ask_user"])?;
        Ok((bare, ours))
    };
    // The first round warms up caches and is not counted.
    round()?;
    let rounds: Vec<_> = (0..ROUNDS).map(|_| round()).collect::<Result<_, _>>()?;
    let mut table = ratio::Table::new(ROUNDS, "bare", "ours");
    let mut row = |measure, value: fn(&client::Sample) -> f64, limit| {
        let values: Vec<_> = rounds
            .iter()
            .map(|(bare, ours)| (value(bare), value(ours)))
            .collect();
        table.row("ask-user mcp", measure, &values, limit);
    };
    row(
        "spawn to reply, ms",
        |sample| sample.initialize_ms,
        Some(MAX_TIME_RATIO),
    );
    row(
        "idle memory, MiB",
        |sample| sample.idle_mib,
        Some(MAX_MEMORY_RATIO),
    );
    row("tools/list, ms", |sample| sample.list_ms, None);
    Ok(table.finish())
}
