//! Two programs that ran in turn: a table of medians, and limits for the median
//! of the ratios within rounds. Milliseconds hold for one machine only, ratios travel.

use std::fmt::Write as _;
use std::io;
use std::process::ExitCode;

/// Rows that are printed as they come, and whether the limits among them are met.
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

    /// One measure of one workload, as pairs of base and own, and the highest
    /// ratio that is allowed.
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
        let Some(most) = limit else {
            return;
        };
        let met = ratio <= most;
        self.all_met &= met;
        let verdict = if met { "met" } else { "MISSED" };
        // Writing to a String cannot fail.
        let _ = writeln!(
            self.verdicts,
            "{workload}, {measure}: {ratio:.2}, at most {most:.2}: {verdict}"
        );
    }

    /// Prints the verdicts, and tells whether every limit is met.
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

/// Measures if Cargo runs this as a benchmark; what it runs as a test is not
/// measured. With `--check` a missed limit is a failure.
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
