//! Text in both directions: type-ahead, paste, encodings, hostile text (F53 to F70).

use std::time::Duration;

use super::both;
use crate::support::{CANCELLED, COLOURS, COLOURS_LINE, Cli, Pty, colours, picked, refused, text};

#[test]
fn f53_escape_and_arrows_neither_answer_nor_end() {
    both(&COLOURS, |session| {
        session
            .answer("\u{1b}")
            .let_pass(Duration::from_millis(300));
        session
            .send("\u{1b}[A")
            .send("\u{1b}OP")
            .let_pass(Duration::from_millis(300));
        session.send("2\r").ends(0, &picked(2, "green"));
    });
    both(&COLOURS, |session| {
        session
            .answer("\u{1b}[A\u{1b}OP\u{1b}[D2\r")
            .ends(0, &picked(2, "green"));
    });
}

#[test]
fn f55_enter_before_the_question_answers_nothing() {
    for term in ["xterm", "dumb"] {
        let mut session = Pty::new(COLOURS)
            .env("TERM", term)
            .typed_ahead("1\r")
            .start();
        session
            .expect(COLOURS_LINE)
            .let_pass(Duration::from_millis(500));
        session.send("2\r").ends(0, &picked(2, "green"));
    }
    let piped = Cli::new(colours(&["--via", "stdin"])).stdin("1\n");
    piped.run().check(0, &picked(1, "red"));
}

#[test]
fn f56_a_question_takes_one_line_and_all_of_it() {
    both(&COLOURS, |session| {
        session.answer("1 extra\r").expect("(2 attempts left)\n");
        session.answer("2\r").ends(0, &picked(2, "green"));
    });
    let script = "printf '1\\nrest\\n' >in; { \"$@\" --via stdin --format text Q? a b; } <in";
    Cli::script(script, ["ask"]).run().check(0, "a\n");
}

#[test]
fn f57_a_paste_is_one_answer_and_at_a_menu_one_attempt() {
    let paste = "\u{1b}[200~a\rb\rc\u{1b}[201~\r";
    both(&["ask", "Note?"], |session| {
        session.answer(paste).ends(0, &text("a\nb\nc"));
    });
    both(&COLOURS, |session| {
        session
            .answer(paste)
            .expect("several lines: type one number (2 attempts left)\n");
        session.answer("2\r").ends(0, &picked(2, "green"));
    });
}

#[test]
fn f58_a_long_line_is_never_cut() {
    for option in ["--secret", "--attempts=3"] {
        both(&["ask", option, "Token?"], |session| {
            let long = "x".repeat(6000);
            session.answer(&format!("{long}\r")).ends(0, &text(&long));
        });
    }
}

#[test]
fn f59_the_prompt_is_there_before_a_key_is_pressed() {
    both(&["ask", "Name?"], |session| {
        session
            .expect("Name? > ")
            .send("Ann\r")
            .ends(0, &text("Ann"));
    });
}

#[test]
fn f60_a_cancel_changes_nothing_for_the_next_question() {
    let twice = "\"$@\"; exec \"$@\"";
    for term in ["xterm", "dumb"] {
        let pty = Pty::new(["ask", "Note?"]).env("TERM", term).script(twice);
        let mut session = pty.start();
        session
            .answer("\u{3}")
            .expect(CANCELLED)
            .answer("\u{1b}[200~a\rb\u{1b}[201~\r");
        session.ends(0, &(refused(CANCELLED) + &text("a\nb")));
    }
}

#[test]
fn f61_a_line_end_is_taken_off_whatever_it_is() {
    for line in ["abc", "abc\n", "abc\r\n"] {
        Cli::new(["ask", "--via", "stdin", "Q?"])
            .stdin(line)
            .run()
            .check(0, &text("abc"));
    }
    both(&["ask", "Q?"], |session| {
        session.answer("abc\n").ends(0, &text("abc"));
    });
}

#[test]
fn f62_a_document_that_is_no_text_is_a_bad_request() {
    let ran = Cli::new(["call"]).stdin(b"{\"question\":\"\xff\"}").run();
    assert!(ran.status == 2 && ran.stdout.contains("UTF-8"), "{ran:?}");
    assert!(!ran.stderr.contains("panicked"), "{ran:?}");
}

