//! Calls that are no calls: blank texts by their path in every tool, and errors in words of JSON.

use ask_user::dialect::{DecodeMode, Dialect, TOOLS, tool};
use ask_user::mcp::elicitation;
use ask_user::{Error, Question};
use serde_json::{Value, json};

/// The words of a message that belong to Rust or to a library, not to JSON.
pub(crate) fn rust_words(message: &str) -> Vec<String> {
    const WORDS: [&str; 21] = [
        "f32", "f64", "u8", "u16", "u32", "u64", "usize", "i32", "i64", "isize", "bool", "str",
        "map", "sequence", "seq", "struct", "tuple", "enum", "variant", "unit", "Option",
    ];
    const PHRASES: [&str; 3] = ["invalid type", "floating point", "EOF while"];
    // The path of a field is no word.
    let message = message.replace("expected enum or anyOf", "");
    let words = message
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| WORDS.contains(word));
    let phrases = PHRASES
        .into_iter()
        .filter(|phrase| message.contains(phrase));
    words.chain(phrases).map(str::to_owned).collect()
}

#[track_caller]
fn check_blank(tool: &dyn Dialect, arguments: Value, path: &str) {
    for blank in ["", " ", "\t\n", "\u{3000}", "\u{200d}\u{a0}"] {
        let text = arguments.to_string();
        let escaped = json!(blank).to_string();
        let arguments = serde_json::from_str(&text.replace("\"BLANK\"", &escaped)).unwrap();
        let error = tool.decode(arguments, DecodeMode::Lenient).unwrap_err();
        assert_eq!(error.path(), Some(path), "{}: {error}", tool.name());
        let message = error.message();
        assert!(message.ends_with("found only blanks"), "{message}");
    }
}

#[test]
fn a_blank_question_label_or_choice_is_refused_by_its_path() {
    let several = |questions: Value| json!({"questions": questions});
    for name in ["ask", "AskUserQuestion", "request_user_input"] {
        let tool = tool(name).unwrap();
        let good = json!({"id": "a", "question": "A?", "header": "", "options": [{"label": "x"}]});
        let mut bad = good.clone();
        bad["id"] = json!("b");
        bad["question"] = json!("BLANK");
        check_blank(tool, several(json!([good, bad])), "questions[1].question");
        bad["question"] = json!("B?");
        bad["options"] = json!([{"label": "x"}, {"label": "BLANK"}]);
        let path = "questions[1].options[1].label";
        check_blank(tool, several(json!([good, bad])), path);
        bad["options"] = json!(["x", "BLANK"]);
        check_blank(tool, several(json!([good, bad])), path);
    }
    for (name, kind) in [("ask_user", None), ("askUserQuestion", Some("select"))] {
        let tool = tool(name).unwrap();
        let arguments = |question: &str, options: Value| match kind {
            Some(kind) => json!({"question": question, "kind": kind, "options": options}),
            None => json!({"question": question, "options": options}),
        };
        check_blank(tool, arguments("BLANK", json!(["x"])), "question");
        check_blank(tool, arguments("Q?", json!(["x", "BLANK"])), "options[1]");
    }
    assert_eq!(
        Error::from(
            Question::new("Q?")
                .with_choices(["x", " "])
                .check()
                .unwrap_err()
        )
        .path(),
        Some("choices[1].label")
    );
}

#[test]
fn a_form_needs_something_to_show_for_every_value() {
    let form = |property: Value| json!({"message": "M", "requestedSchema": {"type": "object", "properties": {"f": property}}});
    let method = elicitation::method();
    let field = "requestedSchema.properties.f";
    for (property, path) in [
        (
            json!({"type": "string", "enum": ["x", "BLANK"]}),
            ".enum[1]",
        ),
        (
            json!({"type": "string", "enum": ["BLANK"], "enumNames": ["BLANK"]}),
            ".enum[0]",
        ),
        (
            json!({"type": "string", "oneOf": [{"const": "BLANK", "title": "BLANK"}]}),
            ".oneOf[0].const",
        ),
        (
            json!({"type": "array", "items": {"enum": ["BLANK"]}}),
            ".items.enum[0]",
        ),
        (json!({"const": "BLANK"}), ".const"),
    ] {
        check_blank(method, form(property), &format!("{field}{path}"));
    }
    let consent =
        json!({"message": "BLANK", "requestedSchema": {"type": "object", "properties": {}}});
    check_blank(method, consent, "message");
    // A title stands for a value that looks like nothing, and a value for a blank title.
    let shown = json!({"type": "string", "enum": ["", "x"], "enumNames": ["nothing", ""]});
    let call = method.decode(form(shown), DecodeMode::Lenient).unwrap();
    let choices = call.request().questions()[0].choices();
    assert_eq!([choices[0].label(), choices[1].label()], ["nothing", "x"]);
}

/// The document with each of its values replaced by each odd one.
pub(crate) fn broken(document: &Value) -> Vec<Value> {
    let odd = || {
        [
            json!(null),
            json!(true),
            json!(7),
            json!(-1),
            json!(1.5),
            json!(1e30),
            json!("x"),
            json!([]),
            json!([1]),
            json!({}),
            json!({"a": 1}),
        ]
    };
    let mut all: Vec<_> = odd().into();
    match document {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                all.extend(broken(item).into_iter().map(|value| {
                    let mut whole = document.clone();
                    whole[index] = value;
                    whole
                }));
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                all.extend(broken(field).into_iter().map(|value| {
                    let mut whole = document.clone();
                    whole[name] = value;
                    whole
                }));
                let mut without = document.clone();
                without.as_object_mut().unwrap().remove(name);
                all.push(without);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    all
}

#[test]
fn errors_are_in_words_of_json() {
    let option = json!({"label": "x", "description": "d", "preview": "p"});
    let question = json!({"id": "a", "question": "A?", "header": "H", "options": [option], "multi": true,
        "recommended": 0, "multiSelect": false, "isSecret": false});
    let legacy = json!({"question": "Q?", "kind": "select", "options": ["x"], "allowCustom": true,
        "default": "x", "timeoutMs": 1000, "sensitivity": "public", "reason": "r"});
    let form = json!({"mode": "form", "message": "M", "requestedSchema": {"type": "object", "required": ["n"], "properties": {
        "n": {"type": "integer", "title": "T", "minimum": 0, "default": 3},
        "s": {"type": "string", "minLength": 1, "format": "email", "pattern": "^a"},
        "e": {"type": "string", "oneOf": [{"const": "x", "title": "X"}]},
        "m": {"type": "array", "minItems": 1, "items": {"enum": ["x", "y"]}},
    }}});
    let mut refused = 0;
    let mut check = |tool: &dyn Dialect, document: &Value| {
        for arguments in broken(document) {
            for mode in [DecodeMode::Lenient, DecodeMode::Strict] {
                let Err(error) = tool.decode(arguments.clone(), mode) else {
                    continue;
                };
                let words = rust_words(&error.message());
                assert!(words.is_empty(), "{}: {error}: {words:?}", tool.name());
                refused += 1;
            }
        }
    };
    for &tool in TOOLS {
        let document = match tool.name() {
            "ask_user" => json!({"question": "Q?", "options": ["x"], "allow_free_text": true}),
            "askUserQuestion" => legacy.clone(),
            _ => json!({"questions": [question]}),
        };
        check(tool, &document);
    }
    check(elicitation::method(), &form);
    assert!(refused > 500, "only {refused} documents were refused");
}
