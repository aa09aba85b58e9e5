//! A pseudo-terminal for the program, opened here so that it can be taken away again.
//!
//! `setsid -c` makes it the controlling terminal; the matching is expectrl's.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::os::fd::AsFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::process::Command;

use nix::fcntl::OFlag;
use nix::pty::{grantpt, posix_openpt, ptsname_r, unlockpt};
use nix::sys::termios::tcgetattr;
use tempfile::TempDir;

use super::PROGRAM;
use super::cli::detached;
use super::session::Session;
use super::wire::wire;

/// A session to come: the program on a terminal of its own, 80 by 24, TERM capable.
pub(crate) struct Pty {
    args: Vec<String>,
    command: Command,
    stdin: Option<Vec<u8>>,
    script: Option<&'static str>,
    typed_ahead: String,
    settings: Vec<&'static str>,
    size: (u16, u16),
    folder: TempDir,
}

impl Pty {
    pub(crate) fn new<'a>(args: impl IntoIterator<Item = &'a str>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self {
            args: args.into_iter().map(str::to_owned).collect(),
            command: detached(&folder),
            stdin: None,
            script: None,
            typed_ahead: String::new(),
            settings: Vec::new(),
            size: (80, 24),
            folder,
        }
    }

    /// Starts the program at once.
    pub(crate) fn spawn<'a>(args: impl IntoIterator<Item = &'a str>) -> Session {
        Self::new(args).start()
    }

    /// A shell at its prompt `% `, with the program as `$ASK`.
    pub(crate) fn shell(shell: &'static [&'static str]) -> Session {
        let mut session = Self::new([])
            .env("PS1", "% ")
            .env("ASK", PROGRAM)
            .on_terminal(shell);
        session.expect("% ");
        session
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn without_env(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// Bytes on standard input instead of the terminal.
    pub(crate) fn stdin(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.stdin = Some(bytes.as_ref().to_vec());
        self
    }

    /// Runs the program by a shell script, as `"$@"`.
    pub(crate) fn script(mut self, script: &'static str) -> Self {
        self.script = Some(script);
        self
    }

    /// Keys that are pressed before the program starts.
    pub(crate) fn typed_ahead(mut self, keys: &str) -> Self {
        keys.clone_into(&mut self.typed_ahead);
        self
    }

    /// Changes line settings before the program starts, as arguments of `stty`.
    pub(crate) fn stty(mut self, settings: &[&'static str]) -> Self {
        self.settings.extend(settings);
        self
    }

    pub(crate) fn size(mut self, columns: u16, rows: u16) -> Self {
        self.size = (columns, rows);
        self
    }

    /// A file in the folder that the program runs in.
    pub(crate) fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.folder.path().join(name), content).expect("writing a file");
        self
    }

    pub(crate) fn start(mut self) -> Session {
        let file = || tempfile::tempfile().expect("a file");
        let (stdout, stderr) = (file(), file());
        self.command
            .stdout(stdout.try_clone().expect("a file"))
            .stderr(stderr.try_clone().expect("a file"));
        self.open(&[], stdout, stderr)
    }

    /// Starts `command` instead, with everything on the terminal.
    fn on_terminal(self, command: &[&str]) -> Session {
        let file = || tempfile::tempfile().expect("a file");
        self.open(command, file(), file())
    }

    fn open(mut self, command: &[&str], stdout: File, stderr: File) -> Session {
        let (mut master, slave) = terminal();
        let (columns, rows) = self.size;
        stty(
            &slave,
            &["cols", &columns.to_string(), "rows", &rows.to_string()],
        );
        stty(&slave, &self.settings);
        let before = tcgetattr(&slave).expect("line settings");
        master
            .write_all(self.typed_ahead.as_bytes())
            .expect("typing");

        // `setsid -c` makes its standard input the controlling terminal.
        self.command
            .arg("-c")
            .stdin(slave.try_clone().expect("a terminal"));
        if command.is_empty() {
            let script = match (self.script, &self.stdin) {
                (Some(script), _) => Some(script),
                (None, Some(_)) => Some("exec \"$@\" <.stdin"),
                (None, None) => None,
            };
            if let Some(bytes) = &self.stdin {
                std::fs::write(self.folder.path().join(".stdin"), bytes).expect("a file");
            }
            if let Some(script) = script {
                self.command.args(["/bin/sh", "-c", script, "sh"]);
            }
            self.command.arg(PROGRAM).args(&self.args);
        } else {
            self.command
                .args(command)
                .stdout(slave.try_clone().expect("a terminal"))
                .stderr(slave.try_clone().expect("a terminal"));
        }
        let child = self.command.spawn().expect("starting the program");
        let input = master.try_clone().expect("a terminal");
        let (wire, shown) = wire(master, Some(input));
        Session {
            child,
            status: None,
            wire: Some(wire),
            shown,
            terminal: Some((slave, before)),
            columns,
            stdout,
            stderr,
            folder: self.folder,
        }
    }
}

/// A new terminal: the side of its user, and the side of programs.
fn terminal() -> (File, File) {
    let flags = OFlag::O_RDWR | OFlag::O_NOCTTY | OFlag::O_CLOEXEC;
    let master = posix_openpt(flags).expect("a terminal");
    grantpt(&master).expect("a terminal");
    unlockpt(&master).expect("a terminal");
    let mut options = OpenOptions::new();
    options
        .read(true)
        .write(true)
        .custom_flags(OFlag::O_NOCTTY.bits());
    let slave = options
        .open(ptsname_r(&master).expect("a name"))
        .expect("a terminal");
    let master = master.as_fd().try_clone_to_owned().expect("a terminal");
    (File::from(master), slave)
}

pub(super) fn stty(slave: &File, settings: &[&str]) {
    if settings.is_empty() {
        return;
    }
    let mut stty = Command::new("stty");
    stty.args(settings)
        .stdin(slave.try_clone().expect("a terminal"));
    assert!(stty.status().expect("stty").success(), "stty {settings:?}");
}
