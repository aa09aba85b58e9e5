//! Standard output carries the result and nothing else; complaints go to standard error.

use std::fmt::Display;
use std::io::{self, Write as _};

use ask_user::core::sanitize;

use super::CliError;
use super::exit_status::ExitStatus;

/// Writes the result. One that cannot be written is a failure of its own.
pub(crate) fn result(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| {
        print_error(&format_args!(
            "the result could not be written to standard output: {error}"
        ));
        CliError::Reported(ExitStatus::FAILURE)
    })
}

/// Says what is wrong, on one line that is safe to show.
pub(crate) fn print_error(what: &impl Display) {
    let line = what.to_string();
    // Whoever closed standard error does not want to be told.
    let _ = writeln!(io::stderr(), "ask-user: {}", sanitize::line(&line));
}

/// Says what is wrong in the words of the argument parser, each line safe to show.
pub(crate) fn print_error_lines(what: &impl Display) {
    let text = what.to_string();
    let lines: String = sanitize::lines(&text)
        .map(|line| line.into_owned() + "\n")
        .collect();
    let _ = io::stderr().write_all(lines.trim_end().as_bytes());
    let _ = io::stderr().write_all(b"\n");
}
