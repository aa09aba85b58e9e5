//! One question as a field: its names, and what stands for its choices.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::core::{DefaultAnswer, FreeText, Number, Question};

/// A question and the names of its properties.
#[derive(Clone, Debug)]
pub(super) struct Field<'r> {
    pub(super) question: &'r Question,
    pub(super) name: String,
    /// The property of a text beside the choices, if one is taken.
    pub(super) other: Option<String>,
    /// What is sent for each choice.
    pub(super) consts: Vec<Cow<'r, str>>,
}

/// What a field asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    One,
    Many,
}

impl<'r> Field<'r> {
    pub(super) fn new(index: usize, question: &'r Question) -> Self {
        let name = format!("q{}", index + 1);
        let beside = match question.free_text_kind() {
            FreeText::Never => false,
            // An Other row alone is a text like any other.
            FreeText::Inline | FreeText::Other => !question.choices().is_empty(),
        };
        Self {
            question,
            other: beside.then(|| format!("{name}_other")),
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

    /// The numbers of the choices that are chosen beforehand.
    pub(super) fn preset_numbers(&self) -> Vec<Number> {
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

    /// The number of the choice that is sent as this constant.
    pub(super) fn number(&self, constant: &str) -> Option<Number> {
        let index = self.consts.iter().position(|known| known == constant);
        index.map(Number::from_index)
    }
}

/// The labels as the caller wrote them; the numbers where the labels do not tell
/// the choices apart, or one would look like nothing at all.
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
