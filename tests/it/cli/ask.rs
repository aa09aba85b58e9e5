//! `ask` in scripts: defaults, types, values beside labels, times, and what its errors want.

use super::check_usage;
use crate::support::{Cli, NO_OPERATOR, Ran, picked, refused, text};

#[track_caller]
fn ask(args: &[&'static str], lines: &str) -> Ran {
    let args = [&["ask", "--via", "stdin"], args].concat();
    Cli::new(args).stdin(lines).run()
}

#[test]
fn enter_takes_a_text_default() {
    ask(&["-d", "main", "Branch?"], "\n")
        .check(0, &text("main"))
        .mentions(&["Branch? [main] > "]);
    ask(&["-d", "main", "Branch?"], "dev\n").check(0, &text("dev"));
    ask(&["-d", "2", "Branch?"], "\n").check(0, &text("2"));
    ask(&["-d", " ７ ", "--type", "integer", "N?"], "\n").check(0, &text("7"));
    ask(&["--type", "integer", "N?"], "７\n").check(0, &text("7"));
    check_usage(
        &["ask", "-d", "a", "-d", "b", "Q?"],
        &["--default: expected one text, found 2"],
    );
    check_usage(&["ask", "-d", " ", "Q?"], &["default: expected a text"]);
    check_usage(
        &["ask", "-s", "-d", "x", "Q?"],
        &["default: a secret question takes none"],
    );
}

#[test]
fn a_text_can_have_a_type() {
    let check = |args: &[&'static str], wrong: &str, message: &str, right: &str| {
        let args = [args, &["Q?"]].concat();
        ask(&args, &format!("{wrong}\n{right}\n"))
            .check(0, &text(right))
            .mentions(&[&format!("{message} (2 attempts left)\n")]);
    };
    let range = ["--type", "integer", "--min", "1", "--max", "10"];
    check(&range, "11", "expected an integer from 1 to 10", "10");
    check(&range, "x", "expected an integer from 1 to 10", "1");
    check(&["--type", "integer"], "1.5", "expected an integer", "-3");
    let above = ["--type", "number", "--min", "-0.5"];
    check(&above, "-1", "expected a number of at least -0.5", "1e3");
    let email = "not a valid email: expected a name, @ and a domain";
    check(&["--type", "email"], "nobody", email, "ann@example.org");
    let url = "not a valid url: expected one like https://example.org/path";
    for wrong in ["example.org", "mailto:a@b", "file:///x", "https://"] {
        check(&["--type", "url"], wrong, url, "https://example.org/x?y#z");
    }
    let date = "not a valid date: expected one like 2026-02-28";
    check(&["--type", "date"], "2026-02-30", date, "2024-02-29");
    let time = "not a valid date-time: expected one like 2026-02-28T10:00:00Z";
    check(
        &["--type", "date-time"],
        "2026-02-28",
        time,
        "2026-02-28T10:00:00+01:00",
    );
    let pattern = "expected a text that matches ^v[0-9]+$";
    check(&["--pattern", "^v[0-9]+$"], "v1.2", pattern, "v12");
    let both = ["--type", "url", "--pattern", "^https:"];
    check(
        &both,
        "http://a.b",
        "expected a text that matches ^https:",
        "https://a.b",
    );
}

#[test]
fn rules_that_fit_nothing_are_usage_errors() {
    let check = |args: &[&'static str], says: &[&str]| {
        check_usage(&[&["ask", "Q?"], args].concat(), says);
    };
    check(
        &["-d", "x", "--type", "integer"],
        &["--default x: expected an integer"],
    );
    check(
        &["-d", "5", "--type", "integer", "--max", "4"],
        &["--default 5: expected"],
    );
    check(
        &["--type", "moon"],
        &["--type", "moon", "integer", "date-time"],
    );
    check(
        &["--type", "integer", "--min", "x"],
        &["--min x: expected a number"],
    );
    check(
        &["--type", "number", "--min", "2", "--max", "1"],
        &["--max: no number is 2 or more and 1 or less"],
    );
    check(
        &["--pattern", "("],
        &["--pattern: this pattern cannot be checked", "("],
    );
    check(
        &["--pattern", "x", "--type", "number"],
        &["--pattern", "--type number"],
    );
    let bounds = "expected --multi for a number of picks, or --type integer or number";
    check(&["--min", "2"], &["--min 2", bounds]);
    check(&["--max", "2", "--type", "email"], &["--max 2", bounds]);
    check(&["a", "b", "--max", "2"], &["--max 2", bounds]);
    check(
        &["a", "b", "-m", "--max", "x"],
        &["--max x: expected a number of picks"],
    );
    for menu in [&["a"][..], &["-o"], &["-m", "a"]] {
        let args = [menu, &["--type", "integer"]].concat();
        check(&args, &["--type", "leave out the choices"]);
    }
}

#[test]
fn a_value_is_given_back_for_its_label() {
    let rows = "eu-1\tFrankfurt\tlow latency\r\nus-1\tVirginia\nlocal\n";
    let run = |args: &[&'static str], lines: &str| {
        let base = [
            "ask",
            "--via",
            "stdin",
            "Where?",
            "home",
            "--choices-from",
            "r.tsv",
            "--tsv",
        ];
        Cli::new([&base, args].concat())
            .file("r.tsv", rows)
            .stdin(lines)
            .run()
    };
    let ran = run(&[], "3\n");
    ran.check(0, &picked(3, "us-1")).mentions(&[
        "  1) home\n  2) Frankfurt\n     low latency\n  3) Virginia\n  4) local\n",
        "Answer: 3) Virginia\n",
    ]);
    run(&[], "1\n").check(0, &picked(1, "home"));
    run(&[], "4\n").check(0, &picked(4, "local"));
    run(&[], "virginia\n").check(0, &picked(3, "us-1"));
    run(&[], "us-1\n").check(0, &picked(3, "us-1"));
    run(&["--format", "text"], "2 # x\n").check(0, "eu-1\n");
    run(&["--format", "index"], "2\n").check(0, "2\n");
    run(&["-m"], "3 2\n\n").check(
        0,
        "{\"answered\":true,\"choice_indices\":[2,3],\"choices\":[\"eu-1\",\"us-1\"]}\n",
    );
    run(&["-o"], "5\nmoon\n").check(0, &text("moon"));
    let wrong = |content: &str, says: &str| {
        let args = ["ask", "Q?", "--choices-from", "r.tsv", "--tsv"];
        Cli::new(args)
            .file("r.tsv", content)
            .run()
            .check(2, "")
            .mentions(&["r.tsv", says]);
    };
    wrong(
        "a\tA\n\tB\n",
        "line 2: expected a value in the first column",
    );
    wrong(
        "a\tA\n\nb\tB\n",
        "line 2: expected a value in the first column",
    );
    wrong(
        "a\tb\tc\td\n",
        "line 1: expected the columns value, label and description, found 4",
    );
    check_usage(&["ask", "--tsv", "Q?", "a"], &["--choices-from"]);
}

#[test]
fn a_timeout_may_have_a_unit() {
    for time in ["90", "90s", "2m", "1h", "0", "8760h"] {
        ask(&["--timeout", time, "Q?", "a"], "1\n").check(0, &picked(1, "a"));
    }
    let wanted = "expected whole seconds, or a time such as 90s, 2m or 1h";
    for time in ["0.5x", "soon", "1.5", "1d", ""] {
        check_usage(
            &["ask", "--timeout", time, "Q?"],
            &["--timeout <TIME>", wanted],
        );
    }
    check_usage(
        &["ask", "--timeout", "8761h", "Q?"],
        &["expected a year at most"],
    );
}

#[test]
fn usage_errors_say_what_is_wanted() {
    let check = |args: &[&'static str], says: &str| {
        let ran = Cli::new([&["ask", "Q?", "a", "b", "c"], args].concat()).run();
        ran.check(2, "").mentions(&[says]);
        assert!(!ran.stderr.contains("digit"), "{ran:?}");
    };
    check(
        &["-d", "foo"],
        "--default foo: expected the number of a choice, from 1 to 3",
    );
    check(
        &["-d", "1.0"],
        "--default 1.0: expected the number of a choice, from 1 to 3",
    );
    check(
        &["-r", "foo"],
        "expected the number of a choice, counted from 1",
    );
    check(&["--attempts", "x"], "expected a whole number, 1 or more");
    check(&["--attempts", "0"], "expected a whole number, 1 or more");
    check(&["-s", "-m"], "cannot be used with");
    check(&["--log", "a=b=c"], "--log a=b=c: expected a level");
    check_usage(
        &["ask", "Q?", "a", "", "c"],
        &["CHOICE 2 is blank: expected a text"],
    );
    check_usage(&["ask", "Q?", " \t\u{3000}"], &["CHOICE 1 is blank"]);
    check_usage(
        &["ask", "-o", "-d", "x", "Q?"],
        &["--default x: a default needs a choice"],
    );
    check_usage(
        &["call", "--secret-fd", "x"],
        &["expected the number of an open file descriptor"],
    );
}

#[test]
fn who_asks_and_a_console_can_be_named() {
    for command in ["ask", "call", "confirm"] {
        let help = Cli::new([command, "--help"]).run().stdout;
        for option in ["--from <NAME>", "--socket <PATH>", "console"] {
            assert!(help.contains(option), "{option:?} not in {help}");
        }
    }
    let args = ["--from", "builder", "Q?", "a"];
    ask(&args, "1\n").check(0, &picked(1, "a"));
    Cli::new(["ask", "--via", "console", "Q?"])
        .run()
        .check(3, &refused(NO_OPERATOR))
        .mentions(&[
            "no console listens at ",
            "console.sock: start `ask-user console`",
        ]);
}
