//! The shapes of answers, and what is no answer to its question.

use serde_json::{Value, json};

use crate::core::{FreeText, Question, Requirement};
use crate::hub::wire::answer::{decode, encode};
use crate::mcp::elicitation::FieldRule;

fn menu() -> Question {
    Question::new("Q?").with_choices(["a", "b"]).recommended(2)
}

fn multi() -> Question {
    let question = menu().multi(true).free_text(FreeText::Other);
    question.min(1).max(2).requirement(Requirement::Optional)
}

fn count() -> Question {
    let schema = json!({"type": "integer", "minimum": 1});
    let rule = FieldRule::from_schema(schema.as_object().unwrap()).unwrap();
    Question::new("Q?").rule(rule)
}

#[track_caller]
fn check(question: &Question, answer: Value) {
    let decoded = decode(question, &answer, "a").unwrap();
    let encoded = Value::Object(encode(question, &decoded));
    assert_eq!(encoded.to_string(), answer.to_string());
}

#[test]
fn every_kind_of_answer_comes_back() {
    check(&menu(), json!({"picks": [1], "note": "why"}));
    check(&menu(), json!({"picks": [2], "timed_out": true}));
    check(&menu().free_text(FreeText::Inline), json!({"text": "c"}));
    check(&multi(), json!({"picks": [2, 1]}));
    check(&multi(), json!({"picks": [2], "text": "own"}));
    check(
        &multi(),
        json!({"picks": [2, 1], "note": "why", "noted": 2}),
    );
    check(&multi(), json!({"picks": [2], "timed_out": true}));
    check(&multi(), json!({"left_out": true}));
    check(&count(), json!({"text": "3"}));
    // Enter takes a default as it is.
    check(&count().default_text(" none "), json!({"text": " none "}));
    check(
        &Question::new("Q?").draft("a\nb\n"),
        json!({"text": "a\nb\n"}),
    );
    check(&count().secret(true), json!({"secret": "3"}));
    check(&menu().secret(true), json!({"picks": [2]}));
    let inline = menu().secret(true).free_text(FreeText::Inline);
    check(&inline, json!({"secret": " hunter2 "}));
    check(&multi().secret(true), json!({"picks": [1], "text": " "}));
    check(&multi().secret(true), json!({"left_out": true}));
}

#[track_caller]
fn check_refused(question: &Question, answer: Value, wanted: &str) {
    let error = decode(question, &answer, "answers.q1").unwrap_err();
    assert_eq!(error.to_string(), format!("answers.q1{wanted}"), "{answer}");
}

#[test]
fn answers_are_refused_by_path() {
    let menu = &menu();
    check_refused(
        menu,
        json!(2),
        ": expected an object with picks or a text, found a number",
    );
    check_refused(menu, json!({}), ": expected picks or a text, found neither");
    check_refused(menu, json!({"pick": 1}), ".pick: unknown field");
    check_refused(
        menu,
        json!({"picks": [3]}),
        ".picks[0]: 3 is not on the menu: expected a number from 1 to 2",
    );
    check_refused(
        menu,
        json!({"picks": [1, 2]}),
        ".picks: expected one pick, found 2",
    );
    check_refused(
        menu,
        json!({"text": "c"}),
        ".text: no text is taken here: expected picks",
    );
    check_refused(
        menu,
        json!({"picks": [1], "timed_out": true}),
        ".timed_out: only the recommended choice is taken at the timeout",
    );
    check_refused(
        menu,
        json!({"picks": [2], "note": "why", "timed_out": true}),
        ".timed_out: only the recommended choice is taken at the timeout",
    );
    check_refused(
        menu,
        json!({"picks": [1], "note": "why", "noted": 1}),
        ".noted: only a multi-select tells which pick it is",
    );
    check_refused(
        menu,
        json!({"left_out": true}),
        ".left_out: this question may not be left out",
    );
    check_refused(
        menu,
        json!({"secret": "x"}),
        ".secret: this question takes no secret text",
    );
    check_refused(
        &count(),
        json!({"text": "0"}),
        ".text: expected an integer of at least 1",
    );
    check_refused(
        &count().default_text(" none "),
        json!({"text": "none"}),
        ".text: expected an integer of at least 1",
    );
}

#[test]
fn answers_of_a_multi_select_are_refused_by_path() {
    let multi = &multi();
    check_refused(
        multi,
        json!({"picks": []}),
        ".picks: expected at least 1 picks, found 0",
    );
    check_refused(
        multi,
        json!({"picks": [1, 2], "text": "own"}),
        ".picks: expected at most 2 picks, found 3",
    );
    check_refused(
        multi,
        json!({"picks": [1, 1]}),
        ".picks[1]: 1 is picked twice",
    );
    check_refused(
        multi,
        json!({"picks": [1], "noted": 1}),
        ".noted: expected a note with it, found none",
    );
    check_refused(
        multi,
        json!({"picks": [1], "note": "why", "noted": 2}),
        ".noted: 2 is not picked",
    );
    check_refused(
        multi,
        json!({"picks": [1], "left_out": true}),
        ".left_out: expected an answer or that it is left out, found both",
    );
}

#[test]
fn an_error_never_tells_a_secret() {
    let wanted = ": this is no answer to the secret question";
    let text = count().secret(true);
    let texts = [
        json!({"secret": "hunter2"}),
        json!({"secret": ""}),
        json!({"secret": 7}),
        json!({"text": "hunter2"}),
        json!({"hunter2": true}),
        json!({"secret": "3", "note": "hunter2"}),
        json!({"secret": "3", "left_out": true}),
        json!({"secret": "3", "timed_out": true}),
        json!("hunter2"),
    ];
    for answer in texts {
        check_refused(&text, answer, wanted);
    }
    for answer in [
        json!({"secret": "a"}),
        json!({"picks": [9]}),
        json!({"text": "a"}),
    ] {
        check_refused(&menu().secret(true), answer, wanted);
    }
    let multi = multi().secret(true);
    for answer in [json!({"secret": "a"}), json!({"picks": [1], "text": ""})] {
        check_refused(&multi, answer, wanted);
    }
}

#[test]
fn debug_hides_a_secret_answer() {
    let hidden = "Answer { value: (hidden) }";
    let inline = menu().secret(true).free_text(FreeText::Inline);
    for answer in [json!({"secret": "hunter2"}), json!({"picks": [2]})] {
        let decoded = decode(&inline, &answer, "a").unwrap();
        assert_eq!(format!("{decoded:?}"), hidden);
    }
    let own = json!({"picks": [1], "text": "hunter2"});
    let decoded = decode(&multi().secret(true), &own, "a").unwrap();
    assert_eq!(format!("{decoded:?}"), hidden);
}
