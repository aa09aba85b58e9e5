//! The workloads, the rounds and the limits of the benchmark `pace`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::ratio::Table;
use crate::session::{self, Sample};

/// The number of rounds. With only 21, the median ratio varies by a tenth on a busy machine.
const ROUNDS: usize = 101;

const FOUR: &str = "4 choices";
const TEXT: &str = "free text";
const MANY: &str = "100,000 choices";

/// The name of a measure in the table, and the function that reads it from a sample.
type Measure = (&'static str, fn(&Sample) -> f64);

const CUE: Measure = ("spawn to cue, ms", |sample| sample.cue_ms);
const EXIT: Measure = ("Enter to exit, ms", |sample| sample.exit_ms);
const MEMORY: Measure = ("peak memory, MiB", |sample| sample.peak_mib);

/// The limits: workload, measure, and the highest ratio to the baseline.
const LIMITS: [(&str, Measure, f64); 3] =
    [(FOUR, CUE, 1.4), (FOUR, MEMORY, 2.5), (MANY, CUE, 0.25)];

struct Workload {
    name: &'static str,
    floor: Vec<String>,
    ours: Vec<String>,
    typed: &'static str,
    /// Text that the answer must contain. It proves that both programs did the same.
    answer: &'static str,
}

/// Runs all workloads and prints the table. Returns whether every limit is met.
pub(crate) fn run() -> io::Result<bool> {
    let scratch = tempfile::tempdir()?;
    let floor = build_floor(scratch.path())?;
    let ours = Path::new(env!("CARGO_BIN_EXE_ask-user"));
    let home = scratch.path();

    let mut table = Table::new(ROUNDS, "floor", "ask-user");
    for workload in workloads(home)? {
        let round = || -> io::Result<(Sample, Sample)> {
            let base = session::run(&floor, &workload.floor, home, workload.typed)?;
            let own = session::run(ours, &workload.ours, home, workload.typed)?;
            base.expect(workload.answer)?;
            own.expect(workload.answer)?;
            Ok((base, own))
        };
        // The first round warms up caches and is not counted.
        round()?;
        let pairs: Vec<_> = (0..ROUNDS).map(|_| round()).collect::<Result<_, _>>()?;
        for (name, value) in [CUE, EXIT, MEMORY] {
            let values: Vec<_> = pairs
                .iter()
                .map(|(base, own)| (value(base), value(own)))
                .collect();
            let limit = LIMITS
                .iter()
                .find(|limit| (limit.0, limit.1.0) == (workload.name, name));
            table.row(workload.name, name, &values, limit.map(|limit| limit.2));
        }
    }
    Ok(table.finish())
}

fn workloads(scratch: &Path) -> io::Result<Vec<Workload>> {
    let strings = |texts: &[&str]| {
        texts
            .iter()
            .map(|&text| text.to_owned())
            .collect::<Vec<_>>()
    };
    let four = [
        "Deploy where?",
        "staging",
        "production",
        "both of them",
        "nowhere",
    ];
    let list = scratch.join("choices");
    let lines: Vec<String> = (1..=100_000).map(|n| format!("Option {n}")).collect();
    fs::write(&list, lines.join("\n"))?;
    let list = list.to_string_lossy();
    let many = ["--choices-from", &list, "Which one?"];
    Ok(vec![
        Workload {
            name: FOUR,
            floor: strings(&four),
            ours: strings(&[&["ask"], &four[..]].concat()),
            typed: "4",
            answer: "\"nowhere\"",
        },
        Workload {
            name: TEXT,
            floor: strings(&["Commit subject?"]),
            ours: strings(&["ask", "Commit subject?"]),
            typed: "hello world",
            answer: "\"hello world\"",
        },
        Workload {
            name: MANY,
            floor: strings(&many),
            ours: strings(&[&["ask"], &many[..]].concat()),
            typed: "100000",
            answer: "\"Option 100000\"",
        },
    ])
}

/// Compiles the baseline with the options of the release profile.
fn build_floor(scratch: &Path) -> io::Result<PathBuf> {
    let program = scratch.join("floor");
    let status = Command::new("rustc")
        .args(["--edition", "2024", "-O"])
        .args([
            "-C",
            "lto=fat",
            "-C",
            "codegen-units=1",
            "-C",
            "strip=symbols",
        ])
        .arg("-o")
        .arg(&program)
        .arg(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/benches/pace/floor.rs"
        ))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()?;
    if status.success() {
        Ok(program)
    } else {
        Err(io::Error::other(format!("rustc of the floor: {status}")))
    }
}
