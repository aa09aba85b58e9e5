//! `ask`: the dialect of oh-my-pi, version 18, with any number of questions in one call.
//!
//! The details of a single question are the result itself. Several questions give a list
//! of results. The order of keys is part of the shape. An Other row is always offered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::arguments;
use super::decode_mode::DecodeMode;
use super::definition::schema_of;
use super::{DecodedCall, Dialect, ToolResult, lenient, partial_answers};
use crate::core::outcome::Decline;
use crate::core::{
    Answer, AnswerValue, Choice, FreeText, Grammar, Outcome, Question, Request, RequestOutcome,
};
use crate::error::Error;

/// The arguments of `ask`.
#[derive(Debug, Deserialize, JsonSchema)]
struct Arguments {
    /// The questions, asked in this order.
    #[schemars(length(min = 1))]
    questions: Vec<Item>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(expecting = "an object with id, question and options")]
struct Item {
    /// A name of your own for the question; the answers come back under it.
    id: String,
    /// The question, in one short sentence.
    question: String,
    /// A title of one or two words.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    header: String,
    /// The choices, a handful at most. A row for an answer of the operator's own is added: do not list one.
    options: Vec<Offer>,
    /// Whether several choices may be picked.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    multi: bool,
    /// The index of the choice that you recommend, counted from 0.
    #[serde(default)]
    #[schemars(with = "usize")]
    recommended: Option<f64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(expecting = "a string or an object with a label")]
struct Offer {
    /// What the operator picks, a few words.
    label: String,
    /// What picking it means.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    description: String,
    /// A longer text, such as code, that the operator can look at.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    preview: String,
}

/// Labels that are reserved for the rows of the original tool.
const RESERVED: [&str; 3] = ["Other (type your own)", "Chat about this", "Next →"];

pub(super) struct AskDialect;

impl Dialect for AskDialect {
    fn name(&self) -> &'static str {
        "ask"
    }

    fn title(&self) -> &'static str {
        "Ask the operator several questions"
    }

    fn purpose(&self) -> &'static str {
        "any number of questions with choices in one call"
    }

    fn description(&self) -> &'static str {
        "Asks the operator one or more questions at their prompt and waits for the answers. Use it for \
         decisions that are theirs: choices between real alternatives, preferences, anything costly to \
         undo. Put what belongs together into one call. Do not use it for what you can find out yourself, \
         nor for permission to go on. The operator can answer in their own words, pass over a question, or \
         ask to talk first; read what comes back."
    }

    fn input_schema(&self) -> Value {
        schema_of::<Arguments>()
    }

    fn grammar(&self) -> Grammar {
        Grammar::Full
    }

    fn decode(&self, mut arguments: Value, mode: DecodeMode) -> Result<DecodedCall, Error> {
        match mode {
            DecodeMode::Lenient => lenient::questions(&mut arguments, &["multi"]),
            DecodeMode::Strict => {}
        }
        let arguments: Arguments = arguments::read(&arguments, mode)?;
        let request = arguments::request(arguments.questions, question)?;
        Ok(DecodedCall::new(request, encode))
    }
}

fn encode(request: &Request, request_outcome: &RequestOutcome) -> ToolResult {
    let questions = request.questions();
    let so_far = || -> Vec<_> {
        let given = partial_answers::given(questions, request_outcome);
        given
            .map(|(question, answer)| QuestionResult::new(question, Some(answer)).list_line())
            .collect()
    };
    match &request_outcome.outcome {
        Outcome::Answered(answers) => answered(questions, answers),
        Outcome::Discuss(words) => discuss(questions, words.as_deref(), &so_far()),
        Outcome::Cancelled => error(CANCELLED.to_owned()),
        Outcome::Declined(Decline::Operator(reason)) => error(match reason {
            Some(reason) => format!("{CANCELLED}\nReason: {reason}"),
            None => CANCELLED.to_owned(),
        }),
        Outcome::NoOperator(_) => error("Ask tool requires interactive mode".to_owned()),
        late @ Outcome::TimedOut(_) => error(partial_answers::appended(
            late.reason().unwrap_or_default(),
            &so_far(),
        )),
        other @ (Outcome::Declined(Decline::Client)
        | Outcome::Exhausted
        | Outcome::Closed
        | Outcome::Withdrawn) => error(other.reason().unwrap_or_default()),
    }
}

