//! Tickets on the wire: posted on one connection, fetched on any other.

use std::thread;
use std::time::Duration;

use ask_user::broker::{Approval, RequestId, RequestKind, Resolution};
use ask_user::hub::Client;
use ask_user::{OutcomeKind, Question, Request, Settings};
use serde_json::{Value, json};

use super::{
    APPROVE, ASK, PENDING, Peer, RESPOND, Running, WAIT, WITHDRAW, answer_at_prompt, colours, pick,
    respond_params,
};

fn detached(mut params: Value) -> Value {
    params["detach"] = json!(true);
    params
}

fn ticket(id: &str) -> Value {
    json!({"ticket": id})
}

#[track_caller]
fn respond(hub: &Running, id: &str, content: Value) {
    let params = respond_params(&json!(id), content);
    hub.peer().call(RESPOND, params).unwrap();
}

fn post(peer: &mut Peer, params: Value) -> Value {
    peer.call(ASK, detached(params)).unwrap()
}

#[test]
fn a_ticket_outlives_its_connection_and_is_fetched_by_any_other() {
    let hub = Running::with_key();
    let mut asker = hub.peer();
    let mut asked = colours("Which colour?");
    asked["context"] = json!({"mine": [1, 2]});
    assert_eq!(post(&mut asker, asked), ticket("req-1"));
    drop(asker);
    let mut other = hub.peer();
    let once = json!({"ticket": "req-1", "wait_s": 0});
    assert_eq!(other.call(WAIT, once.clone()), Ok(json!({"pending": true})));
    assert_eq!(other.call(PENDING, json!({})).unwrap()[0]["id"], "req-1");
    let waiting = other.send(WAIT, ticket("req-1"));
    respond(&hub, "req-1", pick(2));
    let end = other.answer(waiting).unwrap();
    let answered = json!({"outcome": "answered", "answers": {"q1": {"picks": [2]}}});
    assert_eq!(end["result"], answered);
    assert_eq!(end["kind"], "question");
    assert_eq!(end["context"], json!({"mine": [1, 2]}));
    assert_eq!(end["request"]["questions"][0]["text"], "Which colour?");
    // As often as wanted.
    assert_eq!(hub.peer().call(WAIT, once), Ok(end));
}

#[test]
fn a_tool_call_and_an_approval_come_in_their_own_shape() {
    let hub = Running::with_key();
    let mut peer = hub.peer();
    let arguments = json!({"question": "Deploy where?", "options": ["staging", "production"]});
    post(
        &mut peer,
        json!({"tool": "ask_user", "arguments": arguments}),
    );
    let approval = detached(json!({"title": "push"}));
    assert_eq!(peer.call(APPROVE, approval), Ok(ticket("req-2")));
    respond(&hub, "req-1", pick(1));
    respond(
        &hub,
        "req-2",
        json!({"decision": "deny", "reason": "later"}),
    );
    let end = peer.call(WAIT, ticket("req-1")).unwrap();
    let result = json!({"answered": true, "choice_index": 1, "choice": "staging"});
    assert_eq!(end["result"], result);
    assert_eq!(end["outcome"]["outcome"], "answered");
    let end = peer.call(WAIT, ticket("req-2")).unwrap();
    let wanted = json!({"kind": "approval", "context": null,
        "result": {"decision": "deny", "reason": "later"}});
    assert_eq!(end, wanted);
}

#[test]
fn all_who_wait_get_the_same() {
    let hub = Running::with_key();
    post(&mut hub.peer(), colours("?"));
    let waiters: Vec<_> = (0..20)
        .map(|_| {
            let mut peer = hub.peer();
            let waiting = peer.send(WAIT, ticket("req-1"));
            (peer, waiting)
        })
        .collect();
    respond(&hub, "req-1", pick(1));
    for (mut peer, waiting) in waiters {
        let end = peer.answer(waiting).unwrap();
        assert_eq!(end["result"]["answers"], json!({"q1": {"picks": [1]}}));
    }
}

