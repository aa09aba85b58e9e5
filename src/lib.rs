//! A question for the operator at a plain shell prompt.
pub mod core;
mod error;
mod seam;

pub use crate::core::*;
pub use error::Error;
pub use seam::*;
