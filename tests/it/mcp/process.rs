//! The program as a server on pipes: how it ends.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};

use super::raw_client::queue;

struct Server {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Server {
    /// Started, greeted, with an answered ping: it waits for its client.
    fn start(capabilities: &Value) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ask-user"))
            .arg("mcp")
            .env_remove("ASK_USER_VIA")
            // Not the console of whoever runs the tests.
            .env("ASK_USER_SOCKET", "/nonexistent/ask-user.sock")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut server = Self {
            child,
            stdin,
            stdout,
        };
        server.send(json!({"id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "1"},
        }}));
        assert_eq!(server.receive()["id"], 0);
        server.send(json!({"method": "notifications/initialized"}));
        server.send(json!({"id": 1, "method": "ping"}));
        assert_eq!(server.receive()["id"], 1);
        server
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = "2.0".into();
        writeln!(self.stdin, "{message}").unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(i32::try_from(self.child.id()).unwrap());
        kill(pid, signal).unwrap();
    }

    /// The status, and what it says on standard error.
    fn end(mut self) -> (Option<i32>, String) {
        let mut said = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }
}

fn forms() -> Value {
    json!({"elicitation": {}})
}

#[test]
fn without_an_open_call_a_signal_ends_it_at_once() {
    let server = Server::start(&json!({}));
    let before = Instant::now();
    server.signal(Signal::SIGTERM);
    assert_eq!(server.end().0, Some(143));
    assert!(before.elapsed() < Duration::from_millis(700));
}

#[test]
fn an_interrupt_ends_it_and_a_termination_that_comes_with_it_wins() {
    let server = Server::start(&json!({}));
    server.signal(Signal::SIGINT);
    assert_eq!(server.end().0, Some(130));
    for both in [
        [Signal::SIGINT, Signal::SIGTERM],
        [Signal::SIGTERM, Signal::SIGINT],
    ] {
        for _ in 0..5 {
            let server = Server::start(&forms());
            for signal in both {
                server.signal(signal);
            }
            assert_eq!(server.end().0, Some(143));
        }
    }
}

#[test]
fn with_one_the_form_is_closed_and_the_result_still_comes() {
    let mut server = Server::start(&forms());
    let call = json!({"name": "ask", "arguments": queue()});
    server.send(json!({"id": 2, "method": "tools/call", "params": call}));
    let form = server.receive();
    assert_eq!(form["method"], "elicitation/create");
    server.signal(Signal::SIGTERM);
    let closed = server.receive();
    assert_eq!(closed["method"], "notifications/cancelled");
    assert_eq!(closed["params"]["requestId"], form["id"]);
    assert_eq!(server.receive()["id"], 2);
    assert_eq!(server.end().0, Some(143));
}

#[test]
fn an_output_that_nobody_reads_ends_it_while_a_question_stands() {
    let mut server = Server::start(&forms());
    let call = json!({"name": "ask", "arguments": queue()});
    server.send(json!({"id": 2, "method": "tools/call", "params": call}));
    assert_eq!(server.receive()["method"], "elicitation/create");
    let Server {
        child,
        stdin,
        stdout,
    } = server;
    drop(stdout);
    // Nothing is written any more, and the input stays open.
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("writing to the client"), "{said}");
}

#[test]
fn a_client_that_closes_both_ends_at_once_ends_it_as_one_that_has_gone() {
    for _ in 0..5 {
        let Server {
            child,
            stdin,
            stdout,
        } = Server::start(&forms());
        drop(stdout);
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
}
