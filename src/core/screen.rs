//! Display properties of the screen: width, line wrapping and colour.

/// The properties of the screen that will show a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// The width in columns.
    pub columns: usize,
    /// The height in rows. `None` if it is unknown: it then counts as 24 rows.
    pub rows: Option<usize>,
    /// Whether lines are wrapped to that width. Without a terminal, lines are not wrapped.
    pub wraps: bool,
    /// Whether bold and dim escape sequences are used.
    pub colour: bool,
    /// Whether a line tells once in a call what else can be typed, and a row where more
    /// about its choice is shown. It is for operators, not for scripts.
    pub hints: bool,
}

/// The height that counts where it is unknown, in rows.
const ROWS: usize = 24;

impl Screen {
    /// The screen to use without a terminal: no wrapping, no escape sequences and no hints.
    ///
    /// The width of 80 columns only decides whether a question fits on one line.
    pub const fn off_terminal() -> Self {
        Self {
            columns: 80,
            rows: None,
            wraps: false,
            colour: false,
            hints: false,
        }
    }

    /// The height in rows, also if it is unknown.
    pub(crate) fn height(&self) -> usize {
        self.rows.unwrap_or(ROWS)
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
