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
    /// Of an idle server and of its answer, to the bare one.
    const MOST: f64 = 1.5;

    let this = std::env::current_exe()?;
    let server = Path::new(env!("CARGO_BIN_EXE_ask-user-mcp"));
    let program = Path::new(env!("CARGO_BIN_EXE_ask-user"));
    let tools = ["--tools", "ask_user"];
    let handing_over = [&["mcp"], &tools[..]].concat();
    let round = || -> std::io::Result<_> {
        let bare = client::run(&this, &[BARE])?;
        let direct = client::run(server, &tools)?;
        let by_hand_over = client::run(program, &handing_over)?;
        Ok((bare, direct, by_hand_over))
    };
    // The first one warms up caches and is not counted.
    round()?;
    let rounds: Vec<_> = (0..ROUNDS).map(|_| round()).collect::<Result<_, _>>()?;
    let mut table = ratio::Table::new(ROUNDS, "bare", "ours");
    let mut row = |program, name, value: fn(&client::Sample) -> f64, limit| {
        let pair = |(bare, direct, by_hand_over): &(client::Sample, _, _)| {
            let own = if program == SERVER {
                direct
            } else {
                by_hand_over
            };
            (value(bare), value(own))
        };
        let values: Vec<_> = rounds.iter().map(pair).collect();
        table.row(program, name, &values, limit);
    };
    row(SERVER, REPLY, |sample| sample.initialize_ms, Some(MOST));
    row(
        SERVER,
        "idle memory, MiB",
        |sample| sample.idle_mib,
        Some(MOST),
    );
    row(SERVER, "tools/list, ms", |sample| sample.list_ms, None);
    // One program more is started on the way; what that takes is the system's.
    row("ask-user mcp", REPLY, |sample| sample.initialize_ms, None);
    Ok(table.finish())
}

#[cfg(target_os = "linux")]
const SERVER: &str = "ask-user-mcp";
#[cfg(target_os = "linux")]
const REPLY: &str = "spawn to reply, ms";
