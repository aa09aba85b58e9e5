//! What a respond may say, and what is said about one that is not taken.

#![allow(
    clippy::needless_pass_by_value,
    reason = "a table reads better without borrows"
)]

use ask_user::broker::{Approval, RequestKind, Resolution, RespondError, Responded, Table};
use ask_user::{FreeText, Outcome, OutcomeKind, Question, Request, Requirement, ValueRule};
use serde_json::{Value, json};

use super::{colours, pick};
use crate::bad_documents::{broken, rust_words};

/// What the content comes to: `Ok` is the debug form of the outcome's answers in short.
fn verdict(request: &Request, content: Value) -> Result<Outcome<Vec<String>>, RespondError> {
    let mut table = Table::new();
    let id = table.publish_question("tests", request).unwrap();
    match table.respond(&id.to_string(), content)? {
        Responded::Now(resolved, Resolution::Questions(request_outcome)) => {
            assert_eq!(resolved.outcome, request_outcome.outcome.kind());
            assert!(table.get(id).is_none());
            Ok(request_outcome
                .outcome
                .with_answer(|answers| {
                    Some(
                        answers
                            .iter()
                            .map(|answer| short(answer.as_ref()))
                            .collect(),
                    )
                })
                .unwrap())
        }
        other => panic!("{other:?}"),
    }
}

/// `2`, `1,3+text`, `"text"`, `left out`, `-`; a note after `#`.
fn short(answer: Option<&ask_user::Answer>) -> String {
    use ask_user::AnswerValue as V;
    let Some(answer) = answer else {
        return "-".to_owned();
    };
    let value = match answer.value() {
        V::Pick(pick) => format!("{}={}", pick.number, pick.label),
        V::Text(text) => format!("{text:?}"),
        V::Picks(picks) => {
            let numbers: Vec<_> = picks.ticked.iter().map(|p| p.number.to_string()).collect();
            let text = picks.text.as_deref().map(|text| format!("+{text}"));
            format!("[{}]{}", numbers.join(","), text.unwrap_or_default())
        }
        V::LeftOut => "left out".to_owned(),
        V::Secret(_) => panic!("a secret came through an event"),
    };
    match answer.note() {
        Some(note) => format!("{value} # {note}"),
        None => value,
    }
}

#[track_caller]
fn check(question: impl Into<Request>, content: Value, answers: &[&str]) {
    let got = verdict(&question.into(), content).unwrap();
    assert_eq!(
        got,
        Outcome::Answered(answers.iter().map(|a| (*a).to_owned()).collect())
    );
}

/// The path and the message; the request has to stay open.
#[track_caller]
fn refused(question: impl Into<Request>, content: Value, path: &str, message: &str) {
    let mut table = Table::new();
    let id = table.publish_question("tests", &question.into()).unwrap();
    let error = table.respond(&id.to_string(), content).unwrap_err();
    assert_eq!(
        (error.code(), error.path()),
        (-32602, Some(path)),
        "{error}"
    );
    let whole = match path {
        "" => message.to_owned(),
        path => format!("{path}: {message}"),
    };
    assert_eq!(error.to_string(), whole);
    assert!(table.get(id).is_some());
    assert_eq!(table.last_seq(), 1);
}

fn answers(given: Value) -> Value {
    json!({"answers": given})
}

fn one(given: Value) -> Value {
    answers(json!({"colour": given}))
}

fn multi() -> Question {
    colours().multi(true).free_text(FreeText::Other)
}

#[test]
fn what_answers_a_question() {
    check(colours(), one(json!({"picks": [2]})), &["2=green"]);
    let noted = one(json!({"picks": [2], "note": " why not "}));
    check(colours(), noted, &["2=green # why not"]);
    let blank = one(json!({"picks": [3], "note": " ", "text": null}));
    check(colours(), blank, &["3=blue"]);
    for free_text in [FreeText::Inline, FreeText::Other] {
        let question = colours().free_text(free_text);
        let text = one(json!({"text": " teal\nor so "}));
        check(question.clone(), text, &["\"teal\\nor so\""]);
        // A text is never read as a number.
        let number = one(json!({"picks": [], "text": "2"}));
        check(question, number, &["\"2\""]);
    }
    let free = Question::new("Name?");
    check(free, answers(json!({"q1": {"text": "Ann"}})), &["\"Ann\""]);
    let bare = Question::new("Name?").free_text(FreeText::Other);
    check(bare, answers(json!({"q1": {"text": "Ann"}})), &["\"Ann\""]);
}

