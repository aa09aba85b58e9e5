//! Core data types and pure functions: questions, the grammar of a line, the dialog.
//!
//! This module does no IO. It does not read a clock, start a thread, parse JSON,
//! access a terminal or write a log. Its input is a [`Reply`], which says what
//! happened at the prompt. Its output is a [`Prompt`], which says what to show.

pub mod answer;
pub mod choice;
pub mod dialog;
pub mod form;
pub mod grammar;
pub mod invalid_line;
mod lookalike;
pub mod menu;
pub mod notice;
pub mod number;
pub mod outcome;
pub mod prompt;
pub mod question;
pub mod question_error;
pub mod reply;
pub mod request;
pub mod request_outcome;
mod review;
pub mod sanitize;
pub mod screen;
pub mod secret;
mod selection;
pub mod settings;
pub mod value_rule;
mod wrap;

pub use answer::{Answer, AnswerValue, Pick, Picks};
pub use choice::Choice;
pub use dialog::Dialog;
pub use form::Form;
pub use grammar::Grammar;
pub use number::Number;
pub use outcome::{Outcome, OutcomeKind};
pub use prompt::{Navigation, Prompt, Purpose};
pub use question::{DefaultAnswer, FreeText, Question, Requirement};
pub use question_error::{OutOfRange, QuestionError};
pub use reply::Reply;
pub use request::Request;
pub use request_outcome::{Answers, RequestOutcome};
pub use screen::Screen;
pub use secret::Secret;
pub use settings::{Layout, OnTimeout, Settings};
pub use value_rule::ValueRule;
