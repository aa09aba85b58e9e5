//! The client as the way to its user, in both manners.

use std::sync::atomic::{AtomicBool, Ordering};

use ask_user::mcp::server::{Channel, Server};
use ask_user::{Error, Settings, UserQuestionHandler};
use serde_json::{Value, json};

use super::raw_client::{Client, queue};

fn forms() -> Value {
    json!({"elicitation": {}})
}

fn block_on<T>(session: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().unwrap().block_on(session)
}

/// Calls `ask` up to the form that the client is sent, and gives its parameters.
async fn form(client: &mut Client) -> (u64, Value, Value) {
    let params = json!({"name": "ask", "arguments": queue()});
    let call = client.begin("tools/call", params).await;
    let request = client.receive().await;
    assert_eq!(request["method"], "elicitation/create", "{request}");
    (call, request["id"].clone(), request["params"].clone())
}

/// What the call gives when the client answers its form so.
#[track_caller]
fn check(version: &'static str, answer: Value, is_error: bool, text: &'static str) {
    let result = block_on(async {
        let mut client = Client::of(&["ask"], vec![Channel::Elicitation]);
        client.hello(version, forms()).await;
        let (call, id, _) = form(&mut client).await;
        client
            .send(json!({"jsonrpc": "2.0", "id": id, "result": answer}))
            .await;
        client.response(call).await["result"].clone()
    });
    assert_eq!(result["isError"], is_error, "{result}");
    let said = result["content"][0]["text"].as_str().unwrap();
    assert!(said.contains(text), "{said}");
}

#[test]
fn what_the_client_answers_becomes_the_result() {
    for version in ["2025-06-18", "2025-11-25"] {
        let accept = |content| json!({"action": "accept", "content": content});
        check(
            version,
            accept(json!({"q1": "bulk"})),
            false,
            "User selected: bulk",
        );
        check(version, accept(json!({"q1_other": "mine"})), false, "mine");
        let both = accept(json!({"q1": "fast", "q1_other": "until friday"}));
        let note = "User selected: fast\nUser added note: until friday";
        check(version, both, false, note);
        check(
            version,
            json!({"action": "cancel"}),
            true,
            "cancelled by the user",
        );
        // Its user may never have seen it.
        check(version, json!({"action": "decline"}), true, "client");
    }
}

#[tokio::test]
async fn the_form_is_in_the_words_of_the_version() {
    let mut client = Client::of(&["ask"], vec![Channel::Elicitation]);
    client.hello("2025-06-18", forms()).await;
    let (_, _, params) = form(&mut client).await;
    assert_eq!(
        params["requestedSchema"]["properties"]["q1"]["enum"],
        json!(["fast", "bulk"])
    );
    let mut client = Client::of(&["ask"], vec![Channel::Elicitation]);
    client.hello("2025-11-25", forms()).await;
    let (_, _, params) = form(&mut client).await;
    let choice = &params["requestedSchema"]["properties"]["q1"]["oneOf"][1];
    assert_eq!(
        *choice,
        json!({"const": "bulk", "title": "bulk (recommended) — nightly"})
    );
}

/// Whether a client that declares this is asked.
#[track_caller]
fn check_declared(version: &'static str, capabilities: Value, asked: bool) {
    let message = block_on(async {
        let mut client = Client::of(&["ask"], vec![Channel::Elicitation]);
        client.hello(version, capabilities).await;
        let params = json!({"name": "ask", "arguments": queue()});
        client.begin("tools/call", params).await;
        client.receive().await
    });
    assert_eq!(
        message["method"] == "elicitation/create",
        asked,
        "{message}"
    );
}

#[test]
fn only_a_client_that_shows_forms_is_asked() {
    check_declared("2025-11-25", json!({}), false);
    check_declared("2025-11-25", json!({"elicitation": {}}), true);
    check_declared("2025-11-25", json!({"elicitation": {"form": {}}}), true);
    check_declared("2025-11-25", json!({"elicitation": {"url": {}}}), false);
    check_declared("2025-03-26", json!({"elicitation": {}}), false);
}

