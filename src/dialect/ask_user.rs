//! `ask_user`: the dialect of `oc_chat`, with one question and the strict grammar.
//!
//! The result is one plain object. A pick gives `choice_index` (from 1) and `choice`.
//! Typed text gives `text`. A missing answer gives a `reason`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::arguments;
use super::decode_mode::DecodeMode;
use super::definition::schema_of;
use super::{DecodedCall, Dialect, ToolResult, json, lenient, native};
use crate::core::{FreeText, Grammar, Question, Request, RequestOutcome};
use crate::error::Error;

/// The arguments of `ask_user`.
#[derive(Debug, Deserialize, JsonSchema)]
struct Arguments {
    /// The question, in one short sentence.
    question: String,
    /// The choices, best one first. Leave it out to ask for free text.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    options: Vec<String>,
    /// Whether a line that is not a number may be the answer itself.
    #[serde(default, deserialize_with = "arguments::null_as_default")]
    allow_free_text: bool,
}

pub(super) struct AskUserDialect;

impl Dialect for AskUserDialect {
    fn name(&self) -> &'static str {
        "ask_user"
    }

    fn title(&self) -> &'static str {
        "Ask the operator"
    }

    fn purpose(&self) -> &'static str {
        "one question that takes a choice or a text"
    }

    fn description(&self) -> &'static str {
        "Asks the operator one question at their prompt and waits for the answer. Use it for a decision \
         that is theirs: one that is costly to undo, or that no file or earlier message settles. Do not \
         use it for what you can find out yourself, nor to ask for permission to go on. The result holds \
         choice_index (counted from 1) and choice, or text; when answered is false, reason says why and \
         nobody chose anything."
    }

    fn input_schema(&self) -> Value {
        schema_of::<Arguments>()
    }

    fn grammar(&self) -> Grammar {
        Grammar::Strict
    }

    fn decode(&self, mut arguments: Value, mode: DecodeMode) -> Result<DecodedCall, Error> {
        match mode {
            DecodeMode::Lenient => {
                lenient::drop_nulls(&mut arguments);
                lenient::array_from_string(&mut arguments, "options");
            }
            DecodeMode::Strict => {}
        }
        let arguments: Arguments = arguments::read(&arguments, mode)?;
        let free_text = if arguments.allow_free_text {
            FreeText::Inline
        } else {
            FreeText::Never
        };
        let question = Question::new(arguments.question)
            .with_choices(arguments.options)
            .free_text(free_text);
        arguments::check_single(&question)?;
        Ok(DecodedCall::new(
            Request::from(question),
            |_, request_outcome| encode(request_outcome),
        ))
    }
}

fn encode(request_outcome: &RequestOutcome) -> ToolResult {
    let result = native::result(&request_outcome.clone().into_single());
    ToolResult::plain(json::line(&result), result)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn decode(arguments: Value) -> Question {
        let call = AskUserDialect
            .decode(arguments, DecodeMode::Lenient)
            .unwrap();
        call.request().questions()[0].clone()
    }

    #[track_caller]
    fn check_refused(arguments: Value, mode: DecodeMode, path: &str, message: &str) {
        let error = AskUserDialect.decode(arguments, mode).unwrap_err();
        assert_eq!(error.path(), Some(path));
        assert!(
            error.message().contains(message),
            "{} lacks {message:?}",
            error.message()
        );
    }

    #[test]
    fn decodes() {
        let question = decode(json!({"question": "Where?", "options": ["a", "b"]}));
        let wanted = Question::new("Where?").with_choices(["a", "b"]);
        assert_eq!(question, wanted);
        let question =
            decode(json!({"question": "Where?", "options": ["a"], "allow_free_text": true}));
        assert_eq!(question.free_text_kind(), FreeText::Inline);
        assert!(!decode(json!({"question": "Name?", "options": []})).has_menu());
    }

    #[test]
    fn f85_an_array_sent_as_a_string_is_understood() {
        let sent = json!({"question": "Where?", "options": "[\"a\",\"b\"]"});
        assert_eq!(decode(sent.clone()).choices().len(), 2);
        check_refused(sent, DecodeMode::Strict, "options", "expected an array");
        let broken = json!({"question": "Where?", "options": "[\"a\", 2]"});
        check_refused(
            broken,
            DecodeMode::Lenient,
            "options[1]",
            "expected a string",
        );
    }

    #[test]
    fn f87_unknown_fields_are_ignored_or_refused_by_name() {
        let sent = json!({"question": "Where?", "free_text": true});
        assert_eq!(decode(sent.clone()), Question::new("Where?"));
        check_refused(sent, DecodeMode::Strict, "free_text", "unknown field");
        let null = json!({"question": "Where?", "options": null});
        assert_eq!(decode(null.clone()), Question::new("Where?"));
        // Where every member must be given, null is how models leave one out.
        assert!(AskUserDialect.decode(null, DecodeMode::Strict).is_ok());
        let null = json!({"question": null});
        check_refused(null.clone(), DecodeMode::Strict, "question", "null");
        check_refused(null, DecodeMode::Lenient, "", "missing field `question`");
    }

    #[test]
    fn f84_errors_name_path_rule_and_value() {
        let lenient =
            |arguments, path, message| check_refused(arguments, DecodeMode::Lenient, path, message);
        lenient(json!({}), "", "missing field `question`");
        lenient(
            json!({"question": 7}),
            "question",
            "expected a string, found the number 7",
        );
        lenient(
            json!({"question": "x", "options": {"a": 1}}),
            "options",
            "expected an array",
        );
        lenient(
            json!({"question": "x", "options": ["a", 2]}),
            "options[1]",
            "expected a string, found the number 2",
        );
        lenient(json!({"question": "  "}), "question", "only blanks");
        lenient(
            json!({"question": "x", "options": ["a", "\u{3000}"]}),
            "options[1]",
            "expected a text, found only blanks",
        );
        lenient(
            json!([1]),
            "",
            "expected an object of arguments, found an array",
        );
    }
}
