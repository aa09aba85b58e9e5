//! The sessions in the documents, played on a terminal.
//!
//! A block marked `console` begins with `$ ask-user …`, or with `$ mcp_host …` for
//! the example of that name. What stands after a cue is typed: `^C` is the key, and what is in parentheses is typed unseen. A JSON
//! block below a text that ends in "The file `NAME`…" is that file.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::support::{PROGRAM, Pty, example};

#[test]
fn every_session_in_the_documents_plays_as_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let documents = fs::read_dir(root.join("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut played = 0;
    for path in documents.chain([root.join("README.md")]) {
        let text = fs::read_to_string(&path).unwrap();
        let mut files = HashMap::new();
        let mut parts = text.split("\n```");
        let mut before = parts.next().unwrap_or_default();
        while let Some(block) = parts.next() {
            let (language, body) = block.split_once('\n').unwrap_or((block, ""));
            if language == "json"
                && let Some(name) = named_file(before)
            {
                files.insert(name.to_owned(), body.to_owned());
            }
            if language == "console" {
                play(body, &files, &path);
                played += 1;
            }
            before = parts.next().unwrap_or_default();
        }
    }
    assert!(played >= 12, "only {played} sessions were found");
}

/// The name in "The file `NAME` …" in the last paragraph of a text.
fn named_file(text: &str) -> Option<&str> {
    let paragraph = text.trim_end().rsplit("\n\n").next()?;
    let (_, rest) = paragraph.split_once("The file `")?;
    Some(rest.split_once('`')?.0)
}

#[track_caller]
fn play(session: &str, files: &HashMap<String, String>, path: &Path) {
    let (command, shown) = session.split_once('\n').unwrap_or((session, ""));
    let arguments = words(command);
    if arguments.get(1).is_some_and(|name| name == "mcp_host") && !cfg!(feature = "rmcp-client") {
        return;
    }
    let mut pty = started_by(&arguments).env("TERM", "dumb");
    for name in arguments.iter().filter(|name| files.contains_key(*name)) {
        pty = pty.file(name, &files[name]);
    }
    let mut running = pty.start();
    let mut wanted = String::new();
    for line in shown.lines() {
        let Some((cue, typed)) = cue_of(line) else {
            wanted.push_str(&format!("{line}\n"));
            continue;
        };
        running.expect(&cue);
        let hidden = typed
            .strip_prefix('(')
            .and_then(|typed| typed.strip_suffix(')'));
        let (keys, echoed) = match (typed, hidden) {
            ("^C", _) => ("\u{3}".to_owned(), ""),
            (_, Some(typed)) => (format!("{typed}\r"), ""),
            (typed, None) => (format!("{typed}\r"), typed),
        };
        wanted.push_str(&format!("{cue}{echoed}\n"));
        running.send(keys);
    }
    running.status();
    let got = running.screen() + &running.stdout();
    assert!(
        got == wanted,
        "{}: {command}\n--- shown\n{got}--- wanted\n{wanted}",
        path.display()
    );
}

/// The program of a session, about to start.
#[track_caller]
fn started_by(words: &[String]) -> Pty {
    let arguments = words.iter().skip(2).map(String::as_str);
    match words.get(1).map(String::as_str) {
        Some("ask-user") => Pty::new(arguments),
        Some(name @ "mcp_host") => {
            let server = |word| if word == "ask-user" { PROGRAM } else { word };
            Pty::new(arguments.map(server))
                .env("HOST", &example(name))
                .script(r#"shift; exec "$HOST" "$@""#)
        }
        other => panic!("a session begins with a program, found {other:?}"),
    }
}

/// A line that ends with what is typed after a cue.
fn cue_of(line: &str) -> Option<(String, &str)> {
    if let Some(cue) = line.strip_suffix(" >").or((line == ">").then_some("")) {
        return Some((format!("{cue} > ").trim_start().to_owned(), ""));
    }
    let (cue, typed) = line.split_once("> ")?;
    Some((format!("{cue}> "), typed))
}

/// The words of a command, as far as the documents quote.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = command.trim_start();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '"' | '\'' => rest[1..].split_once(first).expect("a closing quote"),
            _ => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}
