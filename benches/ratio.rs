//! The table of a benchmark that compares two programs, and the check of its limits.
//!
//! Each round runs both programs in turn. The table shows medians. A limit applies
//! to the median of the ratios of all rounds. Ratios can be compared between
//! machines; milliseconds cannot.

use std::fmt::Write as _;
use std::io;
use std::process::ExitCode;

/// The table. Each row is printed at once. The results of the limits are collected.
pub(crate) struct Table {
    verdicts: String,
    all_met: bool,
}

impl Table {
    pub(crate) fn new(rounds: usize, base: &str, own: &str) -> Self {
        println!(
            "medians of {rounds} rounds; the ratio is the median of the ratios within rounds\n"
        );
        println!("workload         measure               {base:>8}  {own:>8}  ratio");
        Self {
            verdicts: String::new(),
            all_met: true,
        }
    }

    /// Prints the row for one measure of one workload. Each pair holds the value of
    /// the base and the own value. `limit` is the highest ratio allowed.
    pub(crate) fn row(
        &mut self,
        workload: &str,
        measure: &str,
        pairs: &[(f64, f64)],
        limit: Option<f64>,
    ) {
        let base = median(pairs.iter().map(|(base, _)| *base));
        let own = median(pairs.iter().map(|(_, own)| *own));
        let ratio = median(pairs.iter().map(|(base, own)| own / base));
        println!("{workload:<15}  {measure:<20}  {base:>8.2}  {own:>8.2}  {ratio:>5.2}");
        let Some(limit) = limit else {
            return;
        };
        let met = ratio <= limit;
        self.all_met &= met;
        let verdict = if met { "met" } else { "MISSED" };
        // Writing to a String cannot fail.
        let _ = writeln!(
            self.verdicts,
            "{workload}, {measure}: {ratio:.2}, at most {limit:.2}: {verdict}"
        );
    }

    /// Prints the result of each limit. Returns whether every limit is met.
    pub(crate) fn finish(self) -> bool {
        print!("\n{}", self.verdicts);
        self.all_met
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Runs the benchmark if Cargo passes `--bench`. As a test it does nothing and
/// succeeds. With `--check`, a missed limit is a failure.
pub(crate) fn main(name: &str, measure: fn() -> io::Result<bool>) -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if !args.iter().any(|arg| arg == "--bench") {
        return ExitCode::SUCCESS;
    }
    let unknown = |arg: &&String| !matches!(arg.as_str(), "--bench" | "--check");
    if let Some(arg) = args.iter().find(unknown) {
        eprintln!("{name}: expected --check or nothing, found {arg}");
        return ExitCode::from(2);
    }
    let check = args.iter().any(|arg| arg == "--check");
    match measure() {
        Ok(met) if met || !check => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::FAILURE
        }
    }
}
