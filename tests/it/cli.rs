//! The command line without any terminal: refusals, arguments, formats and help.
//! Each run compares status, standard output and, where it says something, standard error.

mod ask;
mod call;
mod hostile_text;
mod one_result;
mod streams;

use crate::support::{COLOURS, Cli, NO_OPERATOR, colours, picked, refused, text};

/// `ask` with its answers piped in.
fn piped(options: &[&'static str], lines: &str) -> Cli {
    Cli::new(colours(&[&["--via", "stdin"], options].concat())).stdin(lines)
}

#[test]
fn without_a_terminal_it_refuses_at_once_and_says_what_to_do() {
    for (via, console) in [
        ("auto", ", start `ask-user console` in another terminal"),
        ("tty", ""),
    ] {
        let wanted = format!(
            "ask-user: nobody to ask: this process has no controlling terminal; \
             run it in the foreground of a terminal (`timeout` takes --foreground, or give --timeout here){console}, \
             or give --via stdin to answer from a pipe\n"
        );
        let ran = Cli::new(colours(&["--via", via])).silent_stdin().run();
        ran.check(3, &refused(NO_OPERATOR)).says(&wanted);
    }
    let ran = Cli::new(colours(&["--via", "none"])).run();
    ran.check(3, &refused(NO_OPERATOR))
        .says("ask-user: nobody to ask: --via none\n");
}

#[test]
fn the_environment_can_say_where_the_operator_is() {
    let cli = || Cli::new(COLOURS).stdin("2\n");
    cli()
        .env("ASK_USER_VIA", "stdin")
        .run()
        .check(0, &picked(2, "green"));
    cli()
        .env("ASK_USER_VIA", "none")
        .run()
        .check(3, &refused(NO_OPERATOR));
    cli()
        .env("ASK_USER_VIA", "moon")
        .run()
        .check(2, "")
        .mentions(&["moon"]);
    // What is said on the command line holds.
    piped(&[], "2\n")
        .env("ASK_USER_VIA", "none")
        .run()
        .check(0, &picked(2, "green"));
}

/// A wrong command line: status 2, nothing on standard output, and what it says.
#[track_caller]
fn check_usage(args: &[&str], says: &[&str]) {
    Cli::new(args.iter().copied())
        .run()
        .check(2, "")
        .mentions(says);
}

#[test]
fn wrong_arguments_are_named() {
    check_usage(&["ask", "--frobnicate", "Q?"], &["--frobnicate"]);
    check_usage(&["ask"], &["<QUESTION>"]);
    check_usage(&["aks", "Q?"], &["aks"]);
    check_usage(
        &["ask", "Q?", "a", "-t", "-o"],
        &["--allow-free-text", "--other"],
    );
    check_usage(&["ask", "--timeout=-1", "Q?"], &["--timeout", "-1"]);
    check_usage(&["ask", "--timeout", "soon", "Q?"], &["--timeout", "soon"]);
    check_usage(&["ask", "--timeout", "1.5", "Q?"], &["--timeout", "1.5"]);
    check_usage(
        &["ask", "--timeout", "1000000000000000000", "Q?"],
        &["--timeout"],
    );
    check_usage(
        &["ask", "--timeout", "99999999999999999999999", "Q?"],
        &["--timeout"],
    );
    check_usage(&["ask", "--attempts", "0", "Q?"], &["--attempts", "0"]);
    check_usage(&["ask", "--default", "4", "Q?", "a", "b", "c"], &["4", "3"]);
    check_usage(&["ask", "--default", "0", "Q?", "a"], &["0", "1"]);
    check_usage(
        &["ask", "--recommended", "4", "Q?", "a", "b", "c"],
        &["4", "3"],
    );
    check_usage(&["ask", "--recommended", "1", "Q?"], &["recommended"]);
    check_usage(&["ask", "--layout", "round", "Q?"], &["--layout", "round"]);
    check_usage(&["ask", "--format", "xml", "Q?"], &["--format", "xml"]);
    check_usage(
        &["ask", "--grammar", "loose", "Q?"],
        &["--grammar", "loose"],
    );
    check_usage(&["ask", "--via", "moon", "Q?"], &["--via", "moon"]);
    check_usage(&["ask", "  ", "a"], &["question"]);
    check_usage(&["ask", "Q?", "a", ""], &["CHOICE 2", "blank"]);
    check_usage(&["ask", "Q?", "\u{3000}\t", "a"], &["CHOICE 1", "blank"]);
    check_usage(&["ask", "--log", "a=b=c", "Q?"], &["--log", "a=b=c"]);
    check_usage(&["ask", "--log-file", "x", "Q?"], &["--log"]);
    check_usage(
        &["ask", "--log", "info", "--log-file", "no/where", "Q?"],
        &["no/where"],
    );
    check_usage(&["call", "missing.json"], &["missing.json"]);
    check_usage(&["schema", "ask_god"], &["ask_god"]);
    check_usage(&["completions", "tcsh"], &["tcsh"]);
}

#[test]
fn one_stream_is_not_read_twice() {
    check_usage(
        &["ask", "--via", "stdin", "--choices-from", "-", "Q?"],
        &["--via stdin", "choices"],
    );
    check_usage(&["call", "--via", "stdin"], &["--via stdin", "document"]);
    check_usage(
        &["call", "--via", "stdin", "-"],
        &["--via stdin", "document"],
    );
    #[cfg(feature = "mcp")]
    check_usage(&["mcp", "--via", "stdin"], &["--via stdin", "protocol"]);
}

#[test]
fn an_operator_is_in_one_place_and_for_the_server_in_several() {
    check_usage(&["ask", "--via", "tty,stdin", "Q?"], &["--via", "one"]);
    check_usage(&["call", "--via", "auto,none"], &["--via", "one"]);
    #[cfg(feature = "mcp")]
    check_usage(&["mcp", "--via", "elicitation,none"], &["--via none"]);
}

#[test]
#[cfg(feature = "mcp")]
fn the_server_is_a_subcommand_like_any_other() {
    check_usage(&["mcp", "--frobnicate"], &["Usage: ask-user mcp [OPTIONS]"]);
}

#[test]
fn no_arguments_at_all_show_the_help() {
    Cli::new([])
        .run()
        .check(2, "")
        .mentions(&["Usage: ask-user", "ask", "call"]);
}

#[test]
fn help_lists_every_exit_status() {
    for args in [
        &["--help"][..],
        &["ask", "--help"],
        &["call", "--help"],
        &["ask", "-h"],
    ] {
        let ran = Cli::new(args.iter().copied()).run();
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{args:?}");
        let statuses: Vec<&str> = ran
            .stdout
            .lines()
            .skip_while(|line| *line != "Exit status:")
            .skip(1)
            .filter_map(|line| line.split_whitespace().next())
            .collect();
        let wanted = [
            "0", "1", "2", "3", "4", "5", "6", "7", "8", "124", "129", "130", "143",
        ];
        assert_eq!(statuses, wanted, "{args:?}: {}", ran.stdout);
    }
}

#[test]
fn help_names_the_flag_for_piped_answers() {
    let help = Cli::new(["ask", "--help"]).run().stdout;
    for option in [
        "--via",
        "stdin",
        "--plain",
        "--timeout",
        "--format",
        "--choices-from",
        "--secret",
    ] {
        assert!(help.contains(option), "{option}: {help}");
    }
}

#[test]
fn the_version_is_told() {
    let wanted = concat!("ask-user ", env!("CARGO_PKG_VERSION"), "\n");
    Cli::new(["--version"]).run().check(0, wanted).says("");
}

#[test]
fn formats() {
    let check = |format: &'static str, lines: &str, status: i32, stdout: &str| {
        piped(&["-o", "--format", format], lines)
            .run()
            .check(status, stdout);
    };
    check("json", "2\n", 0, &picked(2, "green"));
    check("text", "2\n", 0, "green\n");
    check("index", "2\n", 0, "2\n");
    check("json", "4\nteal\n", 0, &text("teal"));
    check("text", "4\nteal\n", 0, "teal\n");
    check("index", "4\nteal\n", 0, "");
    check("json", "!\n", 6, &refused("operator declined"));
    check("text", "!\n", 6, "");
    check("index", "!\n", 6, "");
}