#[test]
fn f63_a_byte_order_mark_is_skipped() {
    let call =
        "\u{feff}{\"name\":\"ask_user\",\"arguments\":{\"question\":\"Q?\",\"options\":[\"a\"]}}";
    let args = ["call", "--via", "stdin", "c.json"];
    Cli::new(args)
        .file("c.json", call)
        .stdin("\u{feff}1\n")
        .run()
        .check(0, &picked(1, "a"));
}

#[test]
fn f64_wide_questions_leave_nothing_behind_when_keys_are_erased() {
    both(
        &["ask", "部署到生产环境？🚀", "是", "否"],
        |session| {
            session
                .answer("abc\u{7f}\u{7f}\u{7f}")
                .let_pass(Duration::from_millis(200));
            let rows = session.rows();
            assert_eq!(rows, ["部署到生产环境？🚀 1) 是  2) 否 >"]);
            session.send("2\r").ends(0, &picked(2, "否"));
            assert_eq!(session.rows()[0], "部署到生产环境？🚀 1) 是  2) 否 > 2");
        },
    );
}

/// Asks with hostile texts and picks the first choice: what must not reach the
/// screen, and what stands there instead.
#[track_caller]
fn check_hostile(question: &str, label: &str, lacks: &[&str], shows: &[&str]) {
    both(&["ask", question, label, "no"], |session| {
        session.answer("1\r").status();
        session.lacks(lacks).shows(shows);
        let result: serde_json::Value = serde_json::from_str(&session.stdout()).unwrap();
        assert_eq!(result["choice"], label);
    });
    let args = ["ask", "--via", "stdin", question, label, "no"];
    let ran = Cli::new(args).stdin("1\n").run();
    assert_eq!(ran.status, 0, "{ran:?}");
    for text in lacks {
        assert!(!ran.stderr.contains(text), "{text:?}: {ran:?}");
    }
    ran.mentions(shows);
}

#[test]
fn f65_escapes_of_the_caller_are_shown_and_not_sent() {
    check_hostile(
        "\u{1b}[2JHi",
        "\u{1b}]52;c;aGk=\u{7}ok",
        &["\u{1b}[2J", "\u{1b}]52", "\u{7}"],
        &["\\u{1b}[2JHi", "\\u{1b}]52;c;aGk=\\u{7}ok"],
    );
}

#[test]
fn f66_no_query_reaches_the_terminal() {
    check_hostile(
        "Go?\u{1b}]0;2\u{7}\u{1b}[21t\u{1b}[6n",
        "a\u{1b}[c",
        &["\u{1b}]0", "\u{1b}[21t", "\u{1b}[6n", "\u{1b}[c"],
        &["\\u{1b}[6n"],
    );
}

#[test]
fn f67_direction_overrides_and_invisible_characters_are_visible() {
    check_hostile(
        "Go? \u{2066}x\u{2069}\u{2028}\u{e0041}",
        "delete \u{202e}gnp.\u{202c} a\u{200b}b\u{feff}\u{2060}",
        &[
            "\u{2066}",
            "\u{2028}",
            "\u{e0041}",
            "\u{202e}",
            "\u{202c}",
            "\u{200b}",
            "\u{feff}",
        ],
        &["\\u{202e}", "\\u{200b}", "\\u{2066}", "\\u{e0041}"],
    );
    let hebrew = ["ask", "Go?", "שלום", "مرحبا"];
    both(&hebrew, |session| {
        session
            .answer("1\r")
            .ends(0, &picked(1, "שלום"))
            .shows(&["1) שלום", "2) مرحبا"]);
    });
    both(&["ask", "Go?", "👩\u{200d}💻 pair"], |session| {
        session
            .answer("1\r")
            .ends(0, &picked(1, "👩\u{200d}💻 pair"));
        session.shows(&["👩\u{200d}💻 pair"]);
    });
}

