//! Terminal and standard input: shows prompts and reads the operator's lines.
//!
//! [`PromptDriver`] finds the operator: at the controlling terminal, behind
//! standard input if the launcher asks for it, or nowhere. One reader serves every
//! terminal. It edits the line where the terminal supports that. On a dumb terminal
//! and for hidden lines it writes no escape sequences.
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
mod operator_terminal;
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
