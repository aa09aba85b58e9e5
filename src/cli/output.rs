//! Output of the program: results to standard output, errors to standard error.

use std::fmt::Display;
use std::io::{self, Write as _};

use ask_user::core::sanitize;

use super::CliError;
use super::exit_status::ExitStatus;

/// Writes the result to standard output. If it cannot be written, the program fails.
pub(crate) fn print_result(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| {
        print_error(&format_args!(
            "the result could not be written to standard output: {error}"
        ));
        CliError::Reported(ExitStatus::FAILURE)
    })
}

/// Prints an error on one line of standard error, sanitized for a terminal.
pub(crate) fn print_error(what: &impl Display) {
    let line = what.to_string();
    // Errors are ignored: if standard error is closed, there is nowhere to report.
    let _ = writeln!(io::stderr(), "ask-user: {}", sanitize::line(&line));
}

/// Prints an error of the argument parser, each line sanitized for a terminal.
pub(crate) fn print_error_lines(what: &impl Display) {
    let text = what.to_string();
    let lines: String = sanitize::lines(&text)
        .map(|line| line.into_owned() + "\n")
        .collect();
    let _ = io::stderr().write_all(lines.trim_end().as_bytes());
    let _ = io::stderr().write_all(b"\n");
}
