//! The program that `ask-user mcp` hands over to: the same command line, and a
//! server in it.

mod cli;
#[path = "serving/server.rs"]
mod serving;

fn main() {
    // Nothing that is left has to be freed; the process ends here.
    std::process::exit(cli::run().into());
}
