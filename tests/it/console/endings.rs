//! How a console ends, and what becomes of those who wait.

use nix::sys::signal::Signal;

use super::*;
use crate::support::{CLOSED, CTRL_D, NO_OPERATOR, refused};

#[test]
fn a_signal_ends_it_and_closes_what_waits() {
    for (signal, status) in [(Signal::SIGTERM, 143), (Signal::SIGHUP, 129)] {
        let mut console = console();
        let first = Asker::colours(&console, "builder");
        console.expect(COLOURS_LINE);
        let second = Asker::colours(&console, "tester");
        console.signal(signal).ends(status, "");
        first.ends(5, &refused(CLOSED));
        // It may come too late to be asked about.
        let output = second.0.wait_with_output().unwrap();
        assert!(matches!(output.status.code(), Some(3 | 5)), "{output:?}");
    }
}

#[test]
fn a_terminal_that_goes_ends_it_and_closes_what_waits() {
    for is_asked in [false, true] {
        let mut console = console();
        let mut asker = None;
        if is_asked {
            asker = Some(Asker::colours(&console, "builder"));
            console.expect(COLOURS_LINE);
        }
        let socket = console.path(SOCKET);
        console.hang_up();
        let status = console.status();
        assert!(status == 5 || status == 129, "{status}");
        if let Some(asker) = asker {
            asker.ends(5, &refused(CLOSED));
        }
        assert!(!socket.exists());
    }
}

#[test]
fn ctrl_d_at_a_request_closes_that_one_only() {
    let mut console = console();
    let first = Asker::colours(&console, "builder");
    console.expect(COLOURS_LINE).send(CTRL_D);
    first.ends(5, &refused(CLOSED));
    console.expect(IDLE).send(CTRL_D).ends(0, "");
}

#[test]
fn a_console_that_is_killed_closes_what_waits_and_the_next_takes_over() {
    let mut killed = console();
    let socket = killed.path(SOCKET);
    let asker = Asker::colours(&killed, "builder");
    killed.expect(COLOURS_LINE);
    killed.signal(Signal::SIGKILL);
    assert_eq!(killed.status(), -9);
    asker.ends(5, &refused(CLOSED));
    assert!(socket.exists(), "it is left behind");
    Asker::new(&socket, &COLOURS).ends(3, &refused(NO_OPERATOR));
    let place = socket.display().to_string();
    let mut next = started(Pty::new(["console", "--socket", &place]));
    let asker = Asker::new(&socket, &COLOURS);
    next.expect(COLOURS_LINE).send("1\r");
    asker.ends(0, &picked(1, "red"));
    next.expect(IDLE).send("quit\r").ends(0, "");
    assert!(!socket.exists());
}

#[test]
fn it_is_ended_and_started_again_while_askers_come_and_go() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("s.sock");
    let place = socket.display().to_string();
    let mut askers = Vec::new();
    for round in 0..3 {
        let mut console = started(Pty::new(["console", "--socket", &place]));
        for _ in 0..5 {
            askers.push(Asker::new(&socket, &COLOURS));
        }
        console.expect(COLOURS_LINE).send("2\r");
        console.expect("Answer: 2) green");
        let signal = [Signal::SIGKILL, Signal::SIGTERM, Signal::SIGHUP][round];
        console.signal(signal);
        let status = console.status();
        assert!([-9, 143, 129].contains(&status), "{status}");
    }
    // Everybody gets an outcome: an answer, closed, or that there is nobody.
    let mut answered = 0;
    for asker in askers {
        let output = asker.0.wait_with_output().unwrap();
        let status = output.status.code();
        assert!(matches!(status, Some(0 | 3 | 5)), "{output:?}");
        answered += usize::from(status == Some(0));
    }
    assert!(answered >= 1, "{answered} answered");
}

#[test]
fn a_log_on_a_full_disk_ends_nothing() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let args = ["console", "--log", "trace", "--log-file", "/dev/full"];
    let mut console = started(Pty::new(args));
    let asker = Asker::colours(&console, "builder");
    console.expect(COLOURS_LINE).send("2\r");
    asker.ends(0, &picked(2, "green"));
    console.expect(IDLE);
    quit(&mut console);
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let ran = Cli::new(["console"]).run();
    ran.check(3, "");
    ran.mentions(&["nobody to ask", "--via none and --key-fd"]);
}

#[test]
fn f97_in_the_background_it_refuses_instead_of_being_stopped() {
    let mut shell = Pty::shell(&["bash", "--norc", "-i"]);
    shell.send("$ASK console & wait $!; echo status $?\r");
    shell
        .expect("nobody to ask: ")
        .expect("run it in the foreground")
        .expect("status 3");
}

#[test]
fn f98_suspended_and_resumed_it_goes_on_and_the_line_is_kept() {
    let mut shell = Pty::shell(&["bash", "--norc", "-i"]);
    shell.send("$ASK console\r").expect(IDLE).send("hist");
    shell.expect("hist").send("\u{1a}").expect("Stopped");
    shell.expect("% ").send("fg\r").expect("ask-user> hist");
    shell.send("ory\r").expect("nothing has ended yet");
    let asker = Asker::colours(&shell, "builder");
    shell.expect(COLOURS_LINE).send("\u{1a}").expect("Stopped");
    shell.expect("% ").send("fg\r").expect(COLOURS_LINE);
    shell.send("2\r");
    asker.ends(0, &picked(2, "green"));
    shell.expect(IDLE).send("quit\r").expect("% ");
}

#[test]
fn f99_stopped_and_continued_from_outside_it_still_asks() {
    let mut console = console();
    console.signal(Signal::SIGSTOP).until_stopped();
    let asker = Asker::colours(&console, "builder");
    console.signal(Signal::SIGCONT);
    console.expect(COLOURS_LINE).send("2\r");
    asker.ends(0, &picked(2, "green"));
    console.expect(IDLE);
    quit(&mut console);
}

#[test]
fn a_resize_leaves_the_line_as_it_is() {
    let mut console = console();
    console.send("hist").expect("hist").resize(40, 10);
    let asker = Asker::colours(&console, "builder");
    console.send("ory\r").expect("nothing has ended yet");
    console.expect("Which colour?").cue().send("1\r");
    asker.ends(0, &picked(1, "red"));
    console.expect(IDLE);
    quit(&mut console);
}
