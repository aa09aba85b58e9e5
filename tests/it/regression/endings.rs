//! How questions end: timeouts, Ctrl+C, signals, end of input (F13 to F33).

use std::collections::BTreeSet;
use std::time::Duration;

use nix::sys::signal::Signal;

use super::both;
use crate::support::{
    CANCELLED, CLOSED, COLOURS, CTRL_C, CTRL_D, Cli, Pty, colours, picked, refused, text,
};

const LIMITED: &str = "no answer within 1 s";

#[test]
fn f13_silence_is_no_answer_and_without_a_limit_it_waits() {
    both(&colours(&["-r", "2", "--timeout", "1"]), |session| {
        session.cue().ends(124, &refused(LIMITED));
    });
    both(&colours(&["-r", "2"]), |session| {
        session.cue().let_pass(Duration::from_secs(3)).send("1\r");
        session.ends(0, &picked(1, "red"));
    });
}

#[test]
fn f14_the_recommended_choice_at_the_limit_is_opt_in_and_marked() {
    let taken = "{\"answered\":true,\"choice_index\":2,\"choice\":\"green\",\"timed_out\":true}\n";
    let policy = ["--timeout", "1", "--on-timeout", "recommended"];
    both(&colours(&[&policy[..], &["-r", "2"]].concat()), |session| {
        session.cue().ends(0, taken);
    });
    both(&colours(&policy), |session| {
        session.cue().ends(124, &refused(LIMITED));
    });
}

#[test]
fn f16_no_limit_by_zero_and_an_error_for_what_is_none() {
    both(&colours(&["--timeout", "0"]), |session| {
        session
            .cue()
            .let_pass(Duration::from_millis(1500))
            .send("1\r");
        session.ends(0, &picked(1, "red"));
    });
    for limit in ["-1", "1e18", "soon", "1000000000000000000", ""] {
        let limit = format!("--timeout={limit}");
        Cli::new(["ask", &limit, "Q?"])
            .run()
            .check(2, "")
            .mentions(&["--timeout"]);
    }
}

#[test]
fn f17_other_stops_the_clock_and_keeps_pasted_line_breaks() {
    both(&colours(&["-o", "--timeout", "2"]), |session| {
        session
            .answer("4\r")
            .expect("Other > ")
            .let_pass(Duration::from_secs(4));
        session
            .send("\u{1b}[200~a\rb\u{1b}[201~\r")
            .ends(0, &text("a\nb"));
    });
}

#[test]
fn f18_the_endings_have_statuses_of_their_own() {
    let mut statuses = BTreeSet::new();
    statuses.extend([
        Cli::new(COLOURS).run().status,
        Cli::new(["ask"]).run().status,
    ]);
    for (options, keys) in [
        (&[][..], "2\r"),
        (&[], CTRL_C),
        (&[], CTRL_D),
        (&[], "!\r"),
        (&[], "~\r"),
        (&["--attempts", "1"], "x\r"),
        (&["--timeout", "1"], ""),
    ] {
        statuses.insert(Pty::spawn(colours(options)).answer(keys).status());
    }
    assert_eq!(statuses, BTreeSet::from([0, 2, 3, 4, 5, 6, 7, 124, 130]));
}

#[test]
fn f19_a_picked_no_is_an_answer_and_a_cancel_is_none() {
    let question = ["ask", "Go on?", "Yes", "No"];
    both(&question, |session| {
        session.answer("2\r").ends(0, &picked(2, "No"));
    });
    both(&question, |session| {
        session.answer(CTRL_C).ends(130, &refused(CANCELLED));
    });
}

#[test]
fn f20_an_interrupted_read_is_a_cancel_and_no_error() {
    both(&COLOURS, |session| {
        session
            .cue()
            .signal(Signal::SIGINT)
            .ends(130, &refused(CANCELLED));
        assert_eq!(session.stderr(), "");
    });
}

#[test]
fn f21_one_ctrl_c_is_enough_with_half_a_line() {
    both(&COLOURS, |session| {
        session.answer("gre\u{3}").ends(130, &refused(CANCELLED));
    });
}

