//! A question as form fields: property names, and the constants of its choices.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::core::{DefaultAnswer, FreeText, Number, Question};

/// A question and the names of its form properties.
#[derive(Clone, Debug)]
pub(super) struct Field<'r> {
    pub(super) question: &'r Question,
    pub(super) name: String,
    /// The name of the property for a text, if the question has choices and also allows text.
    pub(super) other: Option<String>,
    /// The constant that is sent for each choice.
    pub(super) consts: Vec<Cow<'r, str>>,
}

/// The kind of answer that a field asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    One,
    Many,
}

impl<'r> Field<'r> {
    pub(super) fn new(index: usize, question: &'r Question) -> Self {
        let name = format!("q{}", index + 1);
        let has_other = match question.free_text_kind() {
            FreeText::Never => false,
            // Without choices, the main property is the text.
            FreeText::Inline | FreeText::Other => !question.choices().is_empty(),
        };
        Self {
            question,
            other: has_other.then(|| format!("{name}_other")),
            name,
            consts: consts(question),
        }
    }

    pub(super) fn kind(&self) -> Kind {
        if self.consts.is_empty() {
            Kind::Text
        } else if self.question.is_multi() {
            Kind::Many
        } else {
            Kind::One
        }
    }

    /// The numbers of the choices that are selected by default.
    pub(super) fn default_numbers(&self) -> Vec<Number> {
        match self.question.default_answer() {
            Some(DefaultAnswer::Pick(number)) => vec![number],
            Some(DefaultAnswer::Ticked(numbers)) => numbers.to_vec(),
            Some(DefaultAnswer::Text(_) | DefaultAnswer::Draft(_)) | None => Vec::new(),
        }
    }

    /// The constant of the choice with this number.
    pub(super) fn constant(&self, number: Number) -> Option<&str> {
        self.consts.get(number.index()).map(AsRef::as_ref)
    }

    /// The number of the choice with this constant.
    pub(super) fn number(&self, constant: &str) -> Option<Number> {
        let index = self.consts.iter().position(|known| known == constant);
        index.map(Number::from_index)
    }
}

/// The constants of the choices: the labels as the caller wrote them. If two labels are equal or
/// one is blank, the constants are the numbers of the choices.
fn consts(question: &Question) -> Vec<Cow<'_, str>> {
    let labels = || question.choices().iter().map(crate::core::Choice::label);
    let mut seen = HashSet::new();
    if labels().all(|label| !label.trim().is_empty() && seen.insert(label)) {
        return labels().map(Cow::Borrowed).collect();
    }
    let numbers = 1..=question.choices().len();
    numbers
        .map(|number| Cow::Owned(number.to_string()))
        .collect()
}
