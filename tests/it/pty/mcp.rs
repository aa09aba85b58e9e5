//! `ask-user mcp --via tty`: the protocol on pipes, the operator at the terminal.

use nix::sys::signal::Signal;

use crate::support::Pty;

const HELLO: &str = concat!(
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    "\n"
);

/// One call of `ask`.
const CALL: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{"questions":[{"id":"queue","question":"Which queue?","options":[{"label":"fast"},{"label":"bulk"}]}]}}}"#,
    "\n"
);

/// The server on a client that keeps its end open.
const OPEN: &str = r#"mkfifo in; { cat messages; exec sleep 600; } > in & exec "$@" < in"#;

/// The server on a client that has gone once it has said this.
const GONE: &str = r#"exec "$@" < messages"#;

/// The same, with what the server says on the terminal.
const SHOWN: &str =
    r#"mkfifo in; { cat messages; exec sleep 600; } > in & exec "$@" < in > /dev/tty"#;

fn serving(script: &'static str) -> Pty {
    Pty::new(["mcp", "--via", "tty"])
        .file("messages", format!("{HELLO}{CALL}"))
        .script(script)
}

#[test]
fn the_operator_answers_and_standard_output_is_json_alone() {
    let mut session = serving(OPEN).start();
    session.answer("2\r");
    session.expect("Answer: 2) bulk");
    session.signal(Signal::SIGTERM);
    assert_eq!(session.status(), 143);
    let stdout = session.stdout();
    let lines: Vec<serde_json::Value> = stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2, "{stdout}");
    assert_eq!(
        lines[1]["result"]["content"][0]["text"],
        "User selected: bulk"
    );
    assert!(session.settings_are_as_found());
}

#[test]
fn the_terminal_is_there_for_a_client_without_forms() {
    let mut session = Pty::new(["mcp", "--via", "elicitation,tty"])
        .file("messages", format!("{HELLO}{CALL}"))
        .script(OPEN)
        .start();
    session.answer("2\r");
    session.expect("Answer: 2) bulk");
    session.signal(Signal::SIGTERM);
    assert_eq!(session.status(), 143);
    assert!(session.stdout().contains("User selected: bulk"));
}

#[test]
fn a_signal_while_a_question_waits_puts_the_terminal_back() {
    let mut session = serving(OPEN).start();
    session.cue().signal(Signal::SIGTERM);
    assert_eq!(session.status(), 143);
    assert!(session.settings_are_as_found());
    assert!(!session.stdout().contains("User selected"));
}

#[test]
fn ctrl_c_cancels_the_call_and_no_more() {
    let mut session = serving(OPEN).start();
    session.cue().send("\x03");
    session.expect("cancelled");
    session.signal(Signal::SIGTERM);
    assert_eq!(session.status(), 143);
    let stdout = session.stdout();
    assert!(stdout.contains(r#""isError":true"#), "{stdout}");
}

#[test]
fn a_client_that_has_gone_leaves_no_question_and_a_terminal_as_it_was() {
    let mut session = serving(GONE).start();
    assert_eq!(session.status(), 0);
    assert!(session.settings_are_as_found());
    assert!(!session.stdout().contains("User selected"));
}

#[test]
fn a_terminal_in_raw_mode_is_another_programs() {
    let mut session = serving(SHOWN).stty(&["-icanon", "-echo"]).start();
    session.expect("nobody was asked: another program reads the terminal key by key");
    session.lacks(&["Which queue?"]);
    session.signal(Signal::SIGTERM);
    assert_eq!(session.status(), 143);
}

#[test]
fn ctrl_c_without_a_question_ends_the_server() {
    let mut session = Pty::new(["mcp", "--via", "tty"])
        .file("messages", HELLO)
        .script(SHOWN)
        .start();
    session.expect("serverInfo");
    session.send("\x03");
    assert_eq!(session.status(), 130);
}

#[test]
fn who_starts_it_by_hand_is_told_what_it_waits_for() {
    let mut session = Pty::new(["mcp"]).script(r#"exec "$@" 2>/dev/tty"#).start();
    session.expect("a client is expected on standard input");
    session.send("\x03");
    assert_eq!(session.status(), 130);
    assert_eq!(session.stdout(), "");
}

/// A call of `post_question`, one of `await_answer`, and a call of `ask` meanwhile.
const POST: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"post_question","arguments":{"questions":[{"id":"q","question":"Which region?","options":[{"label":"eu"},{"label":"us"}]}]}}}"#,
    "\n",
);

const AWAIT: &str = concat!(
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"await_answer","arguments":{"ticket":"own-req-1"}}}"#,
    "\n",
);

const PAIR: [&str; 5] = [
    "mcp",
    "--via",
    "tty",
    "--tools",
    "ask,post_question,await_answer",
];

#[test]
fn a_posted_question_is_asked_at_the_terminal_and_its_answer_fetched() {
    let mut session = Pty::new(PAIR)
        .file("messages", format!("{HELLO}{POST}"))
        .file("later", AWAIT)
        .script(r#"mkfifo in go; { cat messages; read -r go < go; cat later; exec sleep 600; } > in & exec "$@" < in"#)
        .start();
    session.expect("Which region?").cue();
    session.until_stdout("own-req-1");
    std::fs::write(session.path("go"), "go\n").unwrap();
    session.send("2\r");
    session.expect("Answer: 2) us");
    session.until_stdout("User selected: us");
    assert!(session.stdout().contains(r#"{"ticket":"own-req-1"}"#));
    session.signal(Signal::SIGTERM);
    assert_eq!(session.status(), 143);
    assert!(session.settings_are_as_found());
}

#[test]
fn a_posted_question_ends_with_its_client_and_the_terminal_is_put_back() {
    let mut session = Pty::new(PAIR)
        .file("messages", format!("{HELLO}{POST}"))
        .script(r#"mkfifo in go; { cat messages; read -r go < go; } > in & exec "$@" < in"#)
        .start();
    session.expect("Which region?").cue();
    std::fs::write(session.path("go"), "go\n").unwrap();
    session.ends_whatever_stdout(0);
    session.shows(&["Which region?"]);
}

#[test]
fn calls_and_posted_questions_take_turns() {
    let call = CALL.replace("\"id\":1", "\"id\":3");
    let mut session = Pty::new(PAIR)
        .file("messages", format!("{HELLO}{POST}{call}"))
        .script(OPEN)
        .start();
    // In any order, but never both at once.
    for _ in 0..2 {
        session.cue().send("2\r");
        session.expect("Answer: 2) ");
    }
    session.until_stdout("User selected: bulk");
    session.shows(&["Answer: 2) us", "Answer: 2) bulk"]);
    session.signal(Signal::SIGTERM);
    assert_eq!(session.status(), 143);
}
