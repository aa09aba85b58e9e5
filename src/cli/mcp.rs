//! `ask-user mcp`: its arguments, for the program that hands over and the one
//! that serves.

use super::asking::Asking;
use super::decoding::Decoding;

/// Serve the tools to an MCP client on standard input and output
///
/// Without options a call is put to the client itself as a form, if the client
/// says that it shows forms, and is refused at once if it does not. With --via
/// tty the operator is asked at the terminal of this process: for clients
/// without a screen of their own. It is used only while it is in the foreground
/// and no other program has it in raw mode. With --via elicitation,tty the
/// terminal is for what the client cannot be asked.
///
/// Ends with status 0 when the client closes standard input.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The tools that are offered
    #[arg(
        long,
        value_name = "NAME,...",
        value_delimiter = ',',
        default_value = "ask"
    )]
    pub(crate) tools: Vec<String>,

    #[command(flatten)]
    pub(crate) decoding: Decoding,

    #[command(flatten)]
    pub(crate) asking: Asking,
}
