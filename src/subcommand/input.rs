//! Reads a document or a list of choices from a file or standard input.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::Path;

use super::document_end::DocumentEnd;
use crate::cli::{CliError, CommandBuilder};

/// The maximum length of a document, in bytes (16 MiB).
const LONGEST: u64 = 16 << 20;

/// Whether a path means standard input (`-`).
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file to its end, or standard input for `-`.
pub(crate) fn read(command: CommandBuilder, path: &Path) -> Result<Vec<u8>, CliError> {
    read_until(command, path, |_| false)
}

/// Reads one JSON document from a file, or from standard input for `-`. Does not wait
/// for the end of the input: the program that sends it may keep it open.
pub(crate) fn read_document(command: CommandBuilder, path: &Path) -> Result<Vec<u8>, CliError> {
    let mut end = DocumentEnd::default();
    read_until(command, path, move |bytes| end.is_in(bytes))
}

fn read_until(
    command: CommandBuilder,
    path: &Path,
    is_enough: impl FnMut(&[u8]) -> bool,
) -> Result<Vec<u8>, CliError> {
    let refuse =
        |error: io::Error| CliError::usage(command, format!("{}: {error}", path.display()));
    let bytes = if is_stdin(path) {
        if io::stdin().is_terminal() {
            let message = "standard input is a terminal: give a file, or pipe the text in";
            return Err(CliError::usage(command, message));
        }
        read_from(io::stdin().lock(), is_enough).map_err(refuse)?
    } else {
        read_from(File::open(path).map_err(refuse)?, is_enough).map_err(refuse)?
    };
    if bytes.len() as u64 > LONGEST {
        let message = format!("{}: longer than {LONGEST} bytes", path.display());
        return Err(CliError::usage(command, message));
    }
    Ok(bytes)
}

/// Reads until the end, until `is_enough` of what has arrived, or beyond the maximum.
fn read_from(
    mut source: impl Read,
    mut is_enough: impl FnMut(&[u8]) -> bool,
) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut chunk = vec![0; 64 * 1024];
    loop {
        match source.read(&mut chunk) {
            Ok(0) => return Ok(bytes),
            Ok(count) => {
                bytes.extend_from_slice(&chunk[..count]);
                if bytes.len() as u64 > LONGEST || is_enough(&chunk[..count]) {
                    return Ok(bytes);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
