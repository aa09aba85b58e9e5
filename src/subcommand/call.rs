//! `ask-user call`: one tool call in JSON, its result in JSON.

use std::path::{Path, PathBuf};

use ask_user::Error;
use ask_user::dialect::{json, tool_call};
use ask_user::mcp::elicitation;
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};
use serde_json::json;

use super::secret_fd::SecretFd;
use super::{Subcommand, input, line_of, operator};
use crate::cli::CliError;
use crate::cli::ask_options::AskOptions;
use crate::cli::decode_options::DecodeOptions;
use crate::cli::exit_status::ExitStatus;
use crate::cli::output;

/// Carry out one tool call given in JSON and print its result
///
/// The document is {"name": TOOL, "arguments": {...}}; `input` stands for
/// `arguments` as well. With --tool it is the bare arguments. A call that
/// cannot be carried out prints {"error": {"path": ..., "message": ...}}.
#[derive(Debug, clap::Args)]
struct Args {
    /// The document; standard input if left out or -
    file: Option<PathBuf>,

    /// The tool that is called; the document holds its arguments only
    #[arg(long, value_name = "TOOL")]
    tool: Option<String>,

    /// Print only the text that the model would see
    #[arg(long)]
    text: bool,

    #[command(flatten)]
    decoding: DecodeOptions,

    /// Write the answer to a secret question, and a newline, to this open descriptor
    #[arg(long, value_name = "N")]
    secret_fd: Option<u32>,

    #[command(flatten)]
    asking: AskOptions,
}

pub(super) static SUBCOMMAND: Subcommand = Subcommand {
    name: "call",
    augment: Args::augment_args,
    run,
    asks: true,
};

fn line() -> Command {
    line_of(&SUBCOMMAND)
}

fn run(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    let args = Args::from_arg_matches(matches)?;
    args.asking.log.start(line)?;
    let path = args.file.as_deref().unwrap_or(Path::new("-"));
    let via = operator::place(
        &args.asking,
        line,
        input::is_stdin(path).then_some("the document"),
    )?;
    let document = input::read(line, path)?;
    let repair = args.decoding.repair();
    let decoded = tool_call::parse(&document, args.tool.as_deref(), &[elicitation::method()])
        .and_then(|call| Ok((call.tool, call.tool.decode(call.arguments, repair)?)));
    drop(document);
    let (tool, call) = decoded.or_else(|error| refuse(&error))?;
    let secrets = args
        .secret_fd
        .map(|number| SecretFd::open(line, number))
        .transpose()?;
    let settings = args.asking.settings(tool.grammar());
    let ask = operator::bind(via, args.asking.plain)?;
    let request_outcome = match ask.ask_request(call.request(), &settings, None) {
        Ok(request_outcome) => request_outcome,
        Err(error) if error.is_bad_request() => return refuse(&error),
        Err(error) => return Err(error.into()),
    };
    if let (Some(secrets), Some(answers)) = (secrets, request_outcome.outcome.answer()) {
        secrets.hand_over(answers)?;
    }
    operator::explain(via, &request_outcome.outcome);
    let result = call.encode(&request_outcome);
    let text = if args.text {
        result.text.clone()
    } else {
        json::line(&result.json)
    };
    output::result(&(text + "\n"))?;
    let kind = result
        .outcome_kind
        .unwrap_or(request_outcome.outcome.kind());
    Ok(ExitStatus::of_kind(kind))
}

/// Reports a call that cannot be carried out: to the program as JSON, to a
/// person as a line.
fn refuse<T>(error: &Error) -> Result<T, CliError> {
    output::print_error(error);
    let path = error.path().unwrap_or_default();
    let shown = json!({"error": {"path": path, "message": error.message()}});
    output::result(&(json::line(&shown) + "\n"))?;
    Err(CliError::Reported(ExitStatus::USAGE))
}
