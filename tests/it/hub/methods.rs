//! Each method of the wire with what it gives back, and its errors.

use ask_user::hub::METHODS;
use serde_json::{Value, json};

use super::{
    APPROVE, ASK, KEY, PENDING, RESPOND, Running, SUBSCRIBE, WAIT, WITHDRAW, colours, pick,
    respond_params,
};

#[test]
fn the_table_has_the_names_of_the_wire() {
    let names = METHODS.map(ask_user::hub::Method::name);
    let wire = [ASK, APPROVE, SUBSCRIBE, RESPOND, PENDING, WITHDRAW, WAIT];
    assert_eq!(names, wire);
}

/// Asks, answers with the content, and compares what the asker gets.
#[track_caller]
fn check(method: &str, params: Value, content: Value, wanted: Value) {
    let hub = Running::with_key();
    let (mut asker, mut front_end) = (hub.peer(), hub.peer());
    let asked = asker.send(method, params);
    hub.until_pending(1);
    let waiting = front_end.call(PENDING, json!({})).unwrap();
    let responded = front_end.call(RESPOND, respond_params(&waiting[0]["id"], content));
    assert_eq!(responded.unwrap()["by"], "front-end:pat");
    assert_eq!(asker.answer(asked), Ok(wanted));
}

#[test]
fn ask_gives_the_result_of_its_tool() {
    let arguments = json!({"question": "Deploy where?", "options": ["staging", "production"]});
    let asked = json!({"tool": "ask_user", "arguments": arguments, "from": "builder"});
    let answer = json!({"answered": true, "choice_index": 2, "choice": "production"});
    check(ASK, asked.clone(), pick(2), answer);
    let declined = json!({"outcome": "declined", "text": "not today"});
    let answer = json!({"answered": false, "reason": "operator declined: not today"});
    check(ASK, asked, declined, answer);
}

#[test]
fn ask_gives_the_outcome_of_questions() {
    let answered = json!({"outcome": "answered", "answers": {"q1": {"picks": [2]}}});
    check(ASK, colours("Which colour?"), pick(2), answered);
    let two = json!({"questions": [{"id": "a", "text": "A?"}, {"id": "b", "text": "B?"}],
        "preface": ["Two things"], "settings": {"review": false}});
    let answers = json!({"a": {"text": "x"}, "b": {"text": "y"}});
    let answered = json!({"outcome": "answered", "answers": answers});
    check(ASK, two, json!({"answers": answers}), answered);
    let declined = json!({"outcome": "declined", "text": "no"});
    check(ASK, colours("?"), declined.clone(), declined);
}

#[test]
fn approve_gives_the_decision() {
    let push = || json!({"title": "push to main", "detail": "3 commits", "from": "builder"});
    let allow = json!({"decision": "allow"});
    check(APPROVE, push(), allow.clone(), allow);
    let deny = json!({"decision": "deny", "reason": "on Monday"});
    check(APPROVE, push(), deny.clone(), deny);
}

#[test]
fn withdraw_takes_back_what_the_same_connection_has_asked() {
    let hub = Running::with_key();
    let (mut asker, mut other) = (hub.peer(), hub.peer());
    let asked = asker.send(ASK, colours("?"));
    hub.until_pending(1);
    let id = json!({"request_id": "req-1"});
    let message =
        "only the connection that asked, or a front end that was let in, takes a request back";
    other.check_refused(WITHDRAW, id.clone(), -32004, message);
    let withdrawn = asker.call(WITHDRAW, id.clone()).unwrap();
    assert_eq!(withdrawn["outcome"], "withdrawn");
    assert_eq!(asker.answer(asked), Ok(json!({"outcome": "withdrawn"})));
    // Or one with the key.
    let asked = asker.send(ASK, colours("?"));
    hub.until_pending(1);
    let with_key = json!({"request_id": "req-2", "key": KEY});
    assert!(other.call(WITHDRAW, with_key).is_ok());
    assert_eq!(asker.answer(asked), Ok(json!({"outcome": "withdrawn"})));
}