#[test]
fn commands_of_the_full_grammar_and_none_in_the_strict_one() {
    piped(&["-t"], "~ why?\n")
        .run()
        .check(7, &refused("operator wants to talk first: why?"));
    piped(&["-t"], "\\! no\n").run().check(0, &text("! no"));
    piped(&["-t", "--grammar", "strict"], "! no\n")
        .run()
        .check(0, &text("! no"));
    piped(&[], "2 # later\n").run().check(
        0,
        "{\"answered\":true,\"choice_index\":2,\"choice\":\"green\",\"note\":\"later\"}\n",
    );
    piped(&["--grammar", "strict"], "2 # later\n?\n!\n")
        .run()
        .check(4, &refused("no valid answer (max attempts exhausted)"));
}

#[test]
fn attempts_are_counted_as_wished() {
    let exhausted = refused("no valid answer (max attempts exhausted)");
    piped(&["--attempts", "1"], "x\n2\n")
        .run()
        .check(4, &exhausted);
    piped(&["--attempts", "5"], "x\nx\nx\nx\n2\n")
        .run()
        .check(0, &picked(2, "green"));
}

#[test]
fn choices_from_a_file() {
    let cli = |from: &'static str, lines: &str| {
        let args = [
            "ask",
            "--via",
            "stdin",
            "--choices-from",
            from,
            "Which?",
            "first",
        ];
        Cli::new(args).stdin(lines)
    };
    cli("c", "3\n")
        .file("c", "main\nfeature/x\n")
        .run()
        .check(0, &picked(3, "feature/x"));
    cli("c", "3\n")
        .file("c", "main\r\nfeature/x\r\n")
        .run()
        .check(0, &picked(3, "feature/x"));
    cli("c", "2\n")
        .file("c", "\u{feff}main")
        .run()
        .check(0, &picked(2, "main"));
    cli("c", "2\n")
        .file("c", "  a, b  \n")
        .run()
        .check(0, &picked(2, "  a, b  "));
    cli("c", "1\n")
        .file("c", "")
        .run()
        .check(2, "")
        .mentions(&["c: no line"]);
    for (blank, line) in [
        ("a\n \t\nb\n", 2),
        ("a\n\n", 2),
        ("\n", 1),
        ("\u{feff}\r\na", 1),
    ] {
        let says = format!("c: line {line} is blank: expected one choice a line");
        cli("c", "1\n")
            .file("c", blank)
            .run()
            .check(2, "")
            .mentions(&[says.as_str()]);
    }
    cli("c", "1\n")
        .file("c", b"a\n\xff\n")
        .run()
        .check(2, "")
        .mentions(&["c: not UTF-8"]);
    cli("missing", "1\n")
        .run()
        .check(2, "")
        .mentions(&["missing"]);
}

#[test]
fn nothing_is_left_behind() {
    let ran = Cli::script("\"$@\" >/dev/null 2>&1; ls -A", COLOURS).run();
    ran.check(0, "");
    let args = ["ask", "--via", "stdin", "Name?"];
    Cli::script("\"$@\" >/dev/null 2>&1; ls -A", args)
        .stdin("Ann\n")
        .run()
        .check(0, "");
}
