//! What a client learns about the tools: titles, hints, instructions.

use ask_user::dialect::TOOLS;
use serde_json::json;

use super::raw_client::Client;

fn names() -> Vec<&'static str> {
    TOOLS.iter().map(|tool| tool.name()).collect()
}

#[tokio::test]
async fn every_tool_has_a_title_and_hints_that_no_client_need_ask_about() {
    let mut client = Client::of(&names(), vec![]);
    client.hello("2025-11-25", json!({})).await;
    let listed = client.request("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), TOOLS.len());
    for tool in tools {
        let hints = json!({"readOnlyHint": true, "destructiveHint": false, "openWorldHint": false});
        assert_eq!(tool["annotations"], hints, "{tool}");
        assert!(tool["title"].as_str().is_some_and(|title| title.len() > 8));
    }
}

#[tokio::test]
async fn instructions_say_in_three_sentences_when_to_use_which_tool() {
    for offered in [vec!["ask"], names()] {
        let mut client = Client::of(&offered, vec![]);
        let hello = client.hello("2025-11-25", json!({})).await;
        let text = hello["instructions"].as_str().unwrap();
        assert_eq!(text.matches(". ").count(), 2, "{text}");
        for tool in TOOLS {
            let named = text.contains(&format!("`{}` asks ", tool.name()));
            assert_eq!(named, offered.contains(&tool.name()), "{text}");
        }
    }
}

#[tokio::test]
async fn the_newest_version_learns_it_without_a_handshake() {
    let mut client = Client::of(&["ask"], vec![]).stateless(json!({}));
    let listed = client.request("tools/list", json!({})).await;
    assert_eq!(
        listed["result"]["tools"][0]["annotations"]["readOnlyHint"],
        true
    );
}
