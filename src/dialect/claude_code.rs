//! `AskUserQuestion` (capital A): the dialect of Claude Code, with one to four questions.
//!
//! The answers are keyed by the texts of the questions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::arguments;
use super::decode_mode::DecodeMode;
use super::definition::schema_of;
use super::limits::{MAX_OPTIONS, MAX_QUESTIONS, check_options, check_questions, check_unique};
use super::{DecodedCall, Dialect, NO_OPERATOR_ADVICE, ToolResult, lenient, partial_answers};
use crate::core::outcome::{Decline, NoOperatorReason};
use crate::core::{
    Answer, AnswerValue, Choice, FreeText, Grammar, Outcome, Question, Request, RequestOutcome,
};
use crate::error::Error;

/// The arguments of `AskUserQuestion`.
#[derive(Debug, Deserialize, JsonSchema)]
struct Arguments {
    /// The questions, asked in this order. Their texts must differ.
    #[schemars(length(min = 1, max = MAX_QUESTIONS))]
    questions: Vec<Item>,
    /// Filled in by the side that answers; what a model sends here has no effect.
    #[serde(default, rename = "answers")]
    #[schemars(skip)]
    _answers: Option<Value>,
    #[serde(default, rename = "annotations")]
    #[schemars(skip)]
    _annotations: Option<Value>,
    #[serde(default, rename = "metadata")]
    #[schemars(skip)]
    _metadata: Option<Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[serde(expecting = "an object with question and options")]
struct Item {
    /// The question, in one short sentence.
    question: String,
    /// A title of one or two words, at most 12 characters.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    header: String,
    /// The choices, with labels that differ. A row for an answer of the user's own is added: do not list one.
    #[schemars(length(min = 1, max = MAX_OPTIONS))]
    options: Vec<Offer>,
    /// Whether several choices may be picked.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    multi_select: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(expecting = "a string or an object with a label")]
struct Offer {
    /// What the user picks, one to five words. Begin with the one that you recommend and end its label with (Recommended).
    label: String,
    /// What picking it means.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    description: String,
    /// A longer text, such as code or a sketch, that the user can look at.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    preview: String,
}

pub(super) struct ClaudeCodeDialect;

impl Dialect for ClaudeCodeDialect {
    fn name(&self) -> &'static str {
        super::ASK_USER
    }

    fn title(&self) -> &'static str {
        "Ask the user"
    }

    fn purpose(&self) -> &'static str {
        "one to four questions with choices, answered by question text"
    }

    fn description(&self) -> &'static str {
        "Asks the user one to four questions, each with one to four choices, and waits for the answers. Use it \
         when the work depends on a decision that is the user's: between real alternatives, about taste, about \
         something costly to undo. Do not use it for what the code, the files or the conversation already say, \
         nor for permission to go on. Answers in the user's own words count more than your choices; a question \
         may stay unanswered. When nobody can be asked, decide for yourself and say what you assumed."
    }

    fn input_schema(&self) -> Value {
        schema_of::<Arguments>()
    }

    fn grammar(&self) -> Grammar {
        Grammar::Full
    }

    fn decode(&self, mut arguments: Value, mode: DecodeMode) -> Result<DecodedCall, Error> {
        match mode {
            DecodeMode::Lenient => lenient::questions(&mut arguments, &["multiSelect"]),
            DecodeMode::Strict => {}
        }
        let raw_questions = arguments.get("questions").cloned().unwrap_or_default();
        let arguments: Arguments = arguments::read(&arguments, mode)?;
        check_questions(arguments.questions.len())?;
        let questions = arguments.questions.iter();
        let texts = questions.map(|item| item.question.as_str());
        check_unique("question texts", texts, |index| {
            format!("questions[{index}].question")
        })?;
        let request = arguments::request(arguments.questions, question)?;
        Ok(DecodedCall::new(
            request,
            move |request, request_outcome| encode(&raw_questions, request, request_outcome),
        ))
    }
}

fn question(index: usize, item: Item) -> Result<Question, Error> {
    check_options(index, item.options.len())?;
    let labels = item.options.iter().map(|offer| offer.label.as_str());
    check_unique("labels of one question", labels, |at| {
        format!("questions[{index}].options[{at}].label")
    })?;
    let choices = item.options.into_iter().map(|offer| {
        Choice::new(offer.label)
            .description(offer.description)
            .preview(offer.preview)
    });
    let question = Question::new(item.question)
        .header(item.header)
        .with_choices(choices)
        .multi(item.multi_select)
        .free_text(FreeText::Other);
    Ok(question)
}

