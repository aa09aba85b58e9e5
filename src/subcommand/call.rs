//! `ask-user call`: runs one tool call given as JSON, and prints its result.

use std::path::{Path, PathBuf};

use ask_user::dialect::{DecodeMode, DecodedCall, ToolResult, json, tool, tool_call};
use ask_user::mcp::elicitation;
use ask_user::{Error, Outcome, RequestOutcome};
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};
use serde_json::{Value, json};

use super::detached::{self, Detached};
use super::exit_status_help::SmallStatuses;
use super::operator::Operator;
use super::secret_fd::SecretFd;
use super::{Subcommand, command_of, input, operator};
use crate::cli::ask_options::AskOptions;
use crate::cli::decode_options::DecodeOptions;
use crate::cli::detach_options::DetachOptions;
use crate::cli::exit_status::ExitStatus;
use crate::cli::output;
use crate::cli::{CliError, expected};

/// Run one tool call given as JSON and print its result
///
/// The document is {"name": TOOL, "arguments": {...}}; `input` is accepted in
/// place of `arguments`. With --tool the document is only the arguments. If the
/// call is invalid, {"error": {"path": ..., "message": ...}} is printed.
#[derive(Debug, clap::Args)]
struct Args {
    /// The JSON document; standard input if omitted or -
    file: Option<PathBuf>,

    /// The tool to call; the document then holds only its arguments
    #[arg(long, value_name = "TOOL")]
    tool: Option<String>,

    /// Print only the text that the model would see
    #[arg(long)]
    text: bool,

    #[command(flatten)]
    decoding: DecodeOptions,

    /// Write the answer to a secret question, and a newline, to this open file
    /// descriptor
    #[arg(
        long,
        value_name = "N",
        value_parser = expected::<u32>("the number of an open file descriptor")
    )]
    secret_fd: Option<u32>,

    #[command(flatten)]
    asking: AskOptions,

    #[command(flatten)]
    detach: DetachOptions,
}

pub(super) static SUBCOMMAND: Subcommand = Subcommand {
    name: "call",
    augment: Args::augment_args,
    run,
    statuses: Some(SmallStatuses::Usual),
};

fn clap_command() -> Command {
    command_of(&SUBCOMMAND)
}

fn run(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    let args = Args::from_arg_matches(matches)?;
    args.asking.log.start(clap_command)?;
    let path = args.file.as_deref().unwrap_or(Path::new("-"));
    let via = operator::resolve_via(
        &args.asking,
        clap_command,
        input::is_stdin(path).then_some("the document"),
    )?;
    let document = input::read_document(clap_command, path)?;
    let mode = args.decoding.decode_mode();
    let expires = args.detach.expires();
    let decoded = tool_call::parse(&document, args.tool.as_deref(), &[elicitation::method()])
        .and_then(|call| {
            // Whoever prints the result later decodes the call again.
            let arguments = expires.map(|_| call.arguments.clone());
            let decoded = call.tool.decode(call.arguments, mode)?;
            Ok((call.tool, decoded, arguments))
        });
    drop(document);
    let (tool, call, arguments) = decoded.or_else(|error| report_invalid_call(&error))?;
    let secrets = args
        .secret_fd
        .map(|number| SecretFd::open(clap_command, number))
        .transpose()?;
    let settings = args.asking.settings(tool.grammar());
    if let Some(expires) = expires {
        let context = json!({
            detached::COMMAND: SUBCOMMAND.name,
            "tool": tool.name(),
            "arguments": arguments,
            "strict": mode == DecodeMode::Strict,
            "text": args.text,
        });
        let posted = detached::post(&args.asking, via, clap_command, |hub, from| {
            hub.ask_detached(call.request(), &settings, from, expires, context)
        });
        return match posted {
            Ok(Detached::Posted) => Ok(ExitStatus::SUCCESS),
            Ok(Detached::Nobody(outcome)) => {
                let outcome = outcome.with_answer(|_| None).unwrap_or(Outcome::Closed);
                print(&call, &RequestOutcome::not_asked(outcome), args.text)
            }
            Err(CliError::Failed(error)) if error.is_bad_request() => report_invalid_call(&error),
            Err(CliError::Failed(error)) => report(&error, ExitStatus::FAILURE),
            Err(error) => Err(error),
        };
    }
    let asked = Operator::find(via, &args.asking).and_then(|mut operator| {
        let request_outcome = operator.ask_request(call.request(), &settings)?;
        Ok((request_outcome, operator))
    });
    let (request_outcome, operator) = match asked {
        Ok(asked) => asked,
        Err(error) if error.is_bad_request() => return report_invalid_call(&error),
        Err(error) => return report(&error, ExitStatus::FAILURE),
    };
    let result = call.encode(&request_outcome);
    let kind = result
        .outcome_kind
        .unwrap_or(request_outcome.outcome.kind());
    let status = operator.exit_status(kind);
    if let (Some(secrets), Some(answers)) = (secrets, request_outcome.outcome.answer())
        && let Err(error) = secrets.write_secrets(answers)
    {
        return report(&error, ExitStatus::FAILURE);
    }
    operator::explain_no_operator(via, &request_outcome.outcome);
    print_result(&result, args.text)?;
    Ok(status)
}

/// Prints the result of a call that was asked with `--detach`.
pub(super) fn print_later(
    context: &Value,
    request_outcome: &RequestOutcome,
) -> Result<ExitStatus, CliError> {
    let name = context["tool"].as_str().unwrap_or_default();
    let method = elicitation::method();
    let tool = if name == method.name() {
        method
    } else {
        tool(name)?
    };
    let mode = if context["strict"] == true {
        DecodeMode::Strict
    } else {
        DecodeMode::Lenient
    };
    let call = tool.decode(context["arguments"].clone(), mode)?;
    print(&call, request_outcome, context["text"] == true)
}

fn print(
    call: &DecodedCall,
    request_outcome: &RequestOutcome,
    as_text: bool,
) -> Result<ExitStatus, CliError> {
    let result = call.encode(request_outcome);
    let kind = result
        .outcome_kind
        .unwrap_or(request_outcome.outcome.kind());
    print_result(&result, as_text)?;
    Ok(ExitStatus::of_kind(kind))
}

fn print_result(result: &ToolResult, as_text: bool) -> Result<(), CliError> {
    let text = if as_text {
        result.text.clone()
    } else {
        result.line()
    };
    output::print_result(&(text + "\n"))
}

/// Reports an invalid call: as JSON on standard output for the calling program,
/// and as one line on standard error for a person.
fn report_invalid_call<T>(error: &Error) -> Result<T, CliError> {
    report(error, ExitStatus::USAGE)
}

fn report<T>(error: &Error, status: ExitStatus) -> Result<T, CliError> {
    output::print_error(error);
    let path = error.path().unwrap_or_default();
    let shown = json!({"error": {"path": path, "message": error.message()}});
    output::print_result(&(json::line(&shown) + "\n"))?;
    Err(CliError::Reported(status))
}
