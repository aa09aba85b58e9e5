//! Bytes to a program and from it, never waiting for longer than a moment.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd as _;
use std::rc::Rc;
use std::time::{Duration, Instant};

use expectrl::process::NonBlocking;
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, poll};

use super::PATIENCE;
use super::text::Escapes;

/// Both ways to a program, and all that has come from it.
pub(super) fn wire(
    from: File,
    to: Option<File>,
) -> (expectrl::Session<(), Wire>, Rc<RefCell<Vec<u8>>>) {
    for file in to.iter().chain([&from]) {
        fcntl(file, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).expect("a mode");
    }
    let shown = Rc::default();
    let wire = Wire {
        from,
        to,
        ahead: Vec::new(),
        escapes: Escapes::Outside,
        shown: Rc::clone(&shown),
    };
    let mut session = expectrl::Session::new((), wire).expect("a session");
    session.set_expect_timeout(Some(PATIENCE));
    (session, shown)
}

/// Both ways to the program. Reading waits a moment for more, so that a loop
/// around it does not spin and what was matched has come to rest.
pub(super) struct Wire {
    from: File,
    /// Taken away where the program is to find the end.
    pub(super) to: Option<File>,
    /// Read and not given to the matching yet, without escapes.
    ahead: Vec<u8>,
    escapes: Escapes,
    shown: Rc<RefCell<Vec<u8>>>,
}

impl Wire {
    pub(super) const MOMENT: Duration = Duration::from_millis(15);

    /// Waits a moment for something to read.
    fn wait(&self) -> io::Result<bool> {
        let mut watched = [PollFd::new(self.from.as_fd(), PollFlags::POLLIN)];
        let moment = u16::try_from(Self::MOMENT.as_millis()).unwrap_or(u16::MAX);
        Ok(poll(&mut watched, moment)? > 0)
    }

    fn fill(&mut self) -> io::Result<usize> {
        let mut buffer = [0; 4096];
        match self.from.read(&mut buffer) {
            Ok(count) => {
                let read = &buffer[..count];
                let text = read.iter().filter_map(|&byte| self.escapes.strip(byte));
                self.ahead.extend(text);
                self.shown.borrow_mut().extend_from_slice(read);
                Ok(count)
            }
            // The last program has left the terminal.
            Err(error) if error.raw_os_error() == Some(Errno::EIO as i32) => Ok(0),
            Err(error) => Err(error),
        }
    }
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.ahead.is_empty() {
            if !self.wait()? {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            if self.fill()? == 0 {
                return Ok(0);
            }
        }
        let count = self.ahead.as_slice().read(buffer)?;
        self.ahead.drain(..count);
        Ok(count)
    }
}

impl Write for Wire {
    /// Reads meanwhile: a program that has to wait for its output takes no input.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let Some(to) = &mut self.to else {
                return Err(io::ErrorKind::BrokenPipe.into());
            };
            match to.write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => return written,
            }
            if self.wait()? {
                self.fill()?;
            }
        }
        Err(io::ErrorKind::TimedOut.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl NonBlocking for Wire {
    /// It never blocks for longer than a moment.
    fn set_blocking(&mut self, _: bool) -> io::Result<()> {
        Ok(())
    }
}
