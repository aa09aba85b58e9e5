//! Clients that draw only a part of a form, each played from what it is sent: its user answers
//! what they see, and the model gets every answer.

use ask_user::dialect::tool;
use ask_user::mcp::server::{Channel, Server};
use serde_json::{Map, Value, json};

use super::raw_client::Client;

/// A pick, several picks, a pick among own words, a text.
fn arguments() -> Value {
    let options =
        |labels: &[&str]| -> Value { labels.iter().map(|label| json!({"label": label})).collect() };
    json!({"questions": [
        {"id": "store", "header": "Store", "question": "Which store?", "options": options(&["postgres", "sqlite"])},
        {"id": "checks", "question": "Which checks?", "options": options(&["unit", "lint", "docs"]), "multi": true},
        {"id": "name", "question": "Which name?", "options": options(&["red", "blue"])},
        {"id": "why", "question": "Why?", "options": []},
    ]})
}

/// What this client's user sees and fills in; the text that the model gets.
async fn played(
    version: &str,
    multi_as_text: bool,
    fill_in: impl Fn(&str, &Map<String, Value>) -> Value,
) -> String {
    let server = Server::new(vec![tool("ask").unwrap()], vec![Channel::Elicitation]);
    let mut client = Client::connect(server.multi_as_text(multi_as_text));
    client.hello(version, json!({"elicitation": {}})).await;
    let call = client.begin_call("ask", arguments()).await;
    let form = client.form().await;
    let message = form["params"]["message"].as_str().unwrap();
    let properties = form["params"]["requestedSchema"]["properties"].as_object();
    let content = fill_in(message, properties.unwrap());
    client
        .answer(&form, json!({"action": "accept", "content": content}))
        .await;
    let result = client.response(call).await["result"].clone();
    assert_eq!(result["isError"], false, "{result}");
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

const WANTED: &str = "User answers:\nstore: sqlite (note: for now)\nchecks: [unit, docs]\nname: \"teal\"\nwhy: \"because\"";

/// The number of the row with this text in the message.
fn row(message: &str, text: &str) -> String {
    let rows = message.lines().map(str::trim);
    let mut numbers = rows.filter_map(|row| row.strip_suffix(&format!(") {text}")));
    numbers
        .next()
        .unwrap_or_else(|| panic!("no row {text}: {message}"))
        .to_owned()
}

const VERSIONS: [&str; 2] = ["2025-06-18", "2025-11-25"];

#[tokio::test]
async fn a_client_that_shows_only_messages() {
    for version in VERSIONS {
        let text = played(version, false, |message, _| {
            for shown in ["test asks:", "[1/4] Store", "Which store?", "[4/4]", "Why?"] {
                assert!(message.contains(shown), "{message}");
            }
            // Its user types one line for each question, with what the message says.
            let store = format!("{} # for now", row(message, "sqlite"));
            let checks = format!("{},{}", row(message, "unit"), row(message, "docs"));
            assert!(message.contains("an answer of your own: under Other"));
            json!({"q1": store, "q2": checks, "q3_other": "teal", "q4": "because"})
        });
        assert_eq!(text.await, WANTED);
    }
}

#[tokio::test]
async fn a_client_that_draws_only_strings() {
    for version in VERSIONS {
        let text = played(version, false, |_, properties| {
            // Each field is a line; the title and the description are all that is seen of it.
            let other = &properties["q3_other"];
            assert_eq!(other["title"], "Other: question 3");
            assert!(
                other["description"]
                    .as_str()
                    .unwrap()
                    .contains("Which name?")
            );
            json!({
                "q1": "SQLite", "q1_other": "for now", "q2": "unit, docs", "q2_other": "",
                "q3": "", "q3_other": "teal", "q4": "because", "q4_other": "",
            })
        });
        assert_eq!(text.await, WANTED);
    }
}

#[tokio::test]
async fn a_client_that_drops_arrays_is_served_by_the_launchers_option() {
    for version in VERSIONS {
        let text = played(version, true, |_, properties| {
            assert!(properties.values().all(|field| field["type"] == "string"));
            let checks = properties["q2"]["description"].as_str().unwrap();
            assert!(
                checks.contains("3) docs\nNumbers, separated by commas"),
                "{checks}"
            );
            json!({"q1": "sqlite", "q1_other": "for now", "q2": "1, 3", "q3_other": "teal", "q4": "because"})
        });
        assert_eq!(text.await, WANTED);
    }
}

#[tokio::test]
async fn a_client_that_drops_arrays_without_it_loses_no_other_answer() {
    let text = played(
        "2025-11-25",
        false,
        |_, _| json!({"q1": "sqlite", "q1_other": "for now", "q3_other": "teal", "q4": "because"}),
    );
    assert_eq!(text.await, WANTED.replace("[unit, docs]", "[]"));
}

#[tokio::test]
async fn a_client_that_draws_everything_sends_constants() {
    let text = played("2025-11-25", false, |_, properties| {
        let store = &properties["q1"]["oneOf"][1]["const"];
        let checks = &properties["q2"]["items"]["anyOf"];
        json!({
            "q1": store, "q1_other": "for now", "q2": [checks[0]["const"], checks[2]["const"]],
            "q3_other": "teal", "q4": "because",
        })
    });
    assert_eq!(text.await, WANTED);
}

#[tokio::test]
async fn the_launchers_name_stands_above_the_form() {
    let server = Server::new(vec![tool("ask").unwrap()], vec![Channel::Elicitation]);
    let mut client = Client::connect(server.from("builder"));
    client.hello("2025-11-25", json!({"elicitation": {}})).await;
    client.begin_call("ask", arguments()).await;
    let form = client.form().await;
    let message = form["params"]["message"].as_str().unwrap();
    assert!(message.starts_with("builder asks:\n"), "{message}");
}
