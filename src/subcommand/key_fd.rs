//! `--key-fd`: reads a key from a file descriptor, so that it is in no argument and in no
//! environment.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};

use crate::cli::{CliError, CommandBuilder};

/// The least and the most bytes of a key.
const KEY_BYTES: std::ops::RangeInclusive<usize> = 16..=4096;

/// Reads the key: the first line of the descriptor.
pub(super) fn read_key(command: CommandBuilder, number: u32) -> Result<String, CliError> {
    let refuse = |why: String| CliError::usage(command, format!("--key-fd {number}: {why}"));
    let file = File::open(format!("/dev/fd/{number}"))
        .map_err(|error| refuse(format!("not open for reading: {error}")))?;
    let mut line = String::new();
    BufReader::new(file)
        .take(*KEY_BYTES.end() as u64 + 2)
        .read_line(&mut line)
        .map_err(|error| refuse(format!("the key cannot be read: {error}")))?;
    let key = line.trim_end_matches(['\r', '\n']);
    if KEY_BYTES.contains(&key.len()) {
        Ok(key.to_owned())
    } else {
        let (least, most) = KEY_BYTES.into_inner();
        let found = key.len();
        Err(refuse(format!(
            "expected a key of {least} to {most} bytes on the first line, found {found}"
        )))
    }
}
