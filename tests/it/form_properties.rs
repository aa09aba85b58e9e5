//! What holds for every sequence of lines at several questions.

use std::ops::ControlFlow;

use ask_user::core::{Form, Screen};
use ask_user::{
    Answer, AnswerValue, Answers, FreeText, Grammar, OnTimeout, Outcome, Purpose, Question, Reply,
    Request, RequestOutcome, Requirement, Settings,
};
use proptest::prelude::*;

fn settings() -> Settings {
    Settings {
        grammar: Grammar::Full,
        on_timeout: OnTimeout::Recommended,
        ..Settings::default()
    }
}

/// The kinds of questions that a form may mix.
fn kinds() -> Vec<Question> {
    let menu = || Question::new("menu?").with_choices(["a", "b"]);
    vec![
        menu(),
        menu().free_text(FreeText::Other).recommended(2),
        menu().multi(true).free_text(FreeText::Other),
        menu().multi(true).default_choice(1).max(1),
        menu().default_choice(2),
        Question::new("text?"),
        Question::new("draft?").draft("d1\nd2"),
        Question::new("left out?").requirement(Requirement::Optional),
        Question::new("needed?").requirement(Requirement::Required),
        menu().free_text(FreeText::Inline),
        Question::new("secret?").secret(true),
    ]
}

fn any_request() -> impl Strategy<Value = Request> {
    let kinds = kinds();
    let one = (0..kinds.len()).prop_map(move |index| kinds[index].clone());
    proptest::collection::vec(one, 1..5).prop_map(|questions| Request::new(questions).unwrap())
}

/// A small and odd vocabulary.
const WORDS: [&str; 18] = [
    "", "1", "2", "3", "4", "1,2", "none", "all", "x", "x\\", "<", ">", "?", "/a", "2 # n", "99",
    "timeout", "bytes",
];

fn any_lines(most: usize) -> impl Strategy<Value = Vec<&'static str>> {
    proptest::collection::vec((0..WORDS.len()).prop_map(|index| WORDS[index]), 0..most)
}

fn reply(form: &Form<'_>, word: &str) -> Reply {
    match word {
        "timeout" => Reply::TimedOut,
        "bytes" => Reply::NotText,
        line if form.prompt().is_hidden() => Reply::Hidden(line.to_owned().into()),
        line => Reply::Line(line.to_owned()),
    }
}

/// Which question the prompt is about; `None` at the review.
fn asked(form: &Form<'_>, before: Option<usize>) -> Option<usize> {
    let prompt = form.prompt();
    if prompt.purpose() == Purpose::Review {
        return None;
    }
    let number = prompt.body().lines().find_map(|line| {
        let (number, _) = line.strip_prefix('[')?.split_once('/')?;
        number.parse::<usize>().ok()
    });
    number.map(|number| number - 1).or(before)
}

/// Lines that can give an answer, as opposed to those that only move or look.
fn may_answer(question: &Question, alone: bool, word: &str) -> bool {
    let looks = question.has_menu() && !question.takes_text_inline() && word == "/a";
    let moves = !alone && matches!(word, "<" | ">");
    question.is_secret() || !(looks || moves || matches!(word, "?" | "bytes"))
}

/// A line that brings a question to an answer, from wherever it stands.
fn answers_it(question: &Question) -> &'static str {
    match (question.is_multi(), question.has_menu()) {
        (true, _) => "none",
        (false, true) => "1",
        (false, false) => "said",
    }
}

