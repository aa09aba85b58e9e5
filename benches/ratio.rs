//! Two programs that ran in turn: a table of medians, and limits for the median
//! of the ratios within rounds. Milliseconds hold for one machine only, ratios travel.

use std::fmt::Write as _;

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
            "{workload}, {measure}: {ratio:.2}, at most {most:.1}: {verdict}"
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

/// What the command line asks of a benchmark with limits.
pub(crate) enum Wanted {
    /// Cargo runs it as a test: nothing is measured.
    Nothing,
    /// Measure, and fail where a limit is missed if it says so.
    Measured { check: bool },
}

/// Reads `--bench`, which Cargo says to benchmarks, and `--check`.
pub(crate) fn wanted(name: &str) -> Result<Wanted, String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if !args.iter().any(|arg| arg == "--bench") {
        return Ok(Wanted::Nothing);
    }
    let unknown = |arg: &&String| !matches!(arg.as_str(), "--bench" | "--check");
    match args.iter().find(unknown) {
        Some(arg) => Err(format!("{name}: expected --check or nothing, found {arg}")),
        None => Ok(Wanted::Measured {
            check: args.iter().any(|arg| arg == "--check"),
        }),
    }
}
