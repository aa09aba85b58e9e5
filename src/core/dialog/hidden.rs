//! Lines that were read without echo.

use super::{Dialog, State, Step};
use crate::core::answer::{Answer, AnswerValue};
use crate::core::grammar::{ParsedLine, parse_hidden};
use crate::core::invalid_line::InvalidLine;
use crate::core::secret::Secret;

impl Dialog<'_> {
    pub(super) fn hidden(&mut self, line: &Secret) -> Step {
        match self.state {
            State::Question => match parse_hidden(self.question, line.expose()) {
                ParsedLine::Text(text) => match self.question.check_value(&text) {
                    Ok(()) => secret_answer(line),
                    // The message of the rule might contain the typed secret.
                    Err(_) => self.invalid(&InvalidLine::Rule("not a valid value".to_owned())),
                },
                ParsedLine::Empty if !self.question.is_multi() => {
                    self.invalid(&InvalidLine::Nothing)
                }
                parsed => self.apply(parsed),
            },
            State::Other | State::More { .. } if line.expose().is_empty() => {
                self.state = State::Question;
                Step::Stay
            }
            State::Other | State::More { .. } if self.question.is_multi() => {
                self.text(line.expose(), true)
            }
            State::Other | State::More { .. } => secret_answer(line),
        }
    }
}

fn secret_answer(line: &Secret) -> Step {
    Step::Answered(Answer::new(AnswerValue::Secret(line.clone())))
}
