//! `--secret-fd`: the one way by which a caller of `call` gets at a secret.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};

use ask_user::{Answer, Value};

use crate::cli::exit::Exit;
use crate::cli::output::complain;
use crate::cli::{CommandLine, Stop};

/// An open descriptor that takes the answers to secret questions.
pub(crate) struct SecretFd {
    number: u32,
    file: File,
}

impl SecretFd {
    /// Opens it before anything is asked, so that no secret is typed in vain.
    pub(crate) fn open(line: CommandLine, number: u32) -> Result<Self, Stop> {
        let refuse = |why: String| Stop::usage(line, format!("--secret-fd {number}: {why}"));
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
    pub(crate) fn hand_over(mut self, answers: &[Option<Answer>]) -> Result<(), Stop> {
        for answer in answers.iter().flatten().filter(|answer| answer.is_secret()) {
            let written = match answer.value() {
                Value::Secret(secret) => self.line(secret.expose()),
                Value::Text(text) => self.line(text),
                Value::Pick(pick) => self.line(&pick.label),
                Value::Picks(picks) => {
                    let labels = picks.ticked.iter().map(|pick| pick.label.as_str());
                    let mut all = labels.chain(picks.text.as_deref());
                    all.try_for_each(|label| self.line(label))
                }
                Value::LeftOut => Ok(()),
            };
            written.map_err(|error| {
                complain(&format_args!("--secret-fd {}: {error}", self.number));
                Stop::Told(Exit::FAILURE)
            })?;
        }
        Ok(())
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.write_all(b"\n")
    }
}
