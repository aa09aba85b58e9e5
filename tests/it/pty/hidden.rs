//! Secrets at a terminal: nothing of them is shown, logged or left behind.

use std::time::Duration;

use nix::sys::signal::Signal;

use super::{Place, READERS};
use crate::support::{CANCELLED, CLOSED, CTRL_D, Cli, EXHAUSTED, refused, text};

const PASSWORD: [&str; 3] = ["ask", "--secret", "Password?"];

#[test]
fn a_secret_is_not_shown_and_echo_is_off_before_the_cue() {
    for place in READERS {
        let mut session = place.pty(&PASSWORD).start();
        session.expect("Password? > ");
        assert!(!session.echoes(), "{place:?}");
        session.send("hunter2\r").ends(0, &text("hunter2"));
        assert!(session.echoes(), "{place:?}");
        assert_eq!(
            session.screen(),
            "Password? > \nAnswer: (hidden)\n",
            "{place:?}"
        );
        session.lacks(&["hunter2", "*"]);
    }
}

/// Types a secret.
#[track_caller]
fn check(keys: &str, status: i32, stdout: &str) {
    for place in READERS {
        let mut session = place.pty(&PASSWORD).start();
        session.answer(keys).ends(status, stdout);
        session.lacks(&["pw", "hun", "*"]);
    }
}

#[test]
fn a_secret_is_taken_verbatim() {
    check(" ! pw\\\r", 0, &text(" ! pw\\"));
    check("?\r", 0, &text("?"));
    check(" \r", 0, &text(" "));
    check("~ pw # note \r", 0, &text("~ pw # note "));
    check("pwx\u{7f}\r", 0, &text("pw"));
    check("wrong\u{15}pw\r", 0, &text("pw"));
}

#[test]
fn a_secret_can_be_left_by_its_two_keys() {
    check("hun\u{3}", 130, &refused(CANCELLED));
    check("hun\u{4}", 5, &refused(CLOSED));
    check(CTRL_D, 5, &refused(CLOSED));
}

#[test]
fn an_empty_secret_is_an_attempt() {
    for place in READERS {
        let mut session = place.pty(&PASSWORD).start();
        session
            .answer("\r")
            .answer("\r")
            .answer("\r")
            .ends(4, &refused(EXHAUSTED));
    }
}

#[test]
fn echo_comes_back_however_a_secret_ends() {
    for place in READERS {
        for (signal, status, reason) in [
            (Signal::SIGTERM, 143, CLOSED),
            (Signal::SIGHUP, 129, CLOSED),
            (Signal::SIGINT, 130, CANCELLED),
        ] {
            let mut session = place.pty(&PASSWORD).start();
            session
                .answer("hun")
                .signal(signal)
                .ends(status, &refused(reason))
                .lacks(&["hun"]);
        }
        let args = ["ask", "--secret", "--timeout", "1", "Password?"];
        let mut session = place.pty(&args).start();
        session.cue().ends(124, &refused("no answer within 1 s"));
        let mut session = place.pty(&PASSWORD).start();
        session
            .cue()
            .send("hun")
            .hang_up()
            .ends_with_one_of(&[5, 129], &refused(CLOSED));
    }
}

#[test]
fn keys_that_wait_before_a_secret_are_thrown_away() {
    for place in READERS {
        let mut session = place
            .pty(&PASSWORD)
            .stty(&["-echo"])
            .typed_ahead("early\r")
            .start();
        session
            .answer("pw\r")
            .ends(0, &text("pw"))
            .lacks(&["early", "pw"]);
    }
}

#[test]
fn a_secret_line_that_is_no_text_is_an_attempt() {
    for place in READERS {
        let mut session = place.pty(&PASSWORD).start();
        session
            .cue()
            .send(b"\xffhun\r")
            .expect("(2 attempts left)\n");
        session
            .answer("pw\r")
            .ends(0, &text("pw"))
            .lacks(&["hun", "pw"]);
    }
}

#[test]
fn no_log_holds_a_secret_or_its_length() {
    for place in READERS {
        let args = [
            "ask",
            "--secret",
            "--log",
            "trace",
            "--log-file",
            "log",
            "Password?",
        ];
        let mut session = place.pty(&args).start();
        session.answer("hunter2\r").ends(0, &text("hunter2"));
        let log = session.file("log");
        assert_eq!(log.matches("ask:answered").count(), 1, "{log}");
        let event = log
            .lines()
            .find(|line| line.contains("ask:answered"))
            .unwrap();
        assert!(
            !log.contains("hunter2") && !event.contains(" 7") && !event.contains("=7"),
            "{log}"
        );
    }
}

#[test]
fn no_log_and_no_message_tells_which_choice_was_taken() {
    for place in READERS {
        let args = [
            "ask",
            "--secret",
            "--log",
            "trace",
            "--log-file",
            "log",
            "--layout",
            "list",
            "Which?",
            "alpha",
            "beta",
            "gamma",
        ];
        let mut session = place.pty(&args).start();
        session.answer("9\r").answer("3\r");
        session.ends(
            0,
            "{\"answered\":true,\"choice_index\":3,\"choice\":\"gamma\"}\n",
        );
        session
            .shows(&["that is not on the menu: ", "Answer: (hidden)\n"])
            .lacks(&["9", "Answer: 3"]);
        let log = session.file("log");
        // What was asked may be logged, what was typed may not.
        for event in log.lines().filter(|line| !line.contains("ask:prompt")) {
            let (_, event) = event.split_once("oc_chat::tools").expect("an event");
            let tells = ["gamma", "9", "number", "index", "=3"];
            assert!(
                !tells.iter().any(|tell| event.contains(tell)) || event.contains("choices=3"),
                "{log}"
            );
        }
    }
}

#[test]
fn a_pipe_may_carry_a_secret_where_the_launcher_says_so() {
    let cli = || Cli::new(["ask", "--secret", "--via", "stdin", "Password?"]);
    let ran = cli().stdin(" pw \n").run();
    ran.check(0, &text(" pw "))
        .says("Password? > \nAnswer: (hidden)\n");
    cli().stdin("pw\r\n").run().check(0, &text("pw"));
    cli().stdin("").run().check(5, &refused(CLOSED));
}

#[test]
fn what_cannot_be_hidden_is_refused_and_not_read() {
    let mut session = Place::Editor
        .pty(&["ask", "--secret", "--via", "stdin", "Password?"])
        .typed_ahead("hunter2\r")
        .start();
    session.ends(3, &refused("this session cannot hide a secret"));
}

/// Nobody can continue a session without a shell, so nothing stops.
#[test]
fn ctrl_z_shows_nothing_of_a_secret_where_nothing_stops() {
    for place in READERS {
        let mut session = place.pty(&PASSWORD).start();
        session.cue().send("pw\u{1a}");
        for key in ["7", "8", "9"] {
            session.let_pass(Duration::from_millis(5)).send(key);
        }
        session.send("\r").ends(0, &text("pw789"));
        session.lacks(&["7", "8", "9"]);
    }
}