fn encode(
    raw_questions: &Value,
    request: &Request,
    request_outcome: &RequestOutcome,
) -> ToolResult {
    const REJECTED: &str = "The user rejected the question. Stop and wait for their instructions.";
    let so_far = || -> Vec<_> {
        let given = partial_answers::given(request.questions(), request_outcome);
        given
            .map(|(question, answer)| AnswerItem::new(question, answer).text)
            .collect()
    };
    let text = match &request_outcome.outcome {
        Outcome::Answered(answers) => return answered(raw_questions, request.questions(), answers),
        Outcome::Cancelled | Outcome::Declined(Decline::Operator(None)) => REJECTED.to_owned(),
        Outcome::Declined(Decline::Operator(Some(reason))) => {
            format!("{REJECTED} Reason: {reason}")
        }
        Outcome::Discuss(words) => {
            let list = so_far().join(", ");
            let list = (!list.is_empty()).then(|| format!(" Answered so far: {list}."));
            let said = words.as_ref().map(|words| format!(" They said: {words}"));
            format!(
                "The user wants to talk about these questions first.{}{}",
                list.unwrap_or_default(),
                said.unwrap_or_default()
            )
        }
        late @ Outcome::TimedOut(_) => {
            partial_answers::appended(late.reason().unwrap_or_default(), &so_far())
        }
        Outcome::NoOperator(NoOperatorReason::Nobody) => NO_OPERATOR_ADVICE.to_owned(),
        other @ (Outcome::NoOperator(NoOperatorReason::CannotHide)
        | Outcome::Declined(Decline::Client)
        | Outcome::Exhausted
        | Outcome::Closed
        | Outcome::Withdrawn) => other.reason().unwrap_or_default(),
    };
    ToolResult::error(text, &json!({}))
}

#[derive(Serialize)]
struct Details<'a> {
    questions: &'a Value,
    answers: Map<String, Value>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    annotations: Map<String, Value>,
}

fn answered(
    raw_questions: &Value,
    questions: &[Question],
    answers: &[Option<Answer>],
) -> ToolResult {
    let mut details = Details {
        questions: raw_questions,
        answers: Map::new(),
        annotations: Map::new(),
    };
    let mut items = Vec::new();
    let mut only_labels = true;
    for (question, answer) in questions.iter().zip(answers) {
        let Some(answer) = answer else { continue };
        let item = AnswerItem::new(question, answer);
        only_labels &= !item.has_own_text && answer.note().is_none();
        let mut annotation = Map::new();
        if let Some(preview) = item.preview {
            annotation.insert("preview".to_owned(), preview.into());
        }
        if let Some(note) = answer.note() {
            annotation.insert("notes".to_owned(), note.into());
        }
        if !annotation.is_empty() {
            details
                .annotations
                .insert(question.text().to_owned(), Value::Object(annotation));
        }
        details
            .answers
            .insert(question.text().to_owned(), item.value.into());
        items.push(item.text);
    }
    let list = items.join(", ");
    let text = match (items.is_empty(), only_labels) {
        (true, _) => "The user did not answer the questions.".to_owned(),
        (false, true) => {
            format!(
                "Your questions have been answered: {list}. You can now continue with these answers in mind."
            )
        }
        (false, false) => {
            format!(
                "The user answered: {list}. Follow what the answers say, including a wish to change or stop."
            )
        }
    };
    ToolResult::normal(text, &details)
}

/// The answer to one question, as the text of the result lists it.
struct AnswerItem<'a> {
    text: String,
    value: String,
    has_own_text: bool,
    preview: Option<&'a str>,
}

impl<'a> AnswerItem<'a> {
    fn new(question: &'a Question, answer: &Answer) -> Self {
        let (value, has_own_text) = value(answer);
        let shown = if value.is_empty() {
            "(none selected)".to_owned()
        } else {
            format!("\"{value}\"")
        };
        let mut text = format!("\"{}\"={shown}", question.text());
        let choice = answer
            .choice_number()
            .and_then(|number| question.choices().get(number.index()));
        let preview = choice.and_then(Choice::preview_text);
        if let Some(preview) = preview {
            text.push_str(" selected preview:\n");
            text.push_str(preview);
        }
        if let Some(note) = answer.note() {
            text.push_str(" notes: ");
            text.push_str(note);
        }
        Self {
            text,
            value,
            has_own_text,
            preview,
        }
    }
}

/// The answer as one string, and whether it holds the user's own text.
fn value(answer: &Answer) -> (String, bool) {
    match answer.value() {
        AnswerValue::Pick(pick) => (pick.label.clone(), false),
        AnswerValue::Picks(picks) => {
            let ordered = picks.in_menu_order();
            let labels = ordered.iter().map(|pick| pick.label.as_str());
            let all: Vec<_> = labels.chain(picks.text.as_deref()).collect();
            (all.join(", "), picks.text.is_some())
        }
        AnswerValue::Text(text) => (text.clone(), true),
        // This shape has no secrets and no optional questions.
        AnswerValue::Secret(_) | AnswerValue::LeftOut => (String::new(), true),
    }
}
