//! `OperatorTerminal`: the controlling terminal, and how it is read.

use std::env;
use std::sync::Arc;

use super::driver_handle::DriverHandle;
use super::line_reader::{LineReader, LineRequest, Place, Style, hung_up};
use super::lock::TerminalLock;
use super::tty::Tty;
use crate::core::{Reply, Screen};
use crate::error::Error;

#[derive(Clone)]
pub(super) struct OperatorTerminal {
    tty: Arc<Tty>,
    /// Use neither the line editor nor colour: the terminal is dumb, or the launcher
    /// asked for it.
    dumb: bool,
    colour: bool,
    reader: LineReader,
}

impl OperatorTerminal {
    pub(super) fn new(tty: Tty) -> Self {
        let dumb = is_dumb(env::var("TERM").ok().as_deref());
        Self {
            tty: Arc::new(tty),
            dumb,
            colour: !dumb && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            reader: LineReader::default(),
        }
    }

    pub(super) fn make_plain(&mut self) {
        self.dumb = true;
        self.colour = false;
    }

    pub(super) fn tty(&self) -> &Tty {
        &self.tty
    }

    pub(super) fn is_foreground(&self) -> bool {
        self.tty.is_foreground()
    }

    pub(super) fn clear_read_ahead(&mut self) {
        self.reader.clear_read_ahead();
    }

    pub(super) fn screen(&self) -> Screen {
        let size = self.tty.size();
        Screen {
            columns: size.columns,
            rows: size.rows,
            wraps: true,
            colour: self.colour,
            hints: !self.dumb,
        }
    }

    pub(super) fn read(
        &mut self,
        handle: &DriverHandle,
        lock: &mut TerminalLock,
        line: &LineRequest<'_>,
    ) -> Result<Reply, Error> {
        let style = if self.dumb {
            Style::Plain
        } else {
            Style::Edited {
                colour: self.colour,
            }
        };
        let place = Place {
            tty: &self.tty,
            handle,
            style,
        };
        self.reader.read(&place, lock, line)
    }

    /// The reply in the background, where reading would stop our process.
    pub(super) fn not_in_foreground(&self, handle: &DriverHandle) -> Reply {
        if nix::sys::termios::tcgetattr(&*self.tty).is_err() {
            hung_up(handle)
        } else {
            Reply::NoOperator
        }
    }
}

/// Whether a terminal with this `TERM` does not support escape sequences.
fn is_dumb(term: Option<&str>) -> bool {
    matches!(term, None | Some("" | "dumb" | "emacs" | "cons25"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f100_terminals_without_escape_sequences() {
        for term in [None, Some(""), Some("dumb"), Some("emacs"), Some("cons25")] {
            assert!(is_dumb(term), "{term:?}");
        }
        for term in ["xterm-256color", "screen", "vt100", "linux"] {
            assert!(!is_dumb(Some(term)), "{term}");
        }
    }
}
