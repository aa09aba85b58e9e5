//! The events of a subscription, and what becomes of a client that does not read them.

use std::io::Read as _;
use std::time::Instant;

use ask_user::broker::{EVENT_LOG_CAPACITY, RequestKind};
use serde_json::{Value, json};

use super::{
    APPROVE, ASK, PATIENCE, PENDING, RESPOND, Running, SUBSCRIBE, WITHDRAW, answer_at_prompt,
    colours, respond_params,
};

#[test]
fn events_say_who_asked_and_who_answered() {
    let (hub, inbox) = Running::with_operator();
    let (mut events, mut asker) = (hub.peer(), hub.peer());
    let subscribed = events.call(SUBSCRIBE, json!({}));
    assert_eq!(subscribed, Ok(json!({"seq": 0})));
    let mut params = colours("Which colour?");
    params["from"] = json!("builder");
    let asked = asker.send(ASK, params);
    let added = events.event();
    assert_eq!(added["seq"], 1, "{added}");
    assert_eq!(added["type"], "request", "{added}");
    assert_eq!(added["request"]["from"], "builder", "{added}");
    let question = answer_at_prompt(&inbox, RequestKind::Question, "2");
    assert_eq!(question, "Which colour?");
    asker.answer(asked).unwrap();
    let resolved = events.event();
    let wanted = json!({"seq": 2, "type": "resolved", "request_id": "req-1",
        "outcome": "answered", "by": "console"});
    assert_eq!(resolved, wanted);
}

#[test]
fn by_names_the_front_end_or_nobody_or_the_policy() {
    let hub = Running::with_key();
    let (mut events, mut asker, mut front_end) = (hub.peer(), hub.peer(), hub.peer());
    events.call(SUBSCRIBE, json!({})).unwrap();
    let mut end = |event: &mut dyn FnMut(&Value) -> Value| {
        let added = events.event();
        let ended = event(&added["request"]["id"]);
        let resolved = events.event();
        assert_eq!(resolved["outcome"], ended["outcome"], "{resolved}");
        assert_eq!(resolved.get("by"), ended.get("by"), "{resolved}");
    };
    asker.send(APPROVE, json!({"title": "push"}));
    end(&mut |id| {
        let allow = json!({"decision": "allow"});
        let params = respond_params(id, allow);
        front_end.call(RESPOND, params).unwrap();
        json!({"outcome": "answered", "by": "front-end:pat"})
    });
    asker.send(ASK, colours("?"));
    end(&mut |id| {
        asker.call(WITHDRAW, json!({"request_id": id})).unwrap();
        json!({"outcome": "withdrawn"})
    });
    let mut limited = colours("?");
    limited["settings"] = json!({"timeout_s": 0.05});
    asker.send(ASK, limited);
    end(&mut |_| json!({"outcome": "timed_out"}));
    let mut recommended = colours("?");
    recommended["questions"][0]["recommended"] = json!(2);
    recommended["settings"] = json!({"timeout_s": 0.05, "on_timeout": "recommended"});
    let asked = asker.send(ASK, recommended);
    end(&mut |_| json!({"outcome": "answered", "by": "policy"}));
    let answers = json!({"q1": {"picks": [2], "timed_out": true}});
    let answered = json!({"outcome": "answered", "answers": answers});
    assert_eq!(asker.answer(asked), Ok(answered));
}

#[test]
fn a_subscription_begins_where_it_is_told_to() {
    let hub = Running::with_key();
    let (mut asker, mut early, mut late) = (hub.peer(), hub.peer(), hub.peer());
    for _ in 0..3 {
        asker.send(ASK, colours("?"));
    }
    hub.until_pending(3);
    let seqs = |peer: &mut super::Peer, count: usize| -> Vec<Value> {
        (0..count).map(|_| peer.event()["seq"].clone()).collect()
    };
    early.call(SUBSCRIBE, json!({})).unwrap();
    assert_eq!(seqs(&mut early, 3), [1, 2, 3]);
    let subscribed = late.call(SUBSCRIBE, json!({"after": 2}));
    assert_eq!(subscribed, Ok(json!({"seq": 3})));
    assert_eq!(seqs(&mut late, 1), [3]);
    // A number of an earlier run of the hub: all of this one.
    late.call(SUBSCRIBE, json!({"after": 900})).unwrap();
    assert_eq!(seqs(&mut late, 3), [1, 2, 3]);
}

#[test]
fn a_secret_question_is_in_no_event_and_not_pending() {
    let (hub, inbox) = Running::with_operator();
    let (mut events, mut asker) = (hub.peer(), hub.peer());
    events.call(SUBSCRIBE, json!({})).unwrap();
    let asked = asker.send(
        ASK,
        json!({"questions": [{"text": "Token?", "secret": true}]}),
    );
    until_waiting(&inbox, 1);
    assert_eq!(events.call(PENDING, json!({})), Ok(json!([])));
    answer_at_prompt(&inbox, RequestKind::Question, "hunter2");
    let answers = json!({"q1": {"secret": "hunter2"}});
    let answered = json!({"outcome": "answered", "answers": answers});
    assert_eq!(asker.answer(asked), Ok(answered));
    // The next event is that of the next request.
    asker.send(ASK, colours("Which colour?"));
    let added = events.event();
    assert_eq!(added["request"]["questions"][0]["text"], "Which colour?");
}

fn until_waiting(inbox: &ask_user::broker::Inbox, count: usize) {
    super::until(|| inbox.counts().0 == count);
}

/// Fills the event log while a subscriber reads nothing.
#[test]
fn who_never_reads_its_events_is_dropped_with_a_reason_and_delays_nobody() {
    let hub = Running::with_key();
    let (mut idle, mut asker) = (hub.peer(), hub.peer());
    idle.call(SUBSCRIBE, json!({})).unwrap();
    // Once it has caught up, a gap counts.
    asker.send(ASK, colours("first"));
    idle.event();
    let long = "x".repeat(2000);
    let start = Instant::now();
    for number in 0..EVENT_LOG_CAPACITY {
        let asked = asker.send(ASK, colours(&format!("{number} {long}")));
        let id = json!({"request_id": format!("req-{}", number + 2)});
        asker.call(WITHDRAW, id).unwrap();
        asker.answer(asked).unwrap();
    }
    assert!(start.elapsed() < PATIENCE);
    let mut last = Vec::new();
    idle.stream.read_to_end(&mut last).unwrap();
    let last = String::from_utf8(last).unwrap();
    let reason: Value = serde_json::from_str(last.lines().last().unwrap()).unwrap();
    let message = reason["error"]["message"].as_str().unwrap();
    assert_eq!(reason["error"]["code"], -32005, "{reason}");
    assert!(
        message.starts_with("it did not read its events: "),
        "{message}"
    );
    asker.call(PENDING, json!({})).unwrap();
}
