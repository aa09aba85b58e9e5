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

#[doc(inline)]
pub use answer::{Answer, AnswerValue, Pick, Picks};
#[doc(inline)]
pub use choice::Choice;
#[doc(inline)]
pub use dialog::Dialog;
#[doc(inline)]
pub use form::Form;
#[doc(inline)]
pub use grammar::Grammar;
#[doc(inline)]
pub use number::Number;
#[doc(inline)]
pub use outcome::{Outcome, OutcomeKind};
#[doc(inline)]
pub use prompt::{Navigation, Prompt, Purpose};
#[doc(inline)]
pub use question::{DefaultAnswer, FreeText, Question, Requirement};
#[doc(inline)]
pub use question_error::{OutOfRange, QuestionError};
#[doc(inline)]
pub use reply::Reply;
#[doc(inline)]
pub use request::Request;
#[doc(inline)]
pub use request_outcome::{Answers, RequestOutcome};
#[doc(inline)]
pub use screen::Screen;
#[doc(inline)]
pub use secret::Secret;
#[doc(inline)]
pub use settings::{Layout, OnTimeout, Settings};
#[doc(inline)]
pub use value_rule::ValueRule;