#[tokio::test]
async fn a_secret_is_never_elicited() {
    let mut client = Client::of(&["askUserQuestion"], vec![Channel::Elicitation]);
    client.hello("2025-11-25", forms()).await;
    let arguments = json!({"questions": [
        {"id": "key", "kind": "secret", "prompt": "Key?", "question": "Key?", "sensitivity": "secret"},
    ]});
    let result = client.call("askUserQuestion", arguments).await;
    assert!(
        !result.to_string().contains("\"answered\":true"),
        "{result}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_time_limit_ends_the_wait_for_a_form() {
    let settings = Settings {
        timeout: Some(std::time::Duration::from_secs(5)),
        ..Settings::default()
    };
    let tools = vec![ask_user::dialect::tool("ask_user").unwrap()];
    let server = Server::new(tools, vec![Channel::Elicitation]).settings(settings);
    let mut client = Client::connect(server);
    client.hello("2025-11-25", forms()).await;
    let params = json!({"name": "ask_user", "arguments": {"question": "Go?"}});
    let call = client.begin("tools/call", params).await;
    assert_eq!(client.receive().await["method"], "elicitation/create");
    let closed = client.receive().await;
    assert_eq!(closed["method"], "notifications/cancelled");
    let message = client.receive().await;
    assert_eq!(message["id"], call);
    let reason = message["result"]["structuredContent"]["reason"].as_str();
    assert!(reason.unwrap().contains("5 s"), "{message}");
}

/// Up to the form of 2026-07-28: its state and its request.
async fn input_required(client: &mut Client) -> Value {
    let result = client.call("ask", queue()).await;
    assert_eq!(result["resultType"], "input_required", "{result}");
    let form = &result["inputRequests"]["form"];
    assert_eq!(form["method"], "elicitation/create");
    result
}

fn retry(arguments: Value, state: &Value, response: Value) -> Value {
    json!({
        "name": "ask",
        "arguments": arguments,
        "requestState": state,
        "inputResponses": {"form": response},
    })
}

async fn newest() -> (Client, Value) {
    let mut client = Client::of(&["ask"], vec![Channel::Elicitation]).stateless(forms());
    let state = input_required(&mut client).await["requestState"].clone();
    (client, state)
}

#[tokio::test]
async fn the_newest_version_answers_with_a_second_call() {
    let (mut client, state) = newest().await;
    let accept = json!({"action": "accept", "content": {"q1": "bulk"}});
    let response = client
        .request("tools/call", retry(queue(), &state, accept))
        .await;
    let result = &response["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["content"][0]["text"], "User selected: bulk");
}

#[tokio::test]
async fn an_answer_to_a_form_is_taken_also_where_somebody_else_could_be_asked_by_now() {
    let away = AtomicBool::new(true);
    let comes_back = UserQuestionHandler::new(move |_, _, _| {
        assert!(
            away.swap(false, Ordering::SeqCst),
            "asked although answered"
        );
        Err(Error::no_terminal("the terminal is away"))
    });
    let channels = vec![Channel::Operator(comes_back), Channel::Elicitation];
    let mut client = Client::of(&["ask"], channels).stateless(forms());
    let state = input_required(&mut client).await["requestState"].clone();
    let accept = json!({"action": "accept", "content": {"q1": "bulk"}});
    let response = client
        .request("tools/call", retry(queue(), &state, accept))
        .await;
    let result = &response["result"];
    assert_eq!(result["content"][0]["text"], "User selected: bulk");
}

#[tokio::test]
async fn an_answer_without_our_state_is_asked_for_again() {
    let accept = json!({"action": "accept", "content": {"q1": "bulk"}});
    let (mut client, state) = newest().await;
    let mut forged = state.as_str().unwrap().to_owned();
    forged.pop();
    let mut others = queue();
    others["questions"][0]["question"] = "Another?".into();
    // The order of keys does not count.
    let mut keys: Vec<_> = queue()["questions"][0]
        .as_object()
        .unwrap()
        .clone()
        .into_iter()
        .collect();
    keys.reverse();
    let reversed = json!({"questions": [serde_json::Map::from_iter(keys)]});
    assert_ne!(reversed.to_string(), queue().to_string());
    let params = retry(reversed, &state, accept.clone());
    let response = client.request("tools/call", params).await;
    assert_eq!(response["result"]["resultType"], "complete", "{response}");
    for params in [
        retry(queue(), &json!("made up"), accept.clone()),
        retry(queue(), &json!(forged), accept.clone()),
        // The state belongs to the arguments that were asked.
        retry(others, &state, accept),
    ] {
        let response = client.request("tools/call", params).await;
        assert_eq!(response["result"]["resultType"], "input_required");
    }
}

#[tokio::test]
async fn the_state_carries_no_answer_and_no_question() {
    let (_, state) = newest().await;
    for word in ["queue", "fast", "bulk"] {
        assert!(!state.as_str().unwrap().contains(word));
    }
}
