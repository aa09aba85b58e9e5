//! Values and pure functions: questions, the grammar of a line, the dialog.
//!
//! Nothing here reads a clock, starts a thread, knows JSON, a terminal or a
//! log. What happens at the prompt comes in as a [`Reply`]; what is to be shown
//! goes out as a [`Prompt`].

pub mod answer;
pub mod dialog;
pub mod fault;
pub mod grammar;
pub mod menu;
pub mod number;
pub mod outcome;
pub mod prompt;
pub mod question;
pub mod reply;
pub mod safe;
pub mod secret;
pub mod settings;
pub mod wrap;

pub use answer::{Answer, Pick, Value};
pub use dialog::Dialog;
pub use grammar::Grammar;
pub use number::Number;
pub use outcome::{Outcome, OutcomeKind};
pub use prompt::{Prompt, Purpose, Surface};
pub use question::{Choice, FreeText, IllFormed, Question};
pub use reply::Reply;
pub use secret::Secret;
pub use settings::{Layout, OnTimeout, Settings};
