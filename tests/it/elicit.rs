//! Questions as forms for MCP clients: what is sent, what is accepted when it
//! comes back, and that our own answering side understands it.

#![allow(
    clippy::needless_pass_by_value,
    reason = "a table reads better without borrows"
)]

mod content;
mod params;

use ask_user::dialect::DecodeMode;
use ask_user::mcp::elicitation;
use ask_user::mcp::form::{Form, FormVersion};
use ask_user::{
    AnswerValue as Given, AskUser, Choice, Decline, Error, FreeText, Grammar, Outcome, Question,
    Request, RequestOutcome, Requirement, Scripted, Settings, ValueRule,
};
use proptest::prelude::*;
use serde_json::{Value, json};

const VERSIONS: [FormVersion; 2] = [FormVersion::EnumNames, FormVersion::TitledEnum];

#[derive(Debug)]
struct Port;

impl ValueRule for Port {
    fn check(&self, text: &str) -> Result<(), String> {
        text.parse::<u16>()
            .map(|_| ())
            .map_err(|_| "expected a port from 0 to 65535".to_owned())
    }
}

fn one() -> Question {
    Question::new("Which database?")
        .header("Database")
        .choice(Choice::new("postgres").description("shared,\nreplicated"))
        .choice("sqlite\u{202e}")
        .recommended(2)
}

fn many() -> Question {
    Question::new("Which checks?")
        .with_choices(["unit", "lint", "docs"])
        .multi(true)
}

fn text() -> Question {
    Question::new("Why?")
}

fn params(request: impl Into<Request>, version: FormVersion) -> Value {
    Form::new(&request.into(), version).unwrap().params()
}

fn conclude(
    request: &Request,
    version: FormVersion,
    content: &Value,
) -> Result<RequestOutcome, Error> {
    let result = json!({"action": "accept", "content": content});
    Form::new(request, version).unwrap().conclude(&result)
}

/// Accepted content and the first answer, or the error.
#[track_caller]
fn check(
    request: impl Into<Request>,
    version: FormVersion,
    content: Value,
    wanted: Result<&str, &str>,
) {
    let request = request.into();
    let found = conclude(&request, version, &content).map_err(|error| {
        assert!(error.is_bad_request());
        error.to_string()
    });
    let found = found.map(|request_outcome| match request_outcome.outcome {
        Outcome::Answered(answers) => shown(&answers),
        other => panic!("{other:?}"),
    });
    assert_eq!(
        found.as_deref().map_err(String::as_str),
        wanted,
        "{content}"
    );
}

fn shown(answers: &[Option<ask_user::Answer>]) -> String {
    let each = answers.iter().map(|answer| match answer {
        None => "passed over".to_owned(),
        Some(answer) => match answer.value() {
            Given::Pick(pick) => {
                let note = answer.note().map(|note| format!(" # {note}"));
                format!(
                    "{}) {}{}",
                    pick.number,
                    pick.label,
                    note.unwrap_or_default()
                )
            }
            Given::Text(text) => format!("{text:?}"),
            Given::Picks(picks) => {
                let ticked = picks.ticked.iter().map(|pick| pick.number.to_string());
                let text = picks.text.iter().map(|text| format!("{text:?}"));
                format!("[{}]", ticked.chain(text).collect::<Vec<_>>().join(" "))
            }
            Given::LeftOut => "left out".to_owned(),
            Given::Secret(_) => "secret".to_owned(),
        },
    });
    each.collect::<Vec<_>>().join("; ")
}

const MISSING: &str = "content.q1: this question needs an answer, and nothing was filled in";

#[test]
fn results_without_an_answer() {
    #[track_caller]
    fn check(result: Value, wanted: Result<Outcome<ask_user::Answers>, &str>) {
        let request = Request::from(text());
        let form = Form::new(&request, FormVersion::TitledEnum).unwrap();
        let found = form.conclude(&result).map_err(|error| error.to_string());
        let wanted = wanted.map(RequestOutcome::not_asked);
        assert_eq!(found, wanted.map_err(str::to_owned), "{result}");
    }
    let full = json!({"q1": "x"});
    check(
        json!({"action": "decline", "content": full}),
        Ok(Outcome::Declined(Decline::Client)),
    );
    check(json!({"action": "cancel"}), Ok(Outcome::Cancelled));
    let needed = "content.q1: this question needs an answer, and nothing was filled in";
    check(json!({"action": "accept"}), Err(needed));
    check(json!({"action": "accept", "content": null}), Err(needed));
    check(
        json!({"action": "accept", "content": []}),
        Err("content: expected an object, found an array"),
    );
    check(
        json!({"action": "Accept", "content": full}),
        Err("action: expected accept, decline or cancel, found \"Accept\""),
    );
    check(
        json!({"action": null}),
        Err("action: expected accept, decline or cancel, found nothing"),
    );
    check(
        json!({"content": full}),
        Err("action: expected accept, decline or cancel, found nothing"),
    );
    check(
        json!("accept"),
        Err("result: expected an object, found a string"),
    );
}

