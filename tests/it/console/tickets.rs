//! `--detach` and `ask-user wait`: ask now, answer later.

use serde_json::json;

use super::*;
use crate::support::{CANCELLED, CLOSED, NO_OPERATOR, refused};

const PENDING: &str = "{\"pending\":true}\n";

#[track_caller]
fn posts(console: &Session, args: &[&str], ticket: &str) {
    let wanted = format!("{{\"ticket\":\"{ticket}\"}}\n");
    run(console, args).check(0, &wanted);
}

#[track_caller]
fn check(console: &Session, ticket: &str, status: i32, wanted: &str) {
    run(console, &["wait", ticket]).check(status, wanted);
}

#[test]
fn each_command_gets_its_own_shape_and_status() {
    let mut console = console();
    let colours = [&["ask", "--detach", "--from", "planner"], &COLOURS[1..]].concat();
    posts(&console, &colours, "req-1");
    console.expect("planner asks:").expect(COLOURS_LINE);
    run(&console, &["wait", "req-1", "--timeout", "0"]).check(124, PENDING);
    let text = [&["ask", "--detach", "--format", "text"], &COLOURS[1..]].concat();
    posts(&console, &text, "req-2");
    posts(&console, &["confirm", "--detach", "Push?"], "req-3");
    posts(&console, &["ask", "--detach", "Name?"], "req-4");
    console.send("2\r").expect(COLOURS_LINE).send("3\r");
    console.expect("Push?").cue().send("n # later\r");
    console.expect("Name?").cue().send("\u{3}").expect(IDLE);
    check(&console, "req-1", 0, &picked(2, "green"));
    check(&console, "req-2", 0, "blue\n");
    let denied = json!({"answered": true, "confirmed": false, "note": "later"});
    check(&console, "req-3", 1, &format!("{denied}\n"));
    check(&console, "req-4", 130, &refused(CANCELLED));
    // Fetched again.
    check(&console, "req-1", 0, &picked(2, "green"));
    quit(&mut console);
}

#[test]
fn a_tool_call_gets_its_result_later() {
    let mut console = console();
    let call = r#"{"name":"ask","arguments":{"questions":[{"id":"q","question":"Which queue?",
        "options":[{"label":"fast"},{"label":"bulk"}]}]}}"#;
    let socket = console.path(SOCKET).display().to_string();
    let posted = Cli::new(["call", "--detach"])
        .env("ASK_USER_SOCKET", &socket)
        .stdin(call)
        .run();
    posted.check(0, "{\"ticket\":\"req-1\"}\n");
    console
        .expect("Which queue?")
        .cue()
        .send("2\r")
        .expect(IDLE);
    let ran = run(&console, &["wait", "req-1"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stdout.contains("User selected: bulk"), "{ran:?}");
    quit(&mut console);
}

#[test]
fn a_waiter_is_there_when_the_answer_comes() {
    let mut console = console();
    let colours = [&["ask", "--detach"], &COLOURS[1..]].concat();
    posts(&console, &colours, "req-1");
    let waiting: Vec<_> = (0..2)
        .map(|_| Asker::new(&console.path(SOCKET), &["wait", "req-1", "--timeout", "1m"]))
        .collect();
    console.expect(COLOURS_LINE).send("1\r").expect(IDLE);
    for waiter in waiting {
        waiter.ends(0, &picked(1, "red"));
    }
    quit(&mut console);
}

#[test]
fn the_list_shows_tickets_like_all_requests() {
    let mut console = console();
    let colours = [&["ask", "--detach", "--from", "planner"], &COLOURS[1..]].concat();
    posts(&console, &colours, "req-1");
    console.expect(COLOURS_LINE).send(">>\r");
    console.expect("(1 postponed)> ").send("list\r");
    console
        .expect("  1) req-1 planner, ")
        .expect(" s (postponed): Which colour?");
    console
        .send("quit\r")
        .expect("1 request waits")
        .expect("postponed)> ");
    let waiting = Asker::new(&console.path(SOCKET), &["wait", "req-1"]);
    console.send("quit\r").ends(0, "");
    // It may come after the end of the console.
    let output = waiting.0.wait_with_output().unwrap();
    match output.status.code() {
        Some(5) => assert_eq!(output.stdout, refused(CLOSED).into_bytes()),
        other => assert_eq!(other, Some(2), "{output:?}"),
    }
}

#[test]
fn an_expired_ticket_is_withdrawn() {
    let mut console = console();
    let colours = [
        &["ask", "--detach", "--expires", "1s", "--from", "planner"],
        &COLOURS[1..],
    ];
    posts(&console, &colours.concat(), "req-1");
    console.expect(COLOURS_LINE);
    console.expect("withdrawn: planner does not wait any more");
    let ran = run(&console, &["wait", "req-1"]);
    ran.check(2, "").mentions(&["unknown ticket `req-1`"]);
    console.expect(IDLE);
    quit(&mut console);
}

#[test]
fn what_cannot_be_asked_later_is_refused() {
    let mut console = console();
    let check = |args: &[&str], status: i32, stdout: &str, message: &str| {
        run(&console, args)
            .check(status, stdout)
            .mentions(&[message]);
    };
    check(
        &["ask", "--detach", "-s", "Token?"],
        2,
        "",
        "--detach: a secret goes only to",
    );
    check(
        &["ask", "--detach", "--via", "stdin", "?"],
        2,
        "",
        "--detach: only a console keeps a request",
    );
    check(&["ask", "--expires", "1h", "?"], 2, "", "--detach");
    check(
        &["wait", "7"],
        2,
        "",
        "expected a ticket such as req-7, found \"7\"",
    );
    check(&["wait", "req-7"], 2, "", "unknown ticket `req-7`");
    quit(&mut console);
    let nobody = refused(NO_OPERATOR);
    let no_console = "no console listens at ";
    let check = |args: &[&str], status: i32, stdout: &str| {
        run(&console, args)
            .check(status, stdout)
            .mentions(&[no_console]);
    };
    check(&["ask", "--detach", "?"], 3, &nobody);
    check(&["confirm", "--detach", "?"], 3, &nobody);
    // 1 would be the No of a `confirm`.
    check(&["wait", "req-1"], 2, "");
}
