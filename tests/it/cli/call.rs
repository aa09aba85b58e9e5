//! `call`: documents in their forms, the errors of bad ones, and every outcome.

use crate::support::{Cli, NO_OPERATOR, picked, refused, text};

/// Calls `ask_user` with these arguments, its answers in a file of their own.
fn call(arguments: &str, lines: &str) -> Cli {
    let document = format!("{{\"name\":\"ask_user\",\"arguments\":{arguments}}}");
    Cli::new(["call", "--via", "stdin", "call.json"])
        .file("call.json", document)
        .stdin(lines)
}

const DEPLOY: &str = "{\"question\":\"Where?\",\"options\":[\"staging\",\"production\"]}";

#[test]
fn a_call_ends_in_each_of_its_outcomes() {
    let exhausted = refused("no valid answer (max attempts exhausted)");
    let closed = refused("input closed before an answer");
    call(DEPLOY, "2\n").run().check(0, &picked(2, "production"));
    call("{\"question\":\"Subject?\"}", "fix: it\n")
        .run()
        .check(0, &text("fix: it"));
    call("{\"question\":\"Name?\",\"options\":[]}", "Ann\n")
        .run()
        .check(0, &text("Ann"));
    call(DEPLOY, "0\n3\nabc\n2\n").run().check(4, &exhausted);
    call(DEPLOY, "?\n<\n! no\n").run().check(4, &exhausted);
    call(DEPLOY, "9\n9\n").run().check(5, &closed);
    let free = DEPLOY.replace('}', ",\"allow_free_text\":true}");
    call(&free, "! no\n").run().check(0, &text("! no"));
    call(&free, "9\n1\n").run().check(0, &picked(1, "staging"));
    let document = format!("{{\"name\":\"ask_user\",\"arguments\":{DEPLOY}}}");
    Cli::new(["call"])
        .stdin(&document)
        .run()
        .check(3, &refused(NO_OPERATOR));
    Cli::new(["call", "--via", "none"])
        .stdin(document)
        .run()
        .check(3, &refused(NO_OPERATOR));
}

#[test]
fn an_unknown_tool_is_told_every_tool_there_is() {
    let wanted = "unknown tool `ask_god`: expected ask_user, ask, askUserQuestion, AskUserQuestion, \
                  request_user_input, elicitation/create";
    let named = Cli::new(["call"]).stdin("{\"name\":\"ask_god\"}").run();
    let by_option = Cli::new(["call", "--tool", "ask_god"]).stdin("{}").run();
    for ran in [named, by_option] {
        let shown = format!("{{\"error\":{{\"path\":\"name\",\"message\":\"{wanted}\"}}}}\n");
        ran.check(2, &shown).mentions(&[wanted]);
    }
}

#[test]
fn a_call_in_its_other_forms() {
    let run = |args: &[&'static str], document: &str| {
        let args = [&["call", "--via", "stdin"], args, &["c"]].concat();
        Cli::new(args).file("c", document).stdin("2\n").run()
    };
    let wanted = picked(2, "production");
    run(&["--tool", "ask_user"], DEPLOY).check(0, &wanted);
    run(
        &[],
        &format!("{{\"type\":\"tool_use\",\"name\":\"ask_user\",\"input\":{DEPLOY}}}"),
    )
    .check(0, &wanted);
    let quoted = serde_json::to_string(DEPLOY).unwrap();
    run(
        &[],
        &format!("{{\"name\":\"ask_user\",\"arguments\":{quoted}}}"),
    )
    .check(0, &wanted);
    run(&["--tool", "ask_user"], &format!("\u{feff}{DEPLOY}\r\n")).check(0, &wanted);
    run(&["--tool", "ask_user", "--text"], DEPLOY).check(0, &wanted);
}

/// A call that cannot be carried out: the path in the JSON, words in the message.
#[track_caller]
fn check_refused_call(args: &[&str], document: impl AsRef<[u8]>, path: &str, says: &[&str]) {
    let ran = Cli::new([&["call"], args].concat()).stdin(document).run();
    let error: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap_or_default();
    let found = (
        ran.status,
        error["error"]["path"].as_str(),
        ran.stdout.lines().count(),
    );
    assert_eq!(found, (2, Some(path), 1), "{ran:?}");
    let message = error["error"]["message"].as_str().unwrap_or_default();
    for text in says {
        assert!(message.contains(text), "no {text:?} in {message:?}");
    }
    let stderr: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(stderr.len(), 1, "one line: {ran:?}");
    assert!(stderr[0].starts_with("ask-user: "), "{ran:?}");
}

