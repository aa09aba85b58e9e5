//! The table of exit statuses in the help.

use std::fmt::Write as _;

use ask_user::OutcomeKind;

/// The table of exit statuses for `--help`.
pub(super) fn table() -> String {
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
    fn the_table_lists_every_outcome() {
        let table = table();
        for kind in OutcomeKind::ALL {
            assert!(table.contains(&format!("{:>3}  {}", kind.exit_status(), kind.word())));
        }
    }
}
