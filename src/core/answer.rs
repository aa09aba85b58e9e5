//! The answer to one question, and the values it can have.

use std::fmt;

use super::number::Number;
use super::question::{NO, YES};
use super::secret::Secret;

/// One picked choice: its number and its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The number of the choice, from 1.
    pub number: Number,
    /// The label, exactly as the caller wrote it.
    pub label: String,
}

/// The value of an answer.
#[derive(Clone, PartialEq, Eq)]
pub enum AnswerValue {
    /// One choice.
    Pick(Pick),
    /// Text that the operator typed.
    Text(String),
    /// Text that the operator typed without echo.
    Secret(Secret),
    /// The picks of a multi-select question: any number of choices, and optional text.
    Picks(Picks),
    /// The operator left out an optional question.
    LeftOut,
}

/// The picks at a multi-select question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picks {
    /// The picked choices, in the order in which they were ticked.
    pub ticked: Vec<Pick>,
    /// The operator's own text, if there is one.
    pub text: Option<String>,
    /// The number of the choice that the answer's note belongs to.
    pub noted: Option<Number>,
}

impl Picks {
    /// The picked choices in menu order.
    pub fn in_menu_order(&self) -> Vec<&Pick> {
        let mut picks: Vec<_> = self.ticked.iter().collect();
        picks.sort_by_key(|pick| pick.number);
        picks
    }
}

/// The operator's answer to one question.
///
/// There are two ways to get an `Answer`. Either a line was accepted, or the timeout
/// passed and the launcher had set [`OnTimeout::Recommended`](super::OnTimeout::Recommended).
/// In the second case [`timed_out`](Self::timed_out) is true.
///
/// For a secret question, `Debug` shows neither the text nor the picked choice.
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    value: AnswerValue,
    note: Option<String>,
    timed_out: bool,
    secret: bool,
}

impl Answer {
    pub(crate) fn new(value: AnswerValue) -> Self {
        let secret = matches!(value, AnswerValue::Secret(_));
        Self {
            value,
            note: None,
            timed_out: false,
            secret,
        }
    }

    pub(crate) fn with_note(mut self, note: Option<String>) -> Self {
        self.note = note;
        self
    }

    pub(crate) fn at_timeout(mut self) -> Self {
        self.timed_out = true;
        self
    }

    pub(crate) fn in_secret(mut self, secret: bool) -> Self {
        self.secret = secret;
        self
    }

    /// The value of the answer.
    pub fn value(&self) -> &AnswerValue {
        &self.value
    }

    /// The label of the picked choice. `None` for a multi-select or without a pick.
    pub fn choice(&self) -> Option<&str> {
        match &self.value {
            AnswerValue::Pick(pick) => Some(&pick.label),
            AnswerValue::Text(_)
            | AnswerValue::Secret(_)
            | AnswerValue::Picks(_)
            | AnswerValue::LeftOut => None,
        }
    }

    /// The number of the picked choice. `None` for a multi-select or without a pick.
    pub fn choice_number(&self) -> Option<Number> {
        match &self.value {
            AnswerValue::Pick(pick) => Some(pick.number),
            AnswerValue::Text(_)
            | AnswerValue::Secret(_)
            | AnswerValue::Picks(_)
            | AnswerValue::LeftOut => None,
        }
    }

    /// The answer to a question made by [`Question::confirm`](super::Question::confirm): `true`
    /// for yes. `None` for an answer that is neither of its two choices.
    pub fn confirmed(&self) -> Option<bool> {
        match (self.choice_number()?.get(), self.choice()?) {
            (1, YES) => Some(true),
            (2, NO) => Some(false),
            _ => None,
        }
    }

    /// The picks at a multi-select question.
    pub fn picks(&self) -> Option<&Picks> {
        match &self.value {
            AnswerValue::Picks(picks) => Some(picks),
            AnswerValue::Pick(_)
            | AnswerValue::Text(_)
            | AnswerValue::Secret(_)
            | AnswerValue::LeftOut => None,
        }
    }

    /// The typed text, also the text of a multi-select. `None` for a secret.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            AnswerValue::Text(text) => Some(text),
            AnswerValue::Picks(picks) => picks.text.as_deref(),
            AnswerValue::Pick(_) | AnswerValue::Secret(_) | AnswerValue::LeftOut => None,
        }
    }

    /// The typed secret.
    pub fn secret(&self) -> Option<&Secret> {
        match &self.value {
            AnswerValue::Secret(secret) => Some(secret),
            AnswerValue::Pick(_)
            | AnswerValue::Text(_)
            | AnswerValue::Picks(_)
            | AnswerValue::LeftOut => None,
        }
    }

    /// The note on a pick, if there is one.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Whether the recommended choice was taken because the timeout passed.
    pub fn timed_out(&self) -> bool {
        self.timed_out
    }

    /// Whether the question was secret.
    pub fn is_secret(&self) -> bool {
        self.secret
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Answer");
        if self.secret {
            return shown.field("value", &format_args!("(hidden)")).finish();
        }
        match &self.value {
            AnswerValue::Pick(pick) => shown.field("pick", pick),
            AnswerValue::Text(text) => shown.field("text", text),
            AnswerValue::Secret(secret) => shown.field("secret", secret),
            AnswerValue::Picks(picks) => shown.field("picks", picks),
            AnswerValue::LeftOut => shown.field("value", &format_args!("left out")),
        };
        shown
            .field("note", &self.note)
            .field("timed_out", &self.timed_out)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_hides_a_secret_answer() {
        let typed = Answer::new(AnswerValue::Secret(Secret::from("hunter2".to_owned())));
        assert_eq!(format!("{typed:?}"), "Answer { value: (hidden) }");
        let picked = Answer::new(AnswerValue::Pick(Pick {
            number: Number::from_index(1),
            label: "vault-b".to_owned(),
        }))
        .in_secret(true);
        assert_eq!(format!("{picked:?}"), "Answer { value: (hidden) }");
    }
}
