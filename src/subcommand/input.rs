//! Reads a document or a list of choices from a file or standard input.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::Path;

use crate::cli::{CliError, CommandBuilder};

/// The maximum length of a document, in bytes (16 MiB).
const LONGEST: u64 = 16 << 20;

/// Whether a path means standard input (`-`).
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file, or standard input for `-`.
pub(crate) fn read(command: CommandBuilder, path: &Path) -> Result<Vec<u8>, CliError> {
    let refuse =
        |error: io::Error| CliError::usage(command, format!("{}: {error}", path.display()));
    let bytes = if is_stdin(path) {
        if io::stdin().is_terminal() {
            let message = "standard input is a terminal: give a file, or pipe the text in";
            return Err(CliError::usage(command, message));
        }
        read_all(io::stdin().lock()).map_err(refuse)?
    } else {
        read_all(File::open(path).map_err(refuse)?).map_err(refuse)?
    };
    if bytes.len() as u64 > LONGEST {
        let message = format!("{}: longer than {LONGEST} bytes", path.display());
        return Err(CliError::usage(command, message));
    }
    Ok(bytes)
}

fn read_all(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LONGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
