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
mod edited_line;
mod input;
mod job_control;
mod line;
mod line_history;
mod line_reader;
mod line_view;
mod lock;
mod output;
mod plain_line;
mod prompt_driver;
mod raw_mode;
mod stdin_reader;
mod terminal_device;
mod tty;
mod wait;

pub use driver_handle::DriverHandle;
pub use prompt_driver::PromptDriver;
