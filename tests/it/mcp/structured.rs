//! Structured content: some clients hand the model that in place of the text.

use ask_user::dialect::DecodeMode;
use ask_user::mcp::server::{Channel, Server};
use ask_user::{AskUser, Reply, Scripted, UserQuestionHandler};
use serde_json::{Value, json};

use super::raw_client::{Client, queue};

/// The result of a call that the operator answers so.
async fn result(tool: &str, arguments: Value, replies: Vec<Reply>) -> Value {
    let ask = AskUser::new();
    ask.bind(Scripted::replies(replies)).keep();
    let channel = Channel::Operator(UserQuestionHandler::from(ask));
    let tools = vec![ask_user::dialect::tool(tool).unwrap()];
    let mut client =
        Client::connect(Server::new(tools, vec![channel]).decode_mode(DecodeMode::Lenient));
    client.hello("2025-11-25", json!({})).await;
    client.call(tool, arguments).await
}

/// What the model of such a client reads.
fn read_by_model(result: &Value) -> String {
    match result.get("structuredContent") {
        Some(structured) => structured.to_string(),
        None => result["content"].to_string(),
    }
}

fn line(text: &str) -> Vec<Reply> {
    vec![Reply::Line(text.to_owned())]
}

#[tokio::test]
async fn a_model_that_gets_structured_content_alone_reads_every_answer_and_every_reason() {
    let questions = json!({"questions": [{
        "id": "q", "header": "Q", "question": "Which?", "options": [{"label": "fast"}, {"label": "bulk"}],
    }]});
    let kind =
        |kind: &str| json!({"question": "Which?", "kind": kind, "options": ["fast", "bulk"]});
    let plain = json!({"question": "Which?", "options": ["fast", "bulk"]});
    for (tool, arguments, replies, wanted) in [
        ("ask", queue(), line("2"), "bulk"),
        ("ask", queue(), line("2 # until friday"), "until friday"),
        ("ask", queue(), line("~ what is bulk?"), "what is bulk?"),
        ("ask", queue(), line("! not mine"), "not mine"),
        (
            "ask",
            queue(),
            vec![Reply::Cancelled],
            "cancelled by the user",
        ),
        ("ask", queue(), vec![], "input closed before an answer"),
        ("ask_user", plain.clone(), line("2"), "bulk"),
        (
            "ask_user",
            plain,
            vec![Reply::Cancelled],
            "operator cancelled",
        ),
        ("askUserQuestion", kind("select"), line("2"), "bulk"),
        (
            "askUserQuestion",
            kind("select"),
            line("! no"),
            "operator declined: no",
        ),
        (
            "AskUserQuestion",
            questions.clone(),
            line("2 # soon"),
            "soon",
        ),
        (
            "AskUserQuestion",
            questions.clone(),
            line("! wrong plan"),
            "wrong plan",
        ),
        ("AskUserQuestion", questions.clone(), line("~ why?"), "why?"),
        (
            "request_user_input",
            questions.clone(),
            line("2 # soon"),
            "soon",
        ),
        ("request_user_input", questions, line("~ why?"), "why?"),
    ] {
        let result = result(tool, arguments, replies).await;
        let read = read_by_model(&result);
        assert!(read.contains(wanted), "{tool}: {wanted}: {result}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(wanted), "{tool}: {wanted}: {result}");
    }
}

#[tokio::test]
async fn an_error_has_no_structured_content() {
    let failed = result("ask", queue(), vec![Reply::Cancelled]).await;
    assert_eq!(failed["isError"], true);
    assert_eq!(failed.get("structuredContent"), None);
    let invalid = result("ask", json!({"questions": 7}), vec![]).await;
    assert_eq!(invalid.get("structuredContent"), None);
}

#[tokio::test]
async fn what_the_text_redacts_is_not_in_structured_content() {
    let token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
    let arguments = json!({"question": "Token?", "kind": "text"});
    let shown = result("askUserQuestion", arguments, line(token)).await;
    assert!(
        shown["content"][0]["text"]
            .as_str()
            .unwrap()
            .contains("REDACTED")
    );
    assert!(!read_by_model(&shown).contains(token), "{shown}");
}
