//! Faults from the field, one test each, named after the number of the report.
//!
//! What belongs to one question at a terminal or a pipe is here; reports about
//! hosts and their bridges are tested at the seam.

mod answers;
mod endings;
mod headless;
mod terminal;
mod text;

use crate::support::{Pty, Session};

/// Asks on a capable terminal and on a dumb one, and tries the same at both.
fn both(args: &[&str], test: impl Fn(&mut Session)) {
    for term in ["xterm-256color", "dumb"] {
        let mut session = Pty::new(args.iter().copied()).env("TERM", term).start();
        test(&mut session);
    }
}
