//! The exchange in `docs/broker.md`, played line by line on a table.

use std::fs;
use std::path::Path;

use ask_user::OutcomeKind;
use ask_user::broker::{RequestId, RequestKind, Responded, Table, outcome_word};
use ask_user::dialect::{DecodeMode, tool};
use serde_json::{Value, json};

/// A call's result or its error, as the document shows it.
fn call(table: &mut Table, method: &str, params: &Value) -> Option<Value> {
    let text = |name: &str| params[name].as_str().unwrap_or_default();
    let result = match method {
        "ask" => {
            let tool = tool(text("tool")).unwrap();
            let call = tool.decode(params["arguments"].clone(), DecodeMode::Strict);
            let call = call.unwrap();
            table
                .publish_question(text("from"), call.request())
                .unwrap();
            return None;
        }
        "approve" => {
            let detail = params["detail"].as_str();
            table.publish_approval(text("from"), text("title"), detail);
            return None;
        }
        "pending" => {
            let kind = RequestKind::from_word(text("kind"));
            let pending: Vec<_> = table.pending(kind).map(|posted| &**posted).collect();
            return Some(json!({"result": pending}));
        }
        "respond" => table
            .respond(text("request_id"), params["content"].clone())
            .map(|responded| match responded {
                Responded::Now(resolved, _) | Responded::Before(resolved) => resolved,
            }),
        "withdraw" => table.withdraw(text("request_id")),
        other => panic!("unknown method {other}"),
    };
    Some(match result {
        Ok(resolved) => json!({"result": resolved}),
        Err(error) => json!({"error": error.json()}),
    })
}

/// What only an event tells has to happen before it is told.
fn happen(table: &mut Table, event: &Value) {
    let Some(outcome) = event["outcome"].as_str() else {
        return;
    };
    let outcome = OutcomeKind::ALL
        .into_iter()
        .find(|kind| outcome_word(*kind) == outcome);
    let id = event["request_id"]
        .as_str()
        .and_then(RequestId::parse)
        .unwrap();
    table.resolve(id, outcome.expect("a known outcome"));
}

#[test]
fn the_exchange_in_the_document_is_as_written() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/broker.md");
    let document = fs::read_to_string(path).unwrap();
    let blocks = document
        .split("\n```")
        .filter_map(|block| block.strip_prefix("json\n"));
    let (mut table, mut told, mut answer) = (Table::new(), 0, None);
    let mut outcomes = Vec::new();
    for line in blocks.flat_map(str::lines) {
        let wanted: Value = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&wanted).unwrap(), line);
        if let Some(method) = wanted["method"].as_str() {
            assert_eq!(answer, None, "not shown before {line}");
            answer = call(&mut table, method, &wanted["params"]);
        } else if wanted.get("seq").is_some() {
            happen(&mut table, &wanted);
            let event = table.next_event(told).unwrap();
            told = event.seq;
            assert_eq!(serde_json::to_string(&event).unwrap(), line);
            outcomes.extend(wanted["outcome"].as_str().map(str::to_owned));
        } else {
            let got = answer.take().expect("a call with a result");
            assert_eq!(serde_json::to_string(&got).unwrap(), line);
        }
    }
    assert_eq!(told, table.last_seq(), "events that are not shown");
    for outcome in [
        "answered",
        "declined",
        "discuss",
        "cancelled",
        "withdrawn",
        "timed_out",
    ] {
        assert!(
            outcomes.iter().any(|shown| shown == outcome),
            "{outcome} is not shown"
        );
    }
}
