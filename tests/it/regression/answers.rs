//! What is an answer and what is none: numbers, odd lists, own text (F01 to F05, F34 to F45).

use super::both;
use crate::support::{CLOSED, COLOURS, Cli, EXHAUSTED, Pty, colours, picked, refused, text};

/// Answers a question, and compares status and result.
#[track_caller]
fn check(args: &[&str], lines: &[&str], status: i32, stdout: &str) {
    for term in ["xterm-256color", "dumb"] {
        let mut session = Pty::new(args.iter().copied()).env("TERM", term).start();
        for line in lines {
            session.answer(line).send("\r");
        }
        session.ends(status, stdout);
    }
}

#[test]
fn f01_what_could_not_be_read_is_no_answer() {
    let mut session = Pty::spawn(COLOURS);
    session
        .cue()
        .hang_up()
        .ends_with_one_of(&[5, 129], &refused(CLOSED));
    let script = "exec \"$@\" <&-";
    let ran = Cli::script(script, colours(&["--via", "stdin"])).run();
    assert!(ran.status != 0 && !ran.stdout.contains("choice"), "{ran:?}");
}

#[test]
fn f04_every_rejected_line_is_told_with_the_attempts_left() {
    both(&["ask", "Subject?"], |session| {
        session
            .answer("\r")
            .expect("nothing typed: type an answer (2 attempts left)\n");
        session
            .answer("  \r")
            .expect("nothing typed: type an answer (1 attempt left)\n");
        session.answer("ok\r").ends(0, &text("ok"));
    });
}

#[test]
fn f05_enter_never_picks_a_recommendation() {
    let args = colours(&["-r", "1"]);
    check(&args, &["", "", ""], 4, &refused(EXHAUSTED));
    check(&colours(&["-d", "1"]), &[""], 0, &picked(1, "red"));
}

#[test]
fn f34_only_one_to_n_picks() {
    check(&COLOURS, &["0", "-1", "2"], 0, &picked(2, "green"));
    check(
        &COLOURS,
        &["99999999999999999999999", "4", "3"],
        0,
        &picked(3, "blue"),
    );
    check(&COLOURS, &["+2", "2.0", "0x2"], 4, &refused(EXHAUSTED));
}

const MONTHS: [&str; 14] = [
    "ask", "Month?", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov",
    "Dec",
];

#[test]
fn f35_the_whole_line_is_the_number() {
    check(&MONTHS, &["12"], 0, &picked(12, "Dec"));
    check(&MONTHS, &["1"], 0, &picked(1, "Jan"));
    check(&MONTHS, &["1 2", "2"], 0, &picked(2, "Feb"));
}

#[test]
fn f36_zeros_and_blanks_around_a_number_are_fine() {
    check(&COLOURS, &["01"], 0, &picked(1, "red"));
    check(&COLOURS, &[" 2 "], 0, &picked(2, "green"));
    check(&COLOURS, &["007", "\u{ff13}"], 0, &picked(3, "blue"));
    let ran = Cli::new(colours(&["--via", "stdin"]))
        .stdin("\t2\t\n")
        .run();
    ran.check(0, &picked(2, "green"));
}

#[test]
fn f37_the_number_typed_is_the_choice_returned_and_shown() {
    for number in 1..=12 {
        let label = MONTHS[number + 1];
        let mut session = Pty::new(MONTHS).env("TERM", "dumb").start();
        session
            .answer(&format!("{number}\r"))
            .ends(0, &picked(number, label));
        session.shows(&[&format!("\nAnswer: {number}) {label}\n")]);
    }
}

#[test]
fn f38_the_number_stands_beside_the_label() {
    let wanted = "{\"answered\":true,\"choice_index\":2,\"choice\":\"green\"}\n";
    check(&COLOURS, &["2"], 0, wanted);
    check(&COLOURS, &["GREEN"], 0, wanted);
}

#[test]
fn f39_no_choices_mean_text_and_never_a_cancel() {
    let call = "{\"name\":\"ask_user\",\"arguments\":{\"question\":\"Name?\",\"options\":[]}}";
    let mut session = Pty::new(["call", "c.json"]).file("c.json", call).start();
    session.answer("Ann\r").ends(0, &text("Ann"));
}

