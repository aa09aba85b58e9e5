//! Terminal and standard input: shows prompts and reads the operator's lines.
//!
//! [`PromptDriver`] selects the reader. It uses the line editor on the
//! controlling terminal. It uses a plain reader if the terminal is dumb or the
//! line has to be hidden. It uses standard input if the launcher asks for it, or
//! refuses every question if there is no operator.
//!
//! This module does not know questions or grammars: it gets finished prompts.
//! It never writes to standard output.

mod driver_handle;
mod job_control;
mod key_decoder;
mod line_buffer;
mod line_editor;
mod lock;
mod plain_reader;
mod prompt_driver;
mod raw_mode;
mod stdin_reader;
mod tty;

pub use driver_handle::DriverHandle;
pub use prompt_driver::PromptDriver;
