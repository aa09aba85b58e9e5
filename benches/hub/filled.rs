//! A hub with requests that wait on open connections, in the program itself.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use serde_json::{Value, json};
use tempfile::TempDir;

const KEY: &str = "the key of the benchmark";
const PENDING: &str = "harness.v1.runtimes.pending";
const RESPOND: &str = "harness.v1.runtimes.respond";

pub(crate) struct Filled {
    hub: Child,
    _folder: TempDir,
    /// Keep their requests open.
    askers: Vec<Peer>,
    front_end: Peer,
    /// The number of the next question that is asked.
    next: usize,
}

/// Lets this process have as many connections as the hub.
pub(crate) fn raise_descriptor_limit() {
    if let Ok((_, hard)) = getrlimit(Resource::RLIMIT_NOFILE) {
        let _ = setrlimit(Resource::RLIMIT_NOFILE, hard, hard);
    }
}

impl Filled {
    /// Starts a hub, and asks so many requests on so many connections.
    pub(crate) fn new(connections: usize, requests: usize) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let socket = folder.path().join("s.sock");
        let mut hub = Command::new(env!("CARGO_BIN_EXE_ask-user"))
            .args(["console", "--via", "none", "--key-fd", "0", "--socket"])
            .arg(&socket)
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        writeln!(hub.stdin.take().ok_or_else(gone)?, "{KEY}")?;
        // It says where it listens as soon as it does.
        let mut line = String::new();
        BufReader::new(hub.stderr.take().ok_or_else(gone)?).read_line(&mut line)?;
        let mut askers = (0..connections)
            .map(|_| Peer::connect(&socket))
            .collect::<io::Result<Vec<_>>>()?;
        for number in 0..requests {
            let params = colours(number);
            let asker = &mut askers[number % connections];
            asker.send("ask", &params)?;
        }
        let mut filled = Self {
            hub,
            _folder: folder,
            askers,
            front_end: Peer::connect(&socket)?,
            next: 1,
        };
        let last = format!("req-{requests}");
        let after = json!({"after": format!("req-{}", requests - 1)});
        // The lines of the connections are read in turn.
        while filled.front_end.call(PENDING, &after)?[0]["id"] != last.as_str() {}
        Ok(filled)
    }

    /// Lists what waits, answers one of it, and asks another one in its place. Returns the
    /// milliseconds of the first two.
    pub(crate) fn round(&mut self) -> io::Result<f64> {
        let began = Instant::now();
        let page = self.front_end.call(PENDING, &json!({}))?;
        let id = page[0]["id"].clone();
        let content = json!({"answers": {"q1": {"picks": [2]}}});
        let params = json!({"request_id": id, "content": content, "key": KEY});
        let resolved = self.front_end.call(RESPOND, &params)?;
        let elapsed = began.elapsed();
        if resolved["outcome"] != "answered" {
            return Err(io::Error::other(resolved.to_string()));
        }
        let count = self.askers.len();
        self.askers[self.next % count].send("ask", &colours(self.next))?;
        self.next += 1;
        Ok(elapsed.as_secs_f64() * 1000.0)
    }

    /// The most memory that the hub has had.
    pub(crate) fn peak_mib(&self) -> io::Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.hub.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib: f64 = line
            .and_then(|line| line.split_whitespace().next()?.parse().ok())
            .ok_or_else(gone)?;
        Ok(kib / 1024.0)
    }
}

impl Drop for Filled {
    fn drop(&mut self) {
        let _ = self.hub.kill();
        let _ = self.hub.wait();
    }
}

/// The parameters of `ask` for a question.
fn colours(number: usize) -> Value {
    let text = format!("Which colour is number {number}?");
    let question = json!({"text": text, "choices": [{"label": "red"}, {"label": "green"}]});
    json!({"from": "bench", "questions": [question]})
}

fn gone() -> io::Error {
    io::Error::other("the hub has gone")
}

/// A connection that speaks lines of JSON.
struct Peer {
    stream: BufReader<UnixStream>,
    calls: u64,
}

impl Peer {
    fn connect(socket: &Path) -> io::Result<Self> {
        Ok(Self {
            stream: BufReader::with_capacity(1024, UnixStream::connect(socket)?),
            calls: 0,
        })
    }

    fn send(&mut self, method: &str, params: &Value) -> io::Result<()> {
        self.calls += 1;
        let call = json!({"jsonrpc": "2.0", "id": self.calls, "method": method, "params": params});
        self.stream
            .get_mut()
            .write_all(format!("{call}\n").as_bytes())
    }

    /// A call, without answers to others in between.
    fn call(&mut self, method: &str, params: &Value) -> io::Result<Value> {
        self.send(method, params)?;
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let mut answer: Value = serde_json::from_str(&line)?;
        match answer.get_mut("result") {
            Some(result) => Ok(result.take()),
            None => Err(io::Error::other(line)),
        }
    }
}
