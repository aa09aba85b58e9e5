//! What a client is sent: the schema of each kind of question, the message, and
//! what has to be filled in.

use ask_user::mcp::form::{Form, FormVersion};
use ask_user::{Choice, FreeText, Question, Request, Requirement};
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
            "q1_other": other("Other", "Your own answer to: Q?\nBeside a choice it is a note.")}),
        json!({"q1": {"type": "string", "title": "Answer",
                "oneOf": [{"const": "1", "title": "a"}, {"const": "2", "title": "a"}]},
            "q1_other": other("Other", "Your own answer to: Q?\nBeside a choice it is a note.")}),
    );
}

#[test]
fn several_choices() {
    let beside = "Your own answer to: Which checks?\nIt counts beside the choices.";
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
            "q1_other": other("Other", beside)}),
        json!({"q1": {"type": "array", "title": "Checks", "description": "Which checks?", "items": items,
                "minItems": 1, "maxItems": 3, "default": ["docs", "unit"]},
            "q1_other": other("Other", beside)}),
    );
}

/// The property of a text beside choices.
fn other(title: &str, description: &str) -> Value {
    json!({"type": "string", "title": title, "description": description})
}

#[test]
fn a_text_of_numbers_in_every_version_for_clients_that_draw_no_arrays() {
    for version in VERSIONS {
        let request = Request::from(many().min(1));
        let form = Form::new(&request, version).unwrap().multi_as_text(true);
        let schema = form.params()["requestedSchema"].take();
        schema_is_valid(&schema);
        assert_eq!(schema["properties"]["q1"]["type"], "string");
        let accept = json!({"action": "accept", "content": {"q1": "1, 3"}});
        let outcome = form.conclude(&accept).unwrap();
        let answers = outcome.outcome.answer().unwrap();
        assert_eq!(
            answers[0].as_ref().unwrap().picks().unwrap().ticked.len(),
            2
        );
    }
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
    let menu = "Database\nWhich database?\n  1) postgres — shared, replicated\n  2) sqlite\\u{202e} (recommended)";
    check(one(), menu, &["q1"]);
    check(
        one().free_text(FreeText::Other),
        &format!("{menu}\n  an answer of your own: under Other"),
        &[],
    );
    check(text().requirement(Requirement::Optional), "Why?", &[]);
    let several = Request::from(text().requirement(Requirement::Required))
        .and(one())
        .and(text().warning("mind the log"));
    check(
        several.preface("plan\u{1b}[2J").preface("two\nlines"),
        &format!(
            "plan\\u{{1b}}[2J\ntwo\nlines\n[1/3]\nWhy?\n[2/3] {menu}\n[3/3]\nmind the log\nWhy?"
        ),
        &["q1"],
    );
}

#[test]
fn the_message_says_how_many_and_shows_the_beginning_of_a_preview() {
    let preview = "fn main() {\n\n    one();\n    two();\n}\u{1b}";
    let question = Question::new("Which?")
        .choice(Choice::new("a").preview(preview))
        .choice(Choice::new("b").preview("one line"))
        .multi(true)
        .min(1)
        .max(2)
        .free_text(FreeText::Other);
    let titled = params(question.clone(), FormVersion::TitledEnum);
    let rows = "Which?\n  1) a\n     | fn main() {\n     |     one();\n     |     two();\n     | ...\n  2) b\n     | one line";
    let other = "an answer of your own: under Other";
    assert_eq!(
        titled["message"],
        format!("{rows}\n  1 to 2 of them; {other}")
    );
    let named = params(question, FormVersion::EnumNames);
    let hint = "Numbers, separated by commas: 1 to 2";
    assert_eq!(named["message"], format!("{rows}\n  {hint}; {other}"));
    let long = Question::new("Which?").with_choices((0..1000).map(|n| format!("choice {n}")));
    let message = params(long, FormVersion::TitledEnum)["message"].clone();
    let message = message.as_str().unwrap();
    assert!(message.ends_with("  200) choice 199\n  ... 800 more: type a number"));
}

#[test]
fn the_other_field_says_which_question_it_belongs_to() {
    let request = Request::from(one().free_text(FreeText::Other)).and(
        Question::new("And\nthen?")
            .choice("a")
            .free_text(FreeText::Other),
    );
    let schema = params(request, FormVersion::TitledEnum)["requestedSchema"].take();
    let note = "Beside a choice it is a note.";
    assert_eq!(
        schema["properties"]["q1_other"],
        other(
            "Other: Database",
            &format!("Your own answer to: Which database?\n{note}")
        )
    );
    assert_eq!(
        schema["properties"]["q2_other"],
        other(
            "Other: question 2",
            &format!("Your own answer to: And then?\n{note}")
        )
    );
}

#[test]
fn a_form_that_is_shown_again_begins_with_the_fault() {
    #[track_caller]
    fn check(form: &Form<'_>, result: &Value, left: usize, wanted: &str) {
        let fault = form.conclude(result).unwrap_err();
        let message = form.params_after(&fault, left)["message"].clone();
        let first = message.as_str().unwrap().lines().next().unwrap();
        assert_eq!(first, wanted);
    }
    let request = Request::from(one()).and(text().requirement(Requirement::Required));
    let form = Form::new(&request, FormVersion::TitledEnum).unwrap();
    let accept = |content: Value| json!({"action": "accept", "content": content});
    check(
        &form,
        &accept(json!({"q1": "moon", "q2": "x"})),
        2,
        "Database: expected one of the choices or a number from 1 to 2, found another text (2 attempts left)",
    );
    check(
        &form,
        &accept(json!({"q1": "1"})),
        1,
        "question 2: this question needs an answer, and nothing was filled in (1 attempt left)",
    );
    check(
        &form,
        &json!({"action": "Accept"}),
        1,
        "expected accept, decline or cancel, found \"Accept\" (1 attempt left)",
    );
}