proptest! {
    #[test]
    fn every_sequence_ends_and_answers_only_what_was_answered(
        request in any_request(),
        words in any_lines(24),
        review in any::<bool>(),
    ) {
        let settings = Settings { review, ..settings() };
        let mut form = Form::new(&request, &settings, Screen::off_terminal()).bounded();
        let mut touched = vec![false; request.questions().len()];
        let mut at = Some(0);
        let mut words = words.into_iter();
        let request_outcome = loop {
            at = asked(&form, at);
            prop_assert!(form.prompt().cue().ends_with("> "));
            prop_assert!(!form.prompt().body().lines().any(|line| line.ends_with("> ")));
            let ended = match words.next() {
                Some(word) => {
                    if let Some(index) = at {
                        touched[index] |= may_answer(&request.questions()[index], request.questions().len() == 1, word);
                    }
                    form.feed(reply(&form, word))
                }
                None => form.feed(Reply::Closed),
            };
            let _ = form.take_notices();
            if let ControlFlow::Break(request_outcome) = ended {
                break request_outcome;
            }
        };
        let given = request_outcome.outcome.answer().unwrap_or(&request_outcome.partial);
        for (index, answer) in given.iter().enumerate() {
            prop_assert!(answer.is_none() || touched[index], "question {} was answered by nobody", index + 1);
        }
        if let Some(answers) = request_outcome.outcome.answer() {
            prop_assert_eq!(answers.len(), request.questions().len());
            for (question, answer) in request.questions().iter().zip(answers) {
                let left_open = question.is_required() && answer.is_none();
                prop_assert!(!left_open, "sent without an answer to {question:?}");
            }
        }
    }

    #[test]
    fn moving_without_changing_changes_nothing(
        request in any_request(),
        moves in proptest::collection::vec(prop_oneof![Just("<"), Just(">"), Just("1"), Just("2")], 0..12),
    ) {
        prop_assume!(request.questions().len() > 1 && !request.questions().iter().any(Question::is_secret));
        let settings = settings();
        let plain = send(&request, &settings, &[]);
        prop_assert_eq!(send(&request, &settings, &moves), plain);
    }

    #[test]
    fn the_review_shows_what_is_sent(request in any_request(), words in any_lines(12)) {
        prop_assume!(request.questions().len() > 1);
        let settings = settings();
        let mut form = Form::new(&request, &settings, Screen::off_terminal()).bounded();
        let mut words = words.into_iter();
        let mut at = Some(0);
        loop {
            at = asked(&form, at);
            let prompt = form.prompt();
            if prompt.purpose() == Purpose::Review && !prompt.body().is_empty() {
                let shown = prompt.body().to_owned();
                if let ControlFlow::Break(request_outcome) = form.feed(Reply::Line(String::new())) {
                    if let Some(answers) = request_outcome.outcome.answer() {
                        check_review(&shown, answers);
                    }
                    break;
                }
            }
            let word = words.next().unwrap_or_else(|| at.map_or("1", |index| answers_it(&request.questions()[index])));
            if form.feed(reply(&form, word)).is_break() {
                break;
            }
        }
    }
}

/// Answers every question, moves around from the review, comes back to it and sends.
fn send(request: &Request, settings: &Settings, navigates: &[&str]) -> Answers {
    let mut form = Form::new(request, settings, Screen::off_terminal());
    let mut at = Some(0);
    while let Some(index) = asked(&form, at) {
        at = Some(index);
        feed(&mut form, answers_it(&request.questions()[index]));
    }
    for word in navigates {
        // A number means the same as a move only at the review.
        let at_review = form.prompt().purpose() == Purpose::Review;
        if !at_review && matches!(*word, "<" | ">") || at_review && *word != ">" {
            feed(&mut form, word);
        }
    }
    loop {
        let at_review = form.prompt().purpose() == Purpose::Review;
        if let Some(request_outcome) = feed(&mut form, if at_review { "" } else { ">" }) {
            let Outcome::Answered(answers) = request_outcome.outcome else {
                panic!("not sent: {request_outcome:?}");
            };
            return answers;
        }
    }
}

fn feed(form: &mut Form<'_>, word: &str) -> Option<RequestOutcome> {
    let reply = reply(form, word);
    match form.feed(reply) {
        ControlFlow::Break(request_outcome) => Some(request_outcome),
        ControlFlow::Continue(()) => None,
    }
}

#[track_caller]
fn check_review(shown: &str, answers: &[Option<Answer>]) {
    let lines: Vec<_> = shown.lines().collect();
    for (index, answer) in answers.iter().enumerate() {
        let head = lines
            .iter()
            .position(|line| line.starts_with(&format!("  {}) ", index + 1)));
        let line = lines[head.unwrap() + 1].trim();
        let wanted = match answer {
            None => "unanswered".to_owned(),
            Some(answer) if answer.is_secret() => "(hidden)".to_owned(),
            Some(answer) => match answer.value() {
                AnswerValue::Pick(pick) => format!("{}) {}", pick.number, pick.label),
                AnswerValue::Text(text) => format!("\"{}\"", text.replace('\n', "\\n")),
                AnswerValue::LeftOut => "left out".to_owned(),
                AnswerValue::Secret(_) => "(hidden)".to_owned(),
                AnswerValue::Picks(picks) => {
                    let labels = picks
                        .in_menu_order()
                        .into_iter()
                        .map(|p| format!("{}) {}", p.number, p.label));
                    let text = picks
                        .text
                        .iter()
                        .map(|text| format!("\"{}\"", text.replace('\n', "\\n")));
                    let all: Vec<_> = labels.chain(text).collect();
                    if all.is_empty() {
                        "none".to_owned()
                    } else {
                        all.join(", ")
                    }
                }
            },
        };
        assert!(
            line.starts_with(&wanted),
            "question {} is shown as {line:?}, sent as {wanted:?}\n{shown}",
            index + 1
        );
    }
}
