//! The front ends in `examples/frontends`, as their users run them.

use std::path::PathBuf;

use super::*;

fn front_end(name: &str) -> PathBuf {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/frontends");
    examples.join(name)
}

/// Starts a program at the socket of this console, with its input as a pipe.
fn start(console: &Session, program: &str, args: &[&str]) -> Asker {
    let child = Command::new(program)
        .args(args)
        .env("ASK_USER_SOCKET", console.path(SOCKET))
        .env("ASK_USER", PROGRAM)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    Asker(child)
}

/// A question under this name and an approval, which the operator has both postponed.
fn postponed(console: &mut Session, from: &str) -> (Asker, Asker) {
    let builder = Asker::colours(console, from);
    console.expect(COLOURS_LINE).send(">>\r");
    console.expect("(1 postponed)> ");
    let args = ["confirm", "--from", "tester", "Push?"];
    let tester = Asker::new(&console.path(SOCKET), &args);
    console
        .expect("Push?")
        .send(">>\r")
        .expect("(2 postponed)> ");
    (builder, tester)
}

/// Whether there is a Python. Without it the test says that it is skipped.
fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: no python3");
    }
    found
}

#[test]
fn notify_runs_a_command_for_each_request() {
    let mut console = console();
    let script = front_end("notify.sh").display().to_string();
    // What has ended before is no news.
    let asker = Asker::colours(&console, "early");
    console.expect(COLOURS_LINE).send("1\r");
    asker.ends(0, &picked(1, "red"));
    console.expect(IDLE);
    let mut notify = start(&console, "/bin/sh", &[&script, "echo", "note:"]);
    let (asker, tester) = postponed(&mut console, "a \"builder\"");
    let wanted = r#"note: "a \"builder\"" asks: "Which colour?""#;
    assert_eq!(notify.line(), format!("{wanted}\n"));
    assert_eq!(notify.line(), "note: \"tester\" asks: \"Push?\"\n");
    console
        .send("quit\r")
        .expect("2 requests wait")
        .send("quit\r")
        .ends(0, "");
    for asker in [asker, tester] {
        assert_eq!(asker.0.wait_with_output().unwrap().status.code(), Some(5));
    }
    notify.ends(0, "");
    let usage = Cli::program("/bin/sh", [script.as_str()]).run();
    usage.check(2, "").mentions(&["usage: notify.sh COMMAND"]);
}

#[test]
fn answer_shows_requests_and_answers_them_after_it_was_let_in() {
    if !has_python() {
        return;
    }
    let mut console = console();
    let (asker, tester) = postponed(&mut console, "builder");
    let script = front_end("answer.py").display().to_string();
    let mut front_end = start(&console, "python3", &[&script]);
    let mut input = front_end.0.stdin.take().unwrap();
    input.write_all(b"2\n1\n").unwrap();
    console
        .expect("a front end that calls itself answer.py wants to answer in your name")
        .answer("y\r");
    console.expect("answered by answer.py: 2) green");
    console
        .expect("answered by answer.py: allowed")
        .expect(IDLE);
    asker.ends(0, &picked(2, "green"));
    tester.ends(0, "{\"answered\":true,\"confirmed\":true}\n");
    quit(&mut console);
    let shown = "builder asks (req-1):\nWhich colour?\n  1) red\n  2) green\n  3) blue\n> sent\n\
                 tester asks (req-2):\nPush?\n1) allow  2) deny > sent\n";
    let said = front_end.ends(1, shown);
    assert_eq!(said, "the console has ended\n");
}

#[test]
fn answer_ends_when_it_is_not_let_in() {
    if !has_python() {
        return;
    }
    let mut console = console();
    let asker = Asker::colours(&console, "builder");
    console.expect(COLOURS_LINE).send(">>\r");
    console.expect("(1 postponed)> ");
    let script = front_end("answer.py").display().to_string();
    let mut front_end = start(&console, "python3", &[&script]);
    let mut input = front_end.0.stdin.take().unwrap();
    input.write_all(b"! not now\n").unwrap();
    console.expect("wants to answer in your name").answer("n\r");
    let shown = "builder asks (req-1):\nWhich colour?\n  1) red\n  2) green\n  3) blue\n> ";
    let said = front_end.ends(1, shown);
    assert_eq!(said, "the operator did not let this front end answer\n");
    console.expect("(1 postponed)> ").send("1\r");
    console.expect(COLOURS_LINE).send("3\r");
    asker.ends(0, &picked(3, "blue"));
    console.expect(IDLE);
    quit(&mut console);
}

#[test]
fn the_program_in_python_is_at_most_sixty_lines() {
    let text = std::fs::read_to_string(front_end("answer.py")).unwrap();
    assert!(text.lines().count() <= 60);
}
