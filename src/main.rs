//! The `ask-user` program: parse, run, exit status.

mod cli;
mod subcommand;

fn main() {
    // Nothing that is left has to be freed; the process ends here.
    std::process::exit(subcommand::run().into());
}
