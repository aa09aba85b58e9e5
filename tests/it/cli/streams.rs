//! What goes where: completions, a closed standard output or error, logs.

use super::piped;
use crate::support::{Cli, Ran, picked, text};

#[test]
fn completions_for_every_shell() {
    for (shell, mark) in [
        ("bash", "complete -F _ask__user"),
        ("zsh", "#compdef ask-user"),
        ("fish", "complete -c ask-user"),
        ("elvish", "edit:completion"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let ran = Cli::new(["completions", shell]).run();
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{shell}");
        assert!(
            ran.stdout.contains(mark) && ran.stdout.contains("choices-from"),
            "{shell}"
        );
    }
}

#[test]
fn bash_takes_its_completions() {
    let script = "\"$@\" completions bash >c && bash -c '. ./c && complete -p ask-user'";
    let ran = Cli::script(script, []).run();
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
}

#[test]
fn a_closed_standard_output_is_a_failure_that_is_told() {
    let ask = ["ask", "--via", "stdin", "Which?", "red"];
    let ran = Cli::script("exec \"$@\" >/dev/full", ask)
        .stdin("1\n")
        .run();
    check_told(ran.check(1, ""));
    // The reader of the pipe is gone before the question is answered.
    let script = "mkfifo gone; : <gone & exec 3>gone; wait $!; \"$@\" >&3; echo $?";
    let ran = Cli::script(script, ask).stdin("1\n").run();
    check_told(ran.check(0, "1\n"));
    for args in [&["schema"][..], &["completions", "bash"]] {
        let ran = Cli::script("exec \"$@\" >/dev/full", args.iter().copied()).run();
        ran.check(1, "").mentions(&["ask-user: "]);
    }
}

#[test]
fn help_that_cannot_be_written_is_a_failure_that_is_told() {
    for option in ["--help", "--version"] {
        let ran = Cli::script("exec \"$@\" >/dev/full", [option]).run();
        ran.check(1, "").mentions(&["ask-user: "]);
    }
}

/// The runtime opens the null device in its place, for reading and writing; a shell
/// opens it for writing only.
#[test]
fn a_standard_output_that_was_never_open_is_a_failure() {
    let ask = ["ask", "--via", "stdin", "Which?", "red"];
    let ran = Cli::script("exec \"$@\" >&-", ask).stdin("1\n").run();
    check_told(ran.check(1, ""));
    let ran = Cli::script("exec \"$@\" >/dev/null", ask)
        .stdin("1\n")
        .run();
    ran.check(0, "").mentions(&["Answer: 1) red"]);
}

#[track_caller]
fn check_told(ran: &Ran) {
    let told: Vec<&str> = ran.stderr.lines().collect();
    let says = "ask-user: the result could not be written to standard output: ";
    assert_eq!(told.len(), 3, "{ran:?}");
    assert!(told[2].starts_with(says), "{ran:?}");
}

#[test]
fn a_closed_standard_error_changes_no_answer() {
    let args = ["ask", "--via", "stdin", "Which?", "red", "green"];
    for script in ["exec \"$@\" 2>&-", "exec \"$@\" 2>/dev/full"] {
        let ran = Cli::script(script, args).stdin("9\n2\n").run();
        ran.check(0, &picked(2, "green"));
    }
}

#[test]
fn a_log_is_written_only_where_it_is_wished() {
    piped(&[], "2\n")
        .run()
        .says("Which colour? 1) red  2) green  3) blue > \nAnswer: 2) green\n");
    let ran = piped(&["--log", "info"], "2\n").run();
    assert_eq!(ran.stderr.matches("ask:answered").count(), 1, "{ran:?}");
    let ran = piped(&[], "2\n")
        .env("ASK_USER_LOG", "oc_chat::tools=debug")
        .run();
    assert_eq!(ran.stderr.matches("ask:answered").count(), 1, "{ran:?}");
    let ran = piped(&[], "2\n").env("RUST_LOG", "trace").run();
    assert!(!ran.stderr.contains("ask:"), "{ran:?}");
}

#[test]
fn a_log_file_is_appended_to() {
    let args = ["--log", "debug", "--log-file", "log"];
    let (ran, log) = piped(&args, "9\n2\n")
        .file("log", "before\n")
        .run_and_read("log");
    ran.check(0, &picked(2, "green"));
    assert!(!ran.stderr.contains("DEBUG"), "{ran:?}");
    assert!(log.starts_with("before\n"), "{log}");
    assert_eq!(log.matches("ask:answered").count(), 1, "{log}");
    let (_, log) = piped(&args, "!\n").run_and_read("log");
    assert_eq!(log.matches("ask:answered").count(), 0, "{log}");
    assert!(!log.contains('\u{1b}'), "{log}");
}

#[test]
fn a_log_at_every_level_leaves_the_answer_alone() {
    for level in ["error", "warn", "info", "debug", "trace"] {
        piped(&["--log", level], "2\n")
            .run()
            .check(0, &picked(2, "green"));
        let args = [
            "ask",
            "--secret",
            "--via",
            "stdin",
            "--log",
            level,
            "Password?",
        ];
        let ran = Cli::new(args).stdin("hunter2\n").run();
        ran.check(0, &text("hunter2"));
        assert!(!ran.stderr.contains("hunter2"), "{ran:?}");
    }
}
