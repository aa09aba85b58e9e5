//! What the operator is told of the commands and of the timeout, and where.

use super::{Place, TERMINALS};
use crate::support::{Cli, Pty, picked};

const LIST: [&str; 7] = ["ask", "--layout", "list", "Which?", "red", "green", "blue"];

#[test]
fn only_a_capable_terminal_shows_hints() {
    for place in TERMINALS {
        let mut session = place.pty(&LIST).start();
        session
            .answer("9\r")
            .answer("2\r")
            .ends(0, &picked(2, "green"));
        let hints = session.screen().matches("? for help").count();
        assert_eq!(hints, usize::from(place == Place::Editor), "{place:?}");
    }
    let ran = Cli::new(LIST.into_iter().chain(["--via", "stdin"]))
        .stdin("2\n")
        .run();
    assert!(!ran.stderr.contains("? for help"), "{ran:?}");
}

#[test]
fn a_hint_is_dim_unless_colour_is_off() {
    let dim = "\u{1b}[2m? for help\u{1b}[0m";
    let pointer = "b \u{1b}[2m(? 2 shows more)\u{1b}[0m";
    let call = r#"{"questions": [{"question": "Which?", "header": "H", "multiSelect": false, "options": [
        {"label": "a", "description": "x"}, {"label": "b", "description": "x", "preview": "y"}]}]}"#;
    for (no_color, dimmed) in [("", true), ("1", false)] {
        let args = ["call", "--tool", "AskUserQuestion", "call.json"];
        let pty = Pty::new(args)
            .file("call.json", call)
            .env("NO_COLOR", no_color);
        let mut session = pty.start();
        session.answer("\u{3}").status();
        let raw = String::from_utf8(session.raw()).unwrap();
        for hint in [dim, pointer] {
            assert_eq!(raw.contains(hint), dimmed, "{hint:?} in {raw:?}");
        }
        session.shows(&["? for help", "b (? 2 shows more)"]);
    }
}

#[test]
fn a_timeout_that_takes_the_recommended_choice_is_announced_everywhere() {
    let args = [
        "ask",
        "--timeout",
        "60",
        "--on-timeout",
        "recommended",
        "-r",
        "2",
        "Which?",
        "a",
        "b",
    ];
    let line = "no answer within 60 s takes the recommended choice\n";
    for place in TERMINALS {
        let mut session = place.pty(&args).start();
        session.answer("9\r").answer("1\r").ends(0, &picked(1, "a"));
        assert_eq!(session.screen().matches(line).count(), 1, "{place:?}");
    }
    let ran = Cli::new(args.into_iter().chain(["--via", "stdin"]))
        .stdin("1\n")
        .run();
    assert!(ran.stderr.starts_with(line), "{ran:?}");
}

#[test]
fn the_height_of_the_terminal_decides_how_a_long_menu_is_shown() {
    let args = ["ask", "-m", "Which?", "a", "b", "c", "d", "e"];
    let mut short = Pty::new(args).size(40, 5).start();
    short.expect("Which? 1-6, 0 picked > ").send("4\r");
    short.expect("  4) [x] d\nWhich? 1-6, 1 picked > ");
    let mut tall = Pty::new(args).size(40, 6).start();
    tall.expect("\n1-6 > ").send("4\r");
    tall.expect("  3) [ ] c\n  4) [x] d\n  5) [ ] e\n  6) Done selecting\n1-6 > ");
}
