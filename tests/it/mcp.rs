//! The MCP server, and the client's side of elicitation, spoken to in raw
//! JSON-RPC over a pair of streams in this process.

#[cfg(feature = "rmcp-client")]
mod client;
mod clients;
mod dead_forms;
mod elicitation;
mod faulty_forms;
mod later;
mod limits;
mod offered;
#[cfg(feature = "cli")]
mod process;
mod raw_client;
#[cfg(feature = "rmcp-client")]
mod raw_server;
mod structured;
mod waiting;
mod wire;

use ask_user::dialect::{Api, DecodeMode, definition, tool};
use ask_user::mcp::server::{Channel, Server};
use ask_user::{AskUser, Error, Outcome, RequestOutcome, Scripted, UserQuestionHandler};
use serde_json::{Value, json};

use raw_client::{Client, queue};

/// An operator who types these lines.
fn typing(lines: &'static [&'static str]) -> Channel {
    let ask = AskUser::new();
    ask.bind(Scripted::lines(lines.iter().copied())).keep();
    Channel::Operator(UserQuestionHandler::from(ask))
}

#[tokio::test]
async fn it_says_who_it_is_in_every_version_with_a_handshake() {
    for version in ["2025-06-18", "2025-11-25"] {
        let mut client = Client::of(&["ask"], vec![]);
        let hello = client.hello(version, json!({})).await;
        assert_eq!(hello["protocolVersion"], version);
        assert_eq!(hello["serverInfo"]["name"], "ask-user");
        assert_eq!(hello["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(hello["capabilities"], json!({"tools": {}}));
    }
}

#[tokio::test]
async fn it_offers_the_definitions_of_the_table() {
    let names = ["ask_user", "AskUserQuestion"];
    let mut client = Client::of(&names, vec![]);
    client.hello("2025-11-25", json!({})).await;
    let listed = client.request("tools/list", json!({})).await;
    let wanted: Vec<_> = names
        .iter()
        .map(|name| definition(tool(name).unwrap(), Api::Mcp))
        .collect();
    assert_eq!(listed["result"]["tools"], Value::from(wanted));
}

#[tokio::test]
async fn a_call_is_asked_and_answered_in_the_tools_own_shape() {
    let mut client = Client::of(&["ask", "ask_user"], vec![typing(&["2", "1"])]);
    client.hello("2025-11-25", json!({})).await;
    let result = client.call("ask", queue()).await;
    assert_eq!(result["isError"], false);
    assert_eq!(result["content"][0]["text"], "User selected: bulk");
    assert_eq!(
        result["structuredContent"]["selectedOptions"],
        json!(["bulk"])
    );
    // A tool whose result is its own JSON gives it both ways.
    let result = client
        .call("ask_user", json!({"question": "Go?", "options": ["yes"]}))
        .await;
    let wanted = json!({"answered": true, "choice_index": 1, "choice": "yes"});
    assert_eq!(result["structuredContent"], wanted);
    assert_eq!(
        result["content"],
        json!([{"type": "text", "text": wanted.to_string()}])
    );
}

#[tokio::test]
async fn the_newest_version_needs_no_handshake() {
    let mut client = Client::of(&["ask"], vec![typing(&["1"])]).stateless(json!({}));
    let result = client.call("ask", queue()).await;
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["content"][0]["text"], "User selected: fast");
}

#[tokio::test]
async fn bad_arguments_are_an_error_of_the_tool_with_their_path() {
    let mut client = Client::of(&["ask"], vec![typing(&[])]);
    client.hello("2025-11-25", json!({})).await;
    let result = client.call("ask", json!({"questions": 7})).await;
    assert_eq!(result["isError"], true);
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("invalid arguments: questions: "), "{text}");
}

#[tokio::test]
async fn an_unknown_tool_is_an_error_of_the_protocol() {
    let mut client = Client::of(&["ask"], vec![]);
    client.hello("2025-11-25", json!({})).await;
    let params = json!({"name": "ask_user", "arguments": {}});
    let response = client.request("tools/call", params).await;
    assert_eq!(response["error"]["code"], -32602);
    assert_eq!(
        response["error"]["message"],
        "unknown tool `ask_user`: expected ask"
    );
}

#[tokio::test]
async fn slips_of_models_are_put_right_unless_the_host_says_not_to() {
    let slip = || json!({"question": "Go?", "options": ["yes", "no"], "urgency": "high"});
    for (repair, refused) in [(DecodeMode::Lenient, false), (DecodeMode::Strict, true)] {
        let tools = vec![tool("ask_user").unwrap()];
        let server = Server::new(tools, vec![typing(&["1"])]).decode_mode(repair);
        let mut client = Client::connect(server);
        client.hello("2025-11-25", json!({})).await;
        let result = client.call("ask_user", slip()).await;
        assert_eq!(result["isError"], refused, "{result}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert_eq!(text.contains("urgency"), refused, "{text}");
    }
}

#[tokio::test]
async fn a_call_that_reaches_nobody_says_why_of_each_channel() {
    let away = UserQuestionHandler::new(|_, _, _| Err(Error::no_terminal("the terminal is away")));
    let channels = vec![Channel::Operator(away), Channel::Elicitation];
    let mut client = Client::of(&["ask_user"], channels);
    client.hello("2025-11-25", json!({})).await;
    let result = client.call("ask_user", json!({"question": "Go?"})).await;
    assert_eq!(result["structuredContent"]["answered"], false);
    let why = result["content"][1]["text"].as_str().unwrap();
    // Some models get it in place of the text.
    assert_eq!(result["structuredContent"]["why"], why);
    assert_eq!(
        why,
        "nobody was asked: the terminal is away; the client does not declare that it shows forms"
    );
}

#[tokio::test]
async fn the_next_channel_is_tried_where_one_has_nobody() {
    let nobody = UserQuestionHandler::from(AskUser::new());
    let mut client = Client::of(&["ask"], vec![Channel::Operator(nobody), typing(&["1"])]);
    client.hello("2025-11-25", json!({})).await;
    let result = client.call("ask", queue()).await;
    assert_eq!(result["content"][0]["text"], "User selected: fast");
}

#[tokio::test]
async fn a_cancel_and_a_handler_that_panics_cost_one_call() {
    let cancels =
        UserQuestionHandler::new(|_, _, _| Ok(RequestOutcome::not_asked(Outcome::Cancelled)));
    let panics = UserQuestionHandler::new(|_, _, _| panic!("no such operator"));
    for handler in [cancels, panics] {
        let mut client = Client::of(&["ask"], vec![Channel::Operator(handler)]);
        client.hello("2025-11-25", json!({})).await;
        let result = client.call("ask", queue()).await;
        assert_eq!(result["isError"], true);
        let pong = client.request("ping", json!({})).await;
        assert_eq!(pong["result"], json!({}));
    }
}

#[tokio::test]
async fn what_is_no_request_ends_nothing() {
    let mut client = Client::of(&["ask"], vec![]);
    // Notifications before anything else, lines that are no JSON, another shape.
    client.notify("notifications/initialized", json!({})).await;
    client.line("{nope").await;
    client.hello("2025-11-25", json!({})).await;
    client.line("[1, 2").await;
    client
        .notify("notifications/cancelled", json!({"requestId": 99}))
        .await;
    let pong = client.request("ping", json!({})).await;
    assert_eq!(pong["result"], json!({}));
}