const CANCELLED: &str = "Ask tool was cancelled by the user";

fn question(index: usize, item: Item) -> Result<Question, Error> {
    let recommended = item.recommended;
    let mut question = Question::new(item.question)
        .id(item.id)
        .header(item.header)
        .multi(item.multi)
        .free_text(FreeText::Other);
    for (at, offer) in item.options.into_iter().enumerate() {
        if RESERVED.contains(&offer.label.as_str()) {
            let path = format!("questions[{index}].options[{at}].label");
            let message = format!(
                "the question must be defined with option labels that do not collide with reserved runtime labels: {}",
                offer.label
            );
            return Err(Error::bad_request(path, message));
        }
        let choice = Choice::new(offer.label)
            .description(offer.description)
            .preview(offer.preview);
        question = question.choice(choice);
    }
    // In this shape an invalid index is not an error: no choice is marked.
    let marked =
        (1..=question.choices().len()).find(|&number| Some(json_index(number)) == recommended);
    if let Some(number) = marked {
        question = question.recommended(number);
    }
    Ok(question)
}

/// Converts a number (from 1) to the index (from 0) of the JSON shape.
#[expect(clippy::cast_precision_loss, reason = "no menu has 2^52 rows")]
fn json_index(number: usize) -> f64 {
    (number - 1) as f64
}

/// The result of one question.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct QuestionResult<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    question: &'a str,
    options: Vec<&'a str>,
    multi: bool,
    selected_options: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    custom_input: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timed_out: Option<bool>,
}

impl<'a> QuestionResult<'a> {
    fn new(question: &'a Question, answer: Option<&'a Answer>) -> Self {
        let selected = answer.map(|answer| match answer.value() {
            AnswerValue::Pick(pick) => vec![pick.label.as_str()],
            AnswerValue::Picks(picks) => picks
                .ticked
                .iter()
                .map(|pick| pick.label.as_str())
                .collect(),
            AnswerValue::Text(_) | AnswerValue::Secret(_) | AnswerValue::LeftOut => Vec::new(),
        });
        Self {
            id: Some(question.id_text()),
            question: question.text(),
            options: question.choices().iter().map(Choice::label).collect(),
            multi: question.is_multi(),
            selected_options: selected.unwrap_or_default(),
            custom_input: answer.and_then(Answer::text),
            note: answer.and_then(Answer::note),
            timed_out: answer.filter(|answer| answer.timed_out()).map(|_| true),
        }
    }

    fn timeout_suffix(&self) -> &'static str {
        if self.timed_out.is_some() {
            " (auto-selected after timeout)"
        } else {
            ""
        }
    }

    /// The result text if the call has one question.
    fn single_text(&self) -> String {
        let mut parts = Vec::new();
        if !self.selected_options.is_empty() {
            parts.push(format!(
                "User selected: {}{}",
                self.selected_options.join(", "),
                self.timeout_suffix()
            ));
        }
        if let Some(text) = self.custom_input {
            parts.push(labelled("User provided custom input:", text));
        }
        if let Some(note) = self.note {
            parts.push(labelled("User added note:", note));
        }
        if parts.is_empty() {
            let nothing = if self.multi {
                "User did not select any options"
            } else {
                "User cancelled the selection"
            };
            parts.push(nothing.to_owned());
        }
        parts.join("\n")
    }

    /// The result line of one question if the call has several.
    fn list_line(&self) -> String {
        let selected = self.selected_options.join(", ");
        let (value, suffix) = match (
            self.custom_input,
            self.multi,
            self.selected_options.is_empty(),
        ) {
            (Some(text), _, _) => (format!("\"{text}\""), ""),
            (None, true, true) => ("[]".to_owned(), ""),
            (None, true, false) => (format!("[{selected}]"), self.timeout_suffix()),
            (None, false, true) => ("(cancelled)".to_owned(), ""),
            (None, false, false) => (selected, self.timeout_suffix()),
        };
        let note = self
            .note
            .map(|note| format!(" (note: {note})"))
            .unwrap_or_default();
        format!("{}: {value}{suffix}{note}", self.id.unwrap_or_default())
    }
}

/// Puts text after a label. Text with several lines goes below the label.
fn labelled(label: &str, text: &str) -> String {
    if !text.contains('\n') {
        return format!("{label} {text}");
    }
    let lines = text.split('\n').map(|line| format!("\n  {line}"));
    std::iter::once(label.to_owned()).chain(lines).collect()
}

