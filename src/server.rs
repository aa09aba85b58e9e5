//! The `ask-user-mcp` program, which `ask-user mcp` hands over to: parse, serve,
//! exit status.

mod cli;
mod serving;

fn main() {
    let exit = serving::run().unwrap_or_else(cli::Stop::tell);
    // Nothing that is left has to be freed; the process ends here.
    std::process::exit(exit.into());
}
