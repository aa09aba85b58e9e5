//! Output that nobody takes delays the text and nothing else.

use std::time::Duration;

use nix::sys::signal::Signal;

use super::{Place, READERS};
use crate::support::{CANCELLED, CLOSED, Pty, Session, picked, refused};

/// Long enough for the program to fill the buffers of the terminal.
const FILLED: Duration = Duration::from_millis(500);

/// A question whose menu fills the buffers of a terminal.
fn large_menu(place: Place, options: &[&'static str]) -> Session {
    let args = [&["ask", "--choices-from", "choices"], options, &["Which?"]].concat();
    let rows = (1..=200).map(|n| format!("choice {n} {}\n", "x".repeat(500)));
    place
        .pty(&args)
        .file("choices", rows.collect::<String>())
        .start()
}

#[test]
fn a_terminal_that_is_not_read_holds_no_end_up() {
    for place in READERS {
        for (signal, status, reason) in [
            (Signal::SIGTERM, 143, CLOSED),
            (Signal::SIGINT, 130, CANCELLED),
        ] {
            let mut session = large_menu(place, &[]);
            session.leave_unread(FILLED).signal(signal);
            assert_eq!(session.status_unread(), status, "{place:?}");
            assert_eq!(session.stdout(), refused(reason), "{place:?}");
            assert!(session.settings_are_as_found(), "{place:?}");
        }
        let mut session = large_menu(place, &["--timeout", "1"]);
        assert_eq!(session.status_unread(), 124, "{place:?}");
        let mut session = large_menu(place, &[]);
        session.leave_unread(FILLED).send("\u{3}");
        assert_eq!(session.status_unread(), 130, "{place:?}");
    }
}

#[test]
fn output_that_was_stopped_by_ctrl_s_goes_on() {
    for place in READERS {
        let mut session = place
            .pty(&["ask", "Which?", "red", "green"])
            .typed_ahead("\u{13}")
            .start();
        session.answer("\u{13}2\r").ends(0, &picked(2, "green"));
    }
}

/// Opens a pipe that is full as descriptor 7, and keeps its other end open.
const FULL_PIPE: &str = "mkfifo full; exec 7<>full; \
     dd if=/dev/zero bs=4096 count=16 of=/dev/fd/7 2>/dev/null";

#[test]
fn a_result_that_nobody_reads_can_be_interrupted() {
    let mut shell = Pty::shell(&["sh", "-i"]);
    shell.send(format!("{FULL_PIPE}\r")).expect("% ");
    for (signal, status) in [(Signal::SIGTERM, 143), (Signal::SIGINT, 130)] {
        shell.send("sh -c 'echo $$ >pid; exec $ASK ask Which? red green >&7'; echo sta''tus $?\r");
        shell
            .expect("green > ")
            .send("2\r")
            .expect("Answer: 2) green\n");
        shell.let_pass(Duration::from_millis(100));
        shell.send_signal_to("pid", signal);
        shell.expect(&format!("status {status}\n")).expect("% ");
    }
}

#[test]
fn standard_error_that_nobody_reads_holds_no_end_up() {
    let mut shell = Pty::shell(&["sh", "-i"]);
    shell.send(format!("{FULL_PIPE}\r")).expect("% ");
    shell.send("mkfifo in; exec 8<>in\r").expect("% ");
    shell.send("$ASK ask --via stdin --timeout 1 Which? red <&8 2>&7 >out; echo sta''tus $?\r");
    shell.expect("status 124\n");
}
