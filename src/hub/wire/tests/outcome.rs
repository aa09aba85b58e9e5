//! The shapes of outcomes, and what is no outcome of its request.

use serde_json::{Value, json};

use crate::core::{Question, Request, Requirement};
use crate::hub::wire::outcome::{decode, encode};

/// Three questions; the ids on the wire are `db`, `q2` and `q3`.
fn request() -> Request {
    let db = Question::new("Which?").id("db").with_choices(["a", "b"]);
    let checks = Question::new("Checks?").id("db").with_choices(["c", "d"]);
    Request::from(db.requirement(Requirement::Required))
        .and(checks.multi(true))
        .and(Question::new("Key?").secret(true))
}

#[track_caller]
fn check(outcome: Value, reason: Option<&str>) {
    let decoded = decode(&request(), &outcome).unwrap();
    assert_eq!(decoded.outcome.reason().as_deref(), reason);
    assert_eq!(
        encode(&request(), &decoded).to_string(),
        outcome.to_string()
    );
}

#[test]
fn the_shape_of_every_outcome_is_stable() {
    let answers = json!({"db": {"picks": [2]}, "q2": {"picks": []}, "q3": {"secret": " s "}});
    check(json!({"outcome": "answered", "answers": answers}), None);
    check(
        json!({"outcome": "answered", "answers": {"db": {"picks": [1]}}}),
        None,
    );
    let nobody = "no interactive operator in this session mode";
    check(json!({"outcome": "no_operator"}), Some(nobody));
    check(
        json!({"outcome": "no_operator", "cannot_hide": true, "partial": {}}),
        Some("this session cannot hide a secret"),
    );
    check(
        json!({"outcome": "exhausted", "partial": {"q3": {"secret": "s"}}}),
        Some("no valid answer (max attempts exhausted)"),
    );
    check(
        json!({"outcome": "closed"}),
        Some("input closed before an answer"),
    );
    check(json!({"outcome": "declined"}), Some("operator declined"));
    check(
        json!({"outcome": "declined", "text": " mine"}),
        Some("operator declined:  mine"),
    );
    check(
        json!({"outcome": "declined", "by_client": true}),
        Some("the client declined the question; its user may not have seen it"),
    );
    check(
        json!({"outcome": "discuss"}),
        Some("operator wants to talk first"),
    );
    check(
        json!({"outcome": "discuss", "text": "why?", "partial": {"db": {"picks": [1]}}}),
        Some("operator wants to talk first: why?"),
    );
    check(
        json!({"outcome": "withdrawn"}),
        Some("question withdrawn by the caller"),
    );
    check(
        json!({"outcome": "timed_out", "limit_s": 60}),
        Some("no answer within 60 s"),
    );
    check(
        json!({"outcome": "timed_out", "limit_s": 0.2}),
        Some("no answer within 0.2 s"),
    );
    check(
        json!({"outcome": "cancelled"}),
        Some("operator cancelled (Ctrl+C)"),
    );
}

#[test]
fn partial_answers_need_not_be_complete() {
    let given = |outcome: Value| decode(&request(), &outcome).unwrap().partial.len();
    assert_eq!(given(json!({"outcome": "closed"})), 0);
    assert_eq!(given(json!({"outcome": "closed", "partial": {}})), 3);
}

#[track_caller]
fn check_refused(outcome: Value, wanted: &str) {
    let error = decode(&request(), &outcome).unwrap_err();
    assert_eq!(error.to_string(), wanted);
}

#[test]
fn outcomes_are_refused_by_path() {
    let needed = "missing: this outcome needs it";
    check_refused(
        json!({"outcome": "answered"}),
        &format!("answers: {needed}"),
    );
    check_refused(
        json!({"outcome": "timed_out"}),
        &format!("limit_s: {needed}"),
    );
    check_refused(
        json!({"outcome": "answered", "answers": {}}),
        "answers.db: missing: this question needs an answer",
    );
    check_refused(
        json!({"outcome": "answered", "answers": {"region": {}}}),
        "answers.region: unknown question: expected db, q2, q3",
    );
    check_refused(
        json!({"outcome": "closed", "partial": {"db": {"picks": [3]}}}),
        "partial.db.picks[0]: 3 is not on the menu: expected a number from 1 to 2",
    );
    check_refused(
        json!({"outcome": "closed", "answers": {}}),
        "answers: closed takes no such member",
    );
    check_refused(
        json!({"outcome": "answered", "answers": {}, "partial": {}}),
        "partial: answered takes no such member",
    );
    check_refused(
        json!({"outcome": "timed_out", "limit_s": 1, "text": "x"}),
        "text: timed_out takes no such member",
    );
    check_refused(
        json!({"outcome": "declined", "by_client": true, "text": "x"}),
        "text: a client gives no reason",
    );
    let words = "answered, no_operator, exhausted, closed, declined, discuss, withdrawn, timed_out, cancelled";
    check_refused(
        json!({"outcome": "Answered"}),
        &format!("outcome: expected one of {words}, found another word"),
    );
    let hidden = "not allowed here, and not shown because of the secret question";
    check_refused(
        json!({"outcome": "answered", "answers": "hunter2"}),
        &format!("answers: {hidden}"),
    );
}

#[test]
fn an_only_question_cannot_be_skipped() {
    let only = Question::new("Q?")
        .id("q")
        .requirement(Requirement::Optional);
    let only = Request::from(only);
    let error = decode(&only, &json!({"outcome": "answered", "answers": {}})).unwrap_err();
    assert_eq!(error.path(), Some("answers.q"));
    let error = decode(&only, &json!({"outcome": "answered", "answers": 7})).unwrap_err();
    assert_eq!(
        error.to_string(),
        "answers: expected an object, found the number 7"
    );
    let left_out = json!({"outcome": "answered", "answers": {"q": {"left_out": true}}});
    assert!(decode(&only, &left_out).is_ok());
}
