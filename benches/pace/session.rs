//! Measures one run of one program on its own pseudo-terminal.

use std::ffi::{CString, OsStr};
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, AsRawFd as _};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, FdFlag, OFlag, fcntl};
use nix::libc;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::{Winsize, openpty};
use nix::spawn::{PosixSpawnAttr, PosixSpawnFileActions, PosixSpawnFlags, posix_spawn};
use nix::sys::signal::{Signal, kill};
use nix::sys::stat::Mode;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{Pid, pipe2, ttyname};

/// The timeout of one read of the program's output.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// The wait after the cue and after the typed line. Work that the program still does
/// then must not count as work after Enter.
const SETTLE: Duration = Duration::from_millis(20);

/// The measurements and the answer of one run.
pub(crate) struct Sample {
    pub(crate) cue_ms: f64,
    pub(crate) exit_ms: f64,
    /// Peak resident memory from spawn until shortly after the cue, in MiB.
    pub(crate) peak_mib: f64,
    answer: String,
}

impl Sample {
    /// Checks that the answer of the program contains this text.
    pub(crate) fn expect(&self, wanted: &str) -> io::Result<()> {
        if self.answer.contains(wanted) {
            Ok(())
        } else {
            let message = format!("expected {wanted} in the answer {:?}", self.answer);
            Err(io::Error::other(message))
        }
    }
}

/// Runs `program`, types `line` at its cue, and waits until it exits.
pub(crate) fn run(program: &Path, args: &[String], home: &Path, line: &str) -> io::Result<Sample> {
    let mut running = Running::spawn(program, args, home)?;
    let cue_ms = running.until_cue()?;
    thread::sleep(SETTLE);
    let peak_mib = running.peak_mib()?;

    running.terminal.write_all(line.as_bytes())?;
    thread::sleep(SETTLE);
    let entered = Instant::now();
    running.terminal.write_all(b"\r")?;
    let ended = running.until_exit()?;
    let exit_ms = millis(ended.duration_since(entered));

    let mut answer = String::new();
    running.answer.read_to_string(&mut answer)?;
    Ok(Sample {
        cue_ms,
        exit_ms,
        peak_mib,
        answer,
    })
}

struct Running {
    pid: Option<Pid>,
    started: Instant,
    terminal: File,
    answer: File,
}

impl Running {
    /// Starts the program. The pseudo-terminal is its controlling terminal, standard
    /// input and standard error. Standard output is a pipe for the answer.
    ///
    /// Uses `posix_spawn`, because the cost of a fork grows with the size of this
    /// process.
    fn spawn(program: &Path, args: &[String], home: &Path) -> io::Result<Self> {
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        let pty = openpty(&size, None)?;
        for end in [&pty.master, &pty.slave] {
            fcntl(end, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC))?;
        }
        let (answer, written) = pipe2(OFlag::O_CLOEXEC)?;

        let mut actions = PosixSpawnFileActions::init()?;
        // The first terminal that a new session opens becomes its controlling terminal.
        let name = ttyname(&pty.slave)?;
        actions.add_open(libc::STDIN_FILENO, &name, OFlag::O_RDWR, Mode::empty())?;
        actions.add_dup2(libc::STDIN_FILENO, libc::STDERR_FILENO)?;
        actions.add_dup2(written.as_raw_fd(), libc::STDOUT_FILENO)?;
        let mut attributes = PosixSpawnAttr::init()?;
        let own_session = PosixSpawnFlags::from_bits_retain(libc::POSIX_SPAWN_SETSID.into());
        attributes.set_flags(own_session)?;

        let mut words = vec![c_string(program.as_os_str())?];
        for arg in args {
            words.push(c_string(OsStr::new(arg))?);
        }
        let home = [OsStr::new("HOME="), home.as_os_str()].map(OsStr::as_bytes);
        let environment = [
            CString::new(home.concat())?,
            c"TERM=xterm-256color".to_owned(),
            c"LANG=C.UTF-8".to_owned(),
        ];

