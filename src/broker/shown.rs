//! A question as front ends see it in an event.

use serde::{Serialize, Serializer};

use super::posted::Addressed;
use crate::core::{FreeText, Number, Preset, Question};

impl Serialize for Addressed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Shown::new(&self.id, &self.question).serialize(serializer)
    }
}

/// The members in the order in which they are written.
#[derive(Serialize)]
struct Shown<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    header: Option<&'a str>,
    text: &'a str,
    choices: Vec<Row<'a>>,
    multi: bool,
    free_text: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    recommended: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<Default<'a>>,
    secret: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<usize>,
}

#[derive(Serialize)]
struct Row<'a> {
    number: usize,
    label: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preview: Option<&'a str>,
}

/// A number, several where several can be picked, or a text. Only written, so
/// that being untagged costs no path.
#[derive(Serialize)]
#[serde(untagged)]
enum Default<'a> {
    Number(usize),
    Numbers(Vec<usize>),
    Text(&'a str),
}

impl<'a> Shown<'a> {
    fn new(id: &'a str, question: &'a Question) -> Self {
        let rows = question.choices().iter().enumerate();
        Self {
            id,
            header: question.header_text(),
            text: question.text(),
            choices: rows
                .map(|(index, choice)| Row {
                    number: Number::from_index(index).get(),
                    label: choice.label(),
                    description: choice.description_text(),
                    preview: choice.preview_text(),
                })
                .collect(),
            multi: question.is_multi(),
            free_text: free_text(question),
            recommended: question.recommended_number().map(Number::get),
            default: question.preset().map(Default::from),
            secret: question.is_secret(),
            min: Some(question.min_picks()).filter(|&min| min > 0),
            max: question.max_picks(),
        }
    }
}

/// Without a menu any text is the answer, so that front ends need no rule for it.
fn free_text(question: &Question) -> &'static str {
    match question.free_text_kind() {
        FreeText::Other => "other",
        FreeText::Never if question.has_menu() => "never",
        FreeText::Inline | FreeText::Never => "inline",
    }
}

impl<'a> From<Preset<'a>> for Default<'a> {
    fn from(preset: Preset<'a>) -> Self {
        match preset {
            Preset::Pick(number) => Self::Number(number.get()),
            Preset::Ticked(numbers) => Self::Numbers(numbers.iter().map(|n| n.get()).collect()),
            Preset::Text(text) | Preset::Draft(text) => Self::Text(text),
        }
    }
}
