//! Whatever a connection sends, it harms nobody else, and itself no more than that line.

use std::net::Shutdown;

use serde_json::json;

use super::{PENDING, Running};

#[track_caller]
fn check(line: &str, id: serde_json::Value, code: i32, message: &str) {
    let hub = Running::with_key();
    let mut peer = hub.peer();
    peer.write(format!("{line}\n"));
    let answer = peer.receive().unwrap();
    let (error, shown) = (&answer["error"], answer.to_string());
    assert_eq!(
        (&answer["id"], &error["code"]),
        (&id, &json!(code)),
        "{line}"
    );
    assert!(shown.contains(message), "{line}: {shown}");
    // The connection goes on.
    assert_eq!(peer.call(PENDING, json!({})), Ok(json!([])));
}

#[test]
fn a_line_that_is_no_call_is_refused_and_the_connection_goes_on() {
    let null = || json!(null);
    check("rubbish", null(), -32700, "the line is not JSON");
    check("{\"id\":1,", null(), -32700, "the line is not JSON");
    check("[]", null(), -32600, "expected an object");
    check("17", null(), -32600, "expected an object");
    check(r#"{"id":1,"method":"ask"}"#, json!(1), -32600, "jsonrpc");
    check(
        r#"{"jsonrpc":"2.0","id":[1],"method":"ask"}"#,
        null(),
        -32600,
        "id: expected a string or a number",
    );
    check(
        r#"{"jsonrpc":"2.0","id":"a","method":"answer"}"#,
        json!("a"),
        -32601,
        "unknown method `answer`: expected ask, approve, harness.v1",
    );
    check(
        r#"{"jsonrpc":"2.0","id":2,"method":"ask","params":[]}"#,
        json!(2),
        -32602,
        "params: expected an object",
    );
}

#[test]
fn bytes_that_are_no_text_are_refused_too() {
    let hub = Running::with_key();
    let mut peer = hub.peer();
    peer.write(b"\xff\xfe\x00\x1b[2J\n");
    assert_eq!(peer.receive().unwrap()["error"]["code"], -32700);
    assert_eq!(peer.call(PENDING, json!({})), Ok(json!([])));
}

#[test]
fn a_blank_line_and_a_notification_get_no_answer() {
    let hub = Running::with_key();
    let mut peer = hub.peer();
    peer.write("\n  \n{\"jsonrpc\":\"2.0\",\"method\":\"ask\",\"params\":{}}\n");
    assert_eq!(peer.call(PENDING, json!({})), Ok(json!([])));
    assert_eq!(hub.broker.pending(None).len(), 0);
}

#[test]
fn a_silent_connection_and_half_a_line_hold_up_nobody() {
    let hub = Running::with_key();
    let silent = hub.peer();
    let mut half = hub.peer();
    half.write(r#"{"jsonrpc":"2.0","id":1,"meth"#);
    let mut peer = hub.peer();
    assert_eq!(peer.call(PENDING, json!({})), Ok(json!([])));
    // The other half comes later.
    half.write("od\":\"harness.v1.runtimes.pending\"}\n");
    assert_eq!(half.receive().unwrap()["result"], json!([]));
    drop(silent);
    assert_eq!(peer.call(PENDING, json!({})), Ok(json!([])));
}

#[test]
fn half_a_line_before_the_end_is_no_call() {
    let hub = Running::with_key();
    let mut peer = hub.peer();
    peer.write(r#"{"jsonrpc":"2.0","id":1,"method":"ask","params":{"questions":[{"text":"?"}]}}"#);
    let stream = peer.stream.get_ref();
    stream.shutdown(Shutdown::Write).unwrap();
    assert_eq!(peer.receive(), None);
    assert_eq!(hub.broker.last_seq(), 0);
}
