//! `ask-user console` on a terminal, and the programs that ask at it.

mod askers;
mod documented;
mod endings;
mod examples;
mod front_ends;
#[cfg(feature = "mcp")]
mod mcp;
mod place;
mod prompt;
mod tickets;

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::support::{COLOURS, COLOURS_LINE, Cli, PROGRAM, Pty, Ran, Session, picked};

/// The idle prompt.
const IDLE: &str = "ask-user> ";

/// The name of the socket in the folder of a console.
const SOCKET: &str = "console.sock";

/// A console at its idle prompt.
fn console() -> Session {
    started(Pty::new(["console"]))
}

fn started(pty: Pty) -> Session {
    let mut console = pty.start();
    console.expect(IDLE);
    console
}

/// A program without a terminal that runs while the console does.
struct Asker(Child);

impl Asker {
    fn new(socket: &Path, args: &[&str]) -> Self {
        Self::with_stdin(socket, args, "")
    }

    /// One that gets this on standard input.
    fn with_stdin(socket: &Path, args: &[&str], stdin: &str) -> Self {
        let mut child = Command::new("setsid")
            .arg(PROGRAM)
            .args(args)
            .env_clear()
            .env("ASK_USER_SOCKET", socket)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(stdin.as_bytes()).unwrap();
        Self(child)
    }

    /// Asks `COLOURS` under this name.
    fn colours(console: &Session, from: &str) -> Self {
        let args = [&["ask", "--from", from], &COLOURS[1..]].concat();
        Self::new(&console.path(SOCKET), &args)
    }

    /// Waits for the end, and compares status and standard output.
    #[track_caller]
    fn ends(self, status: i32, stdout: &str) -> String {
        let output = self.0.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (printed, said) = (text(output.stdout), text(output.stderr));
        let got = (output.status.code(), printed.as_str());
        assert_eq!(got, (Some(status), stdout), "standard error: {said}");
        said
    }

    #[track_caller]
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    fn is_waiting(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
    }

    /// Waits until it has printed a line, and gives it.
    #[track_caller]
    fn line(&mut self) -> String {
        let output = self.0.stdout.as_mut().unwrap();
        let mut line = Vec::new();
        let mut byte = [0];
        while line.last() != Some(&b'\n') {
            assert_eq!(output.read(&mut byte).unwrap(), 1, "{line:?}");
            line.extend(byte);
        }
        String::from_utf8(line).unwrap()
    }
}

/// Runs a program at the socket of this console, to its end.
fn run(console: &Session, args: &[&str]) -> Ran {
    let socket = console.path(SOCKET);
    Cli::new(args.iter().copied())
        .env("ASK_USER_SOCKET", &socket.display().to_string())
        .run()
}

/// Ends a console that nobody waits for.
#[track_caller]
fn quit(console: &mut Session) {
    console.send("quit\r").ends(0, "");
    assert!(!console.path(SOCKET).exists(), "its socket is removed");
}

/// Waits until so many requests wait.
fn until_pending(console: &Session, count: usize) {
    loop {
        let ran = run(console, &["pending"]);
        assert_eq!(ran.status, 0, "{ran:?}");
        if ran.stdout.lines().count() == count {
            return;
        }
    }
}
