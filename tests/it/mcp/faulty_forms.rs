//! What is no answer to a form: asked again, handed on, or told to the model in words.

use std::num::NonZeroUsize;

use ask_user::dialect::tool;
use ask_user::mcp::server::{Channel, Server};
use ask_user::{AskUser, Error, Scripted, Settings, UserQuestionHandler};
use serde_json::{Value, json};

use super::raw_client::{Client, queue};

fn forms() -> Value {
    json!({"elicitation": {}})
}

fn accept(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}

async fn connected(version: &str, channels: Vec<Channel>, attempts: usize) -> Client {
    let settings = Settings {
        attempts: NonZeroUsize::new(attempts).unwrap(),
        ..Settings::default()
    };
    let tools = vec![tool("ask").unwrap(), tool("ask_user").unwrap()];
    let mut client = Client::connect(Server::new(tools, channels).settings(settings));
    client.hello(version, forms()).await;
    client
}

/// The text of a result, all of it.
fn text(result: &Value) -> String {
    let texts = result["content"].as_array().unwrap().iter();
    let texts: Vec<_> = texts.map(|part| part["text"].as_str().unwrap()).collect();
    texts.join("\n")
}

#[tokio::test]
async fn a_slip_is_asked_again_with_the_fault_in_the_message() {
    for version in ["2025-06-18", "2025-11-25"] {
        let mut client = connected(version, vec![Channel::Elicitation], 3).await;
        let call = client.begin_call("ask", queue()).await;
        let first = client.form().await;
        client.answer(&first, accept(json!({"q1": "slow"}))).await;
        let second = client.form().await;
        let message = second["params"]["message"].as_str().unwrap();
        let fault = "expected one of the choices or a number from 1 to 2, found another text";
        assert!(
            message.starts_with(&format!("{fault} (2 attempts left)\n")),
            "{message}"
        );
        let original = first["params"]["message"].as_str().unwrap();
        assert!(message.ends_with(original), "{message}");
        assert_eq!(
            first["params"]["requestedSchema"],
            second["params"]["requestedSchema"]
        );
        client.answer(&second, accept(json!({"q1": "2"}))).await;
        let result = client.response(call).await["result"].clone();
        assert_eq!(text(&result), "User selected: bulk");
    }
}

/// What the model is told when every form comes back so.
async fn told(answer: Value, attempts: usize) -> Value {
    let mut client = connected("2025-11-25", vec![Channel::Elicitation], attempts).await;
    let call = client.begin_call("ask", queue()).await;
    for _ in 0..attempts {
        let form = client.form().await;
        client.answer(&form, answer.clone()).await;
    }
    client.response(call).await["result"].clone()
}

#[tokio::test]
async fn after_the_last_attempt_the_model_is_told_about_the_form() {
    let needed = "content.q1: this question needs an answer, and nothing was filled in";
    let listed = "expected one of the choices or a number from 1 to 2";
    let action = "action: expected accept, decline or cancel, found";
    for (answer, wanted) in [
        (
            accept(json!({"q1": "slow"})),
            format!("content.q1: {listed}, found another text"),
        ),
        (
            accept(json!({"q1": {}})),
            format!("content.q1: {listed}, found an object"),
        ),
        (accept(json!({})), needed.to_owned()),
        (json!({"action": "accept"}), needed.to_owned()),
        (json!({}), format!("{action} nothing")),
        (json!({"action": "ok"}), format!("{action} \"ok\"")),
    ] {
        for attempts in [1, 3] {
            let result = told(answer.clone(), attempts).await;
            assert_eq!(result["isError"], true, "{result}");
            assert_eq!(
                text(&result),
                format!(
                    "no valid answer (max attempts exhausted)\n\
                     the client's form brought no answer: {wanted}"
                )
            );
        }
    }
}

#[tokio::test]
async fn the_newest_version_counts_the_attempts_in_its_state() {
    let mut client = Client::of(&["ask"], vec![Channel::Elicitation]).stateless(forms());
    let mut params = json!({"name": "ask", "arguments": queue()});
    for left in [None, Some("2 attempts left"), Some("1 attempt left")] {
        let response = client.request("tools/call", params.clone()).await;
        let result = &response["result"];
        assert_eq!(result["resultType"], "input_required", "{result}");
        let message = &result["inputRequests"]["form"]["params"]["message"];
        let message = message.as_str().unwrap();
        assert_eq!(message.contains("left)"), left.is_some(), "{message}");
        assert!(left.is_none_or(|left| message.contains(left)), "{message}");
        params["requestState"] = result["requestState"].clone();
        params["inputResponses"] = json!({"form": accept(json!({"q1": "slow"}))});
    }
    let response = client.request("tools/call", params).await;
    let told = text(&response["result"]);
    assert!(
        told.contains("the client's form brought no answer: content.q1: expected"),
        "{told}"
    );
}

fn typing(line: &'static str) -> Channel {
    let ask = AskUser::new();
    ask.bind(Scripted::lines([line])).keep();
    Channel::Operator(ask.into())
}

async fn refuse(client: &mut Client, code: i32, message: &str) {
    let form = client.form().await;
    let error = json!({"code": code, "message": message});
    client
        .send(json!({"jsonrpc": "2.0", "id": form["id"], "error": error}))
        .await;
}

#[tokio::test]
async fn a_client_that_declares_forms_and_shows_none_hands_on_to_the_next_channel() {
    for code in [-32601, -32603, -32602, -1] {
        let channels = vec![Channel::Elicitation, typing("2")];
        let mut client = connected("2025-11-25", channels, 3).await;
        let call = client.begin_call("ask", queue()).await;
        refuse(&mut client, code, "no such method").await;
        let result = client.response(call).await["result"].clone();
        assert_eq!(text(&result), "User selected: bulk");
    }
}

#[tokio::test]
async fn what_each_channel_lacked_is_told() {
    let away = UserQuestionHandler::new(|_, _, _| Err(Error::no_terminal("the terminal is away")));
    let channels = vec![Channel::Elicitation, Channel::Operator(away)];
    let mut client = connected("2025-11-25", channels, 3).await;
    let call = client
        .begin_call("ask_user", json!({"question": "Go?"}))
        .await;
    refuse(&mut client, -32601, "no\u{1b}[2J forms").await;
    let result = client.response(call).await["result"].clone();
    let told = text(&result);
    assert!(
        told.ends_with(
            "nobody was asked: the client declares that it shows forms, and answered one with the \
             error -32601 (no\\u{1b}[2J forms); the terminal is away"
        ),
        "{told}"
    );
    let why = result["structuredContent"]["why"].as_str().unwrap();
    assert!(told.ends_with(why), "{result}");
}
