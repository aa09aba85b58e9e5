//! The shape of a request, and what is none.

use serde_json::{Value, json};

use crate::core::{Choice, FreeText, Question, Request, Requirement, ValueRule};
use crate::hub::wire::request::{decode, encode};
use crate::mcp::elicitation::FieldRule;

#[derive(Debug)]
struct Even;

impl ValueRule for Even {
    fn check(&self, _text: &str) -> Result<(), String> {
        Ok(())
    }
}

fn port() -> FieldRule {
    let schema = json!({"type": "integer", "minimum": 1, "maximum": 65535});
    FieldRule::from_schema(schema.as_object().unwrap()).unwrap()
}

fn rich() -> Request {
    let store = Question::new("Which database?")
        .id("db")
        .header("Store")
        .choice(
            Choice::new("postgres")
                .description("shared")
                .preview("CREATE TABLE")
                .aliases(["pg"]),
        )
        .choice("sqlite")
        .free_text(FreeText::Other)
        .recommended(1)
        .default_choice(2)
        .requirement(Requirement::Required);
    let checks = Question::new("Which checks?")
        .with_choices(["unit", "lint"])
        .multi(true)
        .min(1)
        .max(2)
        .default_choice(2)
        .default_choice(1);
    let port = Question::new("Port?")
        .id("db")
        .default_text("5432")
        .rule(port())
        .requirement(Requirement::Optional);
    let message = Question::new("Message?")
        .draft("one\ntwo")
        .warning("careful");
    let key = Question::new("Key?").secret(true);
    Request::new(vec![store, checks, port, message, key])
        .unwrap()
        .preface("A release")
        .introduction("builder asks:")
        .introduction("first")
        .note("host: a.example")
}

#[test]
fn the_shape_is_stable() {
    let wanted = json!({
        "introductions": ["first", "builder asks:"],
        "preface": ["A release"],
        "notes": ["host: a.example"],
        "questions": [
            {"id": "db", "header": "Store", "text": "Which database?",
                "choices": [
                    {"number": 1, "label": "postgres", "description": "shared",
                        "preview": "CREATE TABLE", "aliases": ["pg"]},
                    {"number": 2, "label": "sqlite"},
                ],
                "multi": false, "free_text": "other", "recommended": 1, "default": 2,
                "secret": false, "requirement": "required"},
            {"id": "q2", "text": "Which checks?",
                "choices": [{"number": 1, "label": "unit"}, {"number": 2, "label": "lint"}],
                "multi": true, "free_text": "never", "default": [2, 1], "secret": false,
                "min": 1, "max": 2},
            {"id": "q3", "text": "Port?", "choices": [], "multi": false, "free_text": "inline",
                "default": "5432", "secret": false, "requirement": "optional",
                "rule": {"type": "integer", "minimum": 1, "maximum": 65535}},
            {"id": "q4", "text": "Message?", "choices": [], "multi": false,
                "free_text": "inline", "secret": false, "draft": "one\ntwo",
                "warning": "careful"},
            {"id": "q5", "text": "Key?", "choices": [], "multi": false, "free_text": "inline",
                "secret": true},
        ],
    });
    let encoded = encode(&rich()).unwrap();
    assert_eq!(encoded.to_string(), wanted.to_string());
    let decoded = decode(&encoded).unwrap();
    assert_eq!(encode(&decoded).unwrap(), encoded);
    assert_eq!(decoded.preface_texts(), rich().preface_texts());
    let own = |request: &Request| {
        (0..4)
            .map(|at| request.is_own_preface(at))
            .collect::<Vec<_>>()
    };
    assert_eq!(own(&decoded), own(&rich()));
    let port = &decoded.questions()[2];
    let wrong = Err("expected an integer from 1 to 65535".to_owned());
    assert_eq!((port.id_text(), port.check_value("0")), ("q3", wrong));
}

#[test]
fn little_is_needed() {
    let request = decode(&json!({"questions": [{"text": "Why?"}]})).unwrap();
    assert_eq!(request, Request::from(Question::new("Why?")));
    let question =
        json!({"text": "Go?", "choices": [{"label": "yes"}, {"label": "no"}], "default": [1]});
    let request = decode(&json!({"questions": [question]})).unwrap();
    let go = Question::new("Go?").with_choices(["yes", "no"]);
    assert_eq!(request, Request::from(go.default_choice(1)));
}

