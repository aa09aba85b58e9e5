//! A valid result of one question.

use std::fmt;

use super::number::Number;
use super::secret::Secret;

/// One picked choice: its number and its label, as the caller wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The number of the choice, from 1.
    pub number: Number,
    /// The label, unchanged.
    pub label: String,
}

/// What an answer consists of.
#[derive(Clone, PartialEq, Eq)]
pub enum AnswerValue {
    /// One choice.
    Pick(Pick),
    /// Text that the operator typed.
    Text(String),
    /// Text that the operator typed unseen.
    Secret(Secret),
    /// Any number of choices, and a text of the operator's own beside them.
    Picks(Picks),
    /// A question that may be left out, left out.
    LeftOut,
}

/// What was picked at a multi-select question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picks {
    /// The choices, in the order in which they were ticked.
    pub ticked: Vec<Pick>,
    /// The text beside them.
    pub text: Option<String>,
    /// The number of the choice that the note of the answer is about.
    pub noted: Option<Number>,
}

impl Picks {
    /// The choices in the order of the menu.
    pub fn in_menu_order(&self) -> Vec<&Pick> {
        let mut picks: Vec<_> = self.ticked.iter().collect();
        picks.sort_by_key(|pick| pick.number);
        picks
    }
}

/// What the operator answered to one question.
///
/// An `Answer` exists only when a line was accepted, or when the launcher
/// switched on a policy for the end of the timeout; the latter is marked by
/// [`timed_out`](Self::timed_out).
///
/// `Debug` of an answer to a secret question shows neither its text nor which
/// choice was picked.
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

    /// What was given.
    pub fn value(&self) -> &AnswerValue {
        &self.value
    }

    /// The label of the one choice that was picked.
    pub fn choice(&self) -> Option<&str> {
        match &self.value {
            AnswerValue::Pick(pick) => Some(&pick.label),
            AnswerValue::Text(_)
            | AnswerValue::Secret(_)
            | AnswerValue::Picks(_)
            | AnswerValue::LeftOut => None,
        }
    }

    /// The number of the one choice that was picked.
    pub fn choice_number(&self) -> Option<Number> {
        match &self.value {
            AnswerValue::Pick(pick) => Some(pick.number),
            AnswerValue::Text(_)
            | AnswerValue::Secret(_)
            | AnswerValue::Picks(_)
            | AnswerValue::LeftOut => None,
        }
    }

    /// What was picked at a multi-select question.
    pub fn picks(&self) -> Option<&Picks> {
        match &self.value {
            AnswerValue::Picks(picks) => Some(picks),
            AnswerValue::Pick(_)
            | AnswerValue::Text(_)
            | AnswerValue::Secret(_)
            | AnswerValue::LeftOut => None,
        }
    }

    /// The text that was typed, also the one beside picks; `None` for a secret.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            AnswerValue::Text(text) => Some(text),
            AnswerValue::Picks(picks) => picks.text.as_deref(),
            AnswerValue::Pick(_) | AnswerValue::Secret(_) | AnswerValue::LeftOut => None,
        }
    }

    /// The secret that was typed.
    pub fn secret(&self) -> Option<&Secret> {
        match &self.value {
            AnswerValue::Secret(secret) => Some(secret),
            AnswerValue::Pick(_)
            | AnswerValue::Text(_)
            | AnswerValue::Picks(_)
            | AnswerValue::LeftOut => None,
        }
    }

    /// The note beside a pick.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Whether the recommended choice was taken because the timeout passed.
    pub fn timed_out(&self) -> bool {
        self.timed_out
    }

    /// Whether the question was a secret one.
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
    fn debug_of_a_secret_answer_says_nothing() {
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
