//! Exit statuses, decided in one place.

use std::fmt::Write as _;

use ask_user::{Outcome, OutcomeKind};

use super::signals;

/// An exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exit(u8);

impl Exit {
    pub(crate) const SUCCESS: Self = Self(0);
    /// A broken device, a closed standard output, a bug.
    pub(crate) const FAILURE: Self = Self(1);
    /// Wrong arguments, a malformed call.
    pub(crate) const USAGE: Self = Self(2);

    /// The status of a call that ended so. A call that SIGTERM or SIGHUP ended
    /// takes 128 and the number of the signal.
    pub(crate) fn of<A>(outcome: &Outcome<A>) -> Self {
        Self::of_kind(outcome.kind())
    }

    /// The same for a call of which only the kind of its end is known.
    pub(crate) fn of_kind(kind: OutcomeKind) -> Self {
        Self::with_signal(kind, signals::received())
    }

    fn with_signal(kind: OutcomeKind, signal: Option<u8>) -> Self {
        match (kind, signal) {
            (OutcomeKind::Closed, Some(signal)) => Self(128 + signal),
            (kind, _) => Self(kind.exit_status()),
        }
    }
}

impl From<Exit> for i32 {
    fn from(exit: Exit) -> Self {
        Self::from(exit.0)
    }
}

/// The table for `--help`.
pub(crate) fn table() -> String {
    let mut rows: Vec<_> = OutcomeKind::ALL
        .iter()
        .map(|kind| (kind.exit_status(), kind.word(), kind.meaning()))
        .collect();
    rows.extend([
        (1, "failed", "a broken device, a closed standard output"),
        (
            2,
            "bad request",
            "wrong arguments, a malformed call; nothing was asked",
        ),
        (129, "hung up", "ended by SIGHUP"),
        (143, "terminated", "ended by SIGTERM"),
    ]);
    rows.sort_unstable();
    let mut table = "Exit status:\n".to_owned();
    for (status, word, meaning) in rows {
        // Writing to a String cannot fail.
        let _ = writeln!(table, "  {status:>3}  {word:<12} {meaning}");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_counts_only_where_it_ended_the_call() {
        let exit = |kind, signal| i32::from(Exit::with_signal(kind, signal));
        assert_eq!(exit(OutcomeKind::Closed, Some(15)), 143);
        assert_eq!(exit(OutcomeKind::Closed, Some(1)), 129);
        assert_eq!(exit(OutcomeKind::Closed, None), 5);
        assert_eq!(exit(OutcomeKind::Answered, Some(15)), 0);
    }

    #[test]
    fn the_table_lists_every_outcome() {
        let table = table();
        for kind in OutcomeKind::ALL {
            assert!(table.contains(&format!("{:>3}  {}", kind.exit_status(), kind.word())));
        }
    }
}
