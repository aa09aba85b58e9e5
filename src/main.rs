//! The `ask-user` program: runs the subcommand and exits with its status.

mod cli;
mod subcommand;

fn main() {
    // `exit` runs no destructors: nothing has to be freed at the end of the process.
    std::process::exit(subcommand::run().into());
}
