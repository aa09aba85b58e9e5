//! Diagnostics: the target, the levels, the one event of an answered call, and
//! that no level tells a secret.

use ask_user::{AskUser, Question, Scripted};
use tracing_subscriber::filter::LevelFilter;

use super::log::Log;

fn logged(level: LevelFilter, question: &Question, lines: &[&str]) -> String {
    let log = Log::default();
    let lines = lines.iter().map(|line| (*line).to_owned());
    tracing::subscriber::with_default(log.subscriber(level), || {
        let ask = AskUser::new();
        let _bound = ask.bind(Scripted::lines(lines));
        ask.ask(question).unwrap();
    });
    log.text()
}

#[track_caller]
fn check(log: &str, has: &[&str], lacks: &[&str]) {
    for part in has {
        assert!(log.contains(part), "{part:?} is missing in\n{log}");
    }
    for part in lacks {
        assert!(!log.contains(part), "{part:?} is in\n{log}");
    }
    for line in log.lines() {
        assert!(line.contains("oc_chat::tools"), "another target: {line}");
    }
}

#[test]
fn info_is_the_life_of_a_call() {
    let question = Question::new("Which colour?").with_choices(["red", "green"]);
    let log = logged(LevelFilter::INFO, &question, &["9", "2"]);
    check(
        &log,
        &["ask:asked", "ask:answered"],
        &["DEBUG", "TRACE", "green", "Which"],
    );
    assert_eq!(log.matches("ask:answered").count(), 1);
    let log = logged(LevelFilter::INFO, &question, &[]);
    check(&log, &["ask:refused", "closed"], &["ask:answered"]);
}

#[test]
fn debug_is_what_the_lines_meant() {
    let question = Question::new("Which colour?").with_choices(["red", "green"]);
    let log = logged(LevelFilter::DEBUG, &question, &["9", "2"]);
    check(
        &log,
        &["invalid=1", "number=2"],
        &["TRACE", "green", "Which"],
    );
}

#[test]
fn trace_is_the_text_of_the_prompt() {
    let question = Question::new("Which colour?").with_choices(["red", "green"]);
    check(
        &logged(LevelFilter::TRACE, &question, &["2"]),
        &["Which colour?"],
        &[],
    );
}

#[test]
fn f75_no_level_tells_a_secret() {
    let typed = Question::new("Password?").secret(true);
    check(
        &logged(LevelFilter::TRACE, &typed, &["hunter2"]),
        &["ask:answered"],
        &["hunter2", "length"],
    );
    let picked = Question::new("Vault?")
        .with_choices(["a", "b"])
        .secret(true);
    check(
        &logged(LevelFilter::TRACE, &picked, &["2"]),
        &["ask:answered"],
        &["number=", "ask:picked"],
    );
}
