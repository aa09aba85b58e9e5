//! How the MCP server keeps pace with a bare one on the same SDK: from spawn to
//! the answer of `initialize`, and in memory while it is idle.
//!
//! `cargo bench --bench server` prints a table and whether the limits are met;
//! `cargo bench --bench server -- --check` fails if one is not. The bare server
//! is this program itself, see `server/bare.rs`, built with the same features.
#![allow(clippy::print_stdout, clippy::print_stderr)] // A table is what a benchmark is for.

#[path = "server/bare.rs"]
mod bare;
#[cfg(target_os = "linux")]
#[path = "server/client.rs"]
mod client;
mod ratio;

use std::process::ExitCode;

/// Makes this program the bare server.
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

/// Runs both in turn, prints, and tells whether every limit is met.
#[cfg(target_os = "linux")]
fn measure() -> std::io::Result<bool> {
    use std::path::Path;

    const ROUNDS: usize = 101;
    /// The highest ratios to the bare server: its answer, its idle memory.
    const MOST_TIME: f64 = 1.25;
    const MOST_MEMORY: f64 = 1.5;

    let this = std::env::current_exe()?;
    let program = Path::new(env!("CARGO_BIN_EXE_ask-user"));
    let round = || -> std::io::Result<_> {
        let bare = client::run(&this, &[BARE])?;
        let ours = client::run(program, &["mcp", "--tools", "ask_user"])?;
        Ok((bare, ours))
    };
    // The first one warms up caches and is not counted.
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
        Some(MOST_TIME),
    );
    row(
        "idle memory, MiB",
        |sample| sample.idle_mib,
        Some(MOST_MEMORY),
    );
    row("tools/list, ms", |sample| sample.list_ms, None);
    Ok(table.finish())
}
