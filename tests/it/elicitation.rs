//! Forms of other servers: which schemas are understood, what is sent back, and
//! that what is sent back fits what was asked for.

use ask_user::dialect::DecodeMode;
use ask_user::mcp::elicitation;
use ask_user::{AskUser, Grammar, OutcomeKind, Reply, Scripted, Settings};
use proptest::prelude::*;
use serde_json::{Value, json};

fn form(properties: &Value, required: &[&str]) -> Value {
    let schema = json!({"type": "object", "properties": properties, "required": required});
    json!({"message": "Release details", "requestedSchema": schema})
}

/// Answers a request; `None` is Ctrl+C. Returns the result and the screen.
fn answer(params: Value, lines: &[Option<&str>]) -> (Value, Option<OutcomeKind>, String) {
    let call = elicitation::method()
        .decode(params, DecodeMode::Lenient)
        .unwrap();
    let replies = lines
        .iter()
        .map(|line| line.map_or(Reply::Cancelled, |line| Reply::Line(line.to_owned())));
    let script = Scripted::replies(replies);
    let screen = script.transcript();
    let ask = AskUser::new();
    let _bound = ask.bind(script);
    let settings = Settings {
        grammar: Grammar::Full,
        ..Settings::default()
    };
    let request_outcome = ask.ask_request(call.request(), &settings, None).unwrap();
    let result = call.encode(&request_outcome);
    (result.json, result.outcome_kind, screen.text())
}

/// One field: what is typed, and the value that goes back.
#[track_caller]
fn check(property: Value, lines: &[&str], wanted: Value) {
    let lines: Vec<_> = lines.iter().copied().map(Some).collect();
    let (result, ..) = answer(form(&json!({"f": property}), &["f"]), &lines);
    assert_eq!(
        result,
        json!({"action": "accept", "content": {"f": wanted}}),
        "{property}"
    );
}

#[test]
fn fields_give_values_of_their_own_type() {
    check(json!({"type": "string"}), &["", "x"], json!("x"));
    check(
        json!({"type": "string", "minLength": 3.0}),
        &["ab", "abc"],
        json!("abc"),
    );
    check(
        json!({"type": "string", "format": "date"}),
        &["2026-02-30", "2026-02-28"],
        json!("2026-02-28"),
    );
    check(
        json!({"type": "string", "format": "uuid"}),
        &["any"],
        json!("any"),
    );
    check(json!({"type": "number"}), &["0.5"], json!(0.5));
    check(
        json!({"type": "integer", "maximum": 18_446_744_073_709_551_615_u64}),
        &["4.5", "42"],
        json!(42),
    );
    check(json!({"type": "boolean"}), &["2"], json!(false));
    check(json!({"type": "boolean"}), &["y"], json!(true));
    check(json!({"type": "boolean"}), &["No"], json!(false));
    check(json!({"type": "boolean"}), &["true"], json!(true));
    check(
        json!({"type": "string", "enum": ["a", "b"], "enumNames": ["A"]}),
        &["A"],
        json!("a"),
    );
    check(json!({"enum": ["a", "b"]}), &["2"], json!("b"));
    check(
        json!({"type": "number", "enum": [1, 2.5]}),
        &["2"],
        json!(2.5),
    );
    check(
        json!({"type": "string", "oneOf": [{"const": "a", "title": "A", "description": "d"}]}),
        &["1"],
        json!("a"),
    );
    check(
        json!({"oneOf": [{"const": "a"}, {"const": "b"}]}),
        &["2"],
        json!("b"),
    );
    check(
        json!({"type": "integer", "oneOf": [{"const": 1, "title": "one"}]}),
        &["one"],
        json!(1),
    );
    check(json!({"const": "a"}), &["1"], json!("a"));
    check(
        json!({"anyOf": [{"type": "string"}, {"type": "null"}], "title": "T"}),
        &["x"],
        json!("x"),
    );
    check(json!({"type": ["string", "null"]}), &["x"], json!("x"));
    let many = json!({"type": "array", "minItems": 1, "items": {"enum": ["a", "b"]}});
    check(many, &["none", "2,1", ""], json!(["a", "b"]));
    check(
        json!({"type": "array", "minItems": 1.0, "maxItems": 2.0, "items": {"enum": ["a", "b", "c"]}}),
        &["1,2,3", "2,1", ""],
        json!(["a", "b"]),
    );
}

