//! Output of the program: results to standard output, errors to standard error.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt as _;

use ask_user::core::sanitize;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::stat::fstat;

use super::CliError;
use super::exit_status::ExitStatus;

/// Writes the result to standard output. If it cannot be written, the program fails.
pub(crate) fn print_result(text: &str) -> Result<(), CliError> {
    let written = if was_closed() {
        Err(io::Error::other(
            "it is closed, or is the null device opened for reading",
        ))
    } else {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    };
    written.map_err(|error| {
        print_error(&format_args!(
            "the result could not be written to standard output: {error}"
        ));
        CliError::Reported(ExitStatus::FAILURE)
    })
}

/// Whether standard output was closed when the program started (`>&-`). Rust opens
/// the null device in its place, for reading and writing. A shell opens it for
/// writing only (`>/dev/null`).
fn was_closed() -> bool {
    let flags = fcntl(io::stdout(), FcntlArg::F_GETFL).map_or(OFlag::empty(), |flags| {
        OFlag::from_bits_truncate(flags) & OFlag::O_ACCMODE
    });
    if flags != OFlag::O_RDWR {
        return false;
    }
    let null = fs::metadata("/dev/null").map(|null| null.rdev()).ok();
    let output = fstat(io::stdout()).map(|output| output.st_rdev).ok();
    null.is_some_and(|null| null != 0) && null == output
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
