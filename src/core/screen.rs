//! Display properties of the screen: width, line wrapping and colour.

/// The properties of the screen that will show a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// The width in columns.
    pub columns: usize,
    /// Whether lines are wrapped to that width. Without a terminal, lines are not wrapped.
    pub wraps: bool,
    /// Whether bold and dim escape sequences are used.
    pub colour: bool,
}

impl Screen {
    /// The screen to use without a terminal: no wrapping and no escape sequences.
    ///
    /// The width of 80 columns only decides whether a question fits on one line.
    pub const fn off_terminal() -> Self {
        Self {
            columns: 80,
            wraps: false,
            colour: false,
        }
    }

    /// The width in columns to wrap lines to. `None` if lines are not wrapped.
    pub(crate) fn wrap_at(&self) -> Option<usize> {
        self.wraps.then_some(self.columns)
    }
}

/// The SGR escape sequence for bold.
pub(crate) const BOLD: &str = "\u{1b}[1m";
/// The SGR escape sequence for dim.
pub(crate) const DIM: &str = "\u{1b}[2m";
/// The SGR escape sequence that ends bold and dim.
pub(crate) const RESET: &str = "\u{1b}[0m";
