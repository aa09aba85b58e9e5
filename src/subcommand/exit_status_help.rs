//! The table of exit statuses in the help.

use std::fmt::Write as _;

use ask_user::OutcomeKind;

/// What the exit statuses 0, 1 and 2 mean.
#[derive(Clone, Copy, Debug)]
pub(super) enum SmallStatuses {
    Usual,
    /// 1 is the answer No, as in every program that asks for yes or no.
    YesOrNo,
    /// The same, and 0 is any answer.
    Later,
}

/// The table of exit statuses for `--help`.
pub(super) fn table(small: SmallStatuses) -> String {
    let mut rows: Vec<_> = OutcomeKind::ALL
        .iter()
        .map(|kind| (kind.exit_status(), kind.word(), kind.meaning()))
        .collect();
    match small {
        SmallStatuses::Usual => rows.extend([
            (1, "failed", "a broken device, a closed standard output"),
            (
                2,
                "bad request",
                "wrong arguments, a malformed call; nothing was asked",
            ),
        ]),
        SmallStatuses::Later => rows.extend([
            (1, "no", "the answer to `confirm` is no"),
            (
                2,
                "failed",
                "an unknown ticket, no console; wrong arguments; a broken device",
            ),
        ]),
        SmallStatuses::YesOrNo => {
            rows.retain(|&(status, ..)| status != 0);
            rows.extend([
                (0, "yes", "the operator answered yes"),
                (1, "no", "the operator answered no"),
                (
                    2,
                    "failed",
                    "wrong arguments; a broken device, a closed standard output",
                ),
            ]);
        }
    }
    rows.extend([
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
    fn yes_and_no_have_statuses_of_their_own() {
        let table = table(SmallStatuses::YesOrNo);
        for row in ["  0  yes", "  1  no ", "  2  failed", "130  cancelled"] {
            assert!(table.contains(row), "{table}");
        }
    }

    #[test]
    fn the_table_lists_every_outcome() {
        let table = table(SmallStatuses::Usual);
        for kind in OutcomeKind::ALL {
            assert!(table.contains(&format!("{:>3}  {}", kind.exit_status(), kind.word())));
        }
    }
}
