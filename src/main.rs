//! The `ask-user` program: parse, run, exit status.

mod cli;
#[cfg(feature = "mcp")]
#[path = "serving/hand_over.rs"]
mod serving;

fn main() {
    // Nothing that is left has to be freed; the process ends here.
    std::process::exit(cli::run().into());
}
