//! A question for the operator at a plain shell prompt.
pub mod core;
#[cfg(feature = "dialects")]
pub mod dialect;
mod error;
mod seam;
#[cfg(feature = "terminal")]
mod terminal;

pub use crate::core::*;
pub use error::Error;
pub use seam::*;
#[cfg(feature = "terminal")]
pub use terminal::*;
