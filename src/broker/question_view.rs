//! The JSON of a question in a request event.

use serde::{Serialize, Serializer};

use super::published_request::PublishedQuestion;
use crate::core::{DefaultAnswer, FreeText, Number, Question};

impl Serialize for PublishedQuestion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        QuestionView::new(&self.id, &self.question).serialize(serializer)
    }
}

/// The members of the JSON object, in the order of serialization.
#[derive(Serialize)]
struct QuestionView<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    header: Option<&'a str>,
    text: &'a str,
    choices: Vec<ChoiceView<'a>>,
    multi: bool,
    free_text: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    recommended: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<DefaultView<'a>>,
    secret: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<usize>,
}

#[derive(Serialize)]
struct ChoiceView<'a> {
    number: usize,
    label: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preview: Option<&'a str>,
}

/// The default: a number, a list of numbers for a multi-select, or a text.
///
/// `untagged` would lose the error path when decoding. This type is only encoded.
#[derive(Serialize)]
#[serde(untagged)]
enum DefaultView<'a> {
    Number(usize),
    Numbers(Vec<usize>),
    Text(&'a str),
}

impl<'a> QuestionView<'a> {
    fn new(id: &'a str, question: &'a Question) -> Self {
        let rows = question.choices().iter().enumerate();
        Self {
            id,
            header: question.header_text(),
            text: question.text(),
            choices: rows
                .map(|(index, choice)| ChoiceView {
                    number: Number::from_index(index).get(),
                    label: choice.label(),
                    description: choice.description_text(),
                    preview: choice.preview_text(),
                })
                .collect(),
            multi: question.is_multi(),
            free_text: free_text(question),
            recommended: question.recommended_number().map(Number::get),
            default: question.default_answer().map(DefaultView::from),
            secret: question.is_secret(),
            min: Some(question.min_picks()).filter(|&min| min > 0),
            max: question.max_picks(),
        }
    }
}

/// The word for `free_text`. Without a menu it is always `inline`, because any text is an answer.
/// So front ends need no extra rule.
fn free_text(question: &Question) -> &'static str {
    match question.free_text_kind() {
        FreeText::Other => "other",
        FreeText::Never if question.has_menu() => "never",
        FreeText::Inline | FreeText::Never => "inline",
    }
}

impl<'a> From<DefaultAnswer<'a>> for DefaultView<'a> {
    fn from(default: DefaultAnswer<'a>) -> Self {
        match default {
            DefaultAnswer::Pick(number) => Self::Number(number.get()),
            DefaultAnswer::Ticked(numbers) => {
                Self::Numbers(numbers.iter().map(|n| n.get()).collect())
            }
            DefaultAnswer::Text(text) | DefaultAnswer::Draft(text) => Self::Text(text),
        }
    }
}
