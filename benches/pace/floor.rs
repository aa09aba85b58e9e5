//! The baseline program of the benchmark `pace`.
//!
//! It does only what every program must do that shows a menu and reads a line. It
//! uses only the standard library.
//!
//! `floor QUESTION [CHOICE]...` or `floor --choices-from FILE QUESTION`

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::{env, fs, process};

fn main() -> io::Result<()> {
    let mut args: Vec<String> = env::args().skip(1).collect();
    let mut text = String::new();
    if args.first().is_some_and(|arg| arg == "--choices-from") && args.len() > 2 {
        text = fs::read_to_string(&args[1])?;
        args.drain(..2);
    }
    let Some((question, rest)) = args.split_first() else {
        return Err(io::Error::other("no question"));
    };
    let mut choices: Vec<&str> = text.lines().collect();
    choices.extend(rest.iter().map(String::as_str));

    let prompt = compact(question, &choices).unwrap_or_else(|| list(question, &choices));
    io::stderr().write_all(prompt.as_bytes())?;
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let line = line.trim();
    let answer = if choices.is_empty() {
        format!("{{\"answered\":true,\"text\":{}}}\n", quoted(line))
    } else {
        let index = line.parse().unwrap_or(0_usize).wrapping_sub(1);
        let Some(label) = choices.get(index) else {
            return Err(io::Error::other("not on the menu"));
        };
        let label = quoted(label);
        format!("{{\"answered\":true,\"choice\":{label},\"number\":{line}}}\n")
    };
    io::stdout().write_all(answer.as_bytes())?;
    // Like the measured program, it exits without freeing its memory.
    process::exit(0);
}

/// The prompt on one line. `None` if it does not fit in 80 columns with room for the answer.
fn compact(question: &str, choices: &[&str]) -> Option<String> {
    let mut line = question.to_owned();
    for (index, choice) in choices.iter().enumerate() {
        let gap = if index == 0 { " " } else { "  " };
        let _ = write!(line, "{gap}{}) {choice}", index + 1);
        if line.len() > 80 {
            return None;
        }
    }
    line.push_str(" > ");
    (line.len() < 80).then_some(line)
}

/// The prompt with one row for each choice. All choices are shown.
fn list(question: &str, choices: &[&str]) -> String {
    let mut rows = String::with_capacity(64 + choices.len() * 24);
    let _ = writeln!(rows, "{question}");
    for (index, choice) in choices.iter().enumerate() {
        let _ = writeln!(rows, "  {}) {choice}", index + 1);
    }
    let _ = write!(rows, "1-{} > ", choices.len());
    rows
}

fn quoted(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    json.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => json.extend(['\\', c]),
            '\0'..'\u{20}' => {
                let _ = write!(json, "\\u{:04x}", u32::from(c));
            }
            c => json.push(c),
        }
    }
    json.push('"');
    json
}
