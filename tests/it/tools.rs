//! Tools as a host registers and calls them: two names, caps, no handler.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ask_user::dialect::{ASK_USER, MAX_OPTIONS, MAX_QUESTIONS, REQUEST_USER_INPUT, ToolResult};
use ask_user::tools::{AskUserTool, call};
use ask_user::{
    AskUser, Error, Outcome, RequestOutcome, Scripted, Settings, UserQuestionHandler, Withdrawal,
};
use serde_json::{Value, json};

/// A call that fits both names.
fn arguments(questions: usize, options: usize) -> Value {
    let options: Vec<_> = (1..=options)
        .map(|n| json!({"label": format!("o{n}"), "description": ""}))
        .collect();
    let questions: Vec<_> = (1..=questions)
        .map(|n| json!({"id": format!("q{n}"), "header": "H", "question": format!("Q{n}?"), "options": options}))
        .collect();
    json!({"questions": questions})
}

fn called(
    tool: &str,
    arguments: Value,
    handler: Option<&UserQuestionHandler>,
) -> Result<ToolResult, Error> {
    call(
        tool,
        arguments,
        handler,
        &Settings::default(),
        &Withdrawal::new(),
    )
}

fn scripted(lines: &[&str]) -> UserQuestionHandler {
    let ask = AskUser::new();
    ask.bind(Scripted::lines(lines.iter().copied())).keep();
    UserQuestionHandler::from(ask)
}

#[test]
fn one_tool_object_has_two_names_and_two_result_shapes() {
    let names = |preset| {
        let tools = AskUserTool::preset(preset)?;
        Some(tools.iter().map(|tool| tool.name).collect::<Vec<_>>())
    };
    assert_eq!(names("cc"), Some(vec![ASK_USER]));
    assert_eq!(names("cx"), Some(vec![ASK_USER, REQUEST_USER_INPUT]));
    assert_eq!(names("other"), None);
    let text = |tool: AskUserTool| {
        let result = tool.call(
            arguments(1, 2),
            Some(&scripted(&["2"])),
            &Settings::default(),
            &Withdrawal::new(),
        );
        result.unwrap().text
    };
    let both = AskUserTool::preset("cx").unwrap();
    assert!(text(both[0]).starts_with("Your questions have been answered: \"Q1?\"=\"o2\"."));
    assert_eq!(text(both[1]), r#"{"answers":{"q1":{"answers":["o2"]}}}"#);
}

#[test]
fn without_a_handler_the_call_fails_at_once_with_advice() {
    for tool in [ASK_USER, REQUEST_USER_INPUT] {
        let result = called(tool, arguments(1, 2), None).unwrap();
        let advice = "no interactive operator in this session mode; decide for yourself and say what you assumed";
        assert_eq!((result.text.as_str(), result.is_error), (advice, true));
    }
}

#[test]
fn the_caps_are_those_of_the_constants() {
    for tool in [ASK_USER, REQUEST_USER_INPUT] {
        assert!(called(tool, arguments(MAX_QUESTIONS, MAX_OPTIONS), None).is_ok());
        let error = called(tool, arguments(MAX_QUESTIONS + 1, 2), None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "questions: expected 1 to 4 questions, found 5"
        );
        let error = called(tool, arguments(1, MAX_OPTIONS + 1), None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "questions[0].options: expected 1 to 4 options, found 5"
        );
        let schema = ask_user::dialect::tool(tool).unwrap().input_schema();
        assert_eq!(schema["properties"]["questions"]["maxItems"], MAX_QUESTIONS);
    }
}

#[test]
fn a_handler_is_a_closure_over_whole_requests_too() {
    let asked = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&asked);
    let handler = UserQuestionHandler::new(move |request, _, _| {
        seen.store(request.questions().len() == 2, Ordering::SeqCst);
        Ok(RequestOutcome::not_asked(Outcome::Withdrawn))
    });
    let result = called(ASK_USER, arguments(2, 2), Some(&handler)).unwrap();
    assert!(asked.load(Ordering::SeqCst));
    assert_eq!(result.text, "question withdrawn by the caller");
    assert_eq!(format!("{handler:?}"), "UserQuestionHandler(..)");
}

/// F09: without an operator nothing is guessed from labels or places.
#[test]
fn f09_no_label_is_harmless_enough_to_be_guessed() {
    for options in [["Skip", "Delete everything"], ["Delete everything", "No"]] {
        let result = called(
            "ask_user",
            json!({"question": "Q?", "options": options}),
            None,
        )
        .unwrap();
        assert_eq!(result.json["answered"], false);
        assert!(result.json.get("choice_index").is_none());
    }
}

#[test]
fn the_grammar_is_the_tools_own() {
    let strict = called(
        "ask_user",
        json!({"question": "Q?"}),
        Some(&scripted(&["! no"])),
    )
    .unwrap();
    assert_eq!(strict.json["text"], "! no");
    let full = called("ask", arguments(1, 2), Some(&scripted(&["! no"]))).unwrap();
    assert!(full.is_error);
}