#[test]
fn a_text_that_does_not_match_its_pattern_is_an_invalid_attempt() {
    let property = json!({"type": "string", "pattern": "^v[0-9]+$"});
    check(property.clone(), &["1", "v1x", "v1"], json!("v1"));
    check(
        json!({"type": "string", "pattern": "[0-9]"}),
        &["abc", "a1c"],
        json!("a1c"),
    );
    let (.., screen) = answer(form(&json!({"f": property}), &["f"]), &[Some("1"), None]);
    assert!(
        screen.contains("expected a text that matches ^v[0-9]+$ (2 attempts left)\n"),
        "{screen}"
    );
    // What a pattern holds is no command to the screen.
    let property = json!({"type": "string", "pattern": "^\u{1b}[[]2J$"});
    let (.., screen) = answer(form(&json!({"f": property}), &["f"]), &[Some("1"), None]);
    assert!(!screen.contains('\u{1b}'), "{screen:?}");
}

#[test]
fn of_two_bounds_on_one_side_both_hold() {
    check(
        json!({"type": "integer", "minimum": 5, "exclusiveMinimum": 0}),
        &["3", "5"],
        json!(5),
    );
    check(
        json!({"type": "integer", "minimum": 0, "exclusiveMinimum": 5}),
        &["5", "6"],
        json!(6),
    );
    check(
        json!({"type": "number", "maximum": 5, "exclusiveMaximum": 9}),
        &["7", "5"],
        json!(5),
    );
    check(
        json!({"type": "number", "maximum": 5, "exclusiveMaximum": 5}),
        &["5", "4.5"],
        json!(4.5),
    );
}

#[test]
fn numbers_may_be_typed_full_width() {
    check(
        json!({"type": "integer", "maximum": 20}),
        &["２１", "１０"],
        json!(10),
    );
    check(json!({"type": "number"}), &["－０．５"], json!(-0.5));
    let form = form(&json!({"f": {"type": "integer"}}), &["f"]);
    let (.., screen) = answer(form, &[Some("１０")]);
    assert!(screen.contains("Answer: \"10\""), "{screen}");
}

/// F93: a default of any type is shown and taken by Enter; one that does not fit is not used.
#[test]
fn f93_defaults_of_every_type_are_taken_by_enter() {
    check(
        json!({"type": "string", "default": "main"}),
        &[""],
        json!("main"),
    );
    check(json!({"type": "integer", "default": 3}), &[""], json!(3));
    check(json!({"type": "integer", "default": 3.0}), &[""], json!(3));
    check(
        json!({"type": "integer", "default": -3.0}),
        &[""],
        json!(-3),
    );
    check(
        json!({"type": "integer", "default": 3.5}),
        &["", "1"],
        json!(1),
    );
    check(
        json!({"type": "integer", "enum": [1, 3], "default": 3.0}),
        &[""],
        json!(3),
    );
    check(
        json!({"type": "string", "pattern": "^v[0-9]+$", "default": "v1"}),
        &[""],
        json!("v1"),
    );
    for unfit in ["main", " v1 "] {
        check(
            json!({"type": "string", "pattern": "^v[0-9]+$", "default": unfit}),
            &["", "v2"],
            json!("v2"),
        );
    }
    check(json!({"type": "number", "default": 0.5}), &[""], json!(0.5));
    check(
        json!({"type": "boolean", "default": false}),
        &[""],
        json!(false),
    );
    check(
        json!({"type": "string", "enum": ["a", "b"], "default": "b"}),
        &[""],
        json!("b"),
    );
    check(
        json!({"type": "array", "items": {"enum": ["a", "b"]}, "default": ["b"]}),
        &[""],
        json!(["b"]),
    );
    check(
        json!({"type": "integer", "default": "x"}),
        &["", "1"],
        json!(1),
    );
    check(
        json!({"type": "integer", "maximum": 2, "default": 3}),
        &["", "1"],
        json!(1),
    );
    check(
        json!({"type": "string", "enum": ["a"], "default": "z"}),
        &["", "1"],
        json!("a"),
    );
}

#[track_caller]
fn check_refused(property: Value, path: &str) {
    let params = form(&json!({"f": property}), &[]);
    let error = elicitation::method()
        .decode(params, DecodeMode::Lenient)
        .unwrap_err();
    assert_eq!(
        error.path(),
        Some(format!("requestedSchema.properties.f{path}").as_str()),
        "{error}"
    );
}

