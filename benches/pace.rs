//! How the program keeps pace with a floor of nothing but the standard
//! library: from spawn to cue, from Enter to exit, and in memory.
//!
//! `cargo bench --bench pace` prints a table and whether the limits are met;
//! `cargo bench --bench pace -- --check` fails if one is not. Both programs
//! run in turn on fresh pseudo-terminals, and a limit is a median of ratios
//! within rounds: milliseconds hold for one machine only, ratios travel.
#![allow(clippy::print_stdout, clippy::print_stderr)] // A table is what a benchmark is for.

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
