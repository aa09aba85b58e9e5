//! `--secret-fd`: the one way by which a caller of `call` gets at a secret.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};

use ask_user::{Answer, AnswerValue};

use crate::cli::exit_status::ExitStatus;
use crate::cli::output::print_error;
use crate::cli::{CliError, CommandLine};

/// An open descriptor that takes the answers to secret questions.
pub(crate) struct SecretFd {
    number: u32,
    file: File,
}

impl SecretFd {
    /// Opens it before anything is asked, so that no secret is typed in vain.
    pub(crate) fn open(line: CommandLine, number: u32) -> Result<Self, CliError> {
        let refuse = |why: String| CliError::usage(line, format!("--secret-fd {number}: {why}"));
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
        Ok(Self { number, file })
    }

    /// Writes each secret and a newline.
    pub(crate) fn hand_over(mut self, answers: &[Option<Answer>]) -> Result<(), CliError> {
        for answer in answers.iter().flatten().filter(|answer| answer.is_secret()) {
            let written = match answer.value() {
                AnswerValue::Secret(secret) => self.line(secret.expose()),
                AnswerValue::Text(text) => self.line(text),
                AnswerValue::Pick(pick) => self.line(&pick.label),
                AnswerValue::Picks(picks) => {
                    let labels = picks.ticked.iter().map(|pick| pick.label.as_str());
                    let mut all = labels.chain(picks.text.as_deref());
                    all.try_for_each(|label| self.line(label))
                }
                AnswerValue::LeftOut => Ok(()),
            };
            written.map_err(|error| {
                print_error(&format_args!("--secret-fd {}: {error}", self.number));
                CliError::Reported(ExitStatus::FAILURE)
            })?;
        }
        Ok(())
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.write_all(b"\n")
    }
}