#[test]
fn pending_is_in_pages_oldest_first() {
    let hub = Running::with_key();
    let mut asker = hub.peer();
    for number in 1..=5 {
        asker.send(ASK, colours(&format!("Question {number}?")));
    }
    asker.send(APPROVE, json!({"title": "push"}));
    hub.until_pending(6);
    let mut peer = hub.peer();
    let ids = |page: Value| -> Vec<String> {
        let requests = page.as_array().unwrap().iter();
        requests
            .map(|request| request["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let mut page = |params| ids(peer.call(PENDING, params).unwrap());
    assert_eq!(page(json!({"limit": 2})), ["req-1", "req-2"]);
    let next = json!({"limit": 2, "after": "req-2"});
    assert_eq!(page(next), ["req-3", "req-4"]);
    assert_eq!(page(json!({"after": "req-4"})), ["req-5", "req-6"]);
    assert_eq!(page(json!({"kind": "approval"})), ["req-6"]);
    assert_eq!(page(json!({"after": "req-6"})), [""; 0]);
}

#[test]
fn wrong_parameters_are_refused_by_path() {
    let hub = Running::with_key();
    let mut peer = hub.peer();
    let mut check = |method, params, message: &str| {
        peer.check_refused(method, params, -32602, message);
    };
    check(
        ASK,
        json!({}),
        "expected a tool with its arguments, or questions",
    );
    check(
        ASK,
        json!({"questions": []}),
        "questions: expected at least one question, found none",
    );
    check(
        ASK,
        json!({"questions": [{"text": "?", "colour": 1}]}),
        "questions[0].colour: unknown field",
    );
    check(
        ASK,
        json!({"tool": "nope"}),
        "tool: unknown tool `nope`: expected ask_user, ask, askUserQuestion, AskUserQuestion, request_user_input",
    );
    check(
        ASK,
        json!({"tool": "ask_user", "questions": []}),
        "questions: goes with questions of one's own, found a tool",
    );
    check(
        ASK,
        json!({"questions": [{"text": "?"}], "settings": {"attempts": 0}}),
        "settings.attempts: expected a whole number of 1 or more, found the number 0",
    );
    check(
        APPROVE,
        json!({"title": " "}),
        "title: expected a text, found only blanks",
    );
    check(
        PENDING,
        json!({"kind": "todo"}),
        "kind: expected question or approval, found \"todo\"",
    );
    check(
        PENDING,
        json!({"after": "7"}),
        "after: expected the id of a request",
    );
    let mut check_path = |method, params, path: &str| {
        let error = peer.call(method, params).unwrap_err();
        assert_eq!(error["code"], -32602, "{error}");
        assert_eq!(error["data"]["path"], path, "{error}");
    };
    let no_question = json!({"tool": "ask_user", "arguments": {"options": ["a"]}});
    check_path(ASK, no_question, "arguments");
    check_path(APPROVE, json!({}), "");
    check_path(SUBSCRIBE, json!({"after": -1}), "after");
    check_path(RESPOND, json!({"content": {}}), "");
    check_path(WITHDRAW, json!({"request_id": 7}), "request_id");
}

#[test]
fn a_respond_that_does_not_fit_is_refused_and_the_request_waits_on() {
    let hub = Running::with_key();
    let (mut asker, mut front_end) = (hub.peer(), hub.peer());
    let asked = asker.send(ASK, colours("?"));
    hub.until_pending(1);
    let id = json!("req-1");
    let error = front_end
        .call(RESPOND, respond_params(&id, pick(3)))
        .unwrap_err();
    assert_eq!(error["code"], -32602, "{error}");
    let unknown = respond_params(&json!("req-9"), pick(1));
    let error = front_end.call(RESPOND, unknown).unwrap_err();
    assert_eq!(error["code"], -32001, "{error}");
    front_end
        .call(RESPOND, respond_params(&id, pick(1)))
        .unwrap();
    let late = front_end
        .call(RESPOND, respond_params(&id, pick(2)))
        .unwrap_err();
    assert_eq!(late["code"], -32002, "{late}");
    let answered = json!({"outcome": "answered", "answers": {"q1": {"picks": [1]}}});
    assert_eq!(asker.answer(asked), Ok(answered));
}
