//! A request that is asked in another process ends as it does in this one.

use std::ops::ControlFlow;
use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

use crate::core::{
    Choice, Form, FreeText, Grammar, Layout, OnTimeout, Question, Reply, Request, RequestOutcome,
    Requirement, Screen, Secret, Settings,
};
use crate::hub::wire::{outcome, request, settings};
use crate::mcp::elicitation::FieldRule;

/// The same JSON after a way through text.
fn sent(json: &Value) -> Value {
    serde_json::from_str(&json.to_string()).unwrap()
}

const LINES: [&str; 26] = [
    "",
    "",
    "1",
    "2",
    "3",
    "4",
    "5",
    "1,2",
    "2 1",
    "all",
    "none",
    "1 # why",
    "2 # a, b",
    "own words",
    "  padded  ",
    "\\7",
    "a\\",
    "7",
    "-3",
    "<",
    ">",
    "! no",
    "~ why?",
    "b",
    "^T",
    "^T",
];

const ENDS: [Reply; 5] = [
    Reply::Closed,
    Reply::Cancelled,
    Reply::Withdrawn,
    Reply::CannotHide,
    Reply::NoOperator,
];

/// Plays the lines, and then the end.
fn play(request: &Request, settings: &Settings, lines: &[&str], end: &Reply) -> RequestOutcome {
    let mut form = Form::new(request, settings, Screen::off_terminal());
    let mut lines = lines.iter();
    loop {
        let reply = match lines.next() {
            None => end.clone(),
            Some(&"^T") => Reply::TimedOut,
            Some(line) if form.prompt().is_hidden() => {
                Reply::Hidden(Secret::from((*line).to_owned()))
            }
            Some(line) => Reply::Line((*line).to_owned()),
        };
        if let ControlFlow::Break(request_outcome) = form.feed(reply) {
            return request_outcome;
        }
    }
}

fn choice() -> impl Strategy<Value = Choice> {
    let details = any::<[bool; 3]>();
    (select(vec!["a", "b", "1", "b"]), details).prop_map(|(label, [described, shown, named])| {
        let mut choice = Choice::new(label);
        if described {
            choice = choice.description("more\nof it");
        }
        if shown {
            choice = choice.preview("all of it");
        }
        if named {
            choice = choice.aliases(["x", "own words"]);
        }
        choice
    })
}

/// A question without a rule, perhaps one that cannot be asked.
fn question() -> impl Strategy<Value = Question> {
    let free_text = select(vec![FreeText::Never, FreeText::Inline, FreeText::Other]);
    let requirement = select(vec![
        Requirement::Wanted,
        Requirement::Optional,
        Requirement::Required,
    ]);
    let flags = any::<[bool; 8]>();
    let choices = prop::collection::vec(choice(), 0..4);
    let parts = (choices, free_text, requirement, flags, any::<Index>());
    parts.prop_map(|(choices, free_text, requirement, flags, any_number)| {
        let [
            multi,
            secret,
            recommended,
            default,
            bounded,
            text,
            draft,
            decorated,
        ] = flags;
        let count = choices.len();
        let number = any_number.index(count.max(1)) + 1;
        let mut question = Question::new("Which?\nReally?")
            .with_choices(choices)
            .requirement(requirement)
            .secret(secret && !default);
        if count > 0 || free_text == FreeText::Other {
            question = question.free_text(free_text).multi(multi);
        }
        if recommended && count > 0 {
            question = question.recommended(number);
        }
        if default && count > 0 {
            question = question.default_choice(number);
        }
        if bounded && question.is_multi() {
            question = question.min(1).max(2);
        }
        if text && default && !question.has_menu() {
            question = if draft {
                question.draft(" d\n")
            } else {
                question.default_text(" d ")
            };
        }
        if decorated {
            question = question.header("Header").warning("careful");
        }
        question
    })
}

fn with_rule(question: Question, schema: &Value) -> Question {
    question.rule(FieldRule::from_schema(schema.as_object().unwrap()).unwrap())
}

fn some_request() -> impl Strategy<Value = Request> {
    let questions = prop::collection::vec(question(), 1..4);
    let questions = questions.prop_filter("asked", |all| all.iter().all(|one| one.check().is_ok()));
    (questions, any::<[bool; 3]>()).prop_map(|(questions, [preface, introduction, note])| {
        let questions = questions.into_iter().enumerate();
        let questions = questions.map(|(index, question)| question.id(format!("id {index}")));
        let mut request = Request::new(questions.collect()).unwrap();
        if note {
            request = request.note("a note").note("one more");
        }
        if preface {
            request = request.preface("why").preface("and how");
        }
        if introduction {
            request = request.introduction("below").introduction("who asks");
        }
        request
    })
}