#[test]
fn what_answers_a_multi_select() {
    check(multi(), one(json!({"picks": [3, 1]})), &["[3,1]"]);
    check(multi(), one(json!({"picks": []})), &["[]"]);
    check(multi(), one(json!({"text": "teal"})), &["[]+teal"]);
    let all = one(json!({"picks": [1], "text": "teal", "note": "n"}));
    check(multi().min(2).max(2), all, &["[1]+teal # n"]);
}

#[test]
fn what_is_missing_was_passed_over() {
    let two = |first: Question| Request::from(first).and(Question::new("Why?").id("why"));
    let why = || answers(json!({"why": {"text": "x"}}));
    check(two(colours()), why(), &["-", "\"x\""]);
    check(two(colours()), answers(json!({})), &["-", "-"]);
    check(
        two(colours().requirement(Requirement::Optional)),
        why(),
        &["left out", "\"x\""],
    );
    let optional = colours().requirement(Requirement::Optional);
    check(optional, answers(json!({})), &["left out"]);
    let needed = "missing: this question needs an answer";
    refused(
        two(colours().requirement(Requirement::Required)),
        why(),
        "answers.colour",
        needed,
    );
    refused(colours(), answers(json!({})), "answers.colour", needed);
    // A default that nobody chose is no answer.
    let preset = colours().default_choice(1).recommended(1);
    refused(preset, answers(json!({})), "answers.colour", needed);
}

#[test]
fn questions_without_a_name_of_their_own_are_addressed_by_place() {
    let request = Request::from(Question::new("A?").id("x"))
        .and(Question::new("B?").id("x"))
        .and(Question::new("C?"));
    let given = json!({"x": {"text": "a"}, "q2": {"text": "b"}, "q3": {"text": "c"}});
    check(request, answers(given), &["\"a\"", "\"b\"", "\"c\""]);
}

#[test]
fn picks_that_are_not_taken() {
    let on_menu = "is not on the menu: expected a number from 1 to 3";
    let wrong = |number: usize| format!("{number} {on_menu}");
    let at = "answers.colour.picks[0]";
    refused(colours(), pick(4), at, &wrong(4));
    refused(colours(), pick(0), at, &wrong(0));
    let second = one(json!({"picks": [1, 9]}));
    refused(multi(), second, "answers.colour.picks[1]", &wrong(9));
    let twice = one(json!({"picks": [2, 2]}));
    let at = "answers.colour.picks[1]";
    refused(multi(), twice.clone(), at, "2 is picked twice");
    refused(colours(), twice, at, "2 is picked twice");
    let several = one(json!({"picks": [1, 2]}));
    let at = "answers.colour.picks";
    refused(colours(), several.clone(), at, "expected one pick, found 2");
    let few = "expected at least 3 picks, found 2";
    refused(multi().min(3), several.clone(), at, few);
    let many = "expected at most 1 picks, found 2";
    refused(multi().max(1), several, at, many);
    let with_text = one(json!({"picks": [1], "text": "x"}));
    refused(multi().max(1), with_text, at, many);
    let none = answers(json!({"q1": {"picks": [1]}}));
    let nothing = "1 is not on the menu: there are no choices";
    refused(Question::new("Q?"), none, "answers.q1.picks[0]", nothing);
}

#[test]
fn texts_and_notes_that_are_not_taken() {
    let text = one(json!({"text": "teal"}));
    let no_text = "no text is taken here: expected picks";
    refused(colours(), text.clone(), "answers.colour.text", no_text);
    refused(colours().multi(true), text, "answers.colour.text", no_text);
    let blank = one(json!({"text": " \n"}));
    let blanks = "expected a text, found only blanks";
    refused(multi(), blank, "answers.colour.text", blanks);
    let both = one(json!({"picks": [1], "text": "x"}));
    let both_message = "expected a pick or a text, found both";
    let inline = colours().free_text(FreeText::Inline);
    refused(inline.clone(), both, "answers.colour.text", both_message);
    let neither = "expected picks or a text, found neither";
    refused(inline.clone(), one(json!({})), "answers.colour", neither);
    refused(multi(), one(json!({})), "answers.colour", neither);
    let note = one(json!({"text": "x", "note": "n"}));
    let no_pick = "a note goes with a pick, found none";
    refused(inline, note, "answers.colour.note", no_pick);
}

