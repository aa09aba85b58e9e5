//! The expect scripts among the examples: they pass, and they notice a wrong answer.

use std::path::PathBuf;

use crate::support::{Cli, PROGRAM};

/// A stand-in that behaves like the program but answers with another choice.
const IMPOSTOR: &str = "#!/bin/sh\n\
    out=$(mktemp)\n\
    \"$REAL\" \"$@\" >\"$out\"\n\
    sed 's/green/blue/' \"$out\"\n\
    rm \"$out\"\n";

/// Runs a script with its interpreter, where `probe` says that it is there.
#[track_caller]
#[allow(clippy::print_stderr, reason = "a skipped test has to say so")]
fn check(interpreter: &str, probe: &[&str], script: &str) {
    if Cli::program(interpreter, probe.iter().copied())
        .run()
        .status
        != 0
    {
        eprintln!("skipped: {script}: no {interpreter} that could run it");
        return;
    }
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "examples", "expect", script]
        .iter()
        .collect();
    let path = path.to_str().expect("a path in UTF-8");

    let ran = Cli::program(interpreter, [path, PROGRAM]).run();
    ran.check(0, "ok\n");

    let args = [
        "-c",
        "chmod +x other && exec \"$0\" \"$1\" ./other",
        interpreter,
        path,
    ];
    let cli = Cli::program("/bin/sh", args)
        .file("other", IMPOSTOR)
        .env("REAL", PROGRAM);
    let ran = cli.run();
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{ran:?}");
    ran.mentions(&["blue"]);
}

#[test]
fn the_script_for_expect_passes() {
    check("expect", &["-v"], "ask.exp");
}

#[test]
fn the_script_for_pexpect_passes() {
    check("python3", &["-c", "import pexpect"], "ask.py");
}
