//! Lines that are long, no text, or come through a pipe.

use super::{Place, READERS};
use crate::support::{CANCELLED, CLOSED, Cli, picked, refused, text};

const LONG: usize = 10_000;

#[test]
fn a_line_of_ten_thousand_characters_arrives_whole() {
    for place in READERS {
        let long = "x".repeat(LONG);
        let mut session = place.pty(&["ask", "Token?"]).start();
        session.answer(&format!("{long}\r")).ends(0, &text(&long));
    }
}

#[test]
fn a_secret_of_ten_thousand_characters_arrives_whole() {
    for place in READERS {
        let long = "k".repeat(LONG);
        let mut session = place.pty(&["ask", "--secret", "Token?"]).start();
        session
            .answer(&format!("{long}\r"))
            .ends(0, &text(&long))
            .lacks(&["kk"]);
    }
}

#[test]
fn a_line_of_ten_thousand_wide_characters_arrives_whole() {
    for place in READERS {
        let long = "山".repeat(LONG / 2);
        let mut session = place.pty(&["ask", "Token?"]).start();
        session.answer(&format!("{long}\r")).ends(0, &text(&long));
    }
}

#[test]
fn a_pipe_carries_lines_of_up_to_a_mebibyte() {
    let cli = || Cli::new(["ask", "--via", "stdin", "Token?"]);
    let long = "x".repeat(1 << 20);
    let closed = refused("input closed before an answer");
    for end in ["", "\n", "\r\n"] {
        let ran = cli().stdin(format!("{long}{end}")).run();
        ran.check(0, &text(&long));
        for line in [format!("{long}x{end}"), "x".repeat(3 << 20) + end] {
            let ran = cli().stdin(line).run();
            ran.check(5, &closed).mentions(&["longer than 1 MiB"]);
        }
    }
    let ran = cli().stdin(format!("{long}\r")).run();
    ran.check(5, &closed).mentions(&["longer than 1 MiB"]);
}

#[test]
fn a_line_that_is_no_text_is_one_attempt() {
    let message = "the line is not UTF-8: type a number from 1 to 3 (2 attempts left)\n";
    for bytes in [
        &b"\xff\r"[..],
        b"2\xff\r",
        b"\xff2\xfe3\r",
        b"gr\xc3\x28en\r",
    ] {
        for place in READERS {
            let mut session = place.ask(&[]);
            session.cue().send(bytes).expect(message);
            session.answer("2\r").ends(0, &picked(2, "green"));
            session.lacks(&["(1 attempt left)"]);
        }
        let piped = [bytes.strip_suffix(b"\r").unwrap(), b"\n2\n"].concat();
        let cli = Cli::new(["ask", "--via", "stdin", "Which?", "red", "green", "blue"]);
        cli.stdin(piped)
            .run()
            .check(0, &picked(2, "green"))
            .mentions(&[message]);
    }
}

#[test]
fn ctrl_c_and_ctrl_d_end_a_line_that_is_no_text_too() {
    for place in READERS {
        for (key, status, reason) in [("\u{3}", 130, CANCELLED), ("\u{4}", 5, CLOSED)] {
            let mut session = place.ask(&[]);
            session.cue().send(b"\xffgr").send(b"\xc3");
            session.send(key).ends(status, &refused(reason));
        }
    }
}

#[test]
fn three_lines_that_are_no_text_exhaust_the_question() {
    for place in READERS {
        let mut session = place.ask(&[]);
        for _ in 0..3 {
            session.cue().send(b"\xff\r");
        }
        session.ends(4, &refused("no valid answer (max attempts exhausted)"));
    }
}

/// Sends bytes through a pipe to a question with choices.
#[track_caller]
fn check_pipe(bytes: impl AsRef<[u8]>, status: i32, stdout: &str) {
    let args = ["ask", "--via", "stdin", "Which?", "red", "green", "blue"];
    Cli::new(args).stdin(bytes).run().check(status, stdout);
}

#[test]
fn line_ends_and_byte_order_marks_are_taken_off() {
    check_pipe("2\n", 0, &picked(2, "green"));
    check_pipe("2\r\n", 0, &picked(2, "green"));
    check_pipe("\u{feff}2\r\n", 0, &picked(2, "green"));
    check_pipe("2", 0, &picked(2, "green"));
    check_pipe(" 2 \t\n", 0, &picked(2, "green"));
}

#[test]
fn nothing_is_thrown_away_from_a_pipe() {
    check_pipe("9\nx\n2\n", 0, &picked(2, "green"));
    let args = ["ask", "--via", "stdin", "-o", "Which?", "red"];
    Cli::new(args)
        .stdin("2\nteal\n")
        .run()
        .check(0, &text("teal"));
}

#[test]
fn the_end_of_a_pipe_is_no_attempt() {
    let closed = refused("input closed before an answer");
    check_pipe("", 5, &closed);
    check_pipe("9\n9\n", 5, &closed);
    check_pipe("9\n9", 5, &closed);
}

#[test]
fn an_endless_pipe_comes_to_an_end() {
    let exhausted = refused("no valid answer (max attempts exhausted)");
    check_pipe("y\n".repeat(5000), 4, &exhausted);
    check_pipe("?\n".repeat(5000), 4, &exhausted);
    check_pipe("/x\n".repeat(5000), 4, &exhausted);
    check_pipe("gre\n".repeat(5000), 4, &exhausted);
    check_pipe("\0".repeat(1000) + "\n\n\n\n", 4, &exhausted);
}

#[test]
fn lines_of_a_file_do_too() {
    let script = "printf '9\\n2\\n' >lines; exec \"$@\" <lines";
    let args = ["ask", "--via", "stdin", "Which?", "red", "green"];
    Cli::script(script, args)
        .run()
        .check(0, &picked(2, "green"));
}

#[test]
fn standard_input_that_is_a_terminal_can_be_named_as_the_pipe() {
    let mut session = Place::Editor
        .pty(&["ask", "--via", "stdin", "Which?", "red", "green"])
        .script("exec \"$@\" 2>/dev/tty")
        .start();
    session
        .answer("2\r")
        .ends(0, &picked(2, "green"))
        .lacks(&["\u{1b}"]);
}