#[test]
fn f68_no_control_character_passes() {
    check_hostile(
        "Go?\u{1}\u{e}\u{f}",
        "safe\u{8}\u{8}\u{8}\u{8}rm \u{9b}2J\u{7f}",
        &["\u{8}\u{8}", "\u{9b}", "\u{7f}", "\u{1}", "\u{e}", "\u{f}"],
        &["\\u{8}", "\\u{9b}", "\\u{7f}", "\\u{1}"],
    );
    let call = "{\"question\":\"Go?\\u0000\",\"options\":[\"a\\u0000\\u0085\",\"b\"]}";
    let args = ["call", "--tool", "ask_user", "--via", "stdin", "c.json"];
    let ran = Cli::new(args).file("c.json", call).stdin("2\n").run();
    ran.check(0, &picked(2, "b"));
    assert!(!ran.stderr.contains(['\0', '\u{85}']), "{ran:?}");
}

#[test]
fn hostile_text_is_escaped_in_the_json_too() {
    let args = [
        "ask",
        "--via",
        "stdin",
        "Go?",
        "x\u{9b}2J",
        "delete \u{202e}gnp",
    ];
    let ran = Cli::new(args).stdin("2\n").run();
    ran.check(
        0,
        "{\"answered\":true,\"choice_index\":2,\"choice\":\"delete \\u202egnp\"}\n",
    );
}

#[test]
fn hostile_arguments_are_safe_on_standard_error() {
    for args in [
        &["call", "no\u{1b}[2Jfile"][..],
        &["ask", "--via", "x\u{1b}[2J", "Q?"],
        &["ask", "--frob\u{1b}[2J", "Q?"],
        &["ask", "--choices-from", "no\u{9b}2Jfile", "Q?"],
        &["ask", "--log", "a=b\u{1b}[2J=c", "Q?"],
        &["schema", "x\u{1b}[2J"],
    ] {
        let ran = Cli::new(args.iter().copied()).run();
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(
            !ran.stderr.contains(['\u{1b}', '\u{9b}']),
            "{args:?}: {:?}",
            ran.stderr
        );
    }
    let call = "{\"name\":\"\\u001b[2J\\u202e\",\"arguments\":{}}";
    let ran = Cli::new(["call"]).stdin(call).run();
    assert_eq!(ran.status, 2);
    assert!(!(ran.stderr + &ran.stdout).contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn f69_a_label_wider_than_the_terminal_is_shown_whole() {
    let label = "abcdefghij".repeat(20);
    for term in ["xterm", "dumb"] {
        let pty = Pty::new(["ask", "Which?", &label, "b"])
            .env("TERM", term)
            .size(20, 24);
        let mut session = pty.start();
        session.answer("1\r").ends(0, &picked(1, &label));
        session.lacks(&[
            "\u{1b}[A",
            "\u{1b}[1A",
            "\u{1b}[2A",
            "\u{1b}[2K",
            "\u{1b}[J",
        ]);
        let shown: String = session.screen().split_whitespace().collect();
        assert!(shown.contains(&format!("1){label}")), "{shown}");
    }
}

#[test]
fn f70_resizing_ends_nothing_and_changes_no_input() {
    both(&["ask", "Name?"], |session| {
        session.answer("gre");
        for columns in [100, 40, 9, 200, 80] {
            session
                .resize(columns, 10)
                .let_pass(Duration::from_millis(30));
        }
        session.send("en\r").ends(0, &text("green"));
    });
}

#[test]
fn f71_a_number_that_was_scrolled_away_or_not_shown_is_valid() {
    let labels: Vec<String> = (1..=1000).map(|number| format!("c{number}")).collect();
    let labels = labels.join("\n");
    for term in ["xterm", "dumb"] {
        let pty = Pty::new(["ask", "Which?", "--choices-from", "c"]).file("c", &labels);
        let mut session = pty.env("TERM", term).size(80, 10).start();
        session.expect("... 800 more: type a number, or /text to find\n");
        session.expect("Which? 1-1000 > ");
        session
            .send("950\r")
            .ends(0, &picked(950, "c950"))
            .lacks(&["201) c201\r"]);
    }
}