fn answered(questions: &[Question], answers: &[Option<Answer>]) -> ToolResult {
    let all = questions.iter().zip(answers);
    let mut results: Vec<_> = all
        .map(|(question, answer)| QuestionResult::new(question, answer.as_ref()))
        .collect();
    if let [single] = results.as_mut_slice() {
        single.id = None;
        return ToolResult::normal(single.single_text(), single);
    }
    let lines: Vec<_> = results.iter().map(QuestionResult::list_line).collect();
    let text = format!("User answers:\n{}", lines.join("\n"));
    ToolResult::normal(text, &json!({"results": results}))
}

fn discuss(questions: &[Question], words: Option<&str>, so_far: &[String]) -> ToolResult {
    let asked: Vec<_> = questions.iter().map(Question::text).collect();
    let mut text =
        "User chose to chat about this instead of answering.\n\nQuestions asked:".to_owned();
    for line in asked.iter().copied().chain(words) {
        text.push('\n');
        text.push_str(line);
    }
    let text = partial_answers::appended(text, so_far);
    // The details have no place for the operator's words.
    ToolResult::normal(text, &json!({"chatRedirect": true, "questions": asked})).text_only()
}

fn error(text: String) -> ToolResult {
    ToolResult::error(text, &json!({}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(arguments: Value, mode: DecodeMode, path: &str, message: &str) {
        let error = AskDialect.decode(arguments, mode).unwrap_err();
        assert_eq!(error.path(), Some(path));
        assert!(
            error.message().contains(message),
            "{} lacks {message:?}",
            error.message()
        );
    }

    fn one(options: Value) -> Value {
        json!({"questions": [{"id": "x", "question": "Which?", "options": options}]})
    }

    #[test]
    fn known_mistakes_are_repaired_in_lenient_mode_only() {
        let mistakes = [
            one(json!(["A", "B"])),
            one(json!("[{\"label\": \"A\"}]")),
            json!({"questions": "[{\"id\": \"x\", \"question\": \"Which?\", \"options\": []}]"}),
            json!({"questions": [{"id": "x", "question": "Which?", "options": [], "multi": "yes", "header": null}]}),
            json!({"questions": [{"id": "x", "question": "Which?", "options": [], "extra": 1}]}),
        ];
        for mistake in mistakes {
            assert!(
                AskDialect
                    .decode(mistake.clone(), DecodeMode::Lenient)
                    .is_ok(),
                "{mistake}"
            );
            assert!(
                AskDialect
                    .decode(mistake.clone(), DecodeMode::Strict)
                    .is_err(),
                "{mistake}"
            );
        }
    }

    #[test]
    fn errors_have_the_full_path_after_a_repair() {
        let refused =
            |arguments, path, message| check_refused(arguments, DecodeMode::Lenient, path, message);
        refused(json!({}), "", "missing field `questions`");
        refused(
            json!({"questions": []}),
            "questions",
            "at least one question",
        );
        refused(
            one(json!(["A", 2])),
            "questions[0].options[1]",
            "found the number 2",
        );
        refused(
            one(json!([{"label": 3}])),
            "questions[0].options[0].label",
            "expected a string, found the number 3",
        );
        refused(
            one(json!([{"name": "A"}])),
            "questions[0].options[0]",
            "missing field `label`",
        );
        refused(
            json!({"questions": [{"id": "x", "question": " ", "options": []}]}),
            "questions[0].question",
            "blanks",
        );
        for label in RESERVED {
            refused(
                one(json!(["A", label])),
                "questions[0].options[1].label",
                "reserved runtime labels",
            );
        }
    }

    #[test]
    fn an_invalid_recommended_index_is_ignored() {
        for (index, wanted) in [
            (json!(1), Some(2)),
            (json!(1.0), Some(2)),
            (json!(7), None),
            (json!(0.5), None),
            (json!(-1), None),
        ] {
            let mut arguments = one(json!(["A", "B"]));
            arguments["questions"][0]["recommended"] = index;
            let call = AskDialect.decode(arguments, DecodeMode::Lenient).unwrap();
            let number = call.request().questions()[0].recommended_number();
            assert_eq!(number.map(crate::core::Number::get), wanted);
        }
    }
}
