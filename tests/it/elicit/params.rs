//! What a client is sent: the schema of each kind of question, the message, and
//! what has to be filled in.

use ask_user::mcp::form::FormVersion;
use ask_user::{FreeText, Question, Request, Requirement};
use serde_json::{Value, json};

use super::{VERSIONS, many, one, params, text};

fn schema_is_valid(schema: &Value) {
    assert!(jsonschema::draft202012::meta::is_valid(schema), "{schema}");
}

/// The properties of a question alone, for each version.
#[track_caller]
fn check_properties(question: &Question, named: Value, titled: Value) {
    for (version, wanted) in [
        (FormVersion::EnumNames, named),
        (FormVersion::TitledEnum, titled),
    ] {
        let schema = params(question.clone(), version)["requestedSchema"].take();
        schema_is_valid(&schema);
        assert_eq!(schema["properties"], wanted, "{version:?}");
    }
}

#[test]
fn single_choices() {
    let titles = [
        "postgres — shared, replicated",
        "sqlite\\u{202e} (recommended)",
    ];
    check_properties(
        &one().default_choice(1),
        json!({"q1": {"type": "string", "title": "Database", "description": "Which database?",
            "enum": ["postgres", "sqlite\u{202e}"], "enumNames": titles, "default": "postgres"}}),
        json!({"q1": {"type": "string", "title": "Database", "description": "Which database?",
            "oneOf": [{"const": "postgres", "title": titles[0]}, {"const": "sqlite\u{202e}", "title": titles[1]}],
            "default": "postgres"}}),
    );
    // Labels that do not tell the choices apart are sent as numbers.
    check_properties(
        &Question::new("Q?")
            .with_choices(["a", "a"])
            .free_text(FreeText::Inline),
        json!({"q1": {"type": "string", "title": "Answer", "enum": ["1", "2"], "enumNames": ["a", "a"]},
            "q1_other": {"type": "string", "title": "Other"}}),
        json!({"q1": {"type": "string", "title": "Answer",
                "oneOf": [{"const": "1", "title": "a"}, {"const": "2", "title": "a"}]},
            "q1_other": {"type": "string", "title": "Other"}}),
    );
}

#[test]
fn several_choices() {
    let rows = "1) unit\n2) lint\n3) docs\nNumbers, separated by commas";
    let items = json!({"anyOf": [{"const": "unit", "title": "unit"}, {"const": "lint", "title": "lint"},
        {"const": "docs", "title": "docs"}]});
    check_properties(
        &many(),
        json!({"q1": {"type": "string", "title": "Answer", "description": rows}}),
        json!({"q1": {"type": "array", "title": "Answer", "items": items, "minItems": 0}}),
    );
    check_properties(
        &many()
            .min(2)
            .max(3)
            .default_choice(3)
            .default_choice(1)
            .header("Checks")
            .free_text(FreeText::Other),
        json!({"q1": {"type": "string", "title": "Checks",
                "description": format!("Which checks?\n{rows}: 2 to 3"), "default": "3, 1"},
            "q1_other": {"type": "string", "title": "Other"}}),
        json!({"q1": {"type": "array", "title": "Checks", "description": "Which checks?", "items": items,
                "minItems": 1, "maxItems": 3, "default": ["docs", "unit"]},
            "q1_other": {"type": "string", "title": "Other"}}),
    );
}

#[test]
fn texts() {
    let check = |question: Question, wanted: Value| {
        check_properties(&question, wanted.clone(), wanted);
    };
    check(text(), json!({"q1": {"type": "string", "title": "Answer"}}));
    check(
        text().default_text("because").warning("mind the log"),
        json!({"q1": {"type": "string", "title": "Answer", "description": "mind the log", "default": "because"}}),
    );
    check(
        text().draft("one\ntwo").free_text(FreeText::Other),
        json!({"q1": {"type": "string", "title": "Answer", "default": "one\ntwo"}}),
    );
}

#[test]
fn the_message_and_what_is_required() {
    #[track_caller]
    fn check(request: impl Into<Request>, message: &str, required: &[&str]) {
        let request = request.into();
        for version in VERSIONS {
            let params = params(request.clone(), version);
            assert_eq!(params["message"], message);
            let mode = (version == FormVersion::TitledEnum).then(|| json!("form"));
            assert_eq!(params.get("mode"), mode.as_ref());
            let found = params["requestedSchema"].get("required");
            let wanted = (!required.is_empty()).then(|| json!(required));
            assert_eq!(found, wanted.as_ref(), "{message}");
        }
    }
    check(one(), "Which database?", &["q1"]);
    check(one().free_text(FreeText::Other), "Which database?", &[]);
    check(text().requirement(Requirement::Optional), "Why?", &[]);
    let several = Request::from(text().requirement(Requirement::Required))
        .and(one())
        .and(
            many()
                .requirement(Requirement::Required)
                .free_text(FreeText::Inline),
        );
    check(
        several.preface("plan\u{1b}[2J").preface("two\nlines"),
        "plan\\u{1b}[2J\ntwo\nlines\n3 questions",
        &["q1"],
    );
}
