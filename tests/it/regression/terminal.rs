//! Secrets, clean output, job control and dumb terminals (F72 to F78, F97 to F102).

use nix::sys::signal::Signal;

use super::both;
use crate::support::{COLOURS, COLOURS_LINE, Cli, NO_OPERATOR, Pty, picked, refused, text};

#[test]
fn f72_a_secret_is_neither_echoed_nor_repeated() {
    both(&["ask", "--secret", "Password?"], |session| {
        session
            .answer("hunter2\r")
            .ends(0, &text("hunter2"))
            .lacks(&["hunter2", "*"]);
        session.shows(&["Answer: (hidden)\n"]);
    });
}

#[test]
fn f73_what_cannot_be_hidden_is_not_read() {
    let script = "\"$@\"; read -r rest; echo \"rest=$rest\"";
    let mut session = Pty::new(["ask", "--secret", "--via", "stdin", "Password?"])
        .script(script)
        .typed_ahead("hunter2\r")
        .start();
    let wanted = refused("this session cannot hide a secret") + "rest=hunter2\n";
    session.ends(0, &wanted);
}

#[test]
fn f74_no_history_and_no_other_file_is_left() {
    both(&["ask", "Name?"], |session| {
        session.answer("Ann\r").ends(0, &text("Ann"));
        assert_eq!(session.files(), Vec::<String>::new());
    });
}

#[test]
fn f75_no_log_level_holds_a_secret() {
    for (term, level) in [("xterm", "trace"), ("xterm", "debug"), ("dumb", "trace")] {
        let mut session = Pty::new(["ask", "--secret", "--log", level, "Password?"])
            .env("TERM", term)
            .env("RUST_LOG", "trace")
            .start();
        session.answer("hunter2\r").ends(0, &text("hunter2"));
        let log = session.stderr();
        assert_eq!(log.matches("ask:answered").count(), 1, "{log}");
        assert!(!log.contains("hunter2"), "{log}");
    }
}

#[test]
fn f76_standard_output_is_the_result_and_nothing_else() {
    both(&COLOURS, |session| {
        session
            .answer("9\r")
            .answer("2\r")
            .ends(0, &picked(2, "green"));
        session.shows(&[COLOURS_LINE]);
        assert_eq!(session.stderr(), "");
    });
}

#[test]
fn f78_standard_error_that_is_a_file_gets_no_escape() {
    both(&["ask", "--log", "trace", "Which?", "red"], |session| {
        session.answer("1\r").ends(0, &picked(1, "red"));
        let log = session.stderr();
        assert!(!log.contains('\u{1b}'), "{log:?}");
    });
    let ran = Cli::new(["ask", "--via", "stdin", "Which?", "red"])
        .stdin("9\n1\n")
        .run();
    assert!(!ran.stderr.contains('\u{1b}'), "{ran:?}");
}

#[test]
fn f97_in_the_background_it_refuses_instead_of_being_stopped() {
    let mut shell = Pty::shell(&["bash", "--norc", "--noprofile", "--noediting", "-i"]);
    shell
        .send("$ASK ask --via tty 'Colour?' red green >out 2>err &\r")
        .expect("% ");
    shell
        .send("wait $!; echo st''atus=$?\r")
        .expect("status=3\n");
    assert_eq!(shell.file("out"), refused(NO_OPERATOR));
    shell.lacks(&["Stopped"]);
}

#[test]
fn f98_suspended_and_resumed_the_line_so_far_is_kept() {
    let mut shell = Pty::shell(&["bash", "--norc", "--noprofile", "--noediting", "-i"]);
    shell
        .send("$ASK ask 'Name?' >out\r")
        .expect("Name? > ")
        .send("gre\u{1a}")
        .expect("% ");
    assert!(shell.settings_are_as_found());
    shell
        .send("fg\r")
        .expect("Name? > ")
        .send("en\r")
        .expect("Answer: ")
        .expect("% ");
    assert_eq!(shell.file("out"), text("green"));
}

#[test]
fn f99_stopped_and_continued_it_still_asks() {
    both(&COLOURS, |session| {
        session.cue().signal(Signal::SIGSTOP).until_stopped();
        session
            .signal(Signal::SIGCONT)
            .send("2\r")
            .ends(0, &picked(2, "green"));
    });
}

#[test]
fn f100_a_terminal_without_a_type_gets_no_escape() {
    for term in [Some("dumb"), Some(""), Some("emacs"), None] {
        for args in [&COLOURS[..], &["ask", "--secret", "Which?", "a", "b"]] {
            let pty = Pty::new(args.iter().copied());
            let pty = match term {
                Some(term) => pty.env("TERM", term),
                None => pty.without_env("TERM"),
            };
            let mut session = pty.start();
            session.answer("9\r").answer("2\r");
            assert_eq!(session.status(), 0, "{term:?}");
            session.lacks(&["\u{1b}"]);
        }
    }
    let mut session = Pty::new(COLOURS).env("NO_COLOR", "1").start();
    session.answer("2\r").ends(0, &picked(2, "green"));
    let raw = session.raw();
    let sgr = String::from_utf8_lossy(&raw)
        .split("\u{1b}[")
        .skip(1)
        .any(|rest| {
            rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';')
                .starts_with('m')
        });
    assert!(!sgr, "{raw:?}");
}

#[test]
fn f101_an_expect_script_passes_a_hundred_times() {
    for _ in 0..100 {
        let mut session = Pty::spawn(["ask", "--plain", "Which colour?", "red", "green", "blue"]);
        session
            .expect(COLOURS_LINE)
            .send("2\r")
            .ends(0, &picked(2, "green"));
        session.lacks(&["\u{1b}"]);
    }
}

#[test]
fn f102_a_list_reads_from_top_to_bottom() {
    both(
        &[
            "ask",
            "--layout",
            "list",
            "Which colour?",
            "red",
            "green",
            "blue",
        ],
        |session| {
            session.cue();
            // The hint is there on capable terminals only.
            let mut rows = session.rows();
            rows.retain(|row| row != "? for help");
            assert_eq!(
                rows,
                [
                    "Which colour?",
                    "  1) red",
                    "  2) green",
                    "  3) blue",
                    "1-3 >"
                ]
            );
            session.send("2\r").ends(0, &picked(2, "green"));
            session.lacks(&["\u{1b}[A", "\u{1b}[1A", "\u{1b}[2J", "\u{1b}[H"]);
        },
    );
}
