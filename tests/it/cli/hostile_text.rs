//! Characters of the caller that could deceive a reader, in every stream of the program.

use serde_json::{Value, json};

use crate::support::Cli;

/// What a screen never shows as it is. The tab is not among them: it is a blank.
fn hazards() -> impl Iterator<Item = char> {
    let others = "\u{7f}\u{200b}\u{2060}\u{feff}\u{61c}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2063}\u{2066}\
                  \u{2067}\u{2068}\u{2069}\u{3164}\u{2800}\u{2028}\u{2029}\u{e0001}\u{e0041}\u{e007f}";
    let controls = (0..0x20).chain(0x80..0xa0).filter_map(char::from_u32);
    controls
        .filter(|&c| c != '\t' && c != '\n')
        .chain(others.chars())
}

#[test]
fn they_are_escaped_on_the_screen_and_in_the_result() {
    let all: String = hazards().flat_map(|c| ['a', c]).collect();
    let call = json!({"name": "ask", "arguments": {"questions": [
        {"id": all, "question": all, "header": all, "options": [
            {"label": all, "description": all, "preview": all}, {"label": "other"}]},
        {"id": "b", "question": format!("two\n{all}"), "options": [{"label": "x"}]},
    ]}});
    let ran = Cli::new(["call", "--via", "stdin", "call.json"])
        .file("call.json", call.to_string())
        .stdin("? 1\n1\n1\n\n")
        .run();
    assert_eq!(ran.status, 0, "{ran:?}");
    for c in hazards() {
        assert!(!ran.stderr.contains(c), "{c:?} in {:?}", ran.stderr);
        assert!(!ran.stdout.contains(c), "{c:?} in {:?}", ran.stdout);
        let shown = format!("a\\u{{{:x}}}", u32::from(c));
        let times = ran.stderr.matches(&shown).count();
        assert!(times >= 6, "{shown} only {times} times: {:?}", ran.stderr);
    }
    // What is returned is the caller's own text.
    let result: Value = serde_json::from_str(&ran.stdout).unwrap();
    let first = &result["details"]["results"][0];
    assert_eq!(
        (&first["id"], &first["selectedOptions"][0]),
        (&json!(all), &json!(all))
    );
}

#[test]
fn they_are_escaped_in_an_error_too() {
    let name: String = hazards().flat_map(|c| ['a', c]).collect();
    let ran = Cli::new(["call"])
        .stdin(json!({"name": name}).to_string())
        .run();
    assert_eq!(ran.status, 2, "{ran:?}");
    for c in hazards() {
        assert!(
            !ran.stderr.contains(c) && !ran.stdout.contains(c),
            "{c:?} in {ran:?}"
        );
    }
}

#[test]
fn every_blank_is_shown_as_a_space_and_returned_as_it_was() {
    for blank in "\t\u{a0}\u{1680}\u{2000}\u{2007}\u{200a}\u{202f}\u{205f}\u{3000}".chars() {
        let label = format!("a{blank}b");
        let question = format!("Which{blank}one?{blank}");
        let ran = Cli::new(["ask", "--via", "stdin", &question, &label, "c"])
            .stdin("1\n")
            .run();
        let wanted = json!({"answered": true, "choice_index": 1, "choice": label});
        assert_eq!(ran.stdout.trim_end(), wanted.to_string());
        assert_eq!(ran.stderr, "Which one? 1) a b  2) c > \nAnswer: 1) a b\n");
    }
}