#[derive(Debug)]
struct Port;

impl ValueRule for Port {
    fn check(&self, text: &str) -> Result<(), String> {
        let port = text.parse::<u16>();
        port.map(|_| ()).map_err(|_| "expected a port".to_owned())
    }
}

#[test]
fn a_text_keeps_the_rule_of_the_question() {
    let port = || Question::new("Port?").rule(Port);
    let text = |text: &str| answers(json!({"q1": {"text": text}}));
    check(port(), text(" 8080 "), &["\"8080\""]);
    refused(port(), text("high"), "answers.q1.text", "expected a port");
}

#[test]
fn content_of_another_shape_is_named_by_its_path() {
    let c = colours;
    refused(c(), json!([1]), "", "expected an object, found an array");
    let neither = "expected answers or an outcome, found neither";
    refused(c(), json!({}), "", neither);
    let unknown = "unknown question: expected colour";
    refused(c(), answers(json!({"nope": {}})), "answers.nope", unknown);
    let array = one(json!([[1]]));
    let object = "expected an object with picks or a text, found an array";
    refused(c(), array, "answers.colour", object);
    let typo = one(json!({"picks": [1], "pick": 1}));
    refused(c(), typo, "answers.colour.pick", "unknown field");
    let both = json!({"answers": {}, "outcome": "declined"});
    let message = "expected answers or an outcome, found both";
    refused(c(), both, "outcome", message);
    let beside = json!({"answers": {"colour": {"picks": [1]}}, "text": "x"});
    let message = "a text goes with an outcome, found answers";
    refused(c(), beside, "text", message);
    let said = json!({"outcome": "cancelled", "text": "x"});
    refused(c(), said, "text", "cancelled takes no text");
    for (content, path) in [
        (one(json!({"picks": ["2"]})), "answers.colour.picks[0]"),
        (one(json!({"picks": [-1]})), "answers.colour.picks[0]"),
        (one(json!({"picks": 2})), "answers.colour.picks"),
        (one(json!({"text": 2})), "answers.colour.text"),
        (json!({"outcome": "answered"}), "outcome"),
        (answers(json!([])), "answers"),
    ] {
        let error = verdict(&c().into(), content).unwrap_err();
        assert_eq!(
            (error.code(), error.path()),
            (-32602, Some(path)),
            "{error}"
        );
    }
}

#[test]
fn outcomes_of_a_respond() {
    let of = |content| verdict(&colours().into(), content).unwrap();
    let declined = of(json!({"outcome": "declined", "text": "not mine"}));
    assert_eq!(declined.reason().unwrap(), "operator declined: not mine");
    let declined = of(json!({"outcome": "declined", "text": " "}));
    assert_eq!(declined.reason().unwrap(), "operator declined");
    let discuss = of(json!({"outcome": "discuss", "text": "why?"}));
    assert_eq!(discuss, Outcome::Discuss(Some("why?".to_owned())));
    assert_eq!(of(json!({"outcome": "cancelled"})), Outcome::Cancelled);
}

#[track_caller]
fn check_approval(content: Value, wanted: Result<Approval, (i32, Option<&str>)>) {
    let mut table = Table::new();
    let id = table.publish_approval("tests", "rm -r build", None);
    let got = table.respond(&id.to_string(), content);
    match (got, wanted) {
        (Ok(Responded::Now(_, Resolution::Approval(got))), Ok(wanted)) => assert_eq!(got, wanted),
        (Err(error), Err(wanted)) => {
            assert_eq!((error.code(), error.path()), wanted, "{error}");
            assert!(table.get(id).is_some());
        }
        (got, wanted) => panic!("{got:?} instead of {wanted:?}"),
    }
}

