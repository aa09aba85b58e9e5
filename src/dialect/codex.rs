//! `request_user_input`: the dialect of Codex, with one to four questions.
//!
//! The answers are keyed by the ids of the questions.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::arguments;
use super::decode_mode::DecodeMode;
use super::definition::schema_of;
use super::limits::{MAX_OPTIONS, MAX_QUESTIONS, check_options, check_questions, check_unique};
use super::{DecodedCall, Dialect, NO_OPERATOR_ADVICE, ToolResult, json, lenient, partial_answers};
use crate::core::outcome::{Decline, NoOperatorReason};
use crate::core::{
    Answer, AnswerValue, Choice, FreeText, Grammar, Outcome, Question, Request, RequestOutcome,
};
use crate::error::Error;

/// The arguments of `request_user_input`.
#[derive(Debug, Deserialize, JsonSchema)]
struct Arguments {
    /// The questions, asked in this order.
    #[schemars(length(min = 1, max = MAX_QUESTIONS))]
    questions: Vec<Item>,
    #[serde(default, rename = "autoResolutionMs")]
    #[schemars(skip)]
    _auto_resolution_ms: Option<Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[serde(expecting = "an object with id, question and options")]
struct Item {
    #[expect(clippy::doc_markdown, reason = "this text is shown to models as it is")]
    /// A name of your own in snake_case; the answers come back under it. Names must differ.
    id: String,
    /// A title of one or two words, at most 12 characters.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    header: String,
    /// The question, in one short sentence.
    question: String,
    /// The choices. A row for an answer of the user's own is added: do not list one.
    #[schemars(length(min = 1, max = MAX_OPTIONS))]
    options: Vec<Offer>,
    /// Whether the answer is read unseen.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    is_secret: bool,
    #[serde(default, rename = "isOther")]
    #[schemars(skip)]
    _is_other: Option<Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(expecting = "a string or an object with a label")]
struct Offer {
    /// What the user picks, one to five words. Begin with the one that you recommend and end its label with (Recommended).
    label: String,
    /// What picking it means.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    description: String,
}

pub(super) struct CodexDialect;

impl Dialect for CodexDialect {
    fn name(&self) -> &'static str {
        super::REQUEST_USER_INPUT
    }

    fn title(&self) -> &'static str {
        "Request user input"
    }

    fn purpose(&self) -> &'static str {
        "one to four questions with choices, answered by id"
    }

    fn description(&self) -> &'static str {
        "Asks the user one to four short questions, each with one to four choices, and waits for the answers. Use \
         it when you cannot go on well without a decision that is the user's. Do not use it for what you can find \
         out yourself, nor for permission to go on. The result holds for each id the label that was picked, or None \
         of the above and the user's own words as a user_note; an empty list is a question that was passed over. \
         When nobody can be asked, decide for yourself and say what you assumed."
    }

    fn input_schema(&self) -> Value {
        schema_of::<Arguments>()
    }

    fn grammar(&self) -> Grammar {
        Grammar::Full
    }

    fn decode(&self, mut arguments: Value, mode: DecodeMode) -> Result<DecodedCall, Error> {
        match mode {
            DecodeMode::Lenient => lenient::questions(&mut arguments, &["isSecret"]),
            DecodeMode::Strict => {}
        }
        let arguments: Arguments = arguments::read(&arguments, mode)?;
        check_questions(arguments.questions.len())?;
        let ids = arguments.questions.iter().map(|item| item.id.as_str());
        check_unique("ids", ids, |index| format!("questions[{index}].id"))?;
        let request = arguments::request(arguments.questions, question)?;
        Ok(DecodedCall::new(request, encode))
    }
}

fn question(index: usize, item: Item) -> Result<Question, Error> {
    if item.options.is_empty() {
        let message = "request_user_input requires non-empty options for every question";
        return Err(Error::bad_request(
            format!("questions[{index}].options"),
            message,
        ));
    }
    check_options(index, item.options.len())?;
    let choices = item
        .options
        .into_iter()
        .map(|offer| Choice::new(offer.label).description(offer.description));
    let question = Question::new(item.question)
        .id(item.id)
        .header(item.header)
        .with_choices(choices)
        .free_text(FreeText::Other)
        .secret(item.is_secret);
    Ok(question)
}

fn encode(request: &Request, request_outcome: &RequestOutcome) -> ToolResult {
    let text = match &request_outcome.outcome {
        Outcome::Answered(answers) => return answered(request.questions(), answers),
        Outcome::Cancelled | Outcome::Declined(Decline::Operator(_)) => {
            "request_user_input was cancelled before receiving a response".to_owned()
        }
        Outcome::NoOperator(NoOperatorReason::Nobody) => NO_OPERATOR_ADVICE.to_owned(),
        open @ (Outcome::Discuss(_) | Outcome::TimedOut(_)) => {
            let given = partial_answers::given(request.questions(), request_outcome);
            let lines = given.map(|(question, answer)| {
                json::line(&json!({question.id_text(): {"answers": lines(answer)}}))
            });
            partial_answers::appended(
                open.reason().unwrap_or_default(),
                &lines.collect::<Vec<_>>(),
            )
        }
        other @ (Outcome::NoOperator(NoOperatorReason::CannotHide)
        | Outcome::Declined(Decline::Client)
        | Outcome::Exhausted
        | Outcome::Closed
        | Outcome::Withdrawn) => other.reason().unwrap_or_default(),
    };
    ToolResult::error(text, &json!({}))
}

fn answered(questions: &[Question], answers: &[Option<Answer>]) -> ToolResult {
    let mut given = Map::new();
    for (question, answer) in questions.iter().zip(answers) {
        let lines = answer.as_ref().map(lines).unwrap_or_default();
        given.insert(question.id_text().to_owned(), json!({"answers": lines}));
    }
    let details = json!({"answers": given});
    ToolResult::normal(json::line(&details), &details)
}

/// The lines of an answer: the label, then the user's own text after `user_note: `.
fn lines(answer: &Answer) -> Vec<String> {
    const NO_CHOICE_LABEL: &str = "None of the above";
    let note = |words: &str| format!("user_note: {}", words.trim());
    let (label, words) = match answer.value() {
        AnswerValue::Pick(pick) => (pick.label.clone(), answer.note()),
        AnswerValue::Text(text) => (NO_CHOICE_LABEL.to_owned(), Some(text.as_str())),
        // In this shape a secret is only read without echo. The model gets its text.
        AnswerValue::Secret(secret) => (NO_CHOICE_LABEL.to_owned(), Some(secret.expose())),
        // This shape has no multi-select and no optional questions.
        AnswerValue::Picks(_) | AnswerValue::LeftOut => return Vec::new(),
    };
    std::iter::once(label).chain(words.map(note)).collect()
}
