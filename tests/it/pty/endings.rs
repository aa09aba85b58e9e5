//! Every way in which a question ends, at every place where one can be asked:
//! exit status, JSON and line settings, each compared at once.

use std::time::Duration;

use nix::sys::signal::Signal;

use super::{Place, READERS, TERMINALS};
use crate::support::{
    CANCELLED, CLOSED, COLOURS, CTRL_C, CTRL_D, Cli, EXHAUSTED, NO_OPERATOR, Pty, Session, picked,
    refused, text,
};

const TIMED_OUT: &str = "no answer within 1 s";

/// Asks, acts at the cue, and compares the end and the last line shown.
#[track_caller]
fn check(
    place: Place,
    options: &[&'static str],
    act: impl FnOnce(&mut Session),
    status: i32,
    stdout: &str,
    last: &str,
) {
    let mut session = place.ask(options);
    session.cue();
    act(&mut session);
    session.ends(status, stdout);
    let screen = session.screen();
    assert!(
        screen.ends_with(&format!("\n{last}\n")),
        "{place:?}: {screen:?}"
    );
    if place != Place::Editor {
        session.lacks(&["\u{1b}"]);
    }
}

/// Presses keys at every kind of terminal.
#[track_caller]
fn check_keys(keys: &str, status: i32, stdout: &str, last: &str) {
    for place in TERMINALS {
        check(
            place,
            &[],
            |session| {
                session.send(keys);
            },
            status,
            stdout,
            last,
        );
    }
}

#[test]
fn an_answer_ends_it() {
    check_keys("2\r", 0, &picked(2, "green"), "Answer: 2) green");
}

#[test]
fn ctrl_c_ends_it_as_cancelled() {
    check_keys(CTRL_C, 130, &refused(CANCELLED), CANCELLED);
}

#[test]
fn ctrl_d_ends_it_as_closed() {
    check_keys(CTRL_D, 5, &refused(CLOSED), CLOSED);
}

#[test]
fn ctrl_d_ends_it_as_closed_with_half_a_line_too() {
    check_keys("gre\u{4}", 5, &refused(CLOSED), CLOSED);
}

#[test]
fn ctrl_backslash_is_a_cancel_at_the_plain_reader() {
    for place in [Place::Dumb("dumb"), Place::Plain] {
        let act = |session: &mut Session| {
            session.send("gr\u{1c}");
        };
        check(place, &[], act, 130, &refused(CANCELLED), CANCELLED);
    }
}

#[test]
fn the_last_attempt_ends_it_as_exhausted() {
    for place in TERMINALS {
        let act = |session: &mut Session| {
            session.send("0\r").answer("9\r").answer("x\r");
        };
        check(place, &[], act, 4, &refused(EXHAUSTED), EXHAUSTED);
    }
}

#[test]
fn the_operator_can_decline_or_ask_to_talk_first() {
    let declined = "operator declined: not mine";
    let discuss = "operator wants to talk first";
    for place in READERS {
        let decline = |session: &mut Session| {
            session.send("! not mine\r");
        };
        check(place, &[], decline, 6, &refused(declined), declined);
        let talk = |session: &mut Session| {
            session.send("~\r");
        };
        check(place, &[], talk, 7, &refused(discuss), discuss);
    }
}

/// Signals from outside, with half a line typed where there is a keyboard.
#[track_caller]
fn check_signal(signal: Signal, status: i32, reason: &str) {
    for place in [&TERMINALS[..], &[Place::Stdin]].concat() {
        for half in ["", "gr"] {
            let act = |session: &mut Session| {
                session.send(half).signal(signal);
            };
            check(place, &[], act, status, &refused(reason), reason);
        }
    }
}

#[test]
fn sigterm_ends_it_as_closed_with_its_own_status() {
    check_signal(Signal::SIGTERM, 143, CLOSED);
}

#[test]
fn sighup_ends_it_as_closed_with_its_own_status() {
    check_signal(Signal::SIGHUP, 129, CLOSED);
}

#[test]
fn sigint_from_outside_ends_it_as_cancelled() {
    check_signal(Signal::SIGINT, 130, CANCELLED);
}

#[test]
fn a_deadline_ends_it_at_every_place() {
    let stdout = refused(TIMED_OUT);
    for place in [&TERMINALS[..], &[Place::Stdin]].concat() {
        check(place, &["--timeout", "1"], |_| {}, 124, &stdout, TIMED_OUT);
    }
}

#[test]
fn a_deadline_ends_half_a_line_too() {
    let stdout = refused(TIMED_OUT);
    for place in [&READERS[..], &[Place::Stdin]].concat() {
        let act = |session: &mut Session| {
            session.send("gr");
        };
        check(place, &["--timeout", "1"], act, 124, &stdout, TIMED_OUT);
    }
}

#[test]
fn a_deadline_takes_the_recommended_choice_only_where_that_was_wished() {
    let options = ["--timeout", "1", "--on-timeout", "recommended"];
    let taken = "{\"answered\":true,\"choice_index\":2,\"choice\":\"green\",\"timed_out\":true}\n";
    for place in [&READERS[..], &[Place::Stdin]].concat() {
        let recommended = [&options[..], &["-r", "2"]].concat();
        let mut session = place.ask(&recommended);
        session.cue().ends(0, taken).shows(&["Answer: 2) green"]);
        check(place, &options, |_| {}, 124, &refused(TIMED_OUT), TIMED_OUT);
    }
}

#[test]
fn every_key_starts_the_deadline_anew() {
    for place in [&READERS[..], &[Place::Stdin]].concat() {
        let mut session = place.ask(&["-t", "--timeout", "4"]);
        session.cue();
        for _ in 0..5 {
            session.send("x").let_pass(Duration::from_secs(1));
        }
        let enter = if place == Place::Stdin { "\n" } else { "\r" };
        session.send(enter).ends(0, &text("xxxxx"));
    }
}

#[test]
fn a_key_that_changes_nothing_starts_the_deadline_anew_too() {
    for place in READERS {
        let mut session = place.ask(&["--timeout", "4"]);
        session.cue();
        for key in ["\u{1b}[D", "\u{1b}", "\u{c}", "\u{1b}OP", "\u{1b}[A"] {
            session.send(key).let_pass(Duration::from_secs(1));
        }
        session.send("2\r").ends(0, &picked(2, "green"));
    }
}

#[test]
fn the_deadline_does_not_run_at_the_other_line() {
    for place in READERS {
        let mut session = place.ask(&["-o", "--timeout", "3"]);
        session.answer("4\r").expect("Other > ");
        session
            .let_pass(Duration::from_secs(4))
            .send("teal\r")
            .ends(0, &text("teal"));
    }
}

#[test]
fn hanging_up_ends_it_as_closed() {
    for place in TERMINALS {
        for half in ["", "gr"] {
            let mut session = place.ask(&[]);
            session.cue().send(half).hang_up();
            session.ends_with_one_of(&[5, 129], &refused(CLOSED));
            assert_eq!(session.stderr(), "", "{place:?}");
        }
    }
}

#[test]
fn the_end_of_a_pipe_is_closed() {
    for half in ["", "gr"] {
        let mut session = Place::Stdin.ask(&[]);
        session.cue().send(half).hang_up();
        session.ends(5, &refused(CLOSED));
    }
}

#[test]
fn nobody_is_a_refusal_at_once() {
    let args = ["ask", "--via", "none", "Which colour?", "red"];
    for place in TERMINALS {
        let mut session = place.pty(&args).start();
        session.ends(3, &refused(NO_OPERATOR));
        assert_eq!(session.screen(), "", "{place:?}");
    }
    Cli::new(COLOURS).run().check(3, &refused(NO_OPERATOR));
    Cli::new(COLOURS)
        .silent_stdin()
        .run()
        .check(3, &refused(NO_OPERATOR));
}

#[test]
fn standard_input_is_no_operator_by_itself() {
    let mut session = Pty::new(COLOURS).stdin("1\n").start();
    session.answer("2\r").ends(0, &picked(2, "green"));
}
