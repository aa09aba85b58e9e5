//! The example of an MCP host at a terminal, with the program as the server that
//! asks: both sides of elicitation, through the SDK.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::support::{Pty, Session, example};

/// The host calls `ask_user` at `"$@"`, which is the program as a server.
fn calling(script: &'static str) -> Session {
    Pty::new(["mcp", "--tools", "ask_user"])
        .env("HOST", &example("mcp_host"))
        .file(
            "call",
            r#"{"question": "Deploy where?", "options": ["staging", "production"]}"#,
        )
        .script(script)
        .start()
}

const HANDSHAKE: &str = r#"exec "$HOST" ask_user "$(cat call)" "$@""#;
const STATELESS: &str = r#"exec "$HOST" --stateless ask_user "$(cat call)" "$@""#;

#[test]
fn the_operator_answers_what_a_server_asks() {
    for script in [HANDSHAKE, STATELESS] {
        let mut session = calling(script);
        session.expect("Asked by a server that calls itself ask-user:");
        session.expect("Deploy where?");
        session.answer("9\r");
        session.expect("9 is not on the menu");
        session.answer("2\r");
        session.expect("Answer: 2) production");
        assert_eq!(session.status(), 0);
        let stdout = session.stdout();
        let result: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        let answer = &result["structuredContent"];
        assert_eq!(
            answer.to_string(),
            r#"{"answered":true,"choice_index":2,"choice":"production"}"#
        );
        assert!(session.settings_are_as_found());
    }
}

#[test]
fn a_refusal_at_the_host_is_never_an_answer() {
    for (keys, reason) in [("!\r", "declined"), ("\x03", "cancelled")] {
        let mut session = calling(HANDSHAKE);
        session.cue().send(keys);
        assert_eq!(session.status(), 0);
        let stdout = session.stdout();
        let result: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        let answer = &result["structuredContent"];
        assert_eq!(answer["answered"], false, "{stdout}");
        assert!(
            answer["reason"].as_str().unwrap().contains(reason),
            "{stdout}"
        );
    }
}

#[test]
fn a_signal_ends_the_host_and_puts_the_terminal_back() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP] {
        let mut session = calling(HANDSHAKE);
        session.cue().signal(signal);
        session.expect("input closed before an answer");
        assert_eq!(session.status(), 1);
        assert!(session.settings_are_as_found());
        assert_eq!(session.stdout(), "");
    }
}

#[test]
fn a_server_that_dies_takes_its_question_with_it() {
    const MORTAL: &str =
        r#"exec "$HOST" ask_user "$(cat call)" /bin/sh -c 'echo $$ > pid; exec "$@"' sh "$@""#;
    let mut session = calling(MORTAL);
    session.cue();
    let server = session.file("pid").trim().parse().unwrap();
    kill(Pid::from_raw(server), Signal::SIGKILL).unwrap();
    session.expect("question withdrawn by the caller");
    assert_eq!(session.status(), 1);
    assert!(session.settings_are_as_found());
}
