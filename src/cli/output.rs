//! Standard output carries the result and nothing else; complaints go to standard error.

use std::fmt::Display;
use std::io::{self, Write as _};

use ask_user::core::safe;

use super::Stop;
use super::exit::Exit;

/// Writes the result. One that cannot be written is a failure of its own.
pub(crate) fn result(text: &str) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| {
        complain(&format_args!(
            "the result could not be written to standard output: {error}"
        ));
        Stop::Told(Exit::FAILURE)
    })
}

/// Says what is wrong, on one line that is safe to show.
pub(crate) fn complain(what: &impl Display) {
    let line = what.to_string();
    // Whoever closed standard error does not want to be told.
    let _ = writeln!(io::stderr(), "ask-user: {}", safe::line(&line));
}

/// Says what is wrong in the words of the argument parser, each line safe to show.
pub(crate) fn complain_lines(what: &impl Display) {
    let text = what.to_string();
    let lines: String = safe::lines(&text)
        .map(|line| line.into_owned() + "\n")
        .collect();
    let _ = io::stderr().write_all(lines.trim_end().as_bytes());
    let _ = io::stderr().write_all(b"\n");
}
