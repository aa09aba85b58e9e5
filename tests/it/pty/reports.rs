//! What a terminal sends by itself, and keys that arrive in parts: no text, no
//! pick and no key, in every reader.

use std::time::Duration;

use super::{Place, READERS};
use crate::support::{CANCELLED, CLOSED, picked, refused, text};

/// Replies and reports: colours, attributes, modes, sizes, names, focus, mouse.
const REPORTS: [&str; 12] = [
    "\u{1b}]11;rgb:1e1d/1e1d/1e1d\u{7}",
    "\u{1b}]11;rgb:1e1d/1e1d/1e1d\u{1b}\\",
    "\u{1b}[?62;22c",
    "\u{1b}[>1;4000;20c",
    "\u{1b}[?2026;2$y",
    "\u{1b}[8;24;80t",
    "\u{1b}P>|XTerm(390)\u{1b}\\",
    "\u{1b}_Gi=31;OK\u{1b}\\",
    "\u{1b}[I",
    "\u{1b}[<0;10;5M",
    "\u{1b}[M !!",
    "\u{1b}[27;2;13~",
];

/// Longer than a key sequence takes to arrive.
const PAUSE: Duration = Duration::from_millis(120);

#[test]
fn reports_are_no_input_at_a_menu() {
    for place in READERS {
        let mut session = place.ask(&[]);
        session.cue();
        for report in REPORTS {
            session.send(report);
        }
        session.send("2\r").ends(0, &picked(2, "green"));
    }
}

#[test]
fn reports_are_no_input_in_a_text_nor_in_a_secret() {
    for place in READERS {
        for args in [&["ask", "Token?"][..], &["ask", "-s", "Token?"]] {
            let mut session = place.pty(args).start();
            session.cue();
            for report in REPORTS {
                session.send(report).send("x");
            }
            session
                .send("\r")
                .ends(0, &text(&"x".repeat(REPORTS.len())));
        }
    }
}

#[test]
fn a_report_that_stops_after_its_escape_is_one_all_the_same() {
    for place in READERS {
        let mut session = place.pty(&["ask", "-s", "Token?"]).start();
        session.cue();
        session.send("\u{1b}").let_pass(PAUSE);
        session.send("]11;rgb:1e1d/1e1d/1e1d\u{7}").let_pass(PAUSE);
        session.send("\u{1b}[?62").let_pass(PAUSE);
        session.send(";22c").send("pw\r").ends(0, &text("pw"));
    }
}

#[test]
fn function_keys_of_the_linux_console_change_nothing() {
    for place in READERS {
        let mut session = place.ask(&[]);
        session.answer("\u{1b}[[A\u{1b}[[B\u{1b}[[E2\r");
        session.ends(0, &picked(2, "green"));
    }
}

#[test]
fn keys_in_the_way_of_kitty_are_keys() {
    for place in READERS {
        place
            .ask(&[])
            .answer("\u{1b}[99;5u")
            .ends(130, &refused(CANCELLED));
        place
            .ask(&[])
            .answer("\u{1b}[100;5u")
            .ends(5, &refused(CLOSED));
        place
            .ask(&[])
            .answer("\u{1b}[50u\u{1b}[13u")
            .ends(0, &picked(2, "green"));
    }
}

#[test]
fn ctrl_c_works_after_half_a_sequence_and_in_an_open_paste() {
    for place in READERS {
        for half in ["\u{1b}[", "\u{1b}]11;rgb", "\u{1b}P", "\u{1b}[200~abc"] {
            let mut session = place.ask(&[]);
            session.answer(half).let_pass(PAUSE);
            session.send("\u{3}").ends(130, &refused(CANCELLED));
        }
        let mut session = place.ask(&[]);
        session
            .answer("\u{1b}[\u{3}")
            .ends(130, &refused(CANCELLED));
    }
}

#[test]
fn a_paste_whose_end_does_not_come_is_over_after_a_second() {
    for place in READERS {
        let mut session = place.ask(&["-t"]);
        session.answer("\u{1b}[200~teal");
        session.let_pass(Duration::from_millis(1200));
        session.send("\r").ends(0, &text("teal"));
    }
}

#[test]
fn carriage_return_and_line_feed_are_one_enter() {
    for place in READERS {
        let mut session = place.ask(&["-m", "-d", "3"]);
        session.answer("1\r\n").answer("2\r\n");
        session.expect("[x] green").answer("4\r\n");
        session.ends(
            0,
            "{\"answered\":true,\"choice_indices\":[1,2,3],\"choices\":[\"red\",\"green\",\"blue\"]}\n",
        );
        // Also where the line feed comes a moment later.
        let mut session = place.ask(&["-d", "1"]);
        session.answer("9\r").let_pass(PAUSE);
        session.send("\n").let_pass(PAUSE);
        session.send("2\r").ends(0, &picked(2, "green"));
    }
}

#[test]
fn a_tab_is_a_blank_at_a_menu_and_is_kept_in_a_text() {
    for place in READERS {
        let mut session = place.ask(&[]);
        session.answer("\t2\t\r").ends(0, &picked(2, "green"));
        let mut session = place.pty(&["ask", "Text?"]).start();
        session.answer("a\tb\r");
        session.ends(0, "{\"answered\":true,\"text\":\"a\\tb\"}\n");
    }
}

#[test]
fn a_very_long_line_costs_no_more_than_its_length() {
    for place in [Place::Editor, Place::Dumb("dumb")] {
        let mut session = place.pty(&["ask", "Text?"]).start();
        session.cue();
        let long = "a".repeat(200_000);
        session.send(&long).send("\r");
        session.ends(0, &text(&long));
        // Each character is echoed once, and once more in the answer.
        let shown = session.raw().len();
        assert!(shown < 3 * long.len(), "{place:?}: {shown} bytes");
    }
}
