//! One question as JSON: as in an event of the broker, with what a prompt needs besides.

use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::{object, rule};
use crate::broker::PublishedQuestion;
use crate::core::{Choice, DefaultAnswer, FreeText, Question, QuestionError, Requirement};
use crate::error::Error;

/// Encodes a question under this id. `path` is where it goes.
///
/// # Errors
/// A bad request if the question has a rule that no other process can check.
pub(super) fn encode(id: String, question: &Question, path: &str) -> Result<Value, Error> {
    let mut members = object(&PublishedQuestion {
        id,
        question: question.clone(),
    });
    if let Some(choices) = members.get_mut("choices").and_then(Value::as_array_mut) {
        for (choice, object) in question.choices().iter().zip(choices) {
            let aliases: Vec<_> = choice.words().skip(1).collect();
            if !aliases.is_empty() {
                object["aliases"] = aliases.into();
            }
        }
    }
    if let Some(DefaultAnswer::Draft(draft)) = question.default_answer() {
        members.shift_remove("default");
        insert(&mut members, "draft", draft);
    }
    if question.is_optional() {
        insert(&mut members, "requirement", "optional");
    } else if question.is_required() {
        insert(&mut members, "requirement", "required");
    }
    if let Some(warning) = question.warning_text() {
        insert(&mut members, "warning", warning);
    }
    if let Some(rule) = question.value_rule() {
        let schema = rule::encode(rule, &format!("{path}.rule"))?;
        members.insert("rule".to_owned(), schema);
    }
    Ok(Value::Object(members))
}

fn insert(members: &mut Map<String, Value>, name: &str, text: &str) {
    members.insert(name.to_owned(), text.into());
}

/// The members of a question.
#[derive(Deserialize)]
pub(super) struct QuestionObject {
    #[serde(default)]
    pub(super) id: String,
    header: Option<String>,
    text: String,
    #[serde(default)]
    choices: Vec<ChoiceObject>,
    #[serde(default)]
    multi: bool,
    #[serde(default, with = "FreeTextWord")]
    free_text: FreeText,
    recommended: Option<usize>,
    default: Option<DefaultObject>,
    draft: Option<String>,
    #[serde(default)]
    secret: bool,
    min: Option<usize>,
    max: Option<usize>,
    #[serde(default, with = "RequirementWord")]
    requirement: Requirement,
    warning: Option<String>,
    rule: Option<Value>,
}

#[derive(Deserialize)]
struct ChoiceObject {
    number: Option<usize>,
    label: String,
    description: Option<String>,
    preview: Option<String>,
    #[serde(default)]
    aliases: Vec<String>,
}

#[derive(Deserialize)]
#[serde(remote = "FreeText", rename_all = "snake_case")]
enum FreeTextWord {
    Never,
    Inline,
    Other,
}

#[derive(Deserialize)]
#[serde(remote = "Requirement", rename_all = "snake_case")]
enum RequirementWord {
    Wanted,
    Optional,
    Required,
}

impl QuestionObject {
    /// The question, which is checked. `path` is where it comes from.
    ///
    /// # Errors
    /// A bad request with the path of the member that breaks a rule.
    pub(super) fn into_question(self, path: &str) -> Result<Question, Error> {
        let mut question = Question::new(self.text)
            .id(self.id)
            .multi(self.multi)
            .secret(self.secret)
            .requirement(self.requirement);
        for (index, choice) in self.choices.into_iter().enumerate() {
            question = question.choice(choice.into_choice(index, path)?);
        }
        // Without a menu every text is an answer, and events say `inline`.
        if !question.choices().is_empty() || self.free_text == FreeText::Other {
            question = question.free_text(self.free_text);
        }
        question = with(question, self.header, Question::header);
        question = with(question, self.recommended, Question::recommended);
        question = with(question, self.min, Question::min);
        question = with(question, self.max, Question::max);
        question = with(question, self.warning, Question::warning);
        if self.default.is_some() && self.draft.is_some() {
            let message = "expected a default or a draft, found both";
            return Err(Error::bad_request(format!("{path}.draft"), message));
        }
        question = with(question, self.draft, Question::draft);
        question = with(question, self.default, DefaultObject::of);
        if let Some(schema) = self.rule {
            let at = format!("{path}.rule");
            if question.has_menu() {
                let message = "a rule is for a text, and this question has choices";
                return Err(Error::bad_request(at, message));
            }
            question = question.rule(rule::decode(&schema, &at)?);
        }
        check(&question, path)?;
        Ok(question)
    }
}

/// The question with a member, if that is given.
fn with<T>(question: Question, member: Option<T>, set: fn(Question, T) -> Question) -> Question {
    match member {
        Some(member) => set(question, member),
        None => question,
    }
}

impl ChoiceObject {
    fn into_choice(self, index: usize, path: &str) -> Result<Choice, Error> {
        let position = index + 1;
        if let Some(number) = self.number.filter(|&number| number != position) {
            let at = format!("{path}.choices[{index}].number");
            let message =
                format!("expected {position}, the position of the choice, found {number}");
            return Err(Error::bad_request(at, message));
        }
        let mut choice = Choice::new(self.label);
        if let Some(description) = self.description {
            choice = choice.description(description);
        }
        if let Some(preview) = self.preview {
            choice = choice.preview(preview);
        }
        if !self.aliases.is_empty() {
            choice = choice.aliases(self.aliases);
        }
        Ok(choice)
    }
}

/// The default: the number of a choice, several of them, or a text.
enum DefaultObject {
    Numbers(Vec<usize>),
    Text(String),
}

impl DefaultObject {
    fn of(question: Question, default: Self) -> Question {
        match default {
            Self::Numbers(numbers) => numbers.into_iter().fold(question, Question::default_choice),
            Self::Text(text) => question.default_text(text),
        }
    }
}

// By hand, because an untagged enum loses the path of an error.
impl<'de> Deserialize<'de> for DefaultObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DefaultVisitor)
    }
}

struct DefaultVisitor;

impl<'de> Visitor<'de> for DefaultVisitor {
    type Value = DefaultObject;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number of a choice, an array of numbers or a string")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<DefaultObject, E> {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        Ok(DefaultObject::Numbers(vec![number]))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<DefaultObject, E> {
        Ok(DefaultObject::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<DefaultObject, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = items.next_element()? {
            numbers.push(number);
        }
        Ok(DefaultObject::Numbers(numbers))
    }
}

/// Checks a question. The path in the error is that of its JSON.
///
/// # Errors
/// A bad request with the path of the member that breaks a rule.
pub(super) fn check(question: &Question, path: &str) -> Result<(), Error> {
    question.check().map_err(|fault| {
        let is_draft = matches!(question.default_answer(), Some(DefaultAnswer::Draft(_)));
        let member = match (&fault, fault.field()) {
            (QuestionError::BlankText, _) => "text".into(),
            (_, "default") if is_draft => "draft".into(),
            _ => fault.path(),
        };
        Error::bad_request(format!("{path}.{member}"), fault.to_string())
    })
}
