//! `ask-user schema`: tool definitions.

use ask_user::dialect::{Api, TOOLS, definition, manifest, tool};
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _, ValueEnum};
use serde_json::Value;

use super::{Subcommand, line_of};
use crate::cli::exit_status::ExitStatus;
use crate::cli::{CliError, output};

/// Print the definition of a tool, or of all of them
#[derive(Debug, clap::Args)]
struct Args {
    /// The tool; all of them, as an array, if left out
    tool: Option<String>,

    /// Whose form the definition takes
    #[arg(long = "for", conflicts_with = "manifest", value_name = "API", value_enum, default_value_t = Form::Mcp)]
    form: Form,

    /// Print what an extension host asks for: entry point, tools, permissions, state
    #[arg(long, conflicts_with = "tool")]
    manifest: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// MCP: inputSchema
    Mcp,
    /// `OpenAI`: function.parameters
    #[value(name = "openai")]
    OpenAi,
    /// Anthropic: `input_schema`
    Anthropic,
}

pub(super) static SUBCOMMAND: Subcommand = Subcommand {
    name: "schema",
    augment: Args::augment_args,
    run,
    asks: false,
};

fn line() -> Command {
    line_of(&SUBCOMMAND)
}

fn run(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    let args = Args::from_arg_matches(matches)?;
    let api = match args.form {
        Form::Mcp => Api::Mcp,
        Form::OpenAi => Api::OpenAi,
        Form::Anthropic => Api::Anthropic,
    };
    let shown = match &args.tool {
        Some(name) => {
            let tool = tool(name).map_err(|error| CliError::usage(line, error.message()))?;
            definition(tool, api)
        }
        None if args.manifest => manifest(),
        None => Value::Array(TOOLS.iter().map(|&tool| definition(tool, api)).collect()),
    };
    // `{:#}` is JSON over several lines.
    output::result(&format!("{shown:#}\n"))?;
    Ok(ExitStatus::SUCCESS)
}
