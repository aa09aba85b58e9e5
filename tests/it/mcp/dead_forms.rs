//! A form that nobody waits for any more is closed at the client.

use std::time::Duration;

use ask_user::dialect::tool;
use ask_user::mcp::server::{Channel, Server, ShutdownHandle};
use ask_user::{OnTimeout, Settings};
use serde_json::{Value, json};

use super::raw_client::{Client, queue};

/// A client whose form stands: its call, and the request of the server.
async fn shown(settings: Settings) -> (Client, ShutdownHandle, u64, Value) {
    let tools = vec![tool("ask").unwrap()];
    let server = Server::new(tools, vec![Channel::Elicitation]).settings(settings);
    let stop = server.shutdown_handle();
    let mut client = Client::connect(server);
    client.hello("2025-11-25", json!({"elicitation": {}})).await;
    let call = client.begin_call("ask", queue()).await;
    let form = client.form().await;
    (client, stop, call, form)
}

#[track_caller]
fn check_closed(message: &Value, form: &Value) {
    assert_eq!(message["method"], "notifications/cancelled", "{message}");
    assert_eq!(message["params"]["requestId"], form["id"]);
}

#[tokio::test]
async fn when_the_client_cancels_the_call() {
    let (mut client, _stop, call, form) = shown(Settings::default()).await;
    client
        .notify("notifications/cancelled", json!({"requestId": call}))
        .await;
    check_closed(&client.receive().await, &form);
    // An answer that comes all the same belongs to nothing, and the call has no response.
    client
        .answer(
            &form,
            json!({"action": "accept", "content": {"q1": "bulk"}}),
        )
        .await;
    let pong = client.request("ping", json!({})).await;
    assert_eq!(pong["result"], json!({}));
}

#[tokio::test]
async fn when_the_server_is_stopped() {
    let (mut client, stop, call, form) = shown(Settings::default()).await;
    stop.stop();
    check_closed(&client.receive().await, &form);
    let response = client.response(call).await;
    assert_eq!(response["result"]["isError"], true, "{response}");
    client.served.await.unwrap().unwrap();
}

fn timeout(on_timeout: OnTimeout) -> Settings {
    Settings {
        timeout: Some(Duration::from_secs(5)),
        on_timeout,
        ..Settings::default()
    }
}

#[tokio::test(start_paused = true)]
async fn when_the_time_is_up() {
    let (mut client, _stop, call, form) = shown(timeout(OnTimeout::Refuse)).await;
    check_closed(&client.receive().await, &form);
    let response = client.response(call).await;
    let text = &response["result"]["content"][0]["text"];
    assert_eq!(*text, "no answer within 5 s");
}

#[tokio::test(start_paused = true)]
async fn the_recommended_choice_is_taken_by_form_too_and_the_user_is_told_before() {
    let (mut client, _stop, call, form) = shown(timeout(OnTimeout::Recommended)).await;
    let message = form["params"]["message"].as_str().unwrap();
    assert!(
        message.contains("no answer within 5 s takes the recommended choice\n"),
        "{message}"
    );
    check_closed(&client.receive().await, &form);
    let result = client.response(call).await["result"].clone();
    assert_eq!(
        result["content"][0]["text"],
        "User selected: bulk (auto-selected after timeout)"
    );
    assert_eq!(result["structuredContent"]["timedOut"], true);
}
