//! Exit statuses of the program.

use ask_user::OutcomeKind;

use super::signals;

/// An exit status of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExitStatus(u8);

impl ExitStatus {
    pub(crate) const SUCCESS: Self = Self(0);
    /// A broken device, a closed standard output, a bug.
    pub(crate) const FAILURE: Self = Self(1);
    /// Wrong arguments, a malformed call.
    pub(crate) const USAGE: Self = Self(2);

    /// The status for an outcome. If SIGTERM or SIGHUP ended the call, it is 128
    /// plus the number of the signal.
    pub(crate) fn of_kind(kind: OutcomeKind) -> Self {
        Self::with_signal(kind, signals::termination_signal())
    }

    fn with_signal(kind: OutcomeKind, signal: Option<u8>) -> Self {
        match (kind, signal) {
            (OutcomeKind::Closed, Some(signal)) => Self(128 + signal),
            (kind, _) => Self(kind.exit_status()),
        }
    }
}

impl From<ExitStatus> for i32 {
    fn from(exit: ExitStatus) -> Self {
        Self::from(exit.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_counts_only_if_it_ended_the_call() {
        let exit = |kind, signal| i32::from(ExitStatus::with_signal(kind, signal));
        assert_eq!(exit(OutcomeKind::Closed, Some(15)), 143);
        assert_eq!(exit(OutcomeKind::Closed, Some(1)), 129);
        assert_eq!(exit(OutcomeKind::Closed, None), 5);
        assert_eq!(exit(OutcomeKind::Answered, Some(15)), 0);
    }
}
