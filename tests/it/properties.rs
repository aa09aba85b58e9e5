//! What holds for every sequence of lines and every text.

use std::ops::ControlFlow;

use ask_user::core::form::SCRIPTED_LINES;
use ask_user::core::sanitize;
use ask_user::core::{Dialog, Form, Reply, Screen};
use ask_user::{
    Choice, FreeText, Grammar, Layout, Outcome, OutcomeKind, Question, Request, Settings,
};
use proptest::prelude::*;

/// Lines that are odd in every way that the grammars know.
const ODD: [&str; 24] = [
    "", " ", "0", "1", "2", "3", "99", " 2 ", "01", "+1", "-1", "1,2", "x", "?", "? 1", "?x", "/",
    "/a", "<", ">", "\\", "a\\", "1 # n", "1\n2",
];

/// Lines and endings that end a question one way or another.
const ENDING: [&str; 6] = ["! no", "~", "^C", "^D", "timeout", "withdrawn"];

fn reply(word: &str) -> Reply {
    match word {
        "^C" => Reply::Cancelled,
        "^D" => Reply::Closed,
        "timeout" => Reply::TimedOut,
        "withdrawn" => Reply::Withdrawn,
        "bytes" => Reply::NotText,
        line => Reply::Line(line.to_owned()),
    }
}

fn questions() -> Vec<Question> {
    let mut all = Vec::new();
    for choices in [&[][..], &["a"], &["a", "b"]] {
        for free_text in [FreeText::Never, FreeText::Inline, FreeText::Other] {
            let question = Question::new("Q?")
                .with_choices(choices.iter().copied())
                .free_text(free_text);
            if !choices.is_empty() {
                all.push(question.clone().default_choice(1));
                all.push(question.clone().recommended(1).header("H"));
            }
            all.push(question);
        }
    }
    all
}

/// Plays the replies and then the end of input; returns the outcome, how many
/// replies were taken, and everything that was shown.
fn play<'r>(
    question: &Question,
    settings: &Settings,
    words: impl IntoIterator<Item = &'r str>,
) -> (Outcome, usize, String) {
    let request = Request::from(question.clone());
    let mut form = Form::new(&request, settings, Screen::off_terminal()).bounded();
    let mut screen = String::new();
    let mut taken = 0;
    for word in words.into_iter().chain(["^D"]) {
        let prompt = form.prompt();
        assert!(prompt.cue().ends_with("> "), "cue {:?}", prompt.cue());
        screen.push_str(&prompt.text());
        screen.push('\n');
        taken += 1;
        let ended = form.feed(reply(word));
        screen.push_str(&form.take_notices().join("\n"));
        if let ControlFlow::Break(request_outcome) = ended {
            return (request_outcome.into_single(), taken, screen);
        }
    }
    panic!("the end of input did not end it");
}

#[track_caller]
fn check(question: &Question, settings: &Settings, words: &[&str]) {
    let (outcome, taken, screen) = play(question, settings, words.iter().copied());
    if let Some(answer) = outcome.answer() {
        assert!(
            taken <= words.len(),
            "answered by the end of input: {words:?}"
        );
        if let Some(number) = answer.choice_number() {
            assert!(number.get() <= question.choices().len());
            assert_eq!(
                Some(question.choices()[number.index()].label()),
                answer.choice()
            );
        }
        if let Some(text) = answer.text() {
            assert!(!text.trim().is_empty(), "an empty answer from {words:?}");
            let typed = words[..taken].iter().any(|word| !word.trim().is_empty());
            assert!(
                typed || question.default_answer().is_some(),
                "an answer from {words:?}"
            );
        }
    }
    for line in screen.lines() {
        assert!(
            !line.contains(|c: char| c.is_control()),
            "a control byte in {line:?}"
        );
    }
}

/// The few of them that lead into every state.
const CORE: [&str; 9] = ["", "1", "2", "99", "x", "a\\", "?", "~", "bytes"];

#[test]
fn every_short_sequence_of_odd_lines_ends_honestly() {
    let all: Vec<_> = ODD
        .iter()
        .chain(&ENDING)
        .chain(&["bytes"])
        .copied()
        .collect();
    for question in questions() {
        for grammar in [Grammar::Strict, Grammar::Full] {
            let settings = Settings {
                grammar,
                ..Settings::default()
            };
            for words in sequences(&all, 2).chain(sequences(&CORE, 4)) {
                check(&question, &settings, &words);
            }
        }
    }
}

/// Every sequence of one to `longest` words.
fn sequences<'w>(words: &[&'w str], longest: usize) -> impl Iterator<Item = Vec<&'w str>> {
    let mut all: Vec<Vec<&str>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for i in from..to {
            for word in words {
                let mut longer = all[i].clone();
                longer.push(word);
                all.push(longer);
            }
        }
        from = to;
    }
    all.into_iter().skip(1)
}

