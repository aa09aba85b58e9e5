//! One run of the program without any terminal.

use std::fs::{File, read_to_string};
use std::io::{Read as _, Seek as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::{PATIENCE, PROGRAM};

/// A run to come. Standard input is empty unless [`stdin`](Self::stdin) fills it.
pub(crate) struct Cli {
    command: Command,
    stdin: Option<Vec<u8>>,
    folder: TempDir,
}

/// How a run ended, for one comparison of everything.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Cli {
    pub(crate) fn new<'a>(args: impl IntoIterator<Item = &'a str>) -> Self {
        Self::program(PROGRAM, args)
    }

    /// Some other program, in the same surroundings.
    pub(crate) fn program<'a>(program: &str, args: impl IntoIterator<Item = &'a str>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = detached(&folder);
        command.arg(program).args(args);
        Self {
            command,
            stdin: Some(Vec::new()),
            folder,
        }
    }

    /// Runs the program by a shell script, as `"$@"`.
    pub(crate) fn script<'a>(script: &'a str, args: impl IntoIterator<Item = &'a str>) -> Self {
        let args = ["-c", script, "sh", PROGRAM].into_iter().chain(args);
        Self::program("/bin/sh", args.collect::<Vec<_>>())
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// What comes through a pipe to standard input, and then its end.
    pub(crate) fn stdin(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.stdin = Some(bytes.as_ref().to_vec());
        self
    }

    /// A pipe that stays open and silent.
    pub(crate) fn silent_stdin(mut self) -> Self {
        self.stdin = None;
        self
    }

    /// A file in the folder that the program runs in.
    pub(crate) fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.folder.path().join(name), content).expect("writing a file");
        self
    }

    #[track_caller]
    pub(crate) fn run(self) -> Ran {
        self.run_in_folder().0
    }

    /// Runs, and gives a file that the program has left, too.
    #[track_caller]
    pub(crate) fn run_and_read(self, name: &str) -> (Ran, String) {
        let (ran, folder) = self.run_in_folder();
        let file = read_to_string(folder.path().join(name)).expect("a file of the program");
        (ran, file)
    }

    #[track_caller]
    fn run_in_folder(mut self) -> (Ran, TempDir) {
        let mut stdout = tempfile::tempfile().expect("a file");
        let mut stderr = tempfile::tempfile().expect("a file");
        self.command
            .stdin(Stdio::piped())
            .stdout(stdout.try_clone().expect("a file"))
            .stderr(stderr.try_clone().expect("a file"));
        let mut child = self.command.spawn().expect("starting the program");
        let mut pipe = child.stdin.take().expect("a pipe");
        let (mut silent, mut writer) = (None, None);
        match self.stdin {
            // Who does not read it all ends the writing.
            Some(bytes) => writer = Some(thread::spawn(move || pipe.write_all(&bytes))),
            None => silent = Some(pipe),
        }
        let status = wait(&mut child);
        drop(silent);
        drop(writer);
        let ran = Ran {
            status: code(status),
            stdout: content(&mut stdout),
            stderr: content(&mut stderr),
        };
        (ran, self.folder)
    }
}

impl Ran {
    #[track_caller]
    pub(crate) fn check(&self, status: i32, stdout: &str) -> &Self {
        let got = (self.status, self.stdout.as_str());
        assert_eq!(got, (status, stdout), "standard error: {}", self.stderr);
        self
    }

    /// What stands on standard error, whole.
    #[track_caller]
    pub(crate) fn says(&self, stderr: &str) {
        assert_eq!(self.stderr, stderr);
    }

    /// What standard error mentions.
    #[track_caller]
    pub(crate) fn mentions(&self, texts: &[&str]) -> &Self {
        for text in texts {
            assert!(self.stderr.contains(text), "no {text:?} in {self:#?}");
        }
        self
    }
}

/// A command in a session of its own, hence without a terminal, in known surroundings.
pub(super) fn detached(folder: &TempDir) -> Command {
    let mut command = Command::new("setsid");
    command
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("TERM", "xterm-256color")
        .env("LANG", "C.UTF-8")
        .env("HOME", folder.path())
        // Not the console of whoever runs the tests.
        .env("ASK_USER_SOCKET", folder.path().join("console.sock"))
        .current_dir(folder.path());
    command
}

/// Waits for the end of a child, which is killed when it takes too long.
#[track_caller]
fn wait(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("waiting for the program") {
            return status;
        }
        if start.elapsed() > PATIENCE {
            child.kill().expect("killing the program");
            child.wait().expect("waiting for the program");
            panic!("the program did not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// The status as a shell would give it, negative where a signal ended the program.
pub(super) fn code(status: ExitStatus) -> i32 {
    let signal = || -status.signal().expect("a code or a signal");
    status.code().unwrap_or_else(signal)
}

/// All that was written to a file.
pub(super) fn content(file: &mut File) -> String {
    let mut bytes = Vec::new();
    file.rewind().expect("a file");
    file.read_to_end(&mut bytes).expect("a file");
    String::from_utf8(bytes).expect("text")
}
