//! A call writes no file, starts no process and opens no connection.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_ask-user");

/// System calls that would leave a trace or reach out.
const TELLTALE: [&str; 12] = [
    "execve(",
    "fork(",
    "socket(",
    "connect(",
    "bind(",
    "mkdir",
    "unlink",
    "rename",
    "O_CREAT",
    "truncate(",
    "symlink",
    "link(",
];

fn call_in(folder: &Path, program: &str, before: &[&str]) {
    let arguments = r#"{"name": "ask", "arguments": {"questions": [{"id": "q", "question": "Which?", "options": ["a", "b"]}]}}"#;
    fs::write(folder.join("call.json"), arguments).unwrap();
    let mut child = Command::new(program)
        .args(before)
        .args(["call", "--via", "stdin", "call.json"])
        .current_dir(folder)
        .env("HOME", folder)
        .env("ASK_USER_SOCKET", folder.join("console.sock"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"7\n2 # note\n")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("User selected: b"));
}

#[test]
fn a_call_leaves_no_file_behind() {
    let folder = tempfile::tempdir().unwrap();
    call_in(folder.path(), BINARY, &[]);
    let left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left, ["call.json"]);
}

#[test]
fn a_call_makes_no_telltale_system_call() {
    let works = Command::new("strace")
        .args(["-o", "/dev/null", "true"])
        .stderr(Stdio::null())
        .status();
    if !works.is_ok_and(|status| status.success()) {
        eprintln!("skipped: strace does not work here");
        return;
    }
    check_trace(|folder, path| call_in(folder, "strace", &["-f", "-o", path, BINARY]));
    #[cfg(feature = "mcp")]
    check_trace(serve_in);
}

/// Serves one call to a client on pipes.
#[cfg(feature = "mcp")]
fn serve_in(folder: &Path, trace: &str) {
    let lines = concat!(
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{"questions":[{"id":"q","question":"Which?","options":[{"label":"a"}]}]}}}"#,
        "\n"
    );
    let mut child = Command::new("strace")
        .args(["-f", "-o", trace, BINARY, "mcp"])
        .current_dir(folder)
        .env("HOME", folder)
        .env("ASK_USER_SOCKET", folder.join("console.sock"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(lines.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("requires interactive mode"));
}

/// Runs the program under strace and looks at what it did.
fn check_trace(run: impl FnOnce(&Path, &str)) {
    let folder = tempfile::tempdir().unwrap();
    let trace = tempfile::NamedTempFile::new().unwrap();
    let path = trace.path().to_str().unwrap();
    run(folder.path(), path);
    let trace = fs::read_to_string(path).unwrap();
    // The first line is the start of the program itself.
    for line in trace.lines().skip(1) {
        for call in TELLTALE {
            // A pair of sockets reaches nobody but this process, and a Unix socket no
            // further than the console of the same user.
            let stays_here = line.contains("socketpair(")
                || line.contains("AF_UNIX") && matches!(call, "socket(" | "connect(");
            assert!(!line.contains(call) || stays_here, "{line}");
        }
    }
}

#[test]
fn no_dependency_of_the_program_reaches_the_network() {
    let lock =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).unwrap();
    // tokio brings its pipes together with sockets; that none is opened is tested above.
    for name in ["hyper", "reqwest", "curl", "ureq", "native-tls", "rustls"] {
        assert!(
            !lock.contains(&format!("name = \"{name}\"\n")),
            "{name} is a dependency"
        );
    }
}
