//! `pending`, `events` and `respond`: a second pair of hands at the console.

use serde_json::{Value, json};

use super::*;
use crate::support::refused;

fn parsed(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
}

/// A script that responds without waiting for its end here.
fn respond(console: &Session, id: &str, content: &str) -> Asker {
    let args = ["respond", id, content, "--name", "slack"];
    Asker::new(&console.path(SOCKET), &args)
}

const LEAVE: &str = "a front end that calls itself slack wants to answer in your name";

#[test]
fn a_front_end_that_is_let_in_answers() {
    let mut console = console();
    let mut events = Asker::new(&console.path(SOCKET), &["events"]);
    let asker = Asker::colours(&console, "builder");
    console.expect(COLOURS_LINE).send(">>\r");
    console.expect("ask-user (1 postponed)> ");
    let waiting = parsed(&run(&console, &["pending"]).stdout);
    assert_eq!(waiting["from"], "builder");
    assert_eq!(waiting["questions"][0]["text"], "Which colour?");
    let responding = respond(&console, "req-1", r#"{"answers":{"q1":{"picks":[2]}}}"#);
    console
        .expect("ask-user asks for approval:")
        .expect(LEAVE)
        .answer("1\r");
    console.expect("answered by slack: 2) green").expect(IDLE);
    asker.ends(0, &picked(2, "green"));
    let output = responding.0.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let resolved = parsed(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(resolved["by"], "front-end:slack");
    assert_eq!(resolved["key"].as_str().unwrap().len(), 64);
    assert_eq!(parsed(&events.line())["type"], "request");
    let event = parsed(&events.line());
    assert_eq!(
        (&event["type"], &event["by"]),
        (&json!("resolved"), &resolved["by"])
    );
    console.send("history\r");
    console.expect("req-1 builder, answered: 2) green (by slack)");
    console.expect(IDLE);
    quit(&mut console);
    events.ends(0, "");
}

#[test]
fn one_that_is_not_let_in_gets_nowhere() {
    let mut console = console();
    let asker = Asker::colours(&console, "builder");
    console.expect(COLOURS_LINE).send(">>\r");
    console.expect("ask-user (1 postponed)> ");
    let responding = respond(&console, "req-1", r#"{"answers":{"q1":{"picks":[2]}}}"#);
    console.expect(LEAVE).answer("no\r");
    let output = responding.0.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(6));
    let refusal = parsed(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(refusal["error"]["code"], -32004);
    console.expect("ask-user (1 postponed)> ").send("1\r");
    console.expect(COLOURS_LINE).send("3\r");
    asker.ends(0, &picked(3, "blue"));
    console.expect(IDLE);
    quit(&mut console);
}

#[test]
fn the_question_at_the_prompt_gives_way_to_an_answer_from_elsewhere() {
    let mut console = console();
    let first = Asker::colours(&console, "builder");
    console.expect(COLOURS_LINE).send(">>\r");
    console.expect("ask-user (1 postponed)> ");
    let responding = respond(&console, "req-1", r#"{"answers":{"q1":{"picks":[1]}}}"#);
    console.expect(LEAVE).answer("yes\r");
    console.expect("answered by slack").expect(IDLE);
    first.ends(0, &picked(1, "red"));
    let output = responding.0.wait_with_output().unwrap();
    let resolved = parsed(&String::from_utf8(output.stdout).unwrap());
    let second = Asker::colours(&console, "tester");
    console.expect(COLOURS_LINE).send("3").expect("3");
    // With the key that it was given it is not asked about again.
    let key = resolved["key"].as_str().unwrap();
    let script = format!(
        "exec \"$0\" respond req-3 '{{\"outcome\":\"declined\",\"text\":\"no\"}}' --key-fd 3 3<<E\n{key}\nE"
    );
    let socket = console.path(SOCKET);
    let ran = Cli::program("/bin/sh", ["-c", &script, PROGRAM])
        .env("ASK_USER_SOCKET", &socket.display().to_string())
        .run();
    assert_eq!(ran.status, 0, "{ran:?}");
    console.expect("ended by slack: ").expect(IDLE);
    second.ends(6, &refused("operator declined: no"));
    // The `3` that was typed is gone with its question.
    console.send("list\r").expect("nothing waits").expect(IDLE);
    quit(&mut console);
}

#[test]
fn wrong_responds_have_a_status_of_their_own() {
    let mut console = console();
    let unknown = run(&console, &["respond", "req-9", "{}"]);
    assert_eq!(unknown.status, 2);
    assert_eq!(parsed(&unknown.stdout)["error"]["code"], -32001);
    let rubbish = run(&console, &["respond", "req-1", "rubbish"]);
    assert_eq!((rubbish.status, rubbish.stdout.as_str()), (2, ""));
    rubbish.mentions(&["the content is not JSON"]);
    quit(&mut console);
    for args in [&["pending"][..], &["events"], &["respond", "req-1", "{}"]] {
        let ran = run(&console, args);
        assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{args:?}");
        ran.mentions(&["no console listens at ", "start `ask-user console`"]);
    }
}

/// Starts a hub without a prompt with this key.
fn hub(folder: &Path, key: &str) -> Asker {
    let socket = folder.join("s.sock");
    let args = ["console", "--via", "none", "--key-fd", "0"];
    let mut hub = Asker::with_stdin(&socket, &args, key);
    let mut byte = [0];
    let mut said = String::new();
    let output = hub.0.stderr.as_mut().unwrap();
    while !said.ends_with('\n') && output.read(&mut byte).unwrap() == 1 {
        said.push(byte[0].into());
    }
    assert!(said.starts_with("ask-user: listening at "), "{said}");
    hub
}

#[test]
fn a_hub_without_a_prompt_serves_who_has_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("s.sock");
    let key = "correct horse battery";
    let hub = hub(folder.path(), &format!("{key}\n"));
    let asker = Asker::new(&socket, &COLOURS);
    let mut events = Asker::new(&socket, &["events"]);
    let id = parsed(&events.line())["request"]["id"].clone();
    let id = id.as_str().unwrap();
    let content = r#"{"answers":{"q1":{"picks":[2]}}}"#;
    let said = Asker::new(&socket, &["respond", id, content]);
    assert_eq!(said.0.wait_with_output().unwrap().status.code(), Some(6));
    let args = ["respond", id, content, "--name", "bot", "--key-fd", "0"];
    let wrong = Asker::with_stdin(&socket, &args, "wrong horse battery!\n");
    assert_eq!(wrong.0.wait_with_output().unwrap().status.code(), Some(6));
    let right = Asker::with_stdin(&socket, &args, key);
    assert_eq!(right.0.wait_with_output().unwrap().status.code(), Some(0));
    asker.ends(0, &picked(2, "green"));
    let pid = nix::unistd::Pid::from_raw(hub.0.id().try_into().unwrap());
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM).unwrap();
    let status = hub.0.wait_with_output().unwrap().status.code();
    assert_eq!(status, Some(143));
}

#[test]
fn its_key_has_a_length_and_a_place() {
    let check = |args: &[&str], stdin: &str, message: &str| {
        let ran = Cli::new(args.iter().copied()).stdin(stdin).run();
        assert_eq!(ran.status, 2, "{ran:?}");
        ran.mentions(&[message]);
    };
    let none = ["console", "--via", "none"];
    check(&none, "", "give a key for front ends with --key-fd");
    let with_key = [&none[..], &["--key-fd", "0"]].concat();
    let length = "expected a key of 16 to 4096 bytes on the first line, found";
    check(&with_key, "short\n", length);
    check(&with_key, &"x".repeat(5000), length);
    let closed = [&none[..], &["--key-fd", "77"]].concat();
    check(&closed, "", "--key-fd 77: not open for reading");
    check(
        &["console", "--key-fd", "0"],
        "0123456789abcdef",
        "a console with a prompt asks its operator",
    );
}
