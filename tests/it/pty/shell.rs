//! Under the job control of an interactive shell: suspend and resume, the
//! background, and that the keys after an answer belong to the shell.

use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::{Place, READERS};
use crate::support::{
    CANCELLED, CLOSED, COLOURS, NO_OPERATOR, Pty, Session, picked, refused, text,
};

const BASH: &[&str] = &["bash", "--norc", "--noprofile", "--noediting", "-i"];
/// Unlike bash it does not put line settings back by itself.
const SH: &[&str] = &["sh", "-i"];

/// The variable that makes a terminal capable, or dumb.
fn term(place: Place) -> &'static str {
    match place {
        Place::Editor => "TERM=xterm",
        _ => "TERM=dumb",
    }
}

/// At each shell, with each reader.
fn each(test: impl Fn(&mut Session, Place)) {
    for shell in [BASH, SH] {
        for place in READERS {
            test(&mut Pty::shell(shell), place);
        }
    }
}

#[test]
fn ctrl_z_suspends_and_fg_asks_again() {
    each(|shell, place| {
        shell.send(format!("{} $ASK ask 'Name?' >out\r", term(place)));
        shell.expect("Name? > ").send("gre").expect("gre");
        shell.send("\u{1a}").expect("% ");
        assert!(shell.settings_are_as_found(), "{place:?}");
        shell.send("echo al''ive\r").expect("alive\n").expect("% ");
        shell.send("fg\r").expect("Name? > ");
        shell.send("en\r").expect("Answer: \"").expect("% ");
        assert_eq!(shell.file("out"), text("green"), "{place:?}");
        assert!(shell.settings_are_as_found(), "{place:?}");
    });
}