#[test]
fn the_hub_keeps_the_time_limit_of_a_ticket_and_its_expiry() {
    let hub = Running::with_key();
    let mut peer = hub.peer();
    let mut limited = colours("?");
    limited["settings"] = json!({"timeout_s": 0.05});
    post(&mut peer, limited);
    let end = peer.call(WAIT, ticket("req-1")).unwrap();
    assert_eq!(end["result"]["outcome"], "timed_out");
    let mut short = colours("?");
    short["expires_s"] = json!(0.05);
    post(&mut peer, short);
    // Nobody asks for it, and it is withdrawn all the same.
    hub.until_pending(0);
    let message = "unknown ticket `req-2`: it was not posted to this hub, or it has expired";
    peer.check_refused(WAIT, ticket("req-2"), -32001, message);
}

#[test]
fn who_asked_withdraws_it_and_others_do_not() {
    let hub = Running::with_key();
    let (mut asker, mut other) = (hub.peer(), hub.peer());
    post(&mut asker, colours("?"));
    let id = json!({"request_id": "req-1"});
    assert_eq!(
        other.call(WITHDRAW, id.clone()).unwrap_err()["code"],
        -32004
    );
    asker.call(WITHDRAW, id).unwrap();
    let end = other.call(WAIT, ticket("req-1")).unwrap();
    assert_eq!(end["result"], json!({"outcome": "withdrawn"}));
}

#[test]
fn a_hub_that_stops_closes_its_tickets() {
    let mut hub = Running::with_key();
    let mut peer = hub.peer();
    post(&mut peer, colours("?"));
    let waiting = peer.send(WAIT, ticket("req-1"));
    // It waits once this is answered.
    peer.call(PENDING, json!({})).unwrap();
    hub.stop();
    let end = peer.answer(waiting).unwrap();
    assert_eq!(end["result"], json!({"outcome": "closed"}));
}

#[test]
fn wrong_tickets_are_refused() {
    let (hub, _inbox) = Running::with_operator();
    let mut peer = hub.peer();
    for id in ["req-9", "rubbish", "req-01"] {
        let message =
            format!("unknown ticket `{id}`: it was not posted to this hub, or it has expired");
        peer.check_refused(WAIT, ticket(id), -32001, &message);
    }
    let mut asked = colours("?");
    asked["expires_s"] = json!(5);
    let message = "expires_s: goes with \"detach\": true, found none";
    peer.check_refused(ASK, asked, -32602, message);
    let secret = detached(json!({"questions": [{"text": "Token?", "secret": true}]}));
    let error = peer.call(ASK, secret).unwrap_err();
    assert_eq!(error["code"], -32602, "{error}");
    assert_eq!(error["data"]["path"], "detach", "{error}");
}

#[test]
fn the_client_of_the_library_posts_and_waits() {
    let (hub, inbox) = Running::with_operator();
    let connect = || Client::connect(&hub.path()).unwrap().unwrap();
    let question = Question::new("Deploy where?")
        .choice("staging")
        .choice("production");
    let settings = Settings::default();
    let day = Duration::from_hours(24);
    let mut client = connect();
    let asked = client.ask_detached(&Request::from(question), &settings, "bot", day, json!(7));
    let first = asked.unwrap();
    let asked = client.approve_detached("push", Some(false), &settings, "bot", day, json!(8));
    let second = asked.unwrap();
    assert!(client.wait(first, Some(Duration::ZERO)).unwrap().is_none());
    drop(client);
    let answering = thread::spawn(move || {
        answer_at_prompt(&inbox, RequestKind::Question, "2");
        answer_at_prompt(&inbox, RequestKind::Approval, "y");
        inbox
    });
    let end = connect().wait(first, None).unwrap().unwrap();
    assert_eq!(
        (end.resolution.outcome(), end.context),
        (OutcomeKind::Answered, json!(7))
    );
    let end = connect().wait(second, None).unwrap().unwrap();
    let allowed = Resolution::Approval(Approval::Allow { reason: None });
    assert_eq!((end.resolution, end.context), (allowed, json!(8)));
    let unknown = RequestId::parse("req-77").unwrap();
    let error = connect().wait(unknown, None).unwrap_err();
    assert_eq!(error.path(), Some("ticket"), "{error}");
    drop(answering.join().unwrap());
}
