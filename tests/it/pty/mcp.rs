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