/// The same request with typed values, and with ids that are empty or not unique.
fn typed(request: &Request) -> Request {
    let rules = [
        json!({"type": "integer", "minimum": 1}),
        json!({"type": "string", "maxLength": 4}),
    ];
    let questions = request.questions().iter().zip(rules.iter().cycle());
    let questions = questions
        .zip(["", "q1", "q1"])
        .map(|((question, rule), id)| with_rule(question.clone(), rule).id(id));
    Request::new(questions.collect()).unwrap()
}

fn some_settings() -> impl Strategy<Value = Settings> {
    let limit = prop_oneof![
        Just(None),
        (0..31_536_000_u64).prop_map(|seconds| Some(Duration::from_secs(seconds))),
        (0..31_536_000_000_u64).prop_map(|millis| Some(Duration::from_millis(millis))),
        (0..1_000_000_000_000_u64).prop_map(|nanos| Some(Duration::from_nanos(nanos))),
    ];
    let layout = select(vec![Layout::Auto, Layout::Line, Layout::List]);
    let parts = (limit, layout, 1..5_usize, any::<[bool; 3]>());
    parts.prop_map(
        |(timeout, layout, attempts, [full, recommended, review])| Settings {
            grammar: if full { Grammar::Full } else { Grammar::Strict },
            attempts: attempts.try_into().unwrap(),
            timeout,
            on_timeout: if recommended {
                OnTimeout::Recommended
            } else {
                OnTimeout::Refuse
            },
            layout,
            review,
        },
    )
}

#[track_caller]
fn check_round_trip(asked: &Request, settings: &Settings, lines: &[&str], end: &Reply) {
    let here = play(asked, settings, lines, end);
    let there = request::decode(&sent(&request::encode(asked).unwrap())).unwrap();
    let their_settings = settings::decode(&sent(&settings::encode(settings))).unwrap();
    let ended = play(&there, &their_settings, lines, end);
    let back = outcome::decode(asked, &sent(&outcome::encode(&there, &ended)));
    assert_eq!(back.unwrap(), here);
}

proptest! {
    #[test]
    fn a_request_comes_back(request in some_request()) {
        let there = request::decode(&sent(&request::encode(&request).unwrap()));
        prop_assert_eq!(there.unwrap(), request);
    }

    #[test]
    fn settings_come_back(settings in some_settings()) {
        let there = settings::decode(&sent(&settings::encode(&settings)));
        prop_assert_eq!(there.unwrap(), settings);
    }

}

proptest! {
    // Some answers are rare, such as a note that is not on the last pick.
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn a_request_ends_as_in_this_process(
        asked in some_request(),
        settings in some_settings(),
        lines in prop::collection::vec(select(LINES.to_vec()), 0..12),
        end in select(ENDS.to_vec()),
    ) {
        check_round_trip(&asked, &settings, &lines, &end);
        check_round_trip(&typed(&asked), &settings, &lines, &end);
    }
}

#[test]
fn rare_answers_come_back() {
    let full = Settings {
        grammar: Grammar::Full,
        ..Settings::default()
    };
    let check = |question: Question, lines: &[&str]| {
        let asked = Request::from(question);
        let ended = play(&asked, &full, lines, &Reply::Closed);
        assert!(ended.outcome.answer().is_some(), "{lines:?}");
        check_round_trip(&asked, &full, lines, &Reply::Closed);
    };
    let multi = Question::new("Q?").with_choices(["a", "b"]).multi(true);
    let other = multi.clone().free_text(FreeText::Other);
    check(multi.clone(), &["2 # why", "1", "3"]);
    check(multi.clone(), &["2,1", "3"]);
    check(other.clone(), &["4", "own words", "1 # why", "3"]);
    check(other.secret(true), &["4", "  own  ", "2", "3"]);
    check(multi.secret(true).free_text(FreeText::Inline), &[" own "]);
    check(Question::new("Q?").draft("a\nb\n"), &[""]);
    check(Question::new("Q?").default_text(" a "), &[""]);
    check(Question::new("Q?").secret(true), &[" "]);
}