#[test]
fn decisions_about_an_approval() {
    let allow = |reason: Option<&str>| Approval::Allow {
        reason: reason.map(str::to_owned),
    };
    check_approval(json!({"decision": "allow"}), Ok(allow(None)));
    let once = json!({"decision": "allow", "reason": "once"});
    check_approval(once, Ok(allow(Some("once"))));
    let deny = json!({"decision": "deny", "reason": "no"});
    let reason = Some("no".to_owned());
    check_approval(deny, Ok(Approval::Deny { reason }));
    for word in ["Allow", "yes", "true", ""] {
        check_approval(json!({"decision": word}), Err((-32602, Some("decision"))));
    }
    check_approval(json!({"decision": true}), Err((-32602, Some("decision"))));
    check_approval(json!({}), Err((-32602, Some(""))));
    let typo = json!({"decision": "deny", "why": "no"});
    check_approval(typo, Err((-32602, Some("why"))));
    check_approval(json!({"outcome": "declined"}), Err((-32003, None)));
    check_approval(pick(1), Err((-32003, None)));
}

#[test]
fn a_respond_is_taken_once() {
    let mut table = Table::new();
    let id = table
        .publish_question("tests", &colours().into())
        .unwrap()
        .to_string();
    let Responded::Now(first, _) = table.respond(&id, pick(2)).unwrap() else {
        panic!("the first respond decides");
    };
    assert_eq!(table.respond(&id, pick(2)), Ok(Responded::Before(first)));
    let other = table.respond(&id, pick(1)).unwrap_err();
    assert_eq!(other.code(), -32002);
    assert_eq!(
        other.to_string(),
        "req-1 ended before, in another way: answered"
    );
    // Also where it would not be valid, and where it is for the other kind.
    assert_eq!(table.respond(&id, pick(9)).unwrap_err().code(), -32002);
    let decision = table.respond(&id, json!({"decision": "allow"}));
    let decision = decision.unwrap_err();
    assert_eq!(decision.code(), -32003);
    assert_eq!(table.withdraw(&id).unwrap_err().code(), -32002);
    assert_eq!(table.last_seq(), 2);
}

#[test]
fn nothing_is_taken_after_a_withdrawal() {
    let mut table = Table::new();
    let id = table
        .publish_question("tests", &colours().into())
        .unwrap()
        .to_string();
    let first = table.withdraw(&id).unwrap();
    assert_eq!(first.outcome, OutcomeKind::Withdrawn);
    assert_eq!(table.withdraw(&id), Ok(first));
    let late = table.respond(&id, pick(2)).unwrap_err();
    assert_eq!(
        (late.code(), late.to_string().as_str()),
        (-32002, "req-1 ended before, in another way: withdrawn")
    );
}

#[test]
fn unknown_requests_are_named() {
    let mut table = Table::new();
    table.publish_approval("tests", "go on", None);
    for id in ["req-2", "req-0", "req-01", "req-+1", "1", "", "req-1 "] {
        let error = table.respond(id, json!({"decision": "allow"})).unwrap_err();
        assert_eq!(error.code(), -32001, "{id:?}");
        assert_eq!(
            error.to_string(),
            format!("unknown request `{}`", id.trim_end())
        );
        assert_eq!(table.withdraw(id).unwrap_err().code(), -32001);
    }
    assert_eq!(table.pending(Some(RequestKind::Approval)).count(), 1);
}

#[test]
fn errors_as_json() {
    let mut table = Table::new();
    table.publish_question("tests", &colours().into()).unwrap();
    let invalid = table.respond("req-1", pick(7)).unwrap_err().json();
    let message = "answers.colour.picks[0]: 7 is not on the menu: expected a number from 1 to 3";
    let path = json!({"path": "answers.colour.picks[0]"});
    assert_eq!(
        invalid,
        json!({"code": -32602, "message": message, "data": path})
    );
    let unknown = table.withdraw("req-9").unwrap_err().json();
    let message = "unknown request `req-9`";
    assert_eq!(unknown, json!({"code": -32001, "message": message}));
}

#[test]
fn faults_are_in_words_of_json() {
    let question = Question::new("Q?")
        .id("a")
        .with_choices(["x", "y"])
        .multi(true);
    let request = Request::from(question);
    let answers = json!({"answers": {"a": {"picks": [1, 2], "text": "t", "note": "n"}}});
    let outcome = json!({"outcome": "declined", "text": "t"});
    let mut refused = 0;
    for content in [broken(&answers), broken(&outcome)].concat() {
        let Err(fault) = verdict(&request, content) else {
            continue;
        };
        let words = rust_words(&fault.to_string());
        assert!(words.is_empty(), "{fault}: {words:?}");
        refused += 1;
    }
    assert!(refused > 50, "only {refused} responds were refused");
}
