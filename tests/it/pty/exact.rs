//! Exact bytes: what an expect script can rely on with `--plain` or a dumb terminal,
//! and on standard error with `--via stdin`.

use super::{Place, TERMINALS};
use crate::support::{COLOURS_LINE, CTRL_C, Cli, Session};

/// Answers each cue with one line, and compares all that the terminal got.
#[track_caller]
fn check(args: &[&'static str], lines: &[&str], wanted: &str) {
    for place in TERMINALS {
        if place == Place::Editor {
            continue;
        }
        let mut session = place.pty(args).start();
        for line in lines {
            session.answer(line);
        }
        session.status();
        let got = String::from_utf8(session.raw()).unwrap();
        assert_eq!(got, wanted.replace('\n', "\r\n"), "{place:?}");
    }
}

#[test]
fn a_compact_question() {
    check(
        &["ask", "Which colour?", "red", "green", "blue"],
        &["9\r", "\r", "2\r"],
        "Which colour? 1) red  2) green  3) blue > 9\n\
         9 is not on the menu: type a number from 1 to 3 (2 attempts left)\n\
         Which colour? 1) red  2) green  3) blue > \n\
         nothing typed: type a number from 1 to 3 (1 attempt left)\n\
         Which colour? 1) red  2) green  3) blue > 2\n\
         Answer: 2) green\n",
    );
}

#[test]
fn a_list() {
    check(
        &[
            "ask",
            "--layout",
            "list",
            "-r",
            "2",
            "-d",
            "1",
            "Which colour?",
            "red",
            "green",
        ],
        &["9\r", "\r"],
        "Which colour?\n  1) red\n  2) green (Recommended)\n1-2 [1] > 9\n\
         9 is not on the menu: type a number from 1 to 2 (2 attempts left)\n\
         1-2 [1] > \n\
         Answer: 1) red\n",
    );
}

#[test]
fn an_other_row() {
    check(
        &["ask", "--layout", "list", "-o", "Which?", "red"],
        &["2\r", "\r", "2\r", "2\r"],
        "Which?\n  1) red\n  2) Other (type your own)\n1-2 > 2\nOther > \n1-2 > 2\nOther > 2\n\
         Answer: \"2\"\n",
    );
}

#[test]
fn a_text_of_several_lines() {
    check(
        &["ask", "Commit subject?"],
        &["\r", "one\\\r", "two\r"],
        "Commit subject? > \n\
         nothing typed: type an answer (2 attempts left)\n\
         Commit subject? > one\\\n... > two\nAnswer: \"one\\ntwo\"\n",
    );
}

#[test]
fn a_secret() {
    check(
        &["ask", "--secret", "Password?"],
        &["\r", "hunter2\r"],
        "Password? > \nnothing typed: type an answer (2 attempts left)\n\
         Password? > \nAnswer: (hidden)\n",
    );
}

#[test]
fn a_cancel_with_half_a_line() {
    check(
        &["ask", "Which colour?", "red", "green", "blue"],
        &["gr\u{3}"],
        "Which colour? 1) red  2) green  3) blue > gr\noperator cancelled (Ctrl+C)\n",
    );
}

#[test]
fn the_last_attempt() {
    check(
        &["ask", "--attempts", "1", "Name?"],
        &["\r"],
        "Name? > \nnothing typed: type an answer (no attempts left)\n\
         no valid answer (max attempts exhausted)\n",
    );
}

#[test]
fn a_question_of_several_lines() {
    check(
        &["ask", "Go?\n1-2 > ", "a > ", "b\n2) c"],
        &[CTRL_C],
        "| Go?\n| 1-2 >\n  1) a >\n  2) b\\n2) c\n1-2 > \noperator cancelled (Ctrl+C)\n",
    );
}

#[test]
fn a_pipe_gets_a_newline_after_its_cue() {
    let ran = Cli::new([
        "ask",
        "--via",
        "stdin",
        "Which colour?",
        "red",
        "green",
        "blue",
    ])
    .stdin("9\n2\n")
    .run();
    ran.says(&format!(
        "{COLOURS_LINE}\n9 is not on the menu: type a number from 1 to 3 (2 attempts left)\n\
         {COLOURS_LINE}\nAnswer: 2) green\n"
    ));
}

#[test]
fn the_prompt_is_there_before_any_line_comes() {
    let mut session = Session::on_pipes([
        "ask",
        "--via",
        "stdin",
        "Which colour?",
        "red",
        "green",
        "blue",
    ]);
    session.expect(COLOURS_LINE).send("1\n");
    session.ends(
        0,
        "{\"answered\":true,\"choice_index\":1,\"choice\":\"red\"}\n",
    );
}