/// F94: what is outside the allowed shapes is refused before anything is shown.
#[test]
fn f94_schemas_outside_the_allowed_shapes_are_refused_by_path() {
    check_refused(json!({"type": "object", "properties": {}}), ".type");
    check_refused(json!({"$ref": "#/x"}), ".$ref");
    check_refused(json!(true), "");
    check_refused(json!({"description": "anything"}), "");
    check_refused(json!({"type": 7}), ".type");
    check_refused(json!({"type": "uuid"}), ".type");
    check_refused(json!({"type": ["string", "integer"]}), ".type");
    check_refused(
        json!({"type": "array", "items": {"type": "string"}}),
        ".items",
    );
    check_refused(json!({"type": "array"}), ".items");
    check_refused(json!({"type": "string", "enum": []}), ".enum");
    check_refused(json!({"type": "string", "enum": [null]}), ".enum");
    check_refused(json!({"type": "string", "enum": [{"a": 1}]}), ".enum[0]");
    check_refused(json!({"type": "string", "enum": ["a", []]}), ".enum[1]");
    check_refused(json!({"const": {"a": 1}}), ".const");
    check_refused(json!({"const": []}), ".const");
    check_refused(
        json!({"type": "array", "items": {"const": {}}}),
        ".items.const",
    );
    check_refused(
        json!({"type": "string", "oneOf": [{"title": "A"}]}),
        ".oneOf[0]",
    );
    check_refused(
        json!({"type": "string", "oneOf": [{"const": {}, "title": "A"}]}),
        ".oneOf[0].const",
    );
    check_refused(json!({"type": "string", "pattern": "(?=a)"}), ".pattern");
    check_refused(json!({"type": "string", "pattern": "["}), ".pattern");
    check_refused(json!({"type": "string", "pattern": 7}), ".pattern");
    check_refused(
        json!({"type": "number", "minimum": 3, "exclusiveMaximum": 3}),
        ".exclusiveMaximum",
    );
    check_refused(
        json!({"type": "array", "minItems": 1.5, "items": {"enum": ["a", "b"]}}),
        ".minItems",
    );
    check_refused(
        json!({"type": "integer", "minimum": 3, "maximum": 2}),
        ".maximum",
    );
    check_refused(json!({"type": "string", "minLength": "x"}), ".minLength");
    check_refused(
        json!({"type": "array", "minItems": 3, "items": {"enum": ["a"]}}),
        "",
    );
}

#[test]
fn requests_that_make_no_form_are_refused() {
    let refused = |params: Value| {
        let error = elicitation::method()
            .decode(params, DecodeMode::Lenient)
            .unwrap_err();
        error.path().unwrap_or_default().to_owned()
    };
    assert_eq!(refused(json!([])), "");
    assert_eq!(refused(json!({"requestedSchema": {}})), "");
    assert_eq!(refused(json!({"message": "m"})), "");
    assert_eq!(refused(json!({"message": 7})), "message");
    assert_eq!(refused(json!({"message": "m", "mode": "pigeon"})), "mode");
    assert_eq!(refused(json!({"message": "m", "mode": "url"})), "");
    assert_eq!(
        refused(json!({"message": "m", "requestedSchema": {"type": "array"}})),
        "requestedSchema.type"
    );
    assert_eq!(
        refused(form(&json!({}), &["zz"])),
        "requestedSchema.required[0]"
    );
}

/// F90, F91: three endings that stay apart; the two without an answer carry no content.
#[test]
fn f91_accept_decline_and_cancel_stay_apart() {
    let params = || form(&json!({"name": {"type": "string"}}), &["name"]);
    assert_eq!(
        answer(params(), &[Some("Ann")]).0,
        json!({"action": "accept", "content": {"name": "Ann"}})
    );
    assert_eq!(
        answer(params(), &[Some("!")]).0,
        json!({"action": "decline"})
    );
    assert_eq!(answer(params(), &[None]).0, json!({"action": "cancel"}));
    // F89: Enter makes no value up.
    assert_eq!(
        answer(params(), &[Some(""), Some(""), Some("")]).0,
        json!({"action": "cancel"})
    );
    assert_eq!(
        answer(params(), &[Some("~ what for?")]).0,
        json!({"action": "cancel"})
    );
}

/// F23: Ctrl+C at an optional field cancels; Enter leaves it out.
/// F89: what is required is there, also where it may be nothing.
#[test]
fn f89_a_required_field_that_may_be_null_is_null_when_left_out() {
    let fields = json!({
        "a": {"type": "string"},
        "b": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "c": {"type": ["integer", "null"]},
    });
    let lines = ["x", "", ">", ""].map(Some);
    let (result, ..) = answer(form(&fields, &["a", "b", "c"]), &lines);
    assert_eq!(
        result,
        json!({"action": "accept", "content": {"a": "x", "b": null, "c": null}})
    );
    let (result, ..) = answer(form(&fields, &["a"]), &lines);
    assert_eq!(result, json!({"action": "accept", "content": {"a": "x"}}));
}

#[test]
fn f23_an_optional_field_is_left_out_by_enter_only() {
    let params = || form(&json!({"note": {"type": "string"}}), &[]);
    assert_eq!(
        answer(params(), &[Some("")]).0,
        json!({"action": "accept", "content": {}})
    );
    assert_eq!(answer(params(), &[None]).0, json!({"action": "cancel"}));
}

