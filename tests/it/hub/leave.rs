//! Who may answer in the operator's name.

use ask_user::broker::RequestKind;
use serde_json::{Value, json};

use super::{
    ASK, KEY, PENDING, RESPOND, Running, SUBSCRIBE, answer_at_prompt, colours, pick, respond_params,
};

fn respond(name: &str, number: usize) -> Value {
    json!({"request_id": "req-1", "content": pick(number), "name": name})
}

fn picked(number: usize) -> Value {
    json!({"outcome": "answered", "answers": {"q1": {"picks": [number]}}})
}

const NOT_LET_IN: &str = "the operator did not let this front end answer";

#[test]
fn the_first_respond_is_asked_about_and_then_counts() {
    let (hub, inbox) = Running::with_operator();
    let (mut asker, mut front_end) = (hub.peer(), hub.peer());
    let first = asker.send(ASK, colours("?"));
    let second = asker.send(ASK, colours("?"));
    hub.until_pending(2);
    let responded = front_end.send(RESPOND, respond("slack", 2));
    let title = answer_at_approval(&inbox, "1");
    assert!(
        title.contains("a front end that calls itself slack wants to answer in your name"),
        "{title}"
    );
    let resolved = front_end.answer(responded).unwrap();
    assert_eq!(resolved["by"], "front-end:slack");
    assert_eq!(asker.answer(first), Ok(picked(2)));
    // It holds for the connection, under the name that the operator saw.
    let mut params = respond("the operator", 1);
    params["request_id"] = json!("req-2");
    let resolved = front_end.call(RESPOND, params).unwrap();
    assert_eq!(resolved["by"], "front-end:slack");
    assert_eq!(asker.answer(second), Ok(picked(1)));
}

/// Waits for the approval, which stands behind the requests, and answers it.
fn answer_at_approval(inbox: &ask_user::broker::Inbox, line: &str) -> String {
    let approval = || {
        let waiting = inbox.waiting();
        waiting
            .into_iter()
            .find(|request| request.kind() == RequestKind::Approval)
    };
    super::until(|| approval().is_some());
    super::answer_open(inbox, approval().unwrap().id(), line)
}

#[test]
fn the_key_told_back_holds_for_later_connections() {
    let (hub, inbox) = Running::with_operator();
    let mut asker = hub.peer();
    let first = asker.send(ASK, colours("?"));
    let second = asker.send(ASK, colours("?"));
    hub.until_pending(2);
    let mut front_end = hub.peer();
    let responded = front_end.send(RESPOND, respond("slack", 1));
    answer_at_approval(&inbox, "y");
    let key = front_end.answer(responded).unwrap()["key"].clone();
    assert_eq!(key.as_str().unwrap().len(), 64);
    drop(front_end);
    asker.answer(first).unwrap();
    let mut later = hub.peer();
    let params = json!({"request_id": "req-2", "content": pick(2), "key": key, "name": "mallory"});
    let resolved = later.call(RESPOND, params).unwrap();
    assert_eq!(resolved["by"], "front-end:slack");
    assert_eq!(asker.answer(second), Ok(picked(2)));
}

#[test]
fn an_asker_that_answers_its_own_question_is_asked_about_and_gets_nowhere() {
    let (hub, inbox) = Running::with_operator();
    let mut asker = hub.peer();
    asker.call(SUBSCRIBE, json!({})).unwrap();
    let asked = asker.send(ASK, colours("Delete the database?"));
    hub.until_pending(1);
    let first = asker.send(RESPOND, respond("the console", 1));
    // The second one waits for the same decision, and is not asked about again.
    let second = asker.send(RESPOND, respond("", 1));
    answer_at_approval(&inbox, "no");
    for id in [first, second] {
        let error = asker.answer(id).unwrap_err();
        let refused = json!({"code": -32004, "message": NOT_LET_IN});
        assert_eq!(error, refused);
    }
    asker.check_refused(RESPOND, respond("again", 1), -32004, NOT_LET_IN);
    // Guessed keys do not help.
    for key in ["", KEY, "0"] {
        let mut params = respond("", 1);
        params["key"] = json!(key);
        let message = "the key is not one of this hub";
        asker.check_refused(RESPOND, params, -32004, message);
    }
    // The question still waits for the operator alone.
    let question = answer_at_prompt(&inbox, RequestKind::Question, "2");
    assert_eq!(question, "Delete the database?");
    assert_eq!(asker.answer(asked), Ok(picked(2)));
}

#[test]
fn an_approval_for_leave_is_no_business_of_front_ends() {
    let (hub, inbox) = Running::with_operator();
    let (mut asker, mut front_end, mut accomplice) = (hub.peer(), hub.peer(), hub.peer());
    accomplice.call(SUBSCRIBE, json!({})).unwrap();
    asker.send(ASK, colours("?"));
    assert_eq!(accomplice.event()["request"]["id"], "req-1");
    let responded = front_end.send(RESPOND, respond("slack", 1));
    super::until(|| inbox.counts().0 == 2);
    // It is neither pending nor in an event, and cannot be answered.
    let waiting = accomplice.call(PENDING, json!({})).unwrap();
    assert_eq!(waiting.as_array().unwrap().len(), 1);
    let allow = json!({"request_id": "req-2", "content": {"decision": "allow"}});
    assert_eq!(accomplice.call(RESPOND, allow).unwrap_err()["code"], -32001);
    answer_at_approval(&inbox, "2");
    let refused = front_end.answer(responded).unwrap_err();
    assert_eq!(refused["message"], NOT_LET_IN);
}

#[test]
fn a_hub_without_a_prompt_takes_only_its_key() {
    let hub = Running::with_key();
    let (mut asker, mut front_end) = (hub.peer(), hub.peer());
    let asked = asker.send(ASK, colours("?"));
    hub.until_pending(1);
    let message = "this hub has no prompt: give the key that it was started with";
    front_end.check_refused(RESPOND, respond("pat", 1), -32004, message);
    let mut wrong = respond("pat", 1);
    wrong["key"] = json!("0123456789abcdeX");
    let message = "the key is not one of this hub";
    front_end.check_refused(RESPOND, wrong, -32004, message);
    let right = respond_params(&json!("req-1"), pick(2));
    let resolved = front_end.call(RESPOND, right).unwrap();
    assert_eq!(
        resolved.get("key"),
        None,
        "it is not told the key of the hub"
    );
    assert_eq!(asker.answer(asked), Ok(picked(2)));
}

#[test]
fn a_front_end_that_goes_while_it_is_asked_about_is_not_asked_about_any_more() {
    let (hub, inbox) = Running::with_operator();
    let (mut asker, mut front_end) = (hub.peer(), hub.peer());
    asker.send(ASK, colours("?"));
    hub.until_pending(1);
    front_end.send(RESPOND, respond("slack", 1));
    super::until(|| inbox.counts().0 == 2);
    drop(front_end);
    super::until(|| inbox.counts().0 == 1);
    assert_eq!(inbox.next().unwrap().kind(), RequestKind::Question);
}
