//! The session in `docs/console.md`, compared with a real one line by line.

use super::*;

fn document(name: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    std::fs::read_to_string(docs.join(name)).unwrap()
}

/// The block after this text, up to its end.
#[track_caller]
fn block(document: &str, after: &str) -> String {
    let (_, block) = document.split_once(after).unwrap();
    block.split_once("\n```").unwrap().0.to_owned()
}

/// The session of the console after this text.
#[track_caller]
fn documented(after: &str) -> Vec<String> {
    let document = document("console.md");
    let (_, rest) = document.split_once(after).unwrap();
    let session = block(rest, "```text\n$ ask-user console\n");
    session.lines().map(str::to_owned).collect()
}

/// What the console has shown, as the document has it.
fn shown(console: &Session) -> Vec<String> {
    let place = console.path(SOCKET).display().to_string();
    let screen = console
        .screen()
        .replace(&place, "/run/user/1000/ask-user.sock");
    let lines = screen.lines();
    lines
        .map(|line| with_fixed_seconds(line.trim_end()))
        .collect()
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
    assert_eq!(shown(&console), documented("## A session"));
}

#[test]
fn the_script_that_posts_and_collects_is_real() {
    let document = document("console.md");
    let script = block(&document, "file `release.sh`:\n\n```sh\n");
    let mut console = started(Pty::new(["console"]).env("TERM", "dumb"));
    let folder = tempfile::tempdir().unwrap();
    let bin = Path::new(PROGRAM).parent().unwrap().display().to_string();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap());
    std::fs::write(folder.path().join("release.sh"), script).unwrap();
    let running = Command::new("/bin/sh")
        .arg(folder.path().join("release.sh"))
        .env("PATH", path)
        .env("ASK_USER_SOCKET", console.path(SOCKET))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    console.expect("2) us > ");
    until_pending(&console, 3);
    console.send("2\r").expect("release? > ").send("moon\r");
    console.expect("2) No > ").send("n # after the review\r");
    let output = running.wait_with_output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let wanted = block(&document, "The script prints:\n\n```text\n");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(printed, format!("{wanted}\n"), "{said}");
    assert_eq!(output.status.code(), Some(1), "that of the last command");
    console.expect(IDLE);
    quit(&mut console);
    assert_eq!(shown(&console), documented("## Ask now, answer later"));
}

#[cfg(feature = "mcp")]
#[test]
fn the_exchange_of_the_pair_is_real() {
    let exchange = block(
        &document("mcp.md"),
        "`>` is from the client, `<` from the server:\n\n```text\n",
    );
    let mut console = console();
    let tools = ["--tools", "ask,post_question,await_answer"];
    let mut server = super::mcp::Server::start(&console.path(SOCKET), &tools);
    let mut lines = 0;
    for line in exchange.lines() {
        lines += 1;
        match line.split_once(' ').unwrap() {
            (">", message) => server.send(serde_json::from_str(message).unwrap()),
            ("<", message) => {
                let wanted: serde_json::Value = serde_json::from_str(message).unwrap();
                assert_eq!(server.receive(), wanted);
            }
            _ => {
                assert_eq!(line, "(the operator types 2 at the console)");
                console.expect("Which queue?").cue().send("2\r");
            }
        }
    }
    assert_eq!(lines, 7);
    server.end();
    console.expect(IDLE);
    quit(&mut console);
}