#[test]
fn secrets_are_no_matter_for_a_form() {
    let request = Request::from(text()).and(Question::new("Token?").secret(true));
    for version in VERSIONS {
        assert!(Form::new(&request, version).is_none());
    }
}

/// What our own answering side sends back for this form is accepted.
#[test]
fn a_round_trip_over_the_answering_side() {
    let request = Request::from(one().requirement(Requirement::Required))
        .and(many().min(1).requirement(Requirement::Required))
        .and(text().rule(Port).requirement(Requirement::Required))
        .and(one().free_text(FreeText::Other))
        .and(text())
        .preface("release");
    let lines = ["2", "1,3", "", "80", "", "mysql", "", ""];
    for version in VERSIONS {
        let form = Form::new(&request, version).unwrap();
        let call = elicitation::method()
            .decode(form.params(), DecodeMode::Lenient)
            .unwrap();
        let ask = AskUser::new();
        // The list of ticks ends with a line of its own; a text has no ticks.
        let typed = lines
            .iter()
            .enumerate()
            .filter(|(index, _)| version == FormVersion::TitledEnum || *index != 2)
            .map(|(_, line)| *line);
        let script = Scripted::lines(typed);
        let screen = script.transcript();
        let _bound = ask.bind(script);
        let settings = Settings {
            grammar: Grammar::Full,
            ..Settings::default()
        };
        let concluded = ask.ask_request(call.request(), &settings, None).unwrap();
        let result = call.encode(&concluded).json;
        assert_eq!(result["action"], "accept", "{}", screen.text());
        let request_outcome = form.conclude(&result).unwrap();
        let answers = request_outcome.outcome.answer().unwrap();
        assert_eq!(
            shown(answers),
            "2) sqlite\u{202e}; [1 3]; \"80\"; \"mysql\"; passed over"
        );
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0..5).prop_map(Value::from),
        prop_oneof![
            Just("postgres"),
            Just("unit"),
            Just("lint"),
            Just("1,2"),
            Just("2-9"),
            Just("none"),
            Just(""),
            Just("80"),
            Just("x"),
        ]
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        proptest::collection::vec(inner, 0..3).prop_map(Value::from)
    })
}

proptest! {
    /// Whatever comes back: no panic, every answer was named, and whatever fits the schema and
    /// names an answer is one.
    #[test]
    fn only_what_was_named_is_an_answer(
        values in proptest::collection::vec(proptest::option::of(any_json()), 5),
        titled in any::<bool>(),
        multi_as_text in any::<bool>(),
    ) {
        let version = if titled { FormVersion::TitledEnum } else { FormVersion::EnumNames };
        let request = Request::from(one().requirement(Requirement::Required))
            .and(many().min(1).max(2))
            .and(one().free_text(FreeText::Other).default_choice(1))
            .and(text().rule(Port));
        let names = ["q1", "q2", "q3", "q3_other", "q4"];
        let content: serde_json::Map<_, _> = names.iter().zip(values)
            .filter_map(|(name, value)| Some(((*name).to_owned(), value?))).collect();
        // Blank and null members are as good as missing.
        let filled = content.iter()
            .filter(|(_, value)| !value.is_null() && value.as_str() != Some(""))
            .map(|(name, value)| (name.clone(), value.clone()));
        let filled = Value::Object(filled.collect());
        let form = Form::new(&request, version).unwrap().multi_as_text(multi_as_text);
        let schema = form.params()["requestedSchema"].take();
        let result = json!({"action": "accept", "content": content});
        match form.conclude(&result) {
            Ok(request_outcome) => {
                let answers = request_outcome.outcome.answer().unwrap();
                let members = [&["q1"][..], &["q2"], &["q3", "q3_other"], &["q4"]];
                for (answer, names) in answers.iter().zip(members) {
                    let given = names.iter().filter_map(|name| filled.get(*name));
                    let given: String = given.map(Value::to_string).collect();
                    let Some(answer) = answer else { continue };
                    for pick in answer.picks().iter().flat_map(|picks| &picks.ticked) {
                        let by_range = given.contains("2-9") || given.contains("all");
                        let number = pick.number.to_string();
                        prop_assert!(by_range || given.contains(&pick.label) || given.contains(&number));
                    }
                    if let (Some(label), Some(number)) = (answer.choice(), answer.choice_number()) {
                        prop_assert!(given.contains(label) || given.contains(&number.to_string()));
                    }
                    if let Some(text) = answer.text() {
                        prop_assert!(given.contains(text));
                    }
                }
                prop_assert!(answers[0].is_some());
                prop_assert_eq!(answers[3].is_some(), filled.get("q4").is_some());
            }
            Err(error) => {
                prop_assert!(error.path().unwrap().starts_with("content"), "{error}");
                let port = filled.get("q4").is_none_or(|port| port == "80");
                let line = filled.get("q2").is_some_and(Value::is_string);
                let fits = jsonschema::draft202012::is_valid(&schema, &filled);
                prop_assert!(!fits || !port || line, "{filled} fits {schema}: {error}");
            }
        }
    }
}
