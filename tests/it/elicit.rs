//! Questions as forms for MCP clients: what is sent, what is accepted when it
//! comes back, and that our own answering side understands it.

#![allow(
    clippy::needless_pass_by_value,
    reason = "a table reads better without borrows"
)]

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
fn content_of_single_choices() {
    for version in VERSIONS {
        let wanted = "content.q1: expected one of the choices or a number from 1 to 2";
        let listed = format!("{wanted}, found another text");
        let listed = listed.as_str();
        let other = || one().free_text(FreeText::Other);
        let case = |question: Question, content: Value, wanted: Result<&str, &str>| {
            check(question, version, content, wanted);
        };
        case(
            one(),
            json!({"q1": "postgres", "else": 1}),
            Ok("1) postgres"),
        );
        case(
            one(),
            json!({"q1": "sqlite\u{202e}"}),
            Ok("2) sqlite\u{202e}"),
        );
        case(one(), json!({"q1": "mysql"}), Err(listed));
        // However a client draws the field: its label, its title, its number.
        for named in [
            json!("POSTGRES"),
            json!(" postgres "),
            json!("postgres — shared, replicated"),
            json!("1"),
            json!("1)"),
            json!(1),
            json!(["postgres"]),
        ] {
            case(one(), json!({"q1": named}), Ok("1) postgres"));
        }
        for number in [json!(3), json!("0"), json!(-1), json!(1.5)] {
            case(one(), json!({"q1": number}), Err(listed));
        }
        case(
            one(),
            json!({"q1": ["postgres", 2]}),
            Err("content.q1: expected one pick, found 2"),
        );
        for missing in [
            json!({}),
            json!({"q1": " "}),
            json!({"q1": null}),
            json!({"q1_other": "x"}),
        ] {
            case(one(), missing.clone(), Err(MISSING));
            case(one().default_choice(1), missing, Err(MISSING));
        }
        case(
            one(),
            json!({"q1": true}),
            Err(&format!("{wanted}, found a boolean")),
        );
        case(
            one(),
            json!({"q1": [["postgres"]]}),
            Err(
                "content.q1[0]: expected one of the choices or a number from 1 to 2, found an array",
            ),
        );
        case(other(), json!({"q1_other": " mysql "}), Ok("\"mysql\""));
        case(
            other(),
            json!({"q1": "", "q1_other": "mysql"}),
            Ok("\"mysql\""),
        );
        case(
            other(),
            json!({"q1": "postgres", "q1_other": " "}),
            Ok("1) postgres"),
        );
        case(
            other(),
            json!({"q1": "postgres", "q1_other": " x "}),
            Ok("1) postgres # x"),
        );
        case(
            other(),
            json!({"q1": "1 # soon", "q1_other": "x"}),
            Ok("1) postgres # soon\nx"),
        );
        case(
            other(),
            json!({"q1": "postgres", "q1_other": "postgres"}),
            Ok("1) postgres"),
        );
        let inline = || one().free_text(FreeText::Inline);
        case(inline(), json!({"q1": "mysql"}), Ok("\"mysql\""));
        case(inline(), json!({"q1": "2"}), Ok("2) sqlite\u{202e}"));
        let preset = || other().default_choice(1);
        case(
            preset(),
            json!({"q1": "postgres", "q1_other": "x"}),
            Ok("\"x\""),
        );
        case(
            preset(),
            json!({"q1": "sqlite\u{202e}", "q1_other": "x"}),
            Ok("2) sqlite\u{202e} # x"),
        );
        case(
            other(),
            json!({"q1_other": true}),
            Err("content.q1_other: expected a text, found a boolean"),
        );
        case(other(), json!({}), Err(MISSING));
        case(
            one().requirement(Requirement::Optional),
            json!({}),
            Ok("left out"),
        );
        let same = Question::new("Q?").with_choices(["a", "a"]);
        case(same.clone(), json!({"q1": "2"}), Ok("2) a"));
        case(same, json!({"q1": "a"}), Err(listed));
        // A number always means what the message says.
        let numbers = Question::new("Q?").with_choices(["2", "1"]);
        case(numbers, json!({"q1": "2"}), Ok("2) 1"));
    }
}

