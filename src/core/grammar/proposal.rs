//! A proposal: what a line almost said, for the operator to confirm with Enter.

use crate::core::number::Number;

/// What Enter alone takes at the next line. It was not taken yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// The choice whose label begins with the typed text.
    Pick(Number),
    /// The typed text, as the operator's own answer of the Other row.
    Text(String),
}
