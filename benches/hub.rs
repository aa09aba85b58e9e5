//! Benchmark of a full hub: 10,000 requests wait on 1,000 open connections.
//!
//! It measures the time of one `pending` and one `respond`, compared with a hub where 100
//! requests wait, and the peak memory of the program, compared with 64 MiB.
//!
//! `cargo bench --bench hub` prints a table and whether each limit is met.
//! `cargo bench --bench hub -- --check` fails if a limit is missed.
#![allow(clippy::print_stdout, clippy::print_stderr)] // A benchmark prints a table.

#[cfg(target_os = "linux")]
#[path = "hub/filled.rs"]
mod filled;
mod ratio;

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(not(target_os = "linux"))]
    let measure = || {
        println!("hub: measured on Linux only, where the kernel tells the memory of a process");
        Ok(true)
    };
    ratio::main("hub", measure)
}

/// Fills two hubs and measures them in turn. Returns whether every limit is met.
#[cfg(target_os = "linux")]
fn measure() -> std::io::Result<bool> {
    use filled::Filled;

    const ROUNDS: usize = 101;
    /// The highest ratio allowed for the time of `pending` and one `respond`.
    const MAX_TIME_RATIO: f64 = 10.0;
    /// The most memory of the full hub, in MiB.
    const MAX_MEMORY: f64 = 64.0;

    filled::raise_descriptor_limit();
    let mut base = Filled::new(10, 100)?;
    let mut full = Filled::new(1_000, 10_000)?;
    // The first round warms up caches and is not counted.
    base.round()?;
    full.round()?;
    let times: Vec<_> = (0..ROUNDS)
        .map(|_| Ok((base.round()?, full.round()?)))
        .collect::<std::io::Result<_>>()?;
    let mut table = ratio::Table::new(ROUNDS, "100", "10,000");
    table.row(
        "waiting",
        "pending+respond, ms",
        &times,
        Some(MAX_TIME_RATIO),
    );
    println!("                                           limit      hub");
    let memory = [(MAX_MEMORY, full.peak_mib()?)];
    table.row("10,000 waiting", "peak memory, MiB", &memory, Some(1.0));
    Ok(table.finish())
}
