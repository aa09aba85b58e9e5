//! `--secret-fd`: writes secret answers of `ask-user call` to a file descriptor.
//!
//! This is the only way for a caller of `call` to get a secret.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};

use ask_user::{Answer, AnswerValue, Error};

use crate::cli::{CliError, CommandBuilder};

/// An open file descriptor for the answers to secret questions.
pub(crate) struct SecretFd {
    file: File,
}

impl SecretFd {
    /// Opens the descriptor. Call it before the first question: after an error here no
    /// secret was typed in vain.
    pub(crate) fn open(command: CommandBuilder, number: u32) -> Result<Self, CliError> {
        let refuse = |why: String| CliError::usage(command, format!("--secret-fd {number}: {why}"));
        if number < 3 {
            return Err(refuse(
                "standard input, output and error are not for secrets: expected 3 or more"
                    .to_owned(),
            ));
        }
        let opened = OpenOptions::new()
            .append(true)
            .open(format!("/dev/fd/{number}"));
        let file = opened.map_err(|error| refuse(format!("not open for writing: {error}")))?;
        Ok(Self { file })
    }

    /// Writes the answers to secret questions, each with a newline.
    pub(crate) fn write_secrets(mut self, answers: &[Option<Answer>]) -> Result<(), Error> {
        for answer in answers.iter().flatten().filter(|answer| answer.is_secret()) {
            let written = match answer.value() {
                AnswerValue::Secret(secret) => self.write_line(secret.expose()),
                AnswerValue::Text(text) => self.write_line(text),
                AnswerValue::Pick(pick) => self.write_line(&pick.label),
                AnswerValue::Picks(picks) => {
                    let labels = picks.ticked.iter().map(|pick| pick.label.as_str());
                    let mut all = labels.chain(picks.text.as_deref());
                    all.try_for_each(|label| self.write_line(label))
                }
                AnswerValue::LeftOut => Ok(()),
            };
            written.map_err(|error| {
                Error::device("writing to the descriptor of --secret-fd", error)
            })?;
        }
        Ok(())
    }

    fn write_line(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.write_all(b"\n")
    }
}
