//! `ask-user confirm`: yes and no, and all that is neither.

use std::thread;

use serde_json::json;

use crate::support::{
    CANCELLED, CLOSED, CTRL_C, CTRL_D, Cli, EXHAUSTED, NO_OPERATOR, Pty, Ran, refused,
};

const LINE: &str = "Delete 3 branches? 1) Yes  2) No > ";

fn decided(confirmed: bool) -> String {
    format!("{}\n", json!({"answered": true, "confirmed": confirmed}))
}

#[track_caller]
fn confirm(args: &[&'static str], lines: &str) -> Ran {
    let args = [&["confirm", "--via", "stdin"], args].concat();
    Cli::new(args).stdin(lines).run()
}

#[test]
fn a_session_at_a_terminal() {
    let mut session = Pty::spawn(["confirm", "Delete 3 branches?"]);
    session.expect(LINE).send("maybe\r");
    session.expect("maybe is not on the menu").expect(LINE);
    session
        .send("n # on Monday\r")
        .expect("Answer: 2) No # on Monday");
    let denied = json!({"answered": true, "confirmed": false, "note": "on Monday"});
    session.ends(1, &format!("{denied}\n"));
}

#[test]
fn yes_and_no_in_every_way_they_are_typed() {
    for line in ["1", "y", "Y", "yes", "YES", " yes "] {
        confirm(&["Go on?"], &format!("{line}\n")).check(0, &decided(true));
    }
    for line in ["2", "n", "N", "no", "No"] {
        confirm(&["Go on?"], &format!("{line}\n")).check(1, &decided(false));
    }
}

#[test]
fn what_is_no_answer_is_no_no() {
    let at_terminal = |keys: &str, status: i32, reason: &str| {
        let mut session = Pty::spawn(["confirm", "Delete 3 branches?"]);
        session.expect(LINE).send(keys);
        session.ends(status, &refused(reason));
    };
    at_terminal(CTRL_C, 130, CANCELLED);
    at_terminal(CTRL_D, 5, CLOSED);
    at_terminal("! not today\r", 6, "operator declined: not today");
    confirm(&["Go on?"], "").check(5, &refused(CLOSED));
    confirm(&["Go on?"], "yeah\nye\n3\n").check(4, &refused(EXHAUSTED));
    confirm(&["Go on?"], "~ why?\n").check(7, &refused("operator wants to talk first: why?"));
    Cli::new(["confirm", "Go on?"])
        .run()
        .check(3, &refused(NO_OPERATOR));
}

#[test]
fn enter_takes_the_default_and_nothing_without_one() {
    confirm(&["-d", "yes", "Go on?"], "\n").check(0, &decided(true));
    confirm(&["-d", "no", "Go on?"], "\n").check(1, &decided(false));
    confirm(&["Go on?"], "\ny\n")
        .check(0, &decided(true))
        .mentions(&["nothing typed"]);
    let mut session = Pty::spawn(["confirm", "-d", "no", "Delete 3 branches?"]);
    session
        .expect("Delete 3 branches? 1) Yes  2) No [2] > ")
        .send("\r");
    session.ends(1, &decided(false));
}

#[test]
fn as_text_it_is_a_word_or_nothing() {
    let text = ["--format", "text", "Go on?"];
    confirm(&text, "y\n").check(0, "yes\n");
    confirm(&text, "n\n").check(1, "no\n");
    confirm(&text, "").check(5, "");
}

#[test]
fn a_broken_output_is_no_no_either() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    for line in ["y", "n"] {
        let ran = Cli::script("exec \"$@\" >/dev/full", ["confirm", "--via", "stdin", "?"])
            .stdin(format!("{line}\n"))
            .run();
        assert_eq!(ran.status, 2, "{ran:?}");
    }
    let ran = Cli::new(["confirm", " "]).run();
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
}

#[test]
fn over_the_broker_it_is_an_approval() {
    use ask_user::broker::{Broker, RequestKind};
    use ask_user::hub::{Access, Hub};
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("s.sock");
    let broker = Broker::new();
    let access = Access::Key("0123456789abcdef".to_owned());
    let hub = Hub::bind(&socket, broker.clone(), access).unwrap();
    let handle = hub.handle();
    let serving = thread::spawn(move || hub.run());
    let check = |content: serde_json::Value, status: i32, wanted: &str| {
        let place = socket.display().to_string();
        let asking = thread::spawn(move || {
            Cli::new(["confirm", "--from", "builder", "Push?"])
                .env("ASK_USER_SOCKET", &place)
                .run()
        });
        let waiting = loop {
            if let Some(waiting) = broker.pending(Some(RequestKind::Approval)).pop() {
                break waiting;
            }
            thread::yield_now();
        };
        assert_eq!(waiting.from(), "builder");
        broker.respond(&waiting.id().to_string(), content).unwrap();
        asking.join().unwrap().check(status, wanted);
    };
    check(json!({"decision": "allow"}), 0, &decided(true));
    let noted = json!({"answered": true, "confirmed": false, "note": "later"});
    let deny = json!({"decision": "deny", "reason": "later"});
    check(deny, 1, &format!("{noted}\n"));
    handle.stop();
    serving.join().unwrap().unwrap();
}