#[test]
fn f24_ctrl_c_takes_neither_default_nor_recommendation() {
    for option in ["-r", "-d"] {
        both(&["ask", option, "1", "Go on?", "Yes", "No"], |session| {
            session.answer(CTRL_C).ends(130, &refused(CANCELLED));
        });
    }
}

#[test]
fn f25_a_cancel_is_no_value_and_its_words_can_be_typed() {
    both(&["ask", "Note?"], |session| {
        session.answer(CTRL_C).ends(
            130,
            "{\"answered\":false,\"reason\":\"operator cancelled (Ctrl+C)\"}\n",
        );
    });
    both(&["ask", "Note?"], |session| {
        session
            .answer("operator cancelled (Ctrl+C)\r")
            .ends(0, &text(CANCELLED));
    });
}

#[test]
fn f26_the_interrupt_key_of_the_terminal_cancels() {
    for term in ["xterm", "dumb"] {
        let mut session = Pty::new(COLOURS)
            .env("TERM", term)
            .stty(&["intr", "^Q"])
            .start();
        session.answer("\u{11}").ends(130, &refused(CANCELLED));
    }
}

#[test]
fn f27_the_same_keys_end_alike_with_every_reader() {
    for keys in [
        "2\r",
        "9\r2\r",
        "\r\r\r",
        "gr\u{3}",
        "gr\u{4}",
        "0\rx\r3\r",
        "~\r",
        "! no\r",
    ] {
        let ends = |pty: Pty| {
            let mut session = pty.start();
            (session.answer(keys).status(), session.stdout())
        };
        let editor = ends(Pty::new(COLOURS));
        assert_eq!(
            editor,
            ends(Pty::new(COLOURS).env("TERM", "dumb")),
            "{keys:?}"
        );
        assert_eq!(editor, ends(Pty::new(colours(&["--plain"]))), "{keys:?}");
        if !keys.contains(['\u{3}', '\u{4}']) {
            let lines = keys.replace('\r', "\n");
            let ran = Cli::new(colours(&["--via", "stdin"])).stdin(lines).run();
            assert_eq!(editor, (ran.status, ran.stdout), "{keys:?}");
        }
    }
}

#[test]
fn f28_the_cursor_stays_visible_and_the_last_byte_is_a_newline() {
    for keys in [CTRL_C, CTRL_D, "2\r", "gr\u{3}", "!\r"] {
        both(&COLOURS, |session| {
            session.answer(keys).status();
            session.lacks(&["\u{1b}[?25l"]);
            assert!(session.settings_are_as_found(), "{keys:?}");
            assert_eq!(session.raw().last(), Some(&b'\n'), "{keys:?}");
        });
    }
}

#[test]
fn f29_sigterm_and_sighup_put_the_terminal_back() {
    for (signal, status) in [(Signal::SIGTERM, 143), (Signal::SIGHUP, 129)] {
        both(&COLOURS, |session| {
            session
                .answer("gr")
                .signal(signal)
                .ends(status, &refused(CLOSED));
        });
    }
}

#[test]
fn f30_echo_that_was_off_stays_off() {
    for term in ["xterm", "dumb"] {
        let pty = Pty::new(["ask", "--secret", "Password?"]).env("TERM", term);
        let mut session = pty.stty(&["-echo"]).start();
        session.answer("hunter2\r").ends(0, &text("hunter2"));
        assert!(!session.echoes(), "{term}");
    }
}

#[test]
fn f31_ctrl_d_ends_the_question_at_the_first_prompt() {
    both(&COLOURS, |session| {
        session.answer(CTRL_D).ends(5, &refused(CLOSED));
        assert_eq!(session.screen().matches("Which colour?").count(), 1);
    });
}

#[test]
fn f32_a_terminal_that_is_gone_is_closed_and_no_crash() {
    both(&COLOURS, |session| {
        session
            .cue()
            .hang_up()
            .ends_with_one_of(&[5, 129], &refused(CLOSED));
        assert_eq!(session.stderr(), "");
    });
}

#[test]
fn f33_the_end_of_a_pipe_is_closed_and_no_attempt() {
    let ran = Cli::new(colours(&["--via", "stdin"])).stdin("9\n9\n").run();
    ran.check(5, &refused(CLOSED));
    assert_eq!(ran.stderr.matches("Which colour?").count(), 3, "{ran:?}");
}
