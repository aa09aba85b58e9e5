//! What the programs that ask see of the console, and it of them.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use ask_user::hub::{Client, Method};
use ask_user::{Answer, Question, Request, Settings};
use nix::sys::signal::Signal;
use serde_json::json;

use super::*;
use crate::support::{CANCELLED, CLOSED, NO_OPERATOR, refused};

#[test]
fn an_asker_that_is_killed_withdraws_its_question() {
    let mut console = console();
    let asker = Asker::colours(&console, "builder");
    console.expect(COLOURS_LINE);
    asker.kill();
    console
        .expect("withdrawn: builder does not wait any more")
        .expect(IDLE);
    quit(&mut console);
}

#[test]
fn half_a_line_at_a_withdrawn_question_answers_nothing_else() {
    let mut console = console();
    let first = Asker::colours(&console, "builder");
    console.expect(COLOURS_LINE).send("2").expect("2");
    let second = Asker::colours(&console, "tester");
    first.kill();
    console.expect("withdrawn: builder does not wait any more");
    console.expect("tester asks:").expect(COLOURS_LINE);
    console.send("3\r");
    second.ends(0, &picked(3, "blue"));
    console.expect(IDLE);
    quit(&mut console);
}

#[test]
fn signals_end_an_asker_as_at_a_terminal() {
    let mut console = console();
    for (signal, status, reason) in [
        (Signal::SIGINT, 130, CANCELLED),
        (Signal::SIGTERM, 143, CLOSED),
    ] {
        let asker = Asker::colours(&console, "builder");
        console.expect(COLOURS_LINE);
        let pid = nix::unistd::Pid::from_raw(asker.0.id().try_into().unwrap());
        nix::sys::signal::kill(pid, signal).unwrap();
        asker.ends(status, &refused(reason));
        console.expect("withdrawn: builder").expect(IDLE);
    }
    quit(&mut console);
}

#[test]
fn a_time_limit_ends_a_question_at_the_console() {
    let mut console = console();
    let args = ["ask", "--from", "builder", "--timeout", "1", "Go on?"];
    let asker = Asker::new(&console.path(SOCKET), &args);
    console.expect("Go on?");
    let said = asker.0.wait_with_output().unwrap();
    assert_eq!(said.status.code(), Some(124));
    console.expect(IDLE);
    quit(&mut console);
}

#[test]
fn without_a_console_it_is_refused_at_once_and_insisting_says_where_it_was_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("none.sock");
    let begun = Instant::now();
    let asker = Asker::new(&socket, &COLOURS);
    asker.ends(3, &refused(NO_OPERATOR));
    let args = [&["ask", "--via", "console"], &COLOURS[1..]].concat();
    let said = Asker::new(&socket, &args).ends(3, &refused(NO_OPERATOR));
    assert!(said.contains("none.sock"), "{said}");
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_program_with_a_terminal_of_its_own_asks_there_unless_it_insists() {
    let mut console = console();
    let socket = console.path(SOCKET).display().to_string();
    let mut own = Pty::new(COLOURS).env("ASK_USER_SOCKET", &socket).start();
    own.expect(COLOURS_LINE)
        .send("1\r")
        .ends(0, &picked(1, "red"));
    let args = [&["ask", "--via", "console"], &COLOURS[1..]].concat();
    let mut other = Pty::new(args).env("ASK_USER_SOCKET", &socket).start();
    console.expect(COLOURS_LINE).send("2\r");
    other.ends(0, &picked(2, "green")).lacks(&["Which colour?"]);
    console.expect(IDLE);
    quit(&mut console);
}

/// Two hundred programs on connections of their own, and one operator who types.
#[test]
fn two_hundred_askers_are_answered_in_order_of_arrival() {
    const ASKERS: usize = 200;
    let mut console = console();
    let socket = console.path(SOCKET);
    // The line that is typed keeps them waiting until all are there.
    console.send("lis").expect("lis");
    let (sender, arrived) = mpsc::channel();
    let askers: Vec<_> = (0..ASKERS)
        .map(|number| {
            let mut events = Client::connect(&socket).unwrap().unwrap();
            events
                .call(Method::Subscribe, &json!({"after": number}))
                .unwrap();
            let (socket, sender) = (socket.clone(), sender.clone());
            let asker = thread::spawn(move || {
                let mut client = Client::connect(&socket).unwrap().unwrap();
                let request = Request::from(Question::new(format!("Question {number}?")));
                let from = format!("asker-{number}");
                let asked = client.ask(&request, &Settings::default(), &from);
                sender.send(number).unwrap();
                let outcome = asked.unwrap().into_single();
                outcome.answer().and_then(Answer::text).map(str::to_owned)
            });
            // It has arrived before the next one asks.
            let event = events.next_event().unwrap();
            assert_eq!(event["seq"], number + 1, "{event}");
            asker
        })
        .collect();
    console
        .send("t\r")
        .expect(&format!("  {ASKERS}) req-{ASKERS} "));
    for number in 0..ASKERS {
        let heading = match ASKERS - number - 1 {
            0 => format!("asker-{number} asks:"),
            others => format!("asker-{number} asks ({others} more waiting):"),
        };
        console
            .expect(&heading)
            .expect(&format!("Question {number}? > "))
            .send(format!("to {number}\r"));
        assert_eq!(arrived.recv(), Ok(number), "each once, and in order");
    }
    for (number, asker) in askers.into_iter().enumerate() {
        assert_eq!(asker.join().unwrap(), Some(format!("to {number}")));
    }
    console.expect(IDLE);
    quit(&mut console);
}

#[test]
fn askers_killed_at_random_leave_the_console_whole() {
    let mut console = console();
    let mut askers: Vec<_> = (0..20)
        .map(|number| Asker::colours(&console, &format!("asker-{number}")))
        .collect();
    console.expect(COLOURS_LINE);
    let mut stay = Vec::new();
    for (number, asker) in askers.drain(..).enumerate() {
        if number % 3 == 0 {
            asker.kill();
        } else {
            stay.push(asker);
        }
    }
    // Whoever stays is asked, and gets an answer of their own.
    while stay.iter_mut().any(Asker::is_waiting) {
        let waiting = run(&console, &["pending"]);
        if waiting.stdout.is_empty() {
            continue;
        }
        console.send("2\r");
        console.expect("Answer: 2) green");
    }
    for asker in stay {
        asker.ends(0, &picked(2, "green"));
    }
    console.expect(IDLE);
    quit(&mut console);
}
