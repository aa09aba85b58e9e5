//! Several questions on a terminal: arrows, timeouts, endings in the middle.

use std::time::Duration;

use super::{Place, READERS};
use crate::support::{Pty, Session};

const FORM: &str = r#"{"name": "ask", "arguments": {"questions": [
    {"id": "a", "question": "A?", "options": ["x", "y"], "recommended": 0},
    {"id": "b", "question": "B?", "options": ["z"], "recommended": 0}]}}"#;

fn form(place: Place, options: &[&'static str]) -> Session {
    let args = [&["call"], options, &["form.json"]].concat();
    place.pty(&args).file("form.json", FORM).start()
}

const BOTH: &str = "User answers:\na: x\nb: z";

#[test]
fn left_and_right_move_at_the_editor() {
    let mut session = form(Place::Editor, &["--text"]);
    session.expect("[1/2]").cue().send("\u{1b}[C");
    session.expect("[2/2]").cue().send("\u{1b}[D");
    session.expect("[1/2]").answer("1\r");
    session.expect("[2/2]").answer("1\r");
    session.expect("Enter sends").answer("\r");
    session.ends(0, &format!("{BOTH}\n"));
}

#[test]
fn right_at_the_review_does_nothing_and_left_goes_back() {
    let mut session = form(Place::Editor, &["--text"]);
    session
        .answer("1\r")
        .answer("1\r")
        .expect("Enter sends")
        .cue();
    for _ in 0..4 {
        session.send("\u{1b}[C");
    }
    session.send("\u{1b}[D").expect("[2/2]").answer("\r");
    session.expect("Enter sends").answer("\r");
    session.ends(0, &format!("{BOTH}\n")).lacks(&["attempt"]);
}

#[test]
fn each_question_has_a_time_limit_of_its_own() {
    for place in READERS {
        let limit = [
            "--text",
            "--timeout",
            "1",
            "--on-timeout",
            "recommended",
            "--no-review",
        ];
        let mut session = form(place, &limit);
        session
            .expect("[1/2]")
            .expect("no answer within 1 s")
            .expect("Answer: 1) x");
        session.expect("[2/2]").cue();
        let late = " (auto-selected after timeout)";
        session.ends(0, &format!("User answers:\na: x{late}\nb: z{late}\n"));
    }
}

#[test]
fn a_time_limit_at_the_review_ends_the_call() {
    for place in READERS {
        let limit = ["--text", "--timeout", "1", "--on-timeout", "recommended"];
        let mut session = form(place, &limit);
        session
            .answer("1\r")
            .answer("1\r")
            .expect("Enter sends")
            .expect("no answer within 1 s");
        session.ends(124, "no answer within 1 s\nAnswered so far:\na: x\nb: z\n");
    }
}

#[test]
fn keys_without_an_effect_start_the_limit_anew() {
    for key in ["\u{1b}[A", "\u{c}", "\u{12}", "\u{18}"] {
        let mut session = Pty::new(["ask", "--timeout", "2", "Q?", "a"]).start();
        session.cue();
        for _ in 0..3 {
            session.let_pass(Duration::from_millis(1200)).send(key);
        }
        session.send("1\r").ends(0, &crate::support::picked(1, "a"));
    }
}

#[test]
fn ctrl_c_in_the_middle_ends_the_whole_call() {
    for place in READERS {
        let mut session = form(place, &["--text"]);
        session.answer("1\r").expect("[2/2]").answer("\u{3}");
        session
            .ends(130, "Ask tool was cancelled by the user\n")
            .lacks(&["Enter sends"]);
    }
}

#[test]
fn a_dumb_terminal_gets_no_escape_in_a_form() {
    let mut session = form(Place::Plain, &["--text"]);
    session.answer("1\r").answer("1\r").answer("\r");
    session.ends(0, &format!("{BOTH}\n"));
    assert!(!session.raw().contains(&0x1b));
}
