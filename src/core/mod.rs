//! Values and pure functions: questions, the grammar of a line, the dialog.
//!
//! Nothing here reads a clock, starts a thread, knows JSON, a terminal or a
//! log. What happens at the prompt comes in as a [`Reply`]; what is to be shown
//! goes out as a [`Prompt`].

pub mod answer;
pub mod choice;
pub mod dialog;
pub mod fault;
pub mod form;
pub mod grammar;
pub mod ill_formed;
pub mod menu;
pub mod number;
pub mod outcome;
pub mod prompt;
pub mod question;
pub mod reply;
pub mod request;
mod review;
pub mod rule;
pub mod safe;
pub mod said;
pub mod secret;
mod selection;
pub mod settings;
mod wrap;

pub use answer::{Answer, Pick, Picks, Value};
pub use choice::Choice;
pub use dialog::Dialog;
pub use form::Form;
pub use grammar::Grammar;
pub use ill_formed::{IllFormed, OffMenu};
pub use number::Number;
pub use outcome::{Outcome, OutcomeKind};
pub use prompt::{Moves, Prompt, Purpose, Surface};
pub use question::{FreeText, Need, Preset, Question};
pub use reply::Reply;
pub use request::{Answers, Conclusion, Request};
pub use rule::ValueRule;
pub use secret::Secret;
pub use settings::{Layout, OnTimeout, Settings};
