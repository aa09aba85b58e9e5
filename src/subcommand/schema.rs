//! `ask-user schema`: prints tool definitions and the manifest.

use ask_user::dialect::later::LaterTool;
use ask_user::dialect::{Api, TOOLS, definition, later_definition, manifest, tool};
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _, ValueEnum};
use serde_json::Value;

use super::{Subcommand, command_of};
use crate::cli::exit_status::ExitStatus;
use crate::cli::{CliError, output};

/// Print the definition of one tool or of all tools
#[derive(Debug, clap::Args)]
struct Args {
    /// The tool; if omitted, an array of all tools
    tool: Option<String>,

    /// The API that the definition is for
    #[arg(long = "for", conflicts_with = "manifest", value_name = "API", value_enum, default_value_t = Form::Mcp)]
    form: Form,

    /// Print the manifest for an extension host: entry point, tools, permissions, state
    #[arg(long, conflicts_with = "tool")]
    manifest: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// MCP: inputSchema
    Mcp,
    /// `OpenAI` Responses: parameters, in strict mode
    #[value(name = "openai")]
    OpenAi,
    /// `OpenAI` Chat Completions: function.parameters, in strict mode
    #[value(name = "openai-chat")]
    OpenAiChat,
    /// Anthropic: `input_schema`
    Anthropic,
}

pub(super) static SUBCOMMAND: Subcommand = Subcommand {
    name: "schema",
    augment: Args::augment_args,
    run,
    statuses: None,
};

fn clap_command() -> Command {
    command_of(&SUBCOMMAND)
}

fn run(matches: &ArgMatches) -> Result<ExitStatus, CliError> {
    let args = Args::from_arg_matches(matches)?;
    let api = match args.form {
        Form::Mcp => Api::Mcp,
        Form::OpenAi => Api::OpenAi,
        Form::OpenAiChat => Api::OpenAiChat,
        Form::Anthropic => Api::Anthropic,
    };
    let shown = match &args.tool {
        Some(name) => {
            let later = LaterTool::from_name(name).map(|tool| later_definition(tool, api));
            if let Some(later) = later {
                later
            } else {
                let tool = tool(name);
                let tool = tool.map_err(|error| CliError::usage(clap_command, error.message()))?;
                definition(tool, api)
            }
        }
        None if args.manifest => manifest(),
        None => Value::Array(TOOLS.iter().map(|&tool| definition(tool, api)).collect()),
    };
    // `{:#}` prints JSON with line breaks and indentation.
    output::print_result(&format!("{shown:#}\n"))?;
    Ok(ExitStatus::SUCCESS)
}
