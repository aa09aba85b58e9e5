//! Where a prompt appears: its width, and whether it takes colour.

/// Where a prompt will appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// The width in columns.
    pub columns: usize,
    /// Whether lines are wrapped to that width. Off a terminal nothing wraps.
    pub wraps: bool,
    /// Whether bold and dim are used.
    pub colour: bool,
}

impl Screen {
    /// No terminal: 80 columns to parse by, no wrapping, no escapes.
    pub const fn off_terminal() -> Self {
        Self {
            columns: 80,
            wraps: false,
            colour: false,
        }
    }

    /// The width to wrap to, if any.
    pub(crate) fn wrap_at(&self) -> Option<usize> {
        self.wraps.then_some(self.columns)
    }
}

/// Bold, as a SGR sequence.
pub(crate) const BOLD: &str = "\u{1b}[1m";
/// Dim, as a SGR sequence.
pub(crate) const DIM: &str = "\u{1b}[2m";
/// The end of both.
pub(crate) const RESET: &str = "\u{1b}[0m";