#[test]
fn three_invalid_lines_in_a_row_end_a_question() {
    for question in questions().iter().filter(|question| question.has_menu()) {
        for layout in [Layout::Auto, Layout::Line, Layout::List] {
            let settings = Settings {
                layout,
                ..Settings::default()
            };
            let lines = ["99", "0", "-1", "1"];
            let (outcome, taken, _) = play(question, &settings, lines);
            assert_eq!(
                (outcome.kind(), taken),
                (OutcomeKind::Exhausted, 3),
                "{question:?}"
            );
        }
    }
}

#[test]
fn a_script_that_never_decides_is_bounded() {
    let question = Question::new("Q?").choice("a").free_text(FreeText::Other);
    let settings = Settings {
        grammar: Grammar::Full,
        ..Settings::default()
    };
    for cycle in [&["?"][..], &["/a"], &["2", ""], &["? 1", "/"]] {
        let (outcome, taken, _) = play(&question, &settings, cycle.iter().copied().cycle());
        assert_eq!(
            (outcome.kind(), taken),
            (OutcomeKind::Exhausted, SCRIPTED_LINES),
            "{cycle:?}"
        );
    }
}

fn any_question() -> impl Strategy<Value = Question> {
    let choice = (
        ".{0,12}",
        proptest::option::of("(.|\n){0,20}"),
        proptest::option::of("(.|\n){0,20}"),
    );
    let free_text = prop_oneof![
        Just(FreeText::Never),
        Just(FreeText::Inline),
        Just(FreeText::Other)
    ];
    let choices = proptest::collection::vec(choice, 0..5);
    ("(.|\n){1,30}", choices, free_text, any::<bool>()).prop_map(
        |(text, choices, free_text, secret)| {
            let mut question = Question::new(text).free_text(free_text).secret(secret);
            for (label, description, preview) in choices {
                let mut choice = Choice::new(label);
                if let Some(description) = description {
                    choice = choice.description(description);
                }
                if let Some(preview) = preview {
                    choice = choice.preview(preview);
                }
                question = question.choice(choice);
            }
            question
        },
    )
}

proptest! {
    /// F65, F68: whatever the caller sends, no control byte and no direction
    /// mark reaches the screen, and only our cue ends like a cue.
    #[test]
    fn foreign_text_never_steers_the_terminal(
        question in any_question(),
        lines in proptest::collection::vec(prop_oneof![".{0,8}", "[0-9]{1,2}", Just("?".to_owned()), Just("? 1".to_owned())], 0..6),
        columns in 8_usize..100,
        rows in proptest::option::of(1_usize..60),
        hints in any::<bool>(),
        layout in prop_oneof![Just(Layout::Auto), Just(Layout::Line), Just(Layout::List)],
    ) {
        prop_assume!(question.check().is_ok());
        let settings = Settings { grammar: Grammar::Full, layout, ..Settings::default() };
        let screen = Screen { columns, rows, wraps: true, colour: false, hints };
        let request = Request::from(question);
        let mut form = Form::new(&request, &settings, screen);
        let mut replies = lines.into_iter();
        loop {
            let prompt = form.prompt();
            for line in prompt.body().lines() {
                prop_assert!(!line.contains(sanitize::is_hazardous), "{line:?}");
                prop_assert!(!line.ends_with("> "), "{line:?}");
            }
            prop_assert!(!prompt.cue().contains(sanitize::is_hazardous));
            prop_assert!(prompt.cue().ends_with("> "));
            let reply = replies.next().map_or(Reply::Closed, Reply::Line);
            let ended = form.feed(reply).is_break();
            for line in form.take_notices() {
                prop_assert!(!line.contains(sanitize::is_hazardous) && !line.ends_with("> "), "{line:?}");
            }
            if ended {
                break;
            }
        }
    }

    /// The same question asked in a wide and in a narrow terminal says the same.
    #[test]
    fn wrapping_loses_nothing(question in any_question(), columns in 8_usize..60) {
        prop_assume!(question.check().is_ok());
        let settings = Settings { layout: Layout::List, ..Settings::default() };
        let shown = |screen| {
            let prompt = Dialog::new(&question, &settings, screen).prompt();
            let text = prompt.body().replace("| ", "").replace('|', "");
            text.split_whitespace().collect::<String>()
        };
        let narrow = shown(Screen { columns, wraps: true, ..Screen::off_terminal() });
        prop_assert_eq!(narrow, shown(Screen::off_terminal()));
    }
}