        let started = Instant::now();
        let pid = posix_spawn(program, &actions, &attributes, &words, &environment)?;
        Ok(Self {
            pid: Some(pid),
            started,
            terminal: pty.master.into(),
            answer: answer.into(),
        })
    }

    /// Reads the terminal until its text ends with a cue. Returns the time since spawn, in ms.
    fn until_cue(&mut self) -> io::Result<f64> {
        let mut screen = Vec::new();
        loop {
            let at = self.read(&mut screen)?;
            let Some(at) = at else {
                let shown = String::from_utf8_lossy(&screen).into_owned();
                let message = format!("the program ended without a cue: {shown:?}");
                return Err(io::Error::other(message));
            };
            if ends_with_cue(&screen) {
                return Ok(millis(at.duration_since(self.started)));
            }
        }
    }

    /// Waits until the program exits. Reads its remaining output, which could block it.
    fn until_exit(&mut self) -> io::Result<Instant> {
        let mut rest = Vec::new();
        while self.read(&mut rest)?.is_some() {}
        let Some(pid) = self.pid.take() else {
            return Ok(Instant::now());
        };
        let status = waitpid(pid, None)?;
        let ended = Instant::now();
        match status {
            WaitStatus::Exited(_, 0) => Ok(ended),
            status => {
                let rest = String::from_utf8_lossy(&rest).into_owned();
                Err(io::Error::other(format!("{status:?} after {rest:?}")))
            }
        }
    }

    /// Reads once and returns the time of the read. `None` if no process has the terminal
    /// open any more.
    fn read(&mut self, screen: &mut Vec<u8>) -> io::Result<Option<Instant>> {
        let mut watched = [PollFd::new(self.terminal.as_fd(), PollFlags::POLLIN)];
        let timeout = PollTimeout::try_from(READ_TIMEOUT).map_err(io::Error::other)?;
        if poll(&mut watched, timeout)? == 0 {
            let shown = String::from_utf8_lossy(screen).into_owned();
            let message = format!("nothing happens any more after {shown:?}");
            return Err(io::Error::new(io::ErrorKind::TimedOut, message));
        }
        let mut buffer = [0; 1 << 14];
        match self.terminal.read(&mut buffer) {
            Ok(0) => Ok(None),
            Ok(count) => {
                let at = Instant::now();
                screen.extend_from_slice(&buffer[..count]);
                Ok(Some(at))
            }
            Err(error) if error.raw_os_error() == Some(libc::EIO) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The peak resident memory, read from `/proc`. The peak from `wait4` would start at
    /// the value of this process.
    fn peak_mib(&self) -> io::Result<f64> {
        let pid = self.pid.map_or(0, Pid::as_raw);
        let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
        let peak = status.lines().find_map(|line| {
            let kib = line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?;
            kib.parse::<f64>().ok()
        });
        peak.map(|kib| kib / 1024.0)
            .ok_or_else(|| io::Error::other("no VmHWM in the status of a process"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(pid) = self.pid {
            // The process may have exited already.
            let _ = kill(pid, Signal::SIGKILL);
            let _ = waitpid(pid, None);
        }
    }
}

/// Whether the shown text ends with `> `. Escape sequences and carriage returns are
/// ignored.
fn ends_with_cue(screen: &[u8]) -> bool {
    // A cue with its escape sequences is shorter than this.
    let tail = &screen[screen.len().saturating_sub(512)..];
    let mut shown = Vec::with_capacity(tail.len());
    let mut bytes = tail.iter().copied();
    while let Some(byte) = bytes.next() {
        match byte {
            // CSI: parameters up to a final byte. No other kind of sequence is expected.
            b'\x1b' => {
                let _ = bytes.find(|byte| matches!(byte, b'@'..=b'Z' | b'\\'..=b'~'));
            }
            b'\r' => {}
            byte => shown.push(byte),
        }
    }
    shown.ends_with(b"> ")
}

fn c_string(text: &OsStr) -> io::Result<CString> {
    Ok(CString::new(text.as_bytes())?)
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