/// There any thread may take the signal, and the reader stops a moment later.
#[test]
#[cfg(feature = "mcp")]
fn ctrl_z_suspends_also_what_reads_on_a_thread_of_its_own() {
    const CALLER: &str = concat!(
        "mkfifo in; (printf '%s\\n' ",
        r#"'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","#,
        r#""capabilities":{},"clientInfo":{"name":"test","version":"1"}}}' "#,
        r#"'{"jsonrpc":"2.0","method":"notifications/initialized"}' "#,
        r#"'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask_user","#,
        r#""arguments":{"question":"Name?"}}}'; exec sleep 600) >in &"#,
        "\r"
    );
    each(|shell, place| {
        shell.send(CALLER).expect("% ");
        let mut serve = format!("{} $ASK mcp --via tty --tools ask_user", term(place));
        serve.push_str(" <in >out\r");
        shell.send(serve);
        shell.expect("Name? > ").send("gre").expect("gre");
        for _ in 0..3 {
            shell.send("\u{1a}").expect("% ");
            assert!(shell.settings_are_as_found(), "{place:?}");
            shell.send("fg %2\r").expect("Name? > gre");
        }
        shell.send("en\r").expect("Answer: \"green\"");
        // Without a question it ends the server.
        shell.send("\u{3}").expect("% ");
        assert!(shell.file("out").contains(r#"\"text\":\"green\""#));
    });
}

/// Bash lets a job that it kills go on, in the background.
#[test]
fn a_suspended_question_can_be_killed() {
    for place in READERS {
        let mut shell = Pty::shell(BASH);
        shell.send(format!("{} $ASK ask 'Name?' >out\r", term(place)));
        shell.expect("Name? > ").send("\u{1a}").expect("% ");
        shell.send("kill %1; while jobs | grep -q Stopped; do sleep 0.1; done; jobs\r");
        shell.expect("Exit 143").expect("% ");
        assert_eq!(shell.file("out"), refused(CLOSED), "{place:?}");
    }
}

#[test]
fn the_time_of_a_stop_is_not_the_operators() {
    each(|shell, place| {
        shell.send(format!(
            "{} $ASK ask --timeout 2 'Name?' >out\r",
            term(place)
        ));
        shell.expect("Name? > ").send("\u{1a}").expect("% ");
        shell.let_pass(Duration::from_millis(2500));
        shell.send("fg\r").expect("Name? > ").send("Ann\r");
        shell.expect("Answer: ").expect("% ");
        assert_eq!(shell.file("out"), text("Ann"), "{place:?}");
    });
}

#[test]
fn ctrl_z_on_an_empty_line_shows_the_cue_again() {
    each(|shell, place| {
        shell.send(format!(
            "{} $ASK ask 'Colour?' red green >out\r",
            term(place)
        ));
        for _ in 0..2 {
            shell
                .expect("2) green > ")
                .send("\u{1a}")
                .expect("% ")
                .send("fg\r");
        }
        shell
            .expect("2) green > ")
            .send("2\r")
            .expect("Answer: 2) green\n")
            .expect("% ");
        assert_eq!(shell.file("out"), picked(2, "green"), "{place:?}");
    });
}

#[test]
fn a_suspended_secret_stays_hidden() {
    each(|shell, place| {
        shell.send(format!(
            "{} $ASK ask --secret 'Password?' >out\r",
            term(place)
        ));
        shell.expect("Password? > ").send("hun\u{1a}").expect("% ");
        assert!(shell.settings_are_as_found(), "{place:?}");
        shell.send("fg\r").expect("Password? > ").send("ter2\r");
        shell.expect("Answer: (hidden)\n").expect("% ");
        assert_eq!(shell.file("out"), text("hunter2"), "{place:?}");
        shell.lacks(&["hun\r", "ter2", "hunter"]);
    });
}

#[test]
fn keys_after_the_end_belong_to_the_shell() {
    each(|shell, place| {
        let ask = |options: &str| {
            format!(
                "{} $ASK ask {options} 'Colour?' red green >out\r",
                term(place)
            )
        };
        for (options, keys, last) in [
            ("", "\u{3}", CANCELLED),
            ("", "gr\u{3}", CANCELLED),
            ("", "gr\u{4}", "input closed before an answer"),
            ("", "2\r", "Answer: 2) green"),
            ("--timeout 1", "", "no answer within 1 s"),
        ] {
            shell.send(ask(options)).expect("2) green > ").send(keys);
            shell.expect(&format!("\n{last}\n")).expect("% ");
            shell.send("echo al''ive\r").expect("alive\n").expect("% ");
        }
        assert!(shell.settings_are_as_found(), "{place:?}");
    });
}

#[test]
fn in_the_background_it_refuses_and_is_never_stopped() {
    each(|shell, place| {
        shell.send(format!(
            "{} $ASK ask 'Colour?' red green >out 2>err &\r",
            term(place)
        ));
        shell
            .expect("% ")
            .send("wait $!; echo st''atus=$?\r")
            .expect("status=3\n");
        assert_eq!(shell.file("out"), refused(NO_OPERATOR), "{place:?}");
        let err = shell.file("err");
        assert!(
            err.contains("background") && err.contains("--via stdin"),
            "{err}"
        );
        shell.lacks(&["Stopped", "suspended"]);
    });
}

#[test]
fn a_substitution_gets_the_answer_and_the_screen_the_menu() {
    each(|shell, place| {
        shell.send(format!(
            "a=$({} $ASK ask --format text 'Colour?' red green)\r",
            term(place)
        ));
        shell.expect("2) green > ").send("2\r").expect("% ");
        shell.send("echo \"<$a>\"\r").expect("<green>\n");
    });
}

#[test]
fn stopped_and_continued_from_outside_it_still_asks() {
    for place in READERS {
        let mut session = place.pty(&COLOURS).start();
        session.cue();
        session
            .signal(Signal::SIGSTOP)
            .until_stopped()
            .signal(Signal::SIGCONT);
        session.send("2\r").ends(0, &picked(2, "green"));
    }
}

/// Starts a question whose process number is known, and stops it from outside.
fn stopped(shell: &mut Session, place: Place, question: &str, cue: &str) {
    let start = "sh -c 'echo $$ >pid; exec \"$0\" \"$@\"' $ASK ask";
    shell
        .send(format!("{} {start} {question} >out\r", term(place)))
        .expect(cue);
    let pid = shell.file("pid").trim().parse().unwrap();
    kill(Pid::from_raw(pid), Signal::SIGSTOP).unwrap();
    shell.expect("% ");
}

/// Brings it back to the foreground. Nothing has to be shown for that, so some time
/// has to do.
fn resumed(shell: &mut Session) -> &mut Session {
    shell
        .send("fg\r")
        .expect("ASK")
        .let_pass(Duration::from_millis(500))
}

#[test]
fn stopped_from_outside_and_resumed_by_the_shell_it_still_asks() {
    each(|shell, place| {
        stopped(shell, place, "'Colour?' red green", "2) green > ");
        // As it was left, the terminal may not take Enter for a newline.
        shell.send("stty sane\n").expect("% ");
        resumed(shell)
            .send("gr\u{3}")
            .expect(CANCELLED)
            .expect("% ");
        assert_eq!(shell.file("out"), refused(CANCELLED), "{place:?}");
    });
}

#[test]
fn a_secret_stopped_from_outside_is_still_hidden_when_it_is_resumed() {
    each(|shell, place| {
        stopped(shell, place, "--secret 'Password?'", "Password? > ");
        // As it was left, the terminal may not take Enter for a newline.
        shell.send("stty sane\n").expect("% ");
        resumed(shell)
            .send("hunter2\r")
            .expect("Answer: (hidden)\n")
            .expect("% ");
        assert_eq!(shell.file("out"), text("hunter2"), "{place:?}");
        shell.lacks(&["hunter2"]);
    });
}

/// In a script `timeout` puts the program into a process group of its own.
#[test]
fn under_timeout_the_refusal_names_the_way_out() {
    let mut shell = Pty::shell(SH);
    shell.send("sh -c 'timeout 60 $ASK ask Colour? red >out 2>err; echo sta\"\"tus=$?'\r");
    shell.expect("status=3\n").expect("% ");
    assert!(shell.file("err").contains("--foreground"));
    shell.send("sh -c 'timeout --foreground 60 $ASK ask Colour? red >out; :'\r");
    shell
        .expect("1) red > ")
        .send("1\r")
        .expect("Answer: 1) red\n");
}

/// The program that sends the document keeps its end of the pipe.
#[test]
fn a_whole_document_is_enough_for_call() {
    let mut shell = Pty::shell(SH);
    shell.send("mkfifo in; exec 8<>in\r").expect("% ");
    shell.send("echo '{\"name\":\"ask_user\",\"input\":{\"question\":\"Name?\"}}' >&8\r");
    shell.expect("% ").send("$ASK call --via tty <&8 >out\r");
    shell
        .expect("Name? > ")
        .send("Ann\r")
        .expect("Answer: \"Ann\"\n");
    shell.expect_file("out", &text("Ann"));
}
