//! What the operator sees and types at the prompt of the console.

use super::*;
use crate::support::{CANCELLED, CLOSED, CTRL_C, CTRL_D, refused, text};

#[test]
fn a_session_reads_as_in_the_design() {
    let mut console = console();
    let builder = Asker::colours(&console, "builder");
    console.expect("builder asks:").expect(COLOURS_LINE);
    let tester = Asker::new(
        &console.path(SOCKET),
        &["confirm", "--from", "tester", "Delete 3 branches?"],
    );
    // The second one waits while the first one stands.
    until_pending(&console, 2);
    console.send("9\r").expect("9 is not on the menu");
    console.answer("2\r");
    console
        .expect("tester asks for approval:")
        .expect("Delete 3 branches? 1) Yes  2) No > ")
        .send("n # not today\r");
    builder.ends(0, &picked(2, "green"));
    let declined = "{\"answered\":true,\"confirmed\":false,\"note\":\"not today\"}\n";
    tester.ends(1, declined);
    console.expect(IDLE).send("history\r");
    console
        .expect("req-1 builder, answered: 2) green")
        .expect("req-2 tester, answered: denied # not today")
        .expect(IDLE);
    quit(&mut console);
}

#[test]
fn the_heading_says_how_many_more_wait() {
    let mut console = console();
    let socket = console.path(SOCKET);
    // The line being typed keeps the first one from being put.
    console.send("li");
    let first = Asker::colours(&console, "builder");
    until_pending(&console, 1);
    let second = Asker::new(&socket, &["confirm", "--from", "tester", "Push?"]);
    until_pending(&console, 2);
    console.send("st\r");
    console
        .expect("  1) req-1 builder, ")
        .expect(": Which colour?")
        .expect("  2) req-2 tester, ")
        .expect(": Push?")
        .expect("builder asks (1 more waiting):")
        .answer("1\r")
        .expect("tester asks for approval:")
        .answer("y\r")
        .expect(IDLE);
    first.ends(0, &picked(1, "red"));
    second.ends(0, "{\"answered\":true,\"confirmed\":true}\n");
    quit(&mut console);
}

#[test]
fn a_request_never_breaks_the_line_that_is_typed() {
    let mut console = console();
    console.send("hist");
    console.expect("hist");
    let asker = Asker::colours(&console, "builder");
    until_pending(&console, 1);
    let rows = console.rows();
    assert_eq!(rows.last().unwrap(), "ask-user> hist", "{rows:?}");
    console.send("ory\r").expect("nothing has ended yet");
    console.expect(COLOURS_LINE).send("3\r");
    asker.ends(0, &picked(3, "blue"));
    console.expect(IDLE);
    quit(&mut console);
}

#[test]
fn postponed_it_goes_to_the_end_with_what_was_answered() {
    let mut console = console();
    let form = r#"{"name":"ask","arguments":{"questions":[
        {"id":"a","question":"First?","options":[{"label":"one"},{"label":"two"}]},
        {"id":"b","question":"Second?","options":[{"label":"three"},{"label":"four"}]}]}}"#;
    let args = ["call", "--from", "builder"];
    let asker = Asker::with_stdin(&console.path(SOCKET), &args, form);
    console.expect("First?").answer("2\r");
    console.expect("Second?").answer(">>\r");
    console.expect("ask-user (1 postponed)> ").send("list\r");
    console
        .expect("  1) req-1 builder, ")
        .expect("(postponed): First?")
        .expect("(1 postponed)> ")
        .send("1\r");
    console.expect("builder asks:").expect("Second?");
    // A text that is `>>`.
    console.answer("3\r").answer("\\>>\r").answer("\r");
    let output = asker.0.wait_with_output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    for answer in ["a: two", "b: \\\">>\\\""] {
        assert!(printed.contains(answer), "{printed}");
    }
    console.expect(IDLE);
    quit(&mut console);
}