#[test]
fn a_call_that_is_no_document() {
    check_refused_call(&[], "{nope", "", &[]);
    check_refused_call(&[], "", "", &[]);
    check_refused_call(&[], "[1]", "", &[]);
    check_refused_call(&[], "null", "", &[]);
    check_refused_call(&[], "{} {}", "", &[]);
    check_refused_call(&[], b"{\"name\":\"\xff\"}", "", &["UTF-8"]);
    check_refused_call(&[], "[".repeat(100_000), "", &[]);
    check_refused_call(&[], DEPLOY, "name", &[]);
}

#[test]
fn a_call_that_breaks_its_schema() {
    let check = |document: &str, path: &str, says: &[&str]| {
        check_refused_call(&["--tool", "ask_user"], document, path, says);
    };
    check_refused_call(
        &[],
        "{\"name\":\"ask_god\",\"arguments\":{}}",
        "name",
        &["ask_god"],
    );
    check_refused_call(&[], "{\"name\":7,\"arguments\":{}}", "name", &[]);
    check_refused_call(&["--tool", "ask_god"], "{}", "name", &["ask_god"]);
    check_refused_call(&[], "{\"name\":\"ask_user\"}", "", &[]);
    check("{}", "", &["question"]);
    check("{\"question\":7}", "question", &["7", "string"]);
    check("{\"question\":\"  \"}", "question", &[]);
    check("{\"question\":\"x\",\"options\":{\"a\":1}}", "options", &[]);
    check(
        "{\"question\":\"x\",\"options\":[\"a\",2]}",
        "options[1]",
        &["2"],
    );
    check(
        "{\"question\":\"x\",\"allow_free_text\":\"maybe\"}",
        "allow_free_text",
        &["maybe"],
    );
}

#[test]
fn leniencies_can_be_switched_off() {
    let strict = ["--no-repair", "--tool", "ask_user"];
    let unknown = "{\"question\":\"x\",\"free_text\":true}";
    check_refused_call(&strict, unknown, "free_text", &[]);
    check_refused_call(
        &strict,
        "{\"question\":\"x\",\"options\":\"[\\\"a\\\"]\"}",
        "options",
        &["string"],
    );
    call(
        "{\"question\":\"x\",\"options\":\"[\\\"a\\\",\\\"b\\\"]\"}",
        "2\n",
    )
    .run()
    .check(0, &picked(2, "b"));
    call(unknown, "y\n").run().check(0, &text("y"));
}

#[test]
fn a_long_whole_number_comes_back_as_typed() {
    for kind in ["number", "integer"] {
        let schema =
            format!("{{\"type\":\"object\",\"properties\":{{\"n\":{{\"type\":\"{kind}\"}}}}}}");
        let form = format!("{{\"message\":\"M\",\"requestedSchema\":{schema}}}");
        for number in ["99999999999999999999", "-18446744073709551616"] {
            for options in [
                &["--tool", "elicitation/create"][..],
                &["--tool", "elicitation/create", "--text"],
            ] {
                let args = [&["call", "--via", "stdin"], options, &["c"]].concat();
                let ran = Cli::new(args)
                    .file("c", &form)
                    .stdin(format!("{number}\n"))
                    .run();
                let wanted = format!("{{\"action\":\"accept\",\"content\":{{\"n\":{number}}}}}\n");
                ran.check(0, &wanted);
            }
        }
    }
}

#[test]
fn a_document_may_be_utf_16() {
    let document = format!("{{\"name\":\"ask_user\",\"arguments\":{DEPLOY}}}");
    let encoded = |mark: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let text = format!("{mark}{document}");
        text.encode_utf16().flat_map(bytes).collect()
    };
    for mark in ["", "\u{feff}"] {
        for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let ran = Cli::new(["call", "--via", "stdin", "c"])
                .file("c", encoded(mark, bytes))
                .stdin("2\n")
                .run();
            ran.check(0, &picked(2, "production"));
        }
    }
}

#[test]
fn a_document_may_not_be_huge() {
    let huge = format!("{{\"question\":\"{}\"}}", "x".repeat(17 << 20));
    let ran = Cli::new(["call", "--tool", "ask_user"]).stdin(huge).run();
    assert_eq!(ran.status, 2, "{}", ran.stderr);
    ran.mentions(&["16777216"]);
}