#[test]
fn the_help_says_which_fields_enter_leaves_out() {
    let fields = json!({
        "may": {"type": "string"},
        "has": {"type": "string", "default": "x"},
        "must": {"type": "string"},
    });
    let lines = ["?", "", "?", "", "?", "y", ""].map(Some);
    let (_, _, screen) = answer(form(&fields, &["must"]), &lines);
    let help = "; >: on; !: decline; ~: talk first; Ctrl+C: cancel\n";
    let shown: Vec<&str> = screen.matches(help).collect();
    assert_eq!(shown.len(), 3, "{screen}");
    assert_eq!(
        screen.matches("Enter: leaves it out; <: back").count(),
        1,
        "{screen}"
    );
}

#[test]
fn the_screen_shows_message_title_description_and_warning() {
    let fields = json!({
        "api_token": {"type": "string", "title": "Token", "description": "from the console"},
        "n": {"type": "integer"},
    });
    let (_, _, screen) = answer(form(&fields, &["n"]), &[None]);
    let wanted = "Release details\n[1/2] Token\nwarning: this looks like a secret, and a form is no place for one; \
                  ! declines\nfrom the console\n> \noperator cancelled (Ctrl+C)\n";
    assert_eq!(screen, wanted);
}

#[test]
fn an_address_is_shown_in_full_and_nothing_is_opened() {
    let params = json!({"mode": "url", "message": "Sign in", "url": "https://a.example/b?c=d", "elicitationId": "e"});
    let (result, outcome_kind, screen) = answer(params.clone(), &[Some("1")]);
    assert_eq!((result, outcome_kind), (json!({"action": "accept"}), None));
    assert!(
        screen.starts_with("Sign in\nhttps://a.example/b?c=d\nhost: a.example\n"),
        "{screen}"
    );
    let (result, outcome_kind, _) = answer(params, &[Some("2")]);
    assert_eq!(
        (result, outcome_kind),
        (json!({"action": "decline"}), Some(OutcomeKind::Declined))
    );
}

fn any_property() -> impl Strategy<Value = Value> {
    prop_oneof![
        (0_u64..4, 4_u64..9).prop_map(
            |(least, most)| json!({"type": "string", "minLength": least, "maxLength": most})
        ),
        Just(json!({"type": "string", "format": "email"})),
        (-5_i64..5, 5_i64..20).prop_map(
            |(least, most)| json!({"type": "integer", "minimum": least, "maximum": most})
        ),
        Just(json!({"type": "number", "minimum": 0, "maximum": 1.5})),
        (-5_i64..5, -5_i64..5, 6_i64..20, 6_i64..20).prop_map(|(a, b, c, d)| json!({
            "type": "integer", "minimum": a, "exclusiveMinimum": b, "maximum": c, "exclusiveMaximum": d,
        })),
        prop::sample::select(vec!["^[a-c]", r"\d$", "^[^a-m]+$", r"^\S{2,4}$", "a|^1", ","])
            .prop_map(|pattern| json!({"type": "string", "pattern": pattern})),
        Just(json!({"type": "boolean"})),
        Just(json!({"type": "string", "enum": ["a", "b", "c"], "default": "b"})),
        Just(
            json!({"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string", "enum": ["a", "b", "c"]}})
        ),
    ]
}

proptest! {
    /// F89: whatever is typed, what is accepted fits the schema that was asked for.
    #[test]
    fn f89_accepted_content_always_fits(
        properties in proptest::collection::vec((any_property(), any::<bool>()), 1..4),
        lines in proptest::collection::vec(prop_oneof![
            Just(String::new()), Just(">".to_owned()), Just("1".to_owned()), Just("1,2".to_owned()), Just("0.5".to_owned()),
            Just("a@b.c".to_owned()), "[a-z]{1,6}", "-?[0-9]{1,2}",
        ], 0..24),
    ) {
        let fields: serde_json::Map<_, _> =
            properties.iter().enumerate().map(|(i, (property, _))| (format!("f{i}"), property.clone())).collect();
        let names: Vec<_> = (0..properties.len()).map(|i| format!("f{i}")).collect();
        let required: Vec<_> =
            names.iter().zip(&properties).filter(|(_, (_, required))| *required).map(|(name, _)| name.as_str()).collect();
        let params = form(&Value::Object(fields), &required);
        let schema = params["requestedSchema"].clone();
        let lines: Vec<_> = lines.iter().map(|line| Some(line.as_str())).collect();
        let (result, ..) = answer(params, &lines);
        if result["action"] == "accept" {
            let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
            prop_assert!(validator.is_valid(&result["content"]), "{} does not fit {schema}", result["content"]);
        } else {
            prop_assert!(result.get("content").is_none());
        }
    }
}
