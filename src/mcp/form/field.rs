//! A question as form fields: property names, kind, and the constants of its choices.

use std::borrow::Cow;
use std::collections::HashSet;

use super::FormVersion;
use crate::core::number::{ParsedNumber, parse_number};
use crate::core::{DefaultAnswer, FreeText, Number, Question};

/// A question and the names of its form properties.
#[derive(Clone, Debug)]
pub(super) struct Field<'r> {
    pub(super) question: &'r Question,
    /// The place of the question, from 0.
    pub(super) index: usize,
    pub(super) name: String,
    /// The name of the property for a text, if the question has choices and also allows text.
    pub(super) other: Option<String>,
    /// The constant that is sent for each choice.
    pub(super) consts: Vec<Cow<'r, str>>,
    pub(super) kind: Kind,
}

/// The schema of the main property of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A string.
    Text,
    /// A string, one of the constants, with their titles in `enumNames`.
    NamedEnum,
    /// A string, one of the constants, each with its title.
    TitledEnum,
    /// An array of constants, each with its title.
    Array,
    /// A string with the numbers of several choices, as at the prompt.
    Numbers,
}

impl<'r> Field<'r> {
    pub(super) fn new(
        index: usize,
        question: &'r Question,
        version: FormVersion,
        multi_as_text: bool,
    ) -> Self {
        let name = format!("q{}", index + 1);
        let has_choices = !question.choices().is_empty();
        let has_other = match question.free_text_kind() {
            FreeText::Never => false,
            // Without choices, the main property is the text.
            FreeText::Inline | FreeText::Other => has_choices,
        };
        let kind = match (has_choices, question.is_multi(), version) {
            (false, _, _) => Kind::Text,
            (true, false, FormVersion::EnumNames) => Kind::NamedEnum,
            (true, false, FormVersion::TitledEnum) => Kind::TitledEnum,
            (true, true, FormVersion::TitledEnum) if !multi_as_text => Kind::Array,
            (true, true, FormVersion::EnumNames | FormVersion::TitledEnum) => Kind::Numbers,
        };
        Self {
            question,
            index,
            other: has_other.then(|| format!("{name}_other")),
            name,
            consts: consts(question),
            kind,
        }
    }

    /// The name of the question for people: its header, or its number. `None` if it is the only
    /// question of the form.
    pub(super) fn short_name(&self, alone: bool) -> Option<String> {
        match (self.question.header_text(), alone) {
            (_, true) => None,
            (Some(header), false) => Some(header.to_owned()),
            (None, false) => Some(format!("question {}", self.index + 1)),
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
}

/// The constants of the choices: the labels as the caller wrote them.
///
/// The constants are the numbers of the choices instead if two labels are equal, one is blank, or
/// one reads like a number: the user may also type the number of a choice.
fn consts(question: &Question) -> Vec<Cow<'_, str>> {
    let labels = || question.choices().iter().map(crate::core::Choice::label);
    let mut seen = HashSet::new();
    let tells_apart = |label: &str| {
        let reads_like_a_number = match parse_number(label.trim()) {
            ParsedNumber::Number(_) | ParsedNumber::OtherInteger => true,
            ParsedNumber::NotAnInteger => false,
        };
        !label.trim().is_empty() && !reads_like_a_number
    };
    if labels().all(|label| tells_apart(label) && seen.insert(label)) {
        return labels().map(Cow::Borrowed).collect();
    }
    let numbers = 1..=question.choices().len();
    numbers
        .map(|number| Cow::Owned(number.to_string()))
        .collect()
}
