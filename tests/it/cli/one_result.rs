//! Whatever comes through the pipe, a run that was understood prints exactly one result.

use serde_json::Value;

use crate::support::{Cli, picked, text};

/// The longest line from a pipe, in bytes.
const LONGEST: usize = 1 << 20;

fn odd_inputs() -> Vec<Vec<u8>> {
    let long = |count: usize, end: &str| [vec![b'x'; count], end.into()].concat();
    let mut inputs: Vec<Vec<u8>> = [
        "",
        "\n",
        "\r",
        "\r\n\r\n\r\n",
        "2",
        "\u{feff}2\r\n",
        "\u{feff}\u{feff}2\n",
        "\0\n\0\n\0\n",
        "\u{1b}[200~1\n2\u{1b}[201~\n",
        "\u{1b}]11;rgb:0/0/0\u{7}\n",
        "1\\\n2\\\n3\\\n",
        "! no\n",
        "~\n",
        ">>\n<<\n",
        "99999999999999999999999999\n-0\n٣\n",
        "\u{202e}1\n\u{3000}2\n",
        "none\nall\n",
        "none\nnone\nnone\n2\n",
    ]
    .map(Vec::from)
    .into();
    inputs.extend([
        b"\xff\xfe\n\xc3\n\x80\n".to_vec(),
        b"\xff\xfe2\0\n\0".to_vec(),
        "?\n".repeat(2000).into(),
        "<\n>\n".repeat(2000).into(),
        "\\\n".repeat(2000).into(),
        long(LONGEST, ""),
        long(LONGEST, "\r\n2\n"),
        long(LONGEST + 1, ""),
        long(LONGEST + 1, "\n2\n"),
        long(3 * LONGEST, "\n2\n"),
        vec![b'\n'; 100_000],
        long(2 * LONGEST, "\n").repeat(3),
    ]);
    inputs
}

#[test]
fn every_understood_run_prints_exactly_one_result() {
    let two = r#"{"questions":[{"id":"a","question":"A?","options":["x","y"],"multi":true},
        {"id":"b","question":"B?","options":["x","y"]}]}"#;
    let form = r#"{"message":"M","requestedSchema":{"type":"object","required":["n"],
        "properties":{"n":{"type":"integer"},"t":{"type":"string"}}}}"#;
    let secret = r#"{"question":"T?","kind":"text","sensitivity":"secret"}"#;
    let runs: [&[&str]; 9] = [
        &["ask", "Which?", "red", "green"],
        &["ask", "-t", "Which?", "red", "green"],
        &["ask", "-o", "-m", "Which?", "red", "green"],
        &["ask", "--grammar", "strict", "Which?", "red", "green"],
        &["ask", "Name?"],
        &["ask", "-s", "Token?"],
        &["call", "--tool", "ask", "two.json"],
        &[
            "call",
            "--tool",
            "elicitation/create",
            "--no-review",
            "form.json",
        ],
        &["call", "--tool", "askUserQuestion", "secret.json"],
    ];
    for input in odd_inputs() {
        for args in runs {
            let args = [&args[..1], &["--via", "stdin"], &args[1..]].concat();
            let start = String::from_utf8_lossy(&input[..input.len().min(40)]).into_owned();
            let ran = Cli::new(args.iter().copied())
                .file("two.json", two)
                .file("form.json", form)
                .file("secret.json", secret)
                .stdin(&input)
                .run();
            let case = format!("{args:?} at {start:?} of {} bytes", input.len());
            assert!([0, 4, 5, 6, 7].contains(&ran.status), "{case}: {ran:?}");
            assert_eq!(ran.stdout.matches('\n').count(), 1, "{case}: {ran:?}");
            let result: Value = serde_json::from_str(&ran.stdout).expect(&case);
            assert!(result.is_object(), "{case}: {ran:?}");
        }
    }
}

#[test]
fn a_line_that_is_too_long_is_an_invalid_attempt() {
    let line = |count: usize| "x".repeat(count);
    let ask = ["ask", "--via", "stdin", "Which?", "red", "green"];
    let said = "the line is longer than 1 MiB: type a number from 1 to 2 (2 attempts left)";
    for count in [LONGEST + 1, 2 * LONGEST, 5 * LONGEST] {
        let ran = Cli::new(ask).stdin(line(count) + "\n2\n").run();
        ran.check(0, &picked(2, "green")).mentions(&[said]);
    }
    let longest = line(LONGEST);
    let ran = Cli::new(["ask", "--via", "stdin", "Text?"])
        .stdin(line(LONGEST + 1) + "\n" + &longest + "\r\n")
        .run();
    ran.check(0, &text(&longest));
}

#[test]
fn a_broken_input_is_a_result_too() {
    let ask = ["ask", "--via", "stdin", "Which?", "red"];
    let ran = Cli::script("exec \"$@\" <.", ask).run();
    let reason = "reading standard input: Is a directory (os error 21)";
    let wanted = format!("{{\"answered\":false,\"reason\":\"{reason}\"}}\n");
    ran.check(1, &wanted).mentions(&[reason]);
    let call = ["call", "--via", "stdin", "--tool", "ask_user", "call.json"];
    let ran = Cli::script("exec \"$@\" <.", call)
        .file("call.json", "{\"question\":\"Name?\"}")
        .run();
    let wanted = format!("{{\"error\":{{\"path\":\"\",\"message\":\"{reason}\"}}}}\n");
    ran.check(1, &wanted).mentions(&[reason]);
}
