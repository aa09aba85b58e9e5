//! `--type`, `--pattern`, and the bounds of a number: what a typed text must be.

use ask_user::mcp::elicitation::FieldRule;
use serde_json::{Map, Number, Value};

use super::args::{Args, TypeArg};

/// The rule from the arguments. `None` if any text is accepted.
///
/// # Errors
/// A usage error: which option, and what it expects.
pub(super) fn from_args(args: &Args) -> Result<Option<FieldRule>, String> {
    let bounds = [
        ("--min", "minimum", &args.min),
        ("--max", "maximum", &args.max),
    ];
    let (kind, format) = match args.kind {
        Some(TypeArg::Integer) => ("integer", None),
        Some(TypeArg::Number) => ("number", None),
        Some(TypeArg::Email) => ("string", Some("email")),
        Some(TypeArg::Url) => ("string", Some("url")),
        Some(TypeArg::Date) => ("string", Some("date")),
        Some(TypeArg::DateTime) => ("string", Some("date-time")),
        None => ("string", None),
    };
    let mut schema = Map::new();
    schema.insert("type".to_owned(), kind.into());
    if let Some(format) = format {
        schema.insert("format".to_owned(), format.into());
    }
    for (option, keyword, bound) in bounds {
        let Some(bound) = bound else { continue };
        if kind == "string" {
            return Err(format!(
                "{option} {bound}: expected --multi for a number of picks, or --type integer or number"
            ));
        }
        schema.insert(keyword.to_owned(), number(option, bound)?);
    }
    if let Some(pattern) = &args.pattern {
        if kind != "string" {
            return Err(format!(
                "--pattern: a pattern is for texts, not for --type {kind}"
            ));
        }
        schema.insert("pattern".to_owned(), pattern.as_str().into());
    }
    if schema.len() == 1 && kind == "string" {
        return Ok(None);
    }
    let rule = FieldRule::from_schema(&schema).map_err(|error| match error.path() {
        Some("pattern") => format!("--pattern: {}", error.message()),
        Some(_) | None => format!("--max: {}", error.message()),
    })?;
    Ok(Some(rule))
}

fn number(option: &str, text: &str) -> Result<Value, String> {
    text.parse::<Number>()
        .map(Value::Number)
        .map_err(|_| format!("{option} {text}: expected a number"))
}