#[track_caller]
fn check_not_sent(question: Question, wanted: &str) {
    let request = Request::from(Question::new("Q?")).and(question);
    assert_eq!(encode(&request).unwrap_err().to_string(), wanted);
}

#[test]
fn what_cannot_be_asked_elsewhere_is_not_sent() {
    check_not_sent(
        Question::new("Q?").rule(Even),
        "questions[1].rule: this rule has no JSON schema, so it works only at a prompt of its own process",
    );
    check_not_sent(
        Question::new(" "),
        "questions[1].text: expected a text, found only blanks",
    );
    // At a menu, a rule is not used.
    let menu = Question::new("Q?").choice("a").rule(Even);
    assert!(encode(&Request::from(menu)).is_ok());
}

#[track_caller]
fn check_refused(members: Value, wanted: &str) {
    let mut question = json!({"text": "Q?", "choices": [{"label": "a"}, {"label": "b"}]});
    for (name, value) in members.as_object().unwrap() {
        question[name.as_str()] = value.clone();
    }
    let request = json!({"questions": [{"text": "First?", "id": "a"}, question]});
    assert_eq!(decode(&request).unwrap_err().to_string(), wanted);
}

#[test]
fn questions_are_refused_by_path() {
    let unknown = "questions[1].choices[1].Label: unknown field";
    check_refused(
        json!({"choices": [{"label": "a"}, {"label": "b", "Label": "c"}]}),
        unknown,
    );
    check_refused(json!({"prompt": 1}), "questions[1].prompt: unknown field");
    check_refused(
        json!({"choices": ["a"]}),
        "questions[1].choices[0]: expected an object, found the string \"a\"",
    );
    check_refused(
        json!({"choices": [{"label": "a"}, {"label": "b", "number": 3}]}),
        "questions[1].choices[1].number: expected 2, the position of the choice, found 3",
    );
    check_refused(
        json!({"choices": [{"label": "a"}, {"label": " "}]}),
        "questions[1].choices[1].label: expected a text for choice 2, found only blanks",
    );
    check_refused(
        json!({"text": ""}),
        "questions[1].text: expected a text, found only blanks",
    );
    check_refused(
        json!({"text": 7}),
        "questions[1].text: expected a string, found the number 7",
    );
    check_refused(
        json!({"id": "a"}),
        "questions[1].id: expected an id of its own, found that of an earlier question",
    );
    check_refused(
        json!({"recommended": 3}),
        "questions[1].recommended: 3 is not on the menu: expected a number from 1 to 2",
    );
    check_refused(
        json!({"default": true}),
        "questions[1].default: expected the number of a choice, an array of numbers or a string, found true",
    );
    check_refused(
        json!({"default": [1, "b"]}),
        "questions[1].default[1]: expected a whole number of 0 or more, found the string \"b\"",
    );
    check_refused(
        json!({"default": 0}),
        "questions[1].default: 0 is not on the menu: expected a number from 1 to 2",
    );
    check_refused(
        json!({"draft": "x"}),
        "questions[1].draft: expected the number of a choice, found a text",
    );
    check_refused(
        json!({"choices": [], "draft": "x", "default": "y"}),
        "questions[1].draft: expected a default or a draft, found both",
    );
    check_refused(
        json!({"free_text": "maybe"}),
        "questions[1].free_text: expected never, inline or other, found the string \"maybe\"",
    );
    check_refused(
        json!({"requirement": "must"}),
        "questions[1].requirement: expected wanted, optional or required, found the string \"must\"",
    );
    check_refused(
        json!({"rule": {"type": "integer"}}),
        "questions[1].rule: a rule is for a text, and this question has choices",
    );
    check_refused(
        json!({"choices": [], "rule": {"type": "string", "pattern": 1}}),
        "questions[1].rule.pattern: expected a pattern, found 1",
    );
}

#[test]
fn requests_are_refused_by_path() {
    let check = |request: Value, wanted: &str| {
        assert_eq!(decode(&request).unwrap_err().to_string(), wanted);
    };
    check(json!({}), "missing field `questions`");
    check(
        json!({"questions": []}),
        "questions: expected at least one question, found none",
    );
    check(
        json!({"questions": {}}),
        "questions: expected an array, found an object",
    );
    check(
        json!({"questions": [{"text": "Q?"}], "preface": ["a", 2]}),
        "preface[1]: expected a string, found the number 2",
    );
    check(
        json!({"questions": [{"text": "Q?"}], "from": "a"}),
        "from: unknown field",
    );
}