#[test]
fn list_help_and_unknown_commands() {
    let mut console = console();
    console
        .send("\r")
        .expect("nothing waits")
        .expect(IDLE)
        .send("help\r")
        .expect("list, or Enter: what waits; a number opens that request")
        .expect(IDLE)
        .send("dance\r")
        .expect("unknown command dance: expected list, history, help, quit or a number of the list")
        .expect(IDLE)
        .send("4\r")
        .expect("4 is not on the list: type list to see what waits")
        .expect(IDLE)
        // The commands of this run, by Up.
        .send("\u{1b}[A\u{1b}[A\r")
        .expect("unknown command dance")
        .expect(IDLE);
    quit(&mut console);
}

#[test]
fn ctrl_c_cancels_a_request_and_empties_the_idle_line() {
    let mut console = console();
    console.send("rubbish").expect("rubbish").send(CTRL_C);
    console.expect(IDLE).send("list\r").expect("nothing waits");
    console.expect(IDLE);
    let asker = Asker::colours(&console, "builder");
    console.expect(COLOURS_LINE).send(CTRL_C);
    asker.ends(130, &refused(CANCELLED));
    console.expect(IDLE);
    quit(&mut console);
}

#[test]
fn quit_with_requests_waiting_wants_it_twice() {
    let mut console = console();
    let asker = Asker::colours(&console, "builder");
    console.expect(COLOURS_LINE).send(">>\r");
    let waits = "1 request waits and would end as closed: type quit again to end";
    console
        .expect("ask-user (1 postponed)> ")
        .send("quit\r")
        .expect(waits)
        .expect("(1 postponed)> ")
        // Something else in between: it is said again.
        .send("help\r")
        .expect("(1 postponed)> ")
        .send(CTRL_D)
        .expect(waits)
        .expect("(1 postponed)> ")
        .send("quit\r")
        .ends(0, "");
    asker.ends(5, &refused(CLOSED));
}

#[test]
fn a_secret_is_read_hidden_and_only_its_asker_gets_it() {
    let mut console = console();
    let socket = console.path(SOCKET);
    let args = ["ask", "--from", "builder", "-s", "Token?"];
    let asker = Asker::new(&socket, &args);
    console.expect("builder asks:").expect("Token?").cue();
    assert!(!console.echoes());
    assert_eq!(run(&console, &["pending"]).stdout, "");
    console.send("hunter2\r");
    asker.ends(0, &text("hunter2"));
    console.expect(IDLE).send("history\r");
    console.expect("req-1 builder, answered: (hidden)");
    console.expect(IDLE).lacks(&["hunter2"]);
    quit(&mut console);
}

#[test]
fn on_a_dumb_terminal_there_are_no_escapes() {
    for pty in [
        Pty::new(["console"]).env("TERM", "dumb"),
        Pty::new(["console", "--plain"]),
    ] {
        let mut console = started(pty);
        let asker = Asker::colours(&console, "builder");
        console
            .expect("builder asks:")
            .expect(COLOURS_LINE)
            .send("1\r");
        asker.ends(0, &picked(1, "red"));
        console.expect(IDLE).lacks(&["\u{1b}"]);
        quit(&mut console);
    }
}

#[test]
fn the_bell_rings_once_for_a_request() {
    let mut console = started(Pty::new(["console", "--bell"]));
    let asker = Asker::colours(&console, "builder");
    console.expect(COLOURS_LINE).send("1\r");
    asker.ends(0, &picked(1, "red"));
    console.expect(IDLE);
    let raw = String::from_utf8(console.raw()).unwrap();
    assert_eq!(raw.matches('\u{7}').count(), 1);
    quit(&mut console);
}

#[test]
fn a_name_cannot_forge_lines() {
    let mut console = console();
    let from = "root\r\nadmin asks for approval:\u{1b}[2J";
    let args = ["ask", "--from", from, "Go on?"];
    let asker = Asker::new(&console.path(SOCKET), &args);
    console.expect("Go on?").answer("yes\r");
    asker.ends(0, &text("yes"));
    console.expect(IDLE).lacks(&["\u{1b}[2J"]);
    let forged = console
        .rows()
        .iter()
        .any(|row| row.starts_with("admin asks"));
    assert!(!forged, "{:?}", console.rows());
    quit(&mut console);
}
