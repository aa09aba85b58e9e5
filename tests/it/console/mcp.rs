//! `ask-user mcp` under a client that has neither a terminal nor forms, as clients speak it.

use std::io::BufRead as _;

use serde_json::{Value, json};

use super::*;

/// The server on pipes, and its client's side.
pub(super) struct Server {
    child: Child,
    output: std::io::BufReader<std::process::ChildStdout>,
}

impl Server {
    pub(super) fn start(socket: &Path, args: &[&str]) -> Self {
        let mut child = Command::new("setsid")
            .arg(PROGRAM)
            .arg("mcp")
            .args(args)
            .env_clear()
            .env("ASK_USER_SOCKET", socket)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = std::io::BufReader::new(child.stdout.take().unwrap());
        let mut server = Self { child, output };
        server.send(json!({"id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "a client", "version": "1"},
        }}));
        assert_eq!(server.receive()["id"], 0);
        server.send(json!({"method": "notifications/initialized"}));
        server
    }

    pub(super) fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = "2.0".into();
        let input = self.child.stdin.as_mut().unwrap();
        writeln!(input, "{message}").unwrap();
    }

    pub(super) fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn call(&mut self, id: u64) {
        self.call_tool(id, "ask", queue());
    }

    fn call_tool(&mut self, id: u64, tool: &str, arguments: Value) {
        let params = json!({"name": tool, "arguments": arguments});
        self.send(json!({"id": id, "method": "tools/call", "params": params}));
    }

    pub(super) fn end(mut self) {
        drop(self.child.stdin.take());
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

fn queue() -> Value {
    json!({"questions": [{
        "id": "queue", "question": "Which queue should imports use?",
        "options": [{"label": "fast"}, {"label": "bulk", "description": "nightly"}],
    }]})
}

#[test]
fn a_posted_question_survives_its_server_at_the_console() {
    let mut console = console();
    let pair = ["--tools", "ask,post_question,await_answer"];
    let mut first = Server::start(&console.path(SOCKET), &pair);
    first.call_tool(1, "post_question", queue());
    let posted = first.receive();
    let ticket = json!({"ticket": "req-1"});
    assert_eq!(posted["result"]["structuredContent"], ticket, "{posted}");
    console
        .expect("a client asks:")
        .expect("Which queue should imports use?")
        .cue();
    first.call_tool(2, "await_answer", json!({"ticket": "req-1", "wait_s": 0}));
    let pending = &first.receive()["result"]["structuredContent"];
    assert_eq!(pending, &json!({"pending": true}));
    // The agent's session ends, and a new one fetches the answer.
    first.end();
    console.send("2\r").expect(IDLE);
    let mut second = Server::start(&console.path(SOCKET), &pair);
    second.call_tool(1, "await_answer", ticket);
    let text = &second.receive()["result"]["content"][0]["text"];
    assert_eq!(text, "User selected: bulk");
    second.call_tool(2, "await_answer", json!({"ticket": "req-9"}));
    let refused = second.receive();
    assert!(
        refused.to_string().contains("unknown ticket `req-9`"),
        "{refused}"
    );
    // A ticket of the command line, which has another shape.
    let posted = run(&console, &["ask", "--detach", "Name?"]);
    posted.check(0, "{\"ticket\":\"req-2\"}\n");
    console.expect("Name?").cue().send("moon\r").expect(IDLE);
    second.call_tool(3, "await_answer", json!({"ticket": "req-2"}));
    let refused = second.receive();
    let message = "ticket: it was not posted by post_question: `ask-user wait` gives its result";
    assert_eq!(refused["result"]["content"][0]["text"], message);
    second.end();
    quit(&mut console);
}

#[test]
fn it_is_answered_at_the_console() {
    let mut console = console();
    let mut server = Server::start(&console.path(SOCKET), &[]);
    server.call(1);
    console
        .expect(" asks:")
        .expect("Which queue should imports use?");
    // While it waits, a ping is answered.
    server.send(json!({"id": 2, "method": "ping"}));
    assert_eq!(server.receive()["id"], 2);
    console.cue().send("2\r");
    let result = server.receive();
    assert_eq!(result["id"], 1);
    let text = &result["result"]["content"][0]["text"];
    assert_eq!(text, "User selected: bulk");
    console.expect(IDLE);
    server.end();
    quit(&mut console);
}

#[test]
fn a_cancelled_call_is_withdrawn_and_gets_no_response() {
    let mut console = console();
    let mut server = Server::start(&console.path(SOCKET), &["--via", "console"]);
    server.call(1);
    console.expect("Which queue should imports use?");
    server.send(json!({"method": "notifications/cancelled", "params": {"requestId": 1}}));
    console.expect("withdrawn: ").expect(IDLE);
    server.send(json!({"id": 2, "method": "ping"}));
    assert_eq!(server.receive()["id"], 2);
    server.end();
    quit(&mut console);
}

#[test]
fn a_client_that_goes_withdraws_its_question() {
    let mut console = console();
    let mut server = Server::start(&console.path(SOCKET), &[]);
    server.call(1);
    console.expect("Which queue should imports use?");
    server.end();
    console.expect("withdrawn: ").expect(IDLE);
    quit(&mut console);
}

#[test]
fn the_console_is_looked_for_at_each_call() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("s.sock");
    let mut server = Server::start(&socket, &[]);
    server.call(1);
    let refused = server.receive();
    assert!(
        refused.to_string().contains("no console is running"),
        "{refused}"
    );
    let place = socket.display().to_string();
    let mut console = started(Pty::new(["console", "--socket", &place]));
    server.call(2);
    console.expect("Which queue").cue().send("1\r");
    let text = server.receive()["result"]["content"][0]["text"].clone();
    assert_eq!(text, "User selected: fast");
    console.expect(IDLE).send("quit\r").ends(0, "");
    server.end();
}
