//! Calls that wait are bounded, by number and by size, and an output that is closed ends the
//! server.

use ask_user::UserQuestionHandler;
use ask_user::dialect::tool;
use ask_user::mcp::server::{Channel, MAX_OPEN_BYTES, MAX_OPEN_CALLS, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt as _, split};

use super::raw_client::{Client, queue};

/// An operator who never answers.
fn silent() -> Channel {
    Channel::Operator(UserQuestionHandler::new(|_, _, withdrawal| {
        while !withdrawal.is_withdrawn() {
            std::thread::yield_now();
        }
        Err(ask_user::Error::no_terminal("the test is over"))
    }))
}

async fn connected() -> Client {
    let mut client = Client::of(&["ask"], vec![silent()]);
    client.hello("2025-11-25", json!({})).await;
    client
}

#[track_caller]
fn check_refused(response: &Value, wanted: &str) {
    let result = &response["result"];
    assert_eq!(result["isError"], true, "{response}");
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.contains(wanted), "{text}");
}

#[tokio::test]
async fn one_call_too_many_is_refused_and_the_others_wait_on() {
    let mut client = connected().await;
    for _ in 0..MAX_OPEN_CALLS {
        client.begin_call("ask", queue()).await;
    }
    let response = client
        .request("tools/call", json!({"name": "ask", "arguments": queue()}))
        .await;
    let wanted = "1000 calls wait for the operator already, and at most 1000 may";
    check_refused(&response, wanted);
    // One that is cancelled makes room for another.
    client
        .notify("notifications/cancelled", json!({"requestId": 9}))
        .await;
    client.request("ping", json!({})).await;
    client.begin_call("ask", queue()).await;
    let pong = client.request("ping", json!({})).await;
    assert_eq!(pong["result"], json!({}));
}

#[tokio::test]
async fn calls_that_are_too_large_together_are_refused() {
    let mut client = connected().await;
    let mut large = queue();
    large["questions"][0]["question"] = "q".repeat(MAX_OPEN_BYTES / 2).into();
    client.begin_call("ask", large.clone()).await;
    let params = json!({"name": "ask", "arguments": large});
    let response = client.request("tools/call", params).await;
    check_refused(&response, "together they may have 16777216");
    // A small one still fits.
    client.begin_call("ask", queue()).await;
    let pong = client.request("ping", json!({})).await;
    assert_eq!(pong["result"], json!({}));
}

#[tokio::test]
async fn an_output_that_nobody_reads_ends_the_server_with_an_error() {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (input, mut writer) = tokio::io::duplex(1 << 16);
    let server = Server::new(vec![tool("ask").unwrap()], vec![silent()]);
    let (_, output) = split(theirs);
    let serving = tokio::spawn(server.serve(input, output));
    drop(ours);
    let ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
    writer.write_all(ping.as_bytes()).await.unwrap();
    // The input stays open: nothing else tells that the client has gone.
    let error = serving.await.unwrap().unwrap_err();
    assert!(error.is_device(), "{error}");
    assert!(error.to_string().starts_with("writing to the client: "));
}
