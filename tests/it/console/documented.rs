//! The session in `docs/console.md`, compared with a real one line by line.

use super::*;

/// The first session of the document.
fn documented() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/console.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (_, session) = text.split_once("```text\n$ ask-user console\n").unwrap();
    let (session, _) = session.split_once("\n```").unwrap();
    session.lines().map(str::to_owned).collect()
}

/// The seconds in the list depend on the machine.
fn with_fixed_seconds(line: &str) -> String {
    match line.split_once(" s (postponed)") {
        Some((before, after)) => {
            let before = before.trim_end_matches(|digit: char| digit.is_ascii_digit());
            format!("{before}4 s (postponed){after}")
        }
        None => line.to_owned(),
    }
}

#[test]
fn the_session_in_the_document_is_real() {
    let mut console = started(Pty::new(["console"]).env("TERM", "dumb"));
    let socket = console.path(SOCKET);
    let question = ["Deploy where?", "staging", "production"];
    let builder = Asker::new(
        &socket,
        &[&["ask", "--from", "builder"], &question[..]].concat(),
    );
    console.expect("production > ").send("2\r");
    builder.ends(0, &picked(2, "production"));
    console.expect(IDLE);
    let approval = ["confirm", "--from", "tester", "Delete 3 branches?"];
    let tester = Asker::new(&socket, &approval);
    console.expect("2) No > ").send(">>\r");
    console.expect("(1 postponed)> ").send("list\r");
    console.expect("(1 postponed)> ").send("1\r");
    console.expect("2) No > ").send("n # not on a Friday\r");
    assert_eq!(tester.0.wait_with_output().unwrap().status.code(), Some(1));
    console.expect(IDLE).send("history\r");
    console.expect("denied").expect(IDLE);
    quit(&mut console);
    let place = socket.display().to_string();
    let screen = console
        .screen()
        .replace(&place, "/run/user/1000/ask-user.sock");
    let shown: Vec<_> = screen
        .lines()
        .map(|line| with_fixed_seconds(line.trim_end()))
        .collect();
    assert_eq!(shown, documented());
}
