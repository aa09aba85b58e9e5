//! `askUserQuestion` (small a): the dialect of the older pi extension, with one question.
//!
//! The question has one of four kinds. Secrets are redacted. Unlike in the original
//! extension, no second field of the result holds the secret.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::arguments::{self, kind as json_kind};
use super::decode_mode::DecodeMode;
use super::definition::schema_of;
use super::redaction::redact;
use super::{DecodedCall, Dialect, ToolResult, lenient};
use crate::core::outcome::NoOperatorReason;
use crate::core::sanitize::is_blank;
use crate::core::{
    Answer, AnswerValue, FreeText, Grammar, Outcome, Question, Request, RequestOutcome,
};
use crate::error::Error;

/// The maximum length of the question and of the reason, in characters.
const MAX_TEXT: usize = 500;
/// The maximum number of options.
const MAX_OPTIONS: usize = 20;
/// The maximum length of an option, in characters.
const MAX_OPTION: usize = 200;
/// The valid range of `timeoutMs`, in milliseconds.
const TIMEOUT_MS: std::ops::RangeInclusive<f64> = 1000.0..=300_000.0;

/// The arguments of `askUserQuestion`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Arguments {
    /// The question, in one short sentence.
    #[schemars(length(max = MAX_TEXT))]
    question: String,
    /// How it is answered: by one option, by any number of them, by a line, or by a text of several lines.
    kind: Kind,
    /// The options, for the select kinds. A row for an answer of the operator's own is added.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    #[schemars(length(max = MAX_OPTIONS), inner(length(max = MAX_OPTION)))]
    options: Vec<String>,
    /// Has no effect, so that models are not shown it: an own answer is always allowed.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    #[expect(dead_code, reason = "part of the shape, without effect")]
    #[schemars(skip)]
    allow_custom: bool,
    /// For the select kinds the option that you recommend, for the others what the answer starts from.
    #[serde(default)]
    #[schemars(with = "String")]
    default: Option<Value>,
    /// Has no effect, so that models are not shown it: the operator's time is not the model's to
    /// set. In milliseconds.
    #[serde(default)]
    #[schemars(skip)]
    timeout_ms: Option<f64>,
    /// How the answer is treated; a secret one is not shown to you.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    sensitivity: Sensitivity,
    /// Why you ask, in a sentence.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    #[schemars(length(max = MAX_TEXT))]
    reason: String,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Select,
    MultiSelect,
    Text,
    Editor,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Sensitivity {
    Public,
    #[default]
    Internal,
    Secret,
}

pub(super) struct AskUserQuestionDialect;

impl Dialect for AskUserQuestionDialect {
    fn name(&self) -> &'static str {
        "askUserQuestion"
    }

    fn title(&self) -> &'static str {
        "Ask the operator one question"
    }

    fn purpose(&self) -> &'static str {
        "one question of a given kind, such as a secret or a long text"
    }

    fn description(&self) -> &'static str {
        "Asks the operator one question and waits for the answer: one of several options (select), any \
         number of them (multi-select), a line (text) or a text of several lines (editor). Use it for a \
         decision or a fact that only the operator has. With sensitivity secret the answer is read unseen \
         and never shown to you; use that for passwords, tokens and keys. Do not use it for what you can \
         find out yourself."
    }

    fn input_schema(&self) -> Value {
        schema_of::<Arguments>()
    }

    fn grammar(&self) -> Grammar {
        Grammar::Full
    }

    fn decode(&self, mut arguments: Value, mode: DecodeMode) -> Result<DecodedCall, Error> {
        match mode {
            DecodeMode::Lenient => {
                lenient::drop_nulls(&mut arguments);
                lenient::array_from_string(&mut arguments, "options");
                lenient::boolean(&mut arguments, "allowCustom");
            }
            DecodeMode::Strict => {}
        }
        let arguments: Arguments = arguments::read(&arguments, mode)?;
        check_limits(&arguments)?;
        let call_info = CallInfo {
            question_id: question_id(&arguments.question),
            kind: arguments.kind,
            sensitivity: arguments.sensitivity,
        };
        let question = question(arguments)?;
        arguments::check_single(&question)?;
        Ok(DecodedCall::new(
            Request::from(question),
            move |_, request_outcome| call_info.encode(request_outcome),
        ))
    }
}

/// The data of the call that its result repeats.
struct CallInfo {
    question_id: String,
    kind: Kind,
    sensitivity: Sensitivity,
}

