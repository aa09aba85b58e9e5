//! The limits of a hub: each has its error, and disturbs nothing else.

use std::os::unix::net::UnixStream;

use ask_user::broker::MAX_PENDING;
use ask_user::hub::{MAX_CONNECTIONS, MAX_LINE};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use serde_json::json;

use super::{ASK, PENDING, Peer, Running, colours};

const CALL: &str = r#"{"jsonrpc":"2.0","id":7,"method":"harness.v1.runtimes.pending","params":{}}"#;

#[test]
fn a_line_of_a_mebibyte_is_taken_and_a_longer_one_dropped() {
    let hub = Running::with_key();
    let mut peer = hub.peer();
    let fill = |length: usize| format!("{CALL}{}\n", " ".repeat(length - CALL.len()));
    peer.write(fill(MAX_LINE));
    assert_eq!(peer.receive().unwrap()["result"], json!([]));
    for length in [MAX_LINE + 1, 3 * MAX_LINE] {
        peer.write(fill(length));
        let refused = peer.receive().unwrap();
        let message = "the line is longer than 1048576 bytes, and was dropped";
        let error = json!({"code": -32600, "message": message});
        assert_eq!(refused["error"], error);
        assert_eq!(refused["id"], json!(null));
    }
    // The connection goes on with the next line.
    peer.write(format!("{CALL}\n"));
    assert_eq!(peer.receive().unwrap()["id"], 7);
}

#[test]
fn ten_thousand_requests_may_wait_and_one_more_is_refused() {
    let hub = Running::with_key();
    let (mut asker, mut other) = (hub.peer(), hub.peer());
    for _ in 0..MAX_PENDING {
        asker.send(ASK, colours("?"));
    }
    hub.until_pending(MAX_PENDING);
    let error = other.call(ASK, colours("?")).unwrap_err();
    assert_eq!(error["code"], -32005, "{error}");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("10000"), "{message}");
    let page = other.call(PENDING, json!({"limit": 5000})).unwrap();
    assert_eq!(page.as_array().unwrap().len(), 1000);
    // There is room again when one has gone.
    drop(asker);
    hub.until_pending(0);
    other.send(ASK, colours("?"));
    hub.until_pending(1);
}

#[test]
fn the_connection_after_the_last_is_told_why_and_there_is_room_when_one_ends() {
    // The other sides of the connections are in this process, too.
    let (_, hard) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
    if hard < 3 * MAX_CONNECTIONS as u64 {
        eprintln!("skipped: the system allows only {hard} descriptors");
        return;
    }
    setrlimit(Resource::RLIMIT_NOFILE, hard, hard).unwrap();
    let hub = Running::with_key();
    let mut peers: Vec<_> = (0..MAX_CONNECTIONS).map(|_| hub.peer()).collect();
    for peer in &mut peers {
        assert_eq!(peer.call(PENDING, json!({})), Ok(json!([])));
    }
    let mut refused = hub.peer();
    let error = refused.receive().unwrap()["error"].clone();
    let message = "the hub has 1024 connections, and at most 1024 are served: close one";
    assert_eq!(error, json!({"code": -32005, "message": message}));
    assert_eq!(refused.receive(), None);
    peers.pop();
    super::until(|| {
        let stream = UnixStream::connect(hub.path()).unwrap();
        let mut peer = Peer::new(stream);
        let id = peer.send(PENDING, json!({}));
        peer.receive().is_some_and(|answer| answer["id"] == id)
    });
    for peer in &mut peers {
        assert_eq!(peer.call(PENDING, json!({})), Ok(json!([])));
    }
}
