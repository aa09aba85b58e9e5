//! The MCP client of the benchmark: measures one run of one server, on pipes.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const LIST: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#;

/// The wait after the last response, before memory is read. The server is idle after it.
const SETTLE: Duration = Duration::from_millis(20);

/// The measurements of one run.
pub(crate) struct Sample {
    pub(crate) initialize_ms: f64,
    pub(crate) list_ms: f64,
    /// Resident memory after the last response, in MiB.
    pub(crate) idle_mib: f64,
}

pub(crate) fn run(program: &Path, args: &[&str]) -> io::Result<Sample> {
    let started = Instant::now();
    let mut server = Server::spawn(program, args)?;
    server.send(INITIALIZE)?;
    server.expect_response("\"protocolVersion\"")?;
    let initialize_ms = millis(started);
    server.send(INITIALIZED)?;
    let asked = Instant::now();
    server.send(LIST)?;
    server.expect_response("\"tools\"")?;
    let list_ms = millis(asked);
    thread::sleep(SETTLE);
    let idle_mib = resident_mib(server.child.id())?;
    drop(server.input);
    if !server.child.wait()?.success() {
        return Err(io::Error::other("the server failed at its end"));
    }
    Ok(Sample {
        initialize_ms,
        list_ms,
        idle_mib,
    })
}

struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn spawn(program: &Path, args: &[&str]) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let streams = child.stdin.take().zip(child.stdout.take());
        let (input, output) = streams.ok_or_else(|| io::Error::other("no pipes"))?;
        let output = BufReader::new(output);
        Ok(Self {
            child,
            input,
            output,
        })
    }

    fn send(&mut self, message: &str) -> io::Result<()> {
        self.input.write_all(format!("{message}\n").as_bytes())
    }

    fn expect_response(&mut self, wanted: &str) -> io::Result<()> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        if line.contains(wanted) {
            Ok(())
        } else {
            let message = format!("expected {wanted} in the response {line:?}");
            Err(io::Error::other(message))
        }
    }
}

fn resident_mib(process: u32) -> io::Result<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB"));
    let kib = kib.and_then(|kib| kib.trim().parse::<f64>().ok());
    kib.map(|kib| kib / 1024.0)
        .ok_or_else(|| io::Error::other("expected a VmRSS in kB"))
}

fn millis(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}