#[test]
fn content_of_several_choices() {
    let titled = |question: Question, content: Value, wanted: Result<&str, &str>| {
        check(question, FormVersion::TitledEnum, content, wanted);
    };
    titled(many(), json!({"q1": ["docs", "unit"]}), Ok("[3 1]"));
    titled(many(), json!({"q1": []}), Ok("[]"));
    titled(many(), json!({}), Err(MISSING));
    titled(many(), json!({"q1": ["unit", "1", 3, "UNIT"]}), Ok("[1 3]"));
    titled(
        many(),
        json!({"q1": ["x"]}),
        Err(
            "content.q1[0]: expected choices or numbers from 1 to 3, separated by commas, found another text",
        ),
    );
    titled(
        many(),
        json!({"q1": [true]}),
        Err(
            "content.q1[0]: expected choices or numbers from 1 to 3, separated by commas, found a boolean",
        ),
    );
    // A client that draws no arrays sends a line.
    titled(many(), json!({"q1": "unit"}), Ok("[1]"));
    titled(many(), json!({"q1": "docs, unit"}), Ok("[3 1]"));
    titled(many(), json!({"q1": 2}), Ok("[2]"));
    titled(many(), json!({"q1": "1-2, docs"}), Ok("[1 2 3]"));
    let commas = Question::new("Q?")
        .with_choices(["a, b", "b", "a"])
        .multi(true);
    titled(commas.clone(), json!({"q1": "a, b"}), Ok("[1]"));
    titled(commas, json!({"q1": "b, a"}), Ok("[2 3]"));
    titled(
        many().min(1),
        json!({"q1": []}),
        Err("content.q1: expected at least 1 picks, found 0"),
    );
    let most = Err("content.q1: expected at most 1 picks, found 2");
    titled(many().max(1), json!({"q1": ["unit", "lint"]}), most);
    let other = || many().free_text(FreeText::Other);
    titled(
        other(),
        json!({"q1": ["lint"], "q1_other": "fmt"}),
        Ok("[2 \"fmt\"]"),
    );
    titled(other().min(1), json!({"q1_other": "fmt"}), Ok("[\"fmt\"]"));
    titled(
        other().max(1),
        json!({"q1": ["unit"], "q1_other": "fmt"}),
        most,
    );

    let named = |question: Question, content: Value, wanted: Result<&str, &str>| {
        check(question, FormVersion::EnumNames, content, wanted);
    };
    let numbers = Err(
        "content.q1: expected choices or numbers from 1 to 3, separated by commas, found another text",
    );
    for (line, wanted) in [
        ("3, 1", Ok("[3 1]")),
        ("1-2", Ok("[1 2]")),
        ("1 1", Ok("[1]")),
        ("2", Ok("[2]")),
        ("all", Ok("[1 2 3]")),
        ("none", Ok("[]")),
        ("lint", Ok("[2]")),
        (" ", Err(MISSING)),
        ("4", numbers),
        ("5", numbers),
        ("1,9", numbers),
        ("0", numbers),
        ("fmt", numbers),
        ("1\n2", Ok("[1 2]")),
    ] {
        named(many(), json!({"q1": line}), wanted);
        named(other(), json!({"q1": line}), wanted);
    }
    named(many(), json!({"q1": ["unit"]}), Ok("[1]"));
    named(many().max(1), json!({"q1": "1,2"}), most);
    named(
        other(),
        json!({"q1": "2", "q1_other": "fmt"}),
        Ok("[2 \"fmt\"]"),
    );
}

#[test]
fn content_of_texts_and_of_several_questions() {
    for version in VERSIONS {
        check(text(), version, json!({"q1": " so "}), Ok("\"so\""));
        check(text(), version, json!({"q1": "\n"}), Err(MISSING));
        check(text(), version, json!({"q1": 5}), Ok("\"5\""));
        let port = || text().rule(Port);
        check(port(), version, json!({"q1": "80"}), Ok("\"80\""));
        let wrong = Err("content.q1: expected a port from 0 to 65535");
        check(port(), version, json!({"q1": "high"}), wrong);
        let alone = text().free_text(FreeText::Other);
        check(alone.clone(), version, json!({"q1": "x"}), Ok("\"x\""));
        check(
            alone.multi(true),
            version,
            json!({"q1": "x"}),
            Ok("[\"x\"]"),
        );

        let several = || {
            Request::from(text())
                .and(one().requirement(Requirement::Required))
                .and(text())
        };
        let content = json!({"q2": "postgres", "q3": "x"});
        check(
            several(),
            version,
            content,
            Ok("passed over; 1) postgres; \"x\""),
        );
        let missing = "content.q2: this question needs an answer, and nothing was filled in";
        check(several(), version, json!({"q1": "x"}), Err(missing));
        // Some clients accept what they could not draw: nobody has passed anything over.
        let all_wanted = || Request::from(text()).and(many());
        let nothing = Err("content: nothing was filled in");
        check(all_wanted(), version, json!({}), nothing);
        check(
            all_wanted(),
            version,
            json!({"q1": " ", "q2": null}),
            nothing,
        );
        let optional = || text().requirement(Requirement::Optional);
        check(
            Request::from(optional()).and(optional()),
            version,
            json!({}),
            Ok("left out; left out"),
        );
    }
}

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
