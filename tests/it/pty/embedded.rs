//! Programs that embed the library, at a terminal: a shell of their own that shares
//! the driver with questions, and the end of a process during a question.

use nix::sys::signal::Signal;

use crate::support::{Pty, Session, example};

fn run(name: &str, script: &'static str, term: &str) -> Session {
    Pty::new([])
        .env("EXAMPLE", &example(name))
        .env("TERM", term)
        .script(script)
        .start()
}

const TERMS: [&str; 2] = ["xterm", "dumb"];

#[test]
fn a_shell_and_its_questions_share_one_driver() {
    for term in TERMS {
        let mut repl = run("repl", "exec \"$EXAMPLE\"", term);
        repl.answer("deploy\r").expect("production > ").send("2\r");
        repl.expect("Answer: 2) production\n").answer("login\r");
        repl.expect("Token? > ");
        assert!(!repl.echoes(), "{term}");
        repl.send("hunter2\r").expect("Answer: (hidden)\n");
        // Ctrl+C and Ctrl+D are told apart, at a question and at a command.
        repl.answer("deploy\r")
            .expect("production > ")
            .send("\u{3}");
        repl.expect("operator cancelled").answer("deploy\r");
        repl.expect("production > ").send("\u{4}");
        repl.expect("input closed before an answer\n")
            .answer("half\u{3}");
        repl.answer("hello\r").answer("\u{4}");
        assert_eq!(repl.status(), 0);
        let printed = "deployed to production\nlogged in with 7 characters\ndeployment cancelled\n\
                       input closed before an answer\nyou said hello\nbye\n";
        assert_eq!(repl.stdout(), printed, "{term}");
        assert!(repl.settings_are_as_found(), "{term}");
        repl.lacks(&["hunter2"]);
    }
}

#[test]
fn commands_are_kept_for_the_up_key_and_answers_are_not() {
    let mut repl = run("repl", "exec \"$EXAMPLE\"", "xterm");
    repl.answer("one\r")
        .answer("deploy\r")
        .expect("production > ");
    repl.send("\u{1b}[A2\r").expect("Answer: 2) production\n");
    repl.answer("\u{1b}[A\u{1b}[A").expect("one");
    repl.send("!\r").answer("quit\r");
    assert_eq!(repl.status(), 0);
    assert_eq!(
        repl.stdout(),
        "you said one\ndeployed to production\nyou said one!\nbye\n"
    );
}

#[test]
fn lines_of_the_program_appear_above_the_prompt() {
    for term in TERMS {
        let mut repl = run("repl", "exec \"$EXAMPLE\"", term);
        repl.answer("watch\r")
            .expect("build: step 1 of 3\nName of the release? > ");
        repl.send("4.")
            .expect("4.")
            .expect("build: step 2 of 3\nName of the release? > 4.");
        repl.expect("build: step 3 of 3\nName of the release? > 4.");
        repl.send("2\r")
            .expect("Answer: \"4.2\"\n")
            .answer("quit\r");
        assert_eq!(repl.status(), 0);
        assert!(repl.settings_are_as_found(), "{term}");
    }
}

#[test]
fn a_program_that_exits_or_aborts_during_a_question_restores_the_terminal() {
    for term in TERMS {
        for (script, status) in [
            ("exec \"$EXAMPLE\" exit", 7),
            ("exec \"$EXAMPLE\" panic", -(Signal::SIGABRT as i32)),
        ] {
            let mut program = run("early_exit", script, term);
            assert_eq!(program.status(), status, "{term}");
            assert!(program.settings_are_as_found(), "{term}: {script}");
            assert!(program.echoes(), "{term}: {script}");
        }
    }
}
