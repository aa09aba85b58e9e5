//! No operator: refused at once, nothing read, nothing guessed (F06 to F12, F105, F106).

use std::time::{Duration, Instant};

use crate::support::{COLOURS, COLOURS_LINE, Cli, NO_OPERATOR, Pty, Ran, colours, picked, refused};

#[track_caller]
fn check_refusal(ran: &Ran) {
    ran.check(3, &refused(NO_OPERATOR))
        .mentions(&["--via stdin"]);
}

#[test]
fn f06_without_a_terminal_it_refuses_and_does_not_block() {
    let start = Instant::now();
    check_refusal(&Cli::script("exec \"$@\" </dev/null", COLOURS).run());
    // A second on a machine with nothing else to do; the rest is for busy ones.
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn f07_three_pipes_and_no_terminal_end_it_too() {
    check_refusal(&Cli::new(COLOURS).silent_stdin().run());
}

#[test]
fn f08_no_operator_is_never_called_a_decision_of_theirs() {
    let ran = Cli::new(COLOURS).run();
    let told = (ran.stdout + &ran.stderr).to_lowercase();
    for word in ["declin", "dismiss", "cancel", "reject"] {
        assert!(!told.contains(word), "{told}");
    }
}

#[test]
fn f09_nothing_is_guessed_from_labels_or_positions() {
    for labels in [["Skip", "Delete everything"], ["Delete everything", "No"]] {
        for options in [&["-r", "1"][..], &["-d", "2"], &[]] {
            let args = [&["ask"], options, &["Go on?"], &labels].concat();
            check_refusal(&Cli::new(args).run());
        }
    }
}

#[test]
fn f11_not_a_byte_of_standard_input_is_taken_unasked() {
    let script = "printf 'l1\\nl2\\n' | { \"$@\"; cat; }";
    let ran = Cli::script(script, COLOURS).run();
    ran.check(0, &(refused(NO_OPERATOR) + "l1\nl2\n"));
}

#[test]
fn f12_with_standard_input_redirected_the_terminal_is_asked() {
    let document =
        "{\"name\":\"ask_user\",\"arguments\":{\"question\":\"Which?\",\"options\":[\"a\",\"b\"]}}";
    let mut session = Pty::new(["call"]).stdin(document).start();
    session.answer("2\r").ends(0, &picked(2, "b"));
    check_refusal(&Cli::new(["call"]).stdin(document).run());
}

#[test]
fn f02_no_switch_of_the_environment_answers() {
    let set = |pty: Pty| {
        let pty = pty.env("CI", "1").env("DEBIAN_FRONTEND", "noninteractive");
        pty.env("YES", "1")
            .env("ASSUME_YES", "1")
            .env("NONINTERACTIVE", "1")
    };
    let mut session = set(Pty::new(COLOURS)).start();
    session
        .expect(COLOURS_LINE)
        .let_pass(Duration::from_millis(300));
    session.send("2\r").ends(0, &picked(2, "green"));
    let cli = Cli::new(COLOURS).env("CI", "1").env("YES", "1");
    check_refusal(&cli.run());
}

#[test]
fn f03_permission_to_run_is_no_answer() {
    let call = "{\"question\":\"Go on?\",\"options\":[\"Allow\",\"Deny\"]}";
    check_refusal(&Cli::new(["call", "--tool", "ask_user"]).stdin(call).run());
}

#[test]
fn f105_a_flag_and_a_variable_forbid_every_question() {
    let mut session = Pty::spawn(colours(&["--via", "none"]));
    session.ends(3, &refused(NO_OPERATOR));
    assert_eq!(session.screen(), "");
    let mut session = Pty::new(COLOURS).env("ASK_USER_VIA", "none").start();
    session.ends(3, &refused(NO_OPERATOR));
    assert_eq!(session.screen(), "");
}

#[test]
fn f106_the_refusal_says_why_and_what_to_do_instead() {
    let ran = Cli::new(COLOURS).run();
    ran.mentions(&["no controlling terminal", "--via stdin"]);
    assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
    let help = Cli::new(["ask", "--help"]).run().stdout;
    assert!(help.contains("--via") && help.contains("stdin"), "{help}");
}

#[test]
fn f104_choices_may_begin_with_a_dash() {
    let args = [
        "ask", "--via", "stdin", "--layout", "list", "Which?", "--", "-1", "--force", "---",
    ];
    let ran = Cli::new(args).stdin("2\n").run();
    ran.check(0, &picked(2, "--force"));
    ran.mentions(&["  1) -1\n  2) --force\n  3) ---\n1-3 > "]);
    let args = ["ask", "--via=stdin", "Which?", "-1", "-2"];
    Cli::new(args).stdin("1\n").run().check(0, &picked(1, "-1"));
    let args = ["ask", "--via=stdin", "--", "--help", "-h"];
    Cli::new(args).stdin("1\n").run().check(0, &picked(1, "-h"));
}
