//! Benchmark of start-up time, exit time and memory of the program, compared with
//! a baseline.
//!
//! The baseline is the program `floor`, which uses only the standard library. The
//! benchmark measures the time from spawn to cue, the time from Enter to exit, and
//! the peak memory.
//!
//! `cargo bench --bench pace` prints a table and whether each limit is met.
//! `cargo bench --bench pace -- --check` fails if a limit is missed. Each round
//! runs both programs, each on a new pseudo-terminal. A limit applies to the median
//! of the ratios of all rounds. Ratios can be compared between machines;
//! milliseconds cannot.
#![allow(clippy::print_stdout, clippy::print_stderr)] // A benchmark prints a table.

#[cfg(target_os = "linux")]
#[path = "pace/measure.rs"]
mod measure;
mod ratio;
#[cfg(target_os = "linux")]
#[path = "pace/session.rs"]
mod session;

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    let measure = measure::run;
    #[cfg(not(target_os = "linux"))]
    let measure = || {
        println!("pace: measured on Linux only, where the kernel tells a process's peak of memory");
        Ok(true)
    };
    ratio::main("pace", measure)
}
