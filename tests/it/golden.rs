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
        assert_eq!(definition(tool, Api::Anthropic)["input_schema"], schema);
        let responses = definition(tool, Api::OpenAi);
        let mut chat = definition(tool, Api::OpenAiChat)["function"].take();
        chat["type"] = "function".into();
        assert_eq!(responses, chat);
        assert!(
            tool.description().len() > 80,
            "{} tells the model too little",
            tool.name()
        );
    }
}

/// The definitions for each API, as `ask-user schema --for` prints them.
#[test]
fn every_definition_is_the_golden_one() {
    use ask_user::dialect::Api;
    let apis = [
        ("mcp", Api::Mcp),
        ("openai", Api::OpenAi),
        ("openai-chat", Api::OpenAiChat),
        ("anthropic", Api::Anthropic),
    ];
    for (name, api) in apis {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/definitions");
        let golden = fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
        let all = TOOLS.iter().map(|&tool| definition(tool, api));
        let all = Value::Array(all.collect());
        assert_eq!(format!("{all:#}\n"), golden, "{name}");
    }
}

#[test]
fn nothing_in_a_schema_is_a_fraction_or_without_effect() {
    fn numbers(value: &Value) -> Vec<&Value> {
        match value {
            Value::Number(_) => vec![value],
            Value::Array(items) => items.iter().flat_map(numbers).collect(),
            Value::Object(members) => members.values().flat_map(numbers).collect(),
            Value::Null | Value::Bool(_) | Value::String(_) => Vec::new(),
        }
    }
    for tool in TOOLS {
        let schema = tool.input_schema();
        assert!(
            numbers(&schema).iter().all(|number| number.is_u64()),
            "{schema:#}"
        );
        let text = schema.to_string().to_lowercase();
        assert!(!text.contains("no effect"), "{schema:#}");
    }
}

/// The arguments with a null for every member that was left out.
fn with_nulls(arguments: &Value, schema: &Value) -> Value {
    match arguments {
        Value::Object(members) => {
            let properties = schema["properties"].as_object().unwrap();
            let all = properties.iter().map(|(name, schema)| {
                let given = members.get(name).map(|value| with_nulls(value, schema));
                (name.clone(), given.unwrap_or_default())
            });
            Value::Object(all.collect())
        }
        Value::Array(items) => {
            let items = items.iter().map(|item| with_nulls(item, &schema["items"]));
            items.collect()
        }
        other => other.clone(),
    }
}

#[test]
fn the_strict_schema_takes_nulls_and_they_are_decoded_as_left_out() {
    use ask_user::dialect::Api;
    for &tool in TOOLS {
        let schema = definition(tool, Api::OpenAi)["parameters"].take();
        check_strict(&schema);
        let validator = jsonschema::validator_for(&schema).unwrap();
        for case in cases(tool.name()) {
            if case["name"].as_str().unwrap().starts_with("(slip)") {
                continue;
            }
            let given = with_nulls(&case["arguments"], &schema);
            let faults = validator.iter_errors(&given).map(|fault| fault.to_string());
            assert_eq!(faults.collect::<Vec<_>>(), [""; 0], "{given}");
            let wanted = tool.decode(case["arguments"].clone(), DecodeMode::Lenient);
            let wanted = wanted.unwrap();
            for mode in [DecodeMode::Lenient, DecodeMode::Strict] {
                let decoded = tool.decode(given.clone(), mode).unwrap();
                assert_eq!(decoded.request(), wanted.request(), "{given}");
            }
        }
    }
}

/// The rules of the strict mode, at every level.
#[track_caller]
fn check_strict(schema: &Value) {
    for word in ["default", "maxLength", "minLength", "format"] {
        assert_eq!(schema.get(word), None, "{schema}");
    }
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        assert_eq!(schema["additionalProperties"], false);
        let names: Vec<_> = properties.keys().map(String::as_str).collect();
        assert_eq!(schema["required"], Value::from(names));
        properties.values().for_each(check_strict);
    }
    schema.get("items").into_iter().for_each(check_strict);
}
