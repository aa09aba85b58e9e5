//! Signals, and the end of whoever started the program.

use std::time::Duration;

use nix::sys::signal::Signal;

use super::{Place, READERS};
use crate::support::{CLOSED, Pty, picked, refused, text};

const SECRET: [&str; 3] = ["ask", "-s", "Token?"];
const MENU: [&str; 4] = ["ask", "Which?", "red", "green"];
const SH: &[&str] = &["sh", "-i"];

#[test]
fn signals_that_end_a_process_put_the_terminal_back_first() {
    for place in READERS {
        for args in [&MENU[..], &SECRET] {
            for signal in [
                Signal::SIGQUIT,
                Signal::SIGALRM,
                Signal::SIGUSR1,
                Signal::SIGUSR2,
                Signal::SIGVTALRM,
            ] {
                let mut session = place.pty(args).start();
                session.cue().signal(signal);
                session.ends(-(signal as i32), "");
                let raw = String::from_utf8_lossy(&session.raw()).into_owned();
                let marks = |mark: &str| raw.rfind(mark);
                assert!(
                    marks("\u{1b}[?2004h") <= marks("\u{1b}[?2004l"),
                    "{place:?}"
                );
            }
        }
    }
}

#[test]
fn sigtstp_from_outside_stops_with_the_terminal_as_it_was() {
    for term in ["xterm", "dumb"] {
        let mut shell = Pty::shell(SH);
        shell.send(format!(
            "TERM={term} sh -c 'echo $$ >pid; exec $ASK ask Name? >out'\r"
        ));
        shell.expect("Name? > ").send("half").expect("half");
        shell.send_signal_to("pid", Signal::SIGTSTP);
        shell.expect("% ");
        assert!(shell.settings_are_as_found(), "{term}");
        shell.send("fg\r").expect("Name? > half").send("-done\r");
        shell.expect("Answer: \"half-done\"\n").expect("% ");
        assert_eq!(shell.file("out"), text("half-done"), "{term}");
    }
}

#[test]
fn a_hang_up_has_one_status() {
    for place in READERS {
        for args in [&MENU[..], &SECRET] {
            for _ in 0..5 {
                let mut session = place.pty(args).start();
                session.cue().hang_up();
                session.ends(129, &refused(CLOSED));
            }
        }
    }
}

#[test]
fn the_end_of_the_starter_ends_the_question() {
    for term in ["xterm", "dumb"] {
        let mut shell = Pty::shell(SH);
        shell.send(format!(
            "TERM={term} sh -c 'sh -c \"echo \\$\\$ >pid; \\$ASK ask Which? red green >out; :\"; sleep 60'\r"
        ));
        shell
            .expect("green > ")
            .send_signal_to("pid", Signal::SIGKILL);
        shell.expect("input closed before an answer\n");
        shell.expect_file("out", &refused(CLOSED));
        assert!(shell.settings_are_as_found(), "{term}");
    }
}

#[test]
fn no_core_file_is_written_while_a_secret_may_be_in_memory() {
    let mut shell = Pty::shell(SH);
    shell.send("ulimit -c unlimited; sh -c 'echo $$ >pid; exec $ASK ask -s Token? >out'\r");
    shell.expect("Token? > ");
    let limits = format!("/proc/{}/limits", shell.file("pid").trim());
    let limits = std::fs::read_to_string(limits).unwrap();
    let core = limits
        .lines()
        .find(|line| line.starts_with("Max core file size"));
    let soft = core.and_then(|line| line.split_whitespace().nth(4));
    assert_eq!(soft, Some("0"), "{limits}");
    shell.send("pw\r").expect("Answer: (hidden)\n");
}

#[test]
fn two_signals_at_once_still_give_one_result() {
    for place in [READERS[0], READERS[1], Place::Stdin] {
        let mut session = place.ask(&[]);
        session.cue();
        session.signal(Signal::SIGINT).signal(Signal::SIGTERM);
        session.status();
        assert_eq!(session.stdout().lines().count(), 1, "{place:?}");
    }
}

#[test]
fn sigcont_and_sigwinch_change_nothing() {
    for place in READERS {
        let mut session = place.ask(&[]);
        session.cue().send("2").expect("2");
        for _ in 0..50 {
            session.signal(Signal::SIGCONT).signal(Signal::SIGWINCH);
        }
        session.let_pass(Duration::from_millis(50));
        session.send("\r").ends(0, &picked(2, "green"));
    }
}