#[test]
fn f40_a_single_choice_still_needs_a_pick() {
    check(&["ask", "Sure?", "only"], &["", "1"], 0, &picked(1, "only"));
}

#[test]
fn f41_equal_labels_stay_apart() {
    check(
        &["ask", "Card?", "AMEX", "AMEX", "VISA"],
        &["2"],
        0,
        &picked(2, "AMEX"),
    );
    check(
        &["ask", "Card?", "AMEX", "AMEX", "VISA"],
        &["amex", "1"],
        0,
        &picked(1, "AMEX"),
    );
}

#[test]
fn f42_after_other_the_whole_line_is_text() {
    for line in ["4444", "1", "0", "back", "?", "! no", "~", "<", "/x"] {
        check(&colours(&["-o"]), &["4", line], 0, &text(line));
    }
}

#[test]
fn f44_a_choice_called_other_is_a_choice() {
    let args = ["ask", "--layout", "list", "-o", "Which?", "A", "Other"];
    check(&args, &["2"], 0, &picked(2, "Other"));
    both(&args, |session| {
        session.expect("  1) A\n  2) Other\n  3) Other (type your own)\n");
        session.expect("1-3 > ");
        session.send("3\r").answer("x\r").ends(0, &text("x"));
    });
}

#[test]
fn f45_blanks_around_a_text_are_taken_off_every_time() {
    check(&["ask", "Note?"], &["  ok  "], 0, &text("ok"));
    check(&["ask", "Note?"], &["   ", "ok"], 0, &text("ok"));
    let ran = Cli::new(["ask", "--via", "stdin", "Note?"])
        .stdin(" \t\nok \n")
        .run();
    ran.check(0, &text("ok")).mentions(&["nothing typed"]);
}

#[test]
fn f86_dozens_of_choices_are_asked() {
    let labels: Vec<String> = (1..=30).map(|number| format!("c{number}")).collect();
    let list = serde_json::to_string(&labels).unwrap();
    let call = format!("{{\"question\":\"Which?\",\"options\":{list}}}");
    let args = ["call", "--tool", "ask_user", "--via", "stdin", "c.json"];
    Cli::new(args)
        .file("c.json", call)
        .stdin("30\n")
        .run()
        .check(0, &picked(30, "c30"));
}

#[test]
fn f85_choices_as_a_string_of_json_are_understood() {
    let call = "{\"question\":\"Which?\",\"options\":\"[\\\"a\\\",\\\"b\\\"]\"}";
    let args = ["call", "--tool", "ask_user", "--via", "stdin", "c.json"];
    Cli::new(args)
        .file("c.json", call)
        .stdin("2\n")
        .run()
        .check(0, &picked(2, "b"));
}

#[test]
fn f87_an_unknown_field_is_reported() {
    let call = "{\"question\":\"Which?\",\"options\":[\"a\",\"b\"],\"free_text\":true}";
    let cli = |options: &[&'static str]| {
        let args = [
            &["call", "--tool", "ask_user", "--via", "stdin"],
            options,
            &["c.json"],
        ]
        .concat();
        Cli::new(args).file("c.json", call).stdin("2\n").run()
    };
    cli(&["--log", "debug"])
        .check(0, &picked(2, "b"))
        .mentions(&["free_text"]);
    let ran = cli(&["--no-repair"]);
    assert!(
        ran.status == 2 && ran.stdout.contains("free_text"),
        "{ran:?}"
    );
}

#[test]
fn f88_the_mark_of_a_recommendation_is_for_the_eye_only() {
    let args = |number| {
        [
            "ask",
            "--layout",
            "list",
            "-r",
            number,
            "Q?",
            "A (Recommended)",
            "B",
        ]
    };
    both(&args("1"), |session| {
        session.expect("  1) A (Recommended)\n  2) B\n").send("1\r");
        session.ends(0, &picked(1, "A (Recommended)"));
    });
    both(&args("2"), |session| {
        session
            .expect("  2) B (Recommended)\n")
            .send("2\r")
            .ends(0, &picked(2, "B"));
    });
}
