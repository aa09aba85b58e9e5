//! The operator at a terminal or on a pipe.
//!
//! [`PromptDriver`] finds out who is there: the line editor on the controlling
//! terminal, a plain reader where the terminal is dumb or a line has to be
//! hidden, standard input where the launcher says so, or nobody.
//!
//! Nothing here knows questions or grammars: prompts come in finished. Nothing
//! here writes to standard output.

mod device;
mod driver;
mod editor;
mod exclusive;
mod handle;
mod keys;
mod pipe;
mod plain;
mod raw;
mod suspension;
mod typed;

pub use driver::PromptDriver;
pub use handle::DriverHandle;
