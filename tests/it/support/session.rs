//! A session: what a person does at a terminal, and one comparison at its end.
//!
//! Reads as it goes: expect, send, and then status, result and line settings together.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use expectrl::{Expect as _, NBytes, Needle, Regex};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, Termios, tcgetattr};
use nix::unistd::Pid;
use tempfile::TempDir;

use super::cli::{code, content, detached};
use super::pty::stty;
use super::text::{plain, rows};
use super::wire::{Wire, wire};
use super::{PATIENCE, PROGRAM};

/// A program that runs, and what it has shown.
pub(crate) struct Session {
    pub(super) child: Child,
    pub(super) status: Option<i32>,
    pub(super) wire: Option<expectrl::Session<(), Wire>>,
    pub(super) shown: Rc<RefCell<Vec<u8>>>,
    pub(super) terminal: Option<(File, Termios)>,
    pub(super) columns: u16,
    pub(super) stdout: File,
    pub(super) stderr: File,
    pub(super) folder: TempDir,
}

impl Session {
    /// The program without a terminal. Standard error takes the screen's place,
    /// standard input the keyboard's.
    pub(crate) fn on_pipes<'a>(args: impl IntoIterator<Item = &'a str>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let stdout = tempfile::tempfile().expect("a file");
        let mut child = detached(&folder)
            .arg(PROGRAM)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(stdout.try_clone().expect("a file"))
            .stderr(Stdio::piped())
            .spawn()
            .expect("starting the program");
        let input = child.stdin.take().expect("a pipe");
        let output = child.stderr.take().expect("a pipe");
        let input = File::from(OwnedFd::from(input));
        let (wire, shown) = wire(File::from(OwnedFd::from(output)), Some(input));
        Self {
            child,
            status: None,
            wire: Some(wire),
            shown,
            terminal: None,
            columns: 80,
            stdout,
            stderr: tempfile::tempfile().expect("a file"),
            folder,
        }
    }

    /// Waits until this is shown, after what was waited for before.
    #[track_caller]
    pub(crate) fn expect(&mut self, text: &str) -> &mut Self {
        self.find(text, text)
    }

    /// Waits until what is shown ends like a cue.
    #[track_caller]
    pub(crate) fn cue(&mut self) -> &mut Self {
        self.find(Regex("(?-u)> \\z"), "a cue")
    }

    /// Waits for the cue, then types.
    #[track_caller]
    pub(crate) fn answer(&mut self, keys: &str) -> &mut Self {
        self.cue().send(keys)
    }

    #[track_caller]
    fn find(&mut self, needle: impl Needle, wanted: &str) -> &mut Self {
        let found = self.wire().expect(needle);
        if let Err(error) = found {
            panic!("waited for {wanted:?}: {error}; {}", self.told());
        }
        self
    }

    /// Types.
    #[track_caller]
    pub(crate) fn send(&mut self, keys: impl AsRef<[u8]>) -> &mut Self {
        if let Err(error) = self.wire().send(keys) {
            panic!("typing: {error}; {}", self.told());
        }
        self
    }

    /// Lets time pass in which the program has to go on running.
    #[track_caller]
    pub(crate) fn let_pass(&mut self, time: Duration) -> &mut Self {
        let start = Instant::now();
        while start.elapsed() < time {
            self.take_in();
            assert_eq!(self.ended(), None, "it should still run; {}", self.told());
        }
        self
    }

    #[track_caller]
    pub(crate) fn signal(&mut self, signal: Signal) -> &mut Self {
        kill(self.pid(), signal).expect("sending a signal");
        self
    }

    /// Sends a signal to the process that wrote its number to this file.
    #[track_caller]
    pub(crate) fn send_signal_to(&mut self, file: &str, signal: Signal) -> &mut Self {
        let number = self.file(file).trim().parse().expect("a process id");
        kill(Pid::from_raw(number), signal).expect("sending a signal");
        self
    }

    /// Lets time pass in which nobody reads what the program writes.
    pub(crate) fn leave_unread(&mut self, time: Duration) -> &mut Self {
        std::thread::sleep(time);
        self
    }

    /// Waits for the end of a program whose output nobody reads.
    #[track_caller]
    pub(crate) fn status_unread(&mut self) -> i32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.ended() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end");
            std::thread::sleep(Wire::MOMENT);
        }
    }

    /// Waits until a file that the program writes has this content.
    #[track_caller]
    pub(crate) fn expect_file(&mut self, name: &str, content: &str) -> &mut Self {
        let start = Instant::now();
        while self.file(name) != content {
            assert!(start.elapsed() < PATIENCE, "{name}: {:?}", self.file(name));
            self.take_in();
        }
        self
    }

    /// Waits until the program is stopped, as by SIGSTOP.
    #[track_caller]
    pub(crate) fn until_stopped(&mut self) -> &mut Self {
        let path = format!("/proc/{}/stat", self.pid());
        let start = Instant::now();
        loop {
            let line = std::fs::read_to_string(&path).expect("the state of a process");
            let state = line.rsplit(") ").next().unwrap_or_default();
            if state.starts_with('T') {
                return self;
            }
            assert!(start.elapsed() < PATIENCE, "not stopped: {line}");
            self.take_in();
        }
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().try_into().expect("a process id"))
    }

    /// Takes the terminal away, or closes the pipe to standard input.
    pub(crate) fn hang_up(&mut self) -> &mut Self {
        if self.terminal.take().is_some() {
            self.wire = None;
        } else {
            self.wire().get_stream_mut().to = None;
        }
        self
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) -> &mut Self {
        let (slave, _) = self.terminal.as_ref().expect("a terminal");
        stty(
            slave,
            &["cols", &columns.to_string(), "rows", &rows.to_string()],
        );
        self.columns = columns;
        self
    }

    /// Whether the terminal echoes at this moment.
    pub(crate) fn echoes(&self) -> bool {
        let (slave, _) = self.terminal.as_ref().expect("a terminal");
        let now = tcgetattr(slave).expect("line settings");
        now.local_flags.contains(LocalFlags::ECHO)
    }

    /// Whether the line settings are those before the program started.
    pub(crate) fn settings_are_as_found(&self) -> bool {
        let found = self.terminal.as_ref();
        found.is_none_or(|(slave, before)| tcgetattr(slave).as_ref() == Ok(before))
    }

    /// Waits for the end of the program.
    #[track_caller]
    pub(crate) fn status(&mut self) -> i32 {
        let start = Instant::now();
        loop {
            self.take_in();
            if let Some(status) = self.ended() {
                self.take_in();
                return status;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "it does not end; {}",
                self.told()
            );
        }
    }

    /// Waits for the end and compares: exit status, standard output, and that
    /// the line settings are as they were found.
    #[track_caller]
    pub(crate) fn ends(&mut self, status: i32, stdout: &str) -> &mut Self {
        self.ends_with_one_of(&[status], stdout)
    }

    #[track_caller]
    pub(crate) fn ends_with_one_of(&mut self, statuses: &[i32], stdout: &str) -> &mut Self {
        let status = self.status();
        let expected = statuses.iter().copied().find(|&one| one == status);
        let expected = expected.unwrap_or(statuses[0]);
        let got = (status, self.stdout(), self.settings_are_as_found());
        let told = self.told();
        assert_eq!(got, (expected, stdout.to_owned(), true), "{told}");
        self
    }

    /// Waits until standard output has this.
    #[track_caller]
    pub(crate) fn until_stdout(&mut self, text: &str) -> &mut Self {
        let start = Instant::now();
        while !self.stdout().contains(text) {
            assert!(start.elapsed() < PATIENCE, "no {text:?}; {}", self.told());
            self.take_in();
        }
        self
    }

    /// Waits for the end with this status and the line settings as they were found.
    #[track_caller]
    pub(crate) fn ends_whatever_stdout(&mut self, status: i32) -> &mut Self {
        let stdout = {
            self.status();
            self.stdout()
        };
        self.ends(status, &stdout)
    }

    /// Standard output so far.
    pub(crate) fn stdout(&mut self) -> String {
        content(&mut self.stdout)
    }

    /// Standard error so far, where it is not the screen.
    pub(crate) fn stderr(&mut self) -> String {
        content(&mut self.stderr)
    }

    /// Every byte that the screen got.
    pub(crate) fn raw(&self) -> Vec<u8> {
        self.shown.borrow().clone()
    }

    /// The same as text without escapes.
    pub(crate) fn screen(&self) -> String {
        plain(&self.shown.borrow())
    }

    /// The rows of the screen as they stand.
    pub(crate) fn rows(&self) -> Vec<String> {
        rows(&self.shown.borrow(), self.columns)
    }

    /// A file that the program has left.
    pub(crate) fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).expect("a file of the program")
    }

    /// Where a file of the program is, or will be.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The names of the files in the folder that is its home and where it runs.
    pub(crate) fn files(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.folder.path()).expect("a folder");
        let name = |file: io::Result<std::fs::DirEntry>| file.expect("a file").file_name();
        files
            .map(|file| name(file).to_string_lossy().into_owned())
            .collect()
    }

    #[track_caller]
    pub(crate) fn shows(&mut self, texts: &[&str]) -> &mut Self {
        let screen = self.screen();
        for text in texts {
            assert!(screen.contains(text), "no {text:?}; {}", self.told());
        }
        self
    }

    #[track_caller]
    pub(crate) fn lacks(&mut self, texts: &[&str]) -> &mut Self {
        let raw = self.raw();
        for text in texts {
            let found = raw.windows(text.len()).any(|part| part == text.as_bytes());
            assert!(!found, "{text:?} is there; {}", self.told());
        }
        self
    }

    fn wire(&mut self) -> &mut expectrl::Session<(), Wire> {
        self.wire.as_mut().expect("it was hung up")
    }

    /// Takes in what is shown, for a moment.
    fn take_in(&mut self) {
        match &mut self.wire {
            Some(wire) => drop(wire.is_matched(NBytes(usize::MAX))),
            None => std::thread::sleep(Wire::MOMENT),
        }
    }

    fn ended(&mut self) -> Option<i32> {
        if self.status.is_none() {
            self.status = self
                .child
                .try_wait()
                .expect("waiting for the program")
                .map(code);
        }
        self.status
    }

    /// All there is to know, for the message of a failure.
    fn told(&mut self) -> String {
        let ended = self.ended();
        let (stdout, stderr) = (self.stdout(), self.stderr());
        let raw = String::from_utf8_lossy(&self.raw()).into_owned();
        let raw: String = raw.chars().take(4000).collect();
        format!("status {ended:?}\nstdout: {stdout:?}\nstderr: {stderr:?}\nscreen: {raw:?}\n")
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if self.ended().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
