//! The operator at a terminal or on a pipe.
//!
//! [`PromptDriver`] finds out who is there: the line editor on the controlling
//! terminal, a plain reader where the terminal is dumb or a line has to be
//! hidden, standard input where the launcher says so, or nobody.
//!
//! Nothing here knows questions or grammars: prompts come in finished. Nothing
//! here writes to standard output.

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
