//! Two processes on one terminal: one question at a time, and each gets its own answer.

use std::time::Duration;

use crate::support::{Pty, Session};

const SH: &[&str] = &["sh", "-i"];

/// Two questions at once, from one job of a shell. `second` are options of the
/// second question.
fn both(term: &str, second: &str) -> Session {
    let mut shell = Pty::shell(SH);
    let command = format!(
        "TERM={term} sh -c '$ASK ask -s --format text First? >one & \
         while ! [ -e /proc/$!/task/$!/comm ]; do :; done; sleep 0.3; \
         $ASK ask {second} --format text Second? 2a 2b >two; echo sta''tus $?; wait; echo do''ne'\r"
    );
    shell.send(command).expect("First? > ");
    shell
}

#[test]
fn the_second_question_waits_without_a_byte_until_the_first_is_answered() {
    for term in ["xterm", "dumb"] {
        let mut shell = both(term, "");
        shell.let_pass(Duration::from_millis(700));
        assert!(shell.screen().ends_with("First? > "), "{}", shell.screen());
        assert!(!shell.echoes());
        shell.send("pw\r").expect("Answer: (hidden)\n");
        shell.expect("Second? 1) 2a  2) 2b > ").send("1\r");
        shell.expect("Answer: 1) 2a\n").expect("status 0\ndone\n");
        assert_eq!(
            (shell.file("one"), shell.file("two")),
            ("pw\n".into(), "2a\n".into())
        );
    }
}

#[test]
fn a_timeout_runs_while_it_waits_and_leaves_the_other_hidden() {
    let mut shell = both("dumb", "--timeout 1");
    shell.expect("status 124\n");
    assert!(!shell.echoes());
    assert!(!shell.screen().contains("2) 2b > "), "{}", shell.screen());
    shell.send("pw\r").expect("done\n");
    assert_eq!(
        (shell.file("one"), shell.file("two")),
        ("pw\n".into(), String::new())
    );
}

#[test]
fn a_process_that_dies_or_is_suspended_frees_the_terminal() {
    let mut shell = Pty::shell(SH);
    shell
        .send("$ASK ask First? 1a 1b >one\r")
        .expect("1b > ")
        .send("\u{1a}")
        .expect("% ");
    shell.send("$ASK ask --format text Second? 2a 2b >two\r");
    shell
        .expect("2b > ")
        .send("1\r")
        .expect("Answer: 1) 2a\n")
        .expect("% ");
    shell
        .send("fg\r")
        .expect("1b > ")
        .send("2\r")
        .expect("Answer: 2) 1b\n")
        .expect("% ");
    shell
        .send("sh -c 'echo $$ >pid; exec $ASK ask Third? >three'\r")
        .expect("Third? > ");
    shell.send_signal_to("pid", nix::sys::signal::Signal::SIGKILL);
    shell.expect("% ").send("stty sane\n").expect("% ");
    shell.send("$ASK ask Fourth? 4a\r").expect("4a > ");
}