impl CallInfo {
    fn encode(&self, request_outcome: &RequestOutcome) -> ToolResult {
        let details = |cancelled, timed_out| Details {
            question_id: &self.question_id,
            kind: self.kind,
            value: None,
            visible_value: None,
            cancelled,
            timed_out,
            sensitivity: self.sensitivity,
        };
        match &request_outcome.outcome {
            Outcome::Answered(answers) => match answers.first().and_then(Option::as_ref) {
                Some(answer) => {
                    answered(self.sensitivity, answer, details(false, answer.timed_out()))
                }
                None => ToolResult::error("no answer".to_owned(), &details(false, false)),
            },
            Outcome::Cancelled => match self.kind {
                Kind::Text | Kind::Editor => {
                    ToolResult::normal("Question cancelled".to_owned(), &details(true, false))
                }
                Kind::Select | Kind::MultiSelect => ToolResult::error(
                    "Ask tool was cancelled by the user".to_owned(),
                    &json!({"question": self.question_id}),
                ),
            },
            Outcome::NoOperator(NoOperatorReason::Nobody) => ToolResult::error(
                "Ask is unavailable because this host mode cannot prompt the user.".to_owned(),
                &json!({"status": "unavailable", "reason": "no-ui", "source": "askUserQuestion"}),
            ),
            other @ (Outcome::NoOperator(NoOperatorReason::CannotHide)
            | Outcome::Exhausted
            | Outcome::Closed
            | Outcome::Declined(_)
            | Outcome::Discuss(_)
            | Outcome::Withdrawn
            | Outcome::TimedOut(_)) => {
                let timed_out = matches!(other, Outcome::TimedOut(_));
                ToolResult::error(
                    other.reason().unwrap_or_default(),
                    &details(false, timed_out),
                )
            }
        }
    }
}

fn check_limits(arguments: &Arguments) -> Result<(), Error> {
    let texts = [
        ("question", &arguments.question),
        ("reason", &arguments.reason),
    ];
    for (path, text) in texts {
        check_length(path, text, MAX_TEXT)?;
    }
    if is_blank(&arguments.question) {
        return Err(arguments::blank("question".to_owned()));
    }
    let count = arguments.options.len();
    if count > MAX_OPTIONS {
        return Err(Error::bad_request(
            "options",
            format!("expected at most {MAX_OPTIONS} options, found {count}"),
        ));
    }
    for (index, option) in arguments.options.iter().enumerate() {
        let path = format!("options[{index}]");
        check_length(&path, option, MAX_OPTION)?;
        if is_blank(option) {
            return Err(arguments::blank(path));
        }
    }
    match arguments.timeout_ms {
        Some(millis) if !TIMEOUT_MS.contains(&millis) => {
            let (least, most) = (TIMEOUT_MS.start(), TIMEOUT_MS.end());
            Err(Error::bad_request(
                "timeoutMs",
                format!("expected {least} to {most} milliseconds, found {millis}"),
            ))
        }
        Some(_) | None => Ok(()),
    }
}

fn check_length(path: &str, text: &str, most: usize) -> Result<(), Error> {
    let found = text.chars().count();
    if found > most {
        return Err(Error::bad_request(
            path,
            format!("expected at most {most} characters, found {found}"),
        ));
    }
    Ok(())
}

/// Converts the arguments to the question to ask.
fn question(arguments: Arguments) -> Result<Question, Error> {
    let default_text = default_text(arguments.default.as_ref())?;
    let secret = arguments.sensitivity == Sensitivity::Secret;
    let mut text = arguments.question;
    if !arguments.reason.trim().is_empty() {
        text = format!("{}\n\nReason: {}", text.trim_end(), arguments.reason.trim());
    }
    let question = Question::new(text).secret(secret);
    Ok(match arguments.kind {
        Kind::Select | Kind::MultiSelect => {
            let recommended = default_text
                .and_then(|text| arguments.options.iter().position(|option| *option == text));
            let question = question
                .with_choices(arguments.options)
                .free_text(FreeText::Other)
                .multi(matches!(arguments.kind, Kind::MultiSelect));
            match recommended {
                Some(index) => question.recommended(index + 1),
                None => question,
            }
        }
        // The default is ignored for a secret, because the prompt would show it.
        Kind::Text | Kind::Editor if secret => question,
        Kind::Text => match default_text.filter(|text| !text.trim().is_empty()) {
            Some(text) => question.default_text(text),
            None => question,
        },
        Kind::Editor => question.draft(default_text.unwrap_or_default()),
    })
}

