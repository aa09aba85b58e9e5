//! The table of what each tool can say of an outcome, in `docs/dialects.md`, held
//! against what the tools really say.
//!
//! A cell reads `normal` or `error`, then how far the outcome can be told:
//! `itself` has a text of its own, `as X` is the same result as outcome X. Then
//! what is dropped: `without the words`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use ask_user::dialect::{DecodeMode, TOOLS, ToolResult};
use ask_user::{Decline, NoOperatorReason, Outcome, RequestOutcome};
use serde_json::{Value, json};

/// What the words of the operator are in this test.
const WORDS: &str = "because of the rain";

type Ends = Vec<(&'static str, Outcome<ask_user::Answers>)>;

fn outcomes() -> Ends {
    let words = || Some(WORDS.to_owned());
    vec![
        ("no operator", Outcome::NoOperator(NoOperatorReason::Nobody)),
        (
            "no operator for a secret",
            Outcome::NoOperator(NoOperatorReason::CannotHide),
        ),
        ("exhausted", Outcome::Exhausted),
        ("closed", Outcome::Closed),
        ("declined", Outcome::Declined(Decline::Operator(None))),
        (
            "declined with words",
            Outcome::Declined(Decline::Operator(words())),
        ),
        ("declined by a client", Outcome::Declined(Decline::Client)),
        ("discuss", Outcome::Discuss(None)),
        ("discuss with words", Outcome::Discuss(words())),
        ("withdrawn", Outcome::Withdrawn),
        ("timed out", Outcome::TimedOut(Duration::from_secs(7))),
        ("cancelled", Outcome::Cancelled),
    ]
}

/// A call of each tool.
fn arguments(tool: &str) -> Value {
    let options = json!([{"label": "a"}, {"label": "b"}]);
    match tool {
        "ask_user" => json!({"question": "Q?", "options": ["a", "b"]}),
        "askUserQuestion" => json!({"question": "Q?", "kind": "select", "options": ["a", "b"]}),
        _ => {
            json!({"questions": [{"id": "q", "header": "Q", "question": "Q?", "options": options}]})
        }
    }
}

fn results(tool: &str) -> HashMap<&'static str, ToolResult> {
    let tool = ask_user::dialect::tool(tool).unwrap();
    let call = tool
        .decode(arguments(tool.name()), DecodeMode::Lenient)
        .unwrap();
    let ends = outcomes().into_iter();
    ends.map(|(name, outcome)| (name, call.encode(&RequestOutcome::not_asked(outcome))))
        .collect()
}

#[test]
fn the_table_of_what_is_lost_is_true() {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/dialects.md")).unwrap();
    let table = text
        .split("| outcome | `ask_user` |")
        .nth(1)
        .expect("the table");
    let rows: HashMap<_, _> = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
            (
                cells[0].to_owned(),
                cells[1..]
                    .iter()
                    .map(|cell| (*cell).to_owned())
                    .collect::<Vec<_>>(),
            )
        })
        .collect();
    for (column, tool) in TOOLS.iter().enumerate() {
        let results = results(tool.name());
        for (name, _) in outcomes() {
            let said = rows.get(name).unwrap_or_else(|| panic!("no row {name}"));
            let wanted = cell(name, &results);
            assert_eq!(said[column], wanted, "{name}, {}", tool.name());
        }
    }
}

fn cell(name: &str, results: &HashMap<&'static str, ToolResult>) -> String {
    let result = &results[name];
    let how = if result.is_error { "error" } else { "normal" };
    let twin = outcomes()
        .into_iter()
        .map(|(other, _)| other)
        .rev()
        .find(|other| {
            // The plainest outcome with the same result; words make no outcome of their own.
            *other != name
                && !other.contains("with words")
                && results[other] == *result
                && rank(other) > rank(name)
        });
    let told = twin.map_or("itself".to_owned(), |twin| format!("as {twin}"));
    let dropped = name.contains("with words") && !result.text.contains(WORDS);
    format!(
        "{how}, {told}{}",
        if dropped { ", without the words" } else { "" }
    )
}

/// A later outcome of the table is the plainer one.
fn rank(name: &str) -> Option<usize> {
    outcomes().iter().position(|(other, _)| *other == name)
}
