//! The program on a terminal: every driver and every way in which a question can end.
//!
//! The drivers are the rows of one table, [`Place`], so that what holds for one
//! of them is tried at all of them.

mod embedded;
mod endings;
mod exact;
mod forms;
mod hidden;
mod hints;
mod keys;
mod lines;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(all(feature = "mcp", feature = "rmcp-client"))]
mod mcp_host;
mod reports;
mod sharing;
mod shell;
mod signals;
mod stalled;

use crate::support::{Pty, Session, colours};

/// Where the operator is, and by what their lines are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The line editor on a capable terminal.
    Editor,
    /// A terminal type without escapes, by its name.
    Dumb(&'static str),
    /// A terminal of no known type.
    NoTerm,
    /// A capable terminal, and `--plain`.
    Plain,
    /// Pipes, and `--via stdin`.
    Stdin,
}

/// Every place at a terminal.
const TERMINALS: [Place; 7] = [
    Place::Editor,
    Place::Dumb("dumb"),
    Place::Dumb("emacs"),
    Place::Dumb("cons25"),
    Place::Dumb(""),
    Place::NoTerm,
    Place::Plain,
];

/// The editor, and one of those that use the plain reader.
const READERS: [Place; 2] = [Place::Editor, Place::Dumb("dumb")];

impl Place {
    /// Asks the question of most tests here, with further options.
    fn ask(self, options: &[&'static str]) -> Session {
        match self {
            Self::Stdin => Session::on_pipes(colours(&[&["--via", "stdin"], options].concat())),
            _ => self.pty(&colours(options)).start(),
        }
    }

    /// Runs the program with any arguments on this kind of terminal.
    fn pty(self, args: &[&'static str]) -> Pty {
        match self {
            Self::Editor => Pty::new(args.iter().copied()),
            Self::Dumb(name) => Pty::new(args.iter().copied()).env("TERM", name),
            Self::NoTerm => Pty::new(args.iter().copied()).without_env("TERM"),
            Self::Plain => {
                let (command, rest) = args.split_first().expect("a subcommand");
                Pty::new([&[*command, "--plain"], rest].concat())
            }
            Self::Stdin => panic!("not a terminal"),
        }
    }
}