/// The default text: a string, or the first string of an array.
fn default_text(default: Option<&Value>) -> Result<Option<String>, Error> {
    let text = |path: &str, value: &Value| match value {
        Value::String(text) => Ok(text.clone()),
        other => Err(Error::bad_request(
            path,
            format!("expected a string, found {}", json_kind(other)),
        )),
    };
    match default {
        None => Ok(None),
        Some(Value::Array(items)) => {
            let all = items
                .iter()
                .enumerate()
                .map(|(index, item)| text(&format!("default[{index}]"), item));
            Ok(all.collect::<Result<Vec<_>, _>>()?.into_iter().next())
        }
        Some(value) => text("default", value).map(Some),
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Details<'a> {
    question_id: &'a str,
    kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    visible_value: Option<Value>,
    cancelled: bool,
    timed_out: bool,
    sensitivity: Sensitivity,
}

fn answered(sensitivity: Sensitivity, answer: &Answer, mut details: Details<'_>) -> ToolResult {
    if sensitivity == Sensitivity::Secret {
        const HIDDEN: &str = "[REDACTED:secret-answer]";
        details.visible_value = Some(HIDDEN.into());
        return ToolResult::normal(format!("Answer: {HIDDEN}"), &details);
    }
    let (value, visible, text) = match answer.value() {
        AnswerValue::Picks(picks) => {
            let labels = picks.ticked.iter().map(|pick| pick.label.as_str());
            let values: Vec<_> = labels.chain(picks.text.as_deref()).collect();
            let visible: Vec<_> = values.iter().map(|value| redact(value)).collect();
            let text = if visible.is_empty() {
                "none".to_owned()
            } else {
                visible.join(", ")
            };
            (json!(values), json!(visible), text)
        }
        AnswerValue::Pick(_)
        | AnswerValue::Text(_)
        | AnswerValue::Secret(_)
        | AnswerValue::LeftOut => {
            let value = answer.choice().or(answer.text()).unwrap_or_default();
            let visible = redact(value);
            (json!(value), json!(visible), visible)
        }
    };
    let redacts = visible != value;
    details.value = Some(value);
    details.visible_value = Some(visible);
    let result = ToolResult::normal(format!("Answer: {text}"), &details);
    if redacts { result.text_only() } else { result }
}

/// `q_` and the 32-bit FNV-1a hash of the question.
fn question_id(text: &str) -> String {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    format!("q_{hash:08x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_is_the_hash_of_the_question() {
        assert_eq!(question_id(""), "q_811c9dc5");
        assert_eq!(question_id("a"), "q_e40c292c");
        assert_eq!(question_id("foobar"), "q_bf9cf968");
    }

    #[track_caller]
    fn check_refused(mut arguments: Value, path: &str, message: &str) {
        for (field, value) in [("question", json!("Q?")), ("kind", json!("text"))] {
            if arguments.get(field).is_none() {
                arguments[field] = value;
            }
        }
        let error = AskUserQuestionDialect
            .decode(arguments, DecodeMode::Lenient)
            .unwrap_err();
        assert_eq!(error.path(), Some(path));
        assert!(
            error.message().contains(message),
            "{} lacks {message:?}",
            error.message()
        );
    }

    #[test]
    fn limits_are_checked() {
        check_refused(
            json!({"question": "q".repeat(501)}),
            "question",
            "at most 500 characters, found 501",
        );
        check_refused(
            json!({"reason": "q".repeat(501)}),
            "reason",
            "at most 500 characters, found 501",
        );
        check_refused(
            json!({"options": vec!["a"; 21]}),
            "options",
            "at most 20 options, found 21",
        );
        check_refused(
            json!({"options": ["a", "b".repeat(201)]}),
            "options[1]",
            "at most 200 characters, found 201",
        );
        check_refused(
            json!({"timeoutMs": 999}),
            "timeoutMs",
            "1000 to 300000 milliseconds, found 999",
        );
        let blank = "expected a text, found only blanks";
        check_refused(json!({"question": " ", "reason": "r"}), "question", blank);
        for kind in ["select", "multi-select", "text", "editor"] {
            let options = json!({"kind": kind, "options": ["a", "\t"]});
            check_refused(options, "options[1]", blank);
        }
        check_refused(
            json!({"kind": "slider"}),
            "kind",
            "expected select, multi-select, text or editor, found the string \"slider\"",
        );
        check_refused(
            json!({"sensitivity": "high"}),
            "sensitivity",
            "expected public, internal or secret, found the string \"high\"",
        );
        check_refused(
            json!({"default": 7}),
            "default",
            "expected a string, found a number",
        );
        check_refused(
            json!({"default": ["a", 7]}),
            "default[1]",
            "expected a string, found a number",
        );
    }
}
