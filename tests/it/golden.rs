//! Tool calls and their results, compared byte for byte.
//!
//! A file in `tests/golden/` is named after its tool and holds a list of cases:
//! the arguments, the lines that are typed (`null` is Ctrl+C, `(timeout)` the end
//! of the timeout, which takes the recommended choice), and the result as it
//! is printed.

use std::fs;
use std::path::Path;
use std::time::Duration;

use ask_user::dialect::{DecodeMode, TOOLS, definition, json, tool};
use ask_user::{AskUser, OnTimeout, Reply, Scripted, Settings};
use serde_json::Value;

#[test]
fn every_tool_gives_its_golden_results() {
    for tool in TOOLS {
        for case in cases(tool.name()) {
            check(tool.name(), &case);
        }
    }
}

fn cases(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.json"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

#[track_caller]
fn check(name: &str, case: &Value) {
    let tool = tool(name).unwrap();
    let call = tool
        .decode(case["arguments"].clone(), DecodeMode::Lenient)
        .unwrap();
    let ask = AskUser::new();
    let _bound = case["typed"].as_array().map(|typed| {
        let reply = |line: &Value| match line.as_str() {
            None => Reply::Cancelled,
            Some("(timeout)") => Reply::TimedOut,
            Some(line) => Reply::Line(line.to_owned()),
        };
        ask.bind(Scripted::replies(typed.iter().map(reply)))
    });
    let settings = Settings {
        grammar: tool.grammar(),
        on_timeout: OnTimeout::Recommended,
        timeout: Some(Duration::from_mins(1)),
        ..Settings::default()
    };
    let request_outcome = ask.ask_request(call.request(), &settings, None).unwrap();
    let result = call.encode(&request_outcome);
    assert_eq!(
        json::line(&result.json),
        case["result"].as_str().unwrap(),
        "{}",
        case["name"]
    );
}

#[test]
fn every_golden_call_fits_the_schema_that_models_are_shown() {
    for &tool in TOOLS {
        let validator = jsonschema::validator_for(&tool.input_schema()).unwrap();
        for case in cases(tool.name()) {
            let faults: Vec<_> = validator
                .iter_errors(&case["arguments"])
                .map(|fault| fault.to_string())
                .collect();
            // A slip that is put right is no part of what models are told.
            let slip = case["name"].as_str().unwrap().starts_with("(slip)");
            assert_eq!(
                faults.is_empty(),
                !slip,
                "{}: {}: {faults:?}",
                tool.name(),
                case["name"]
            );
        }
    }
}

#[test]
fn every_tool_has_a_definition_for_every_api() {
    use ask_user::dialect::Api;
    for &tool in TOOLS {
        let schema = tool.input_schema();
        assert_eq!(schema["type"], "object", "{}", tool.name());
        for word in ["$ref", "anyOf", "oneOf", "$schema"] {
            assert!(
                !schema.to_string().contains(word),
                "{} has {word}",
                tool.name()
            );
        }
        assert_eq!(definition(tool, Api::Mcp)["inputSchema"], schema);
        assert_eq!(
            definition(tool, Api::OpenAi)["function"]["parameters"],
            schema
        );
        assert_eq!(definition(tool, Api::Anthropic)["input_schema"], schema);
        assert!(
            tool.description().len() > 80,
            "{} tells the model too little",
            tool.name()
        );
    }
}
