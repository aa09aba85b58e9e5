//! The seam from a host's side: binding, queueing, limits, panics, endings.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use ask_user::{
    AskUser, Error, Grammar, Interaction, Outcome, OutcomeKind, Prompt, Question, Reply, Scripted,
    Settings, Withdrawal,
};

fn colours() -> Question {
    Question::new("Which colour?").with_choices(["red", "green", "blue"])
}

fn within(millis: u64) -> Settings {
    Settings {
        timeout: Some(Duration::from_millis(millis)),
        ..Settings::default()
    }
}

/// What a closure bound for one call was shown, line by line.
fn prompts_of(question: &Question, lines: &[&str]) -> (Outcome, Vec<String>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (shown, mut lines) = (
        Arc::clone(&seen),
        lines
            .iter()
            .map(|l| (*l).to_owned())
            .collect::<Vec<_>>()
            .into_iter(),
    );
    let ask = AskUser::new();
    let _bound = ask.bind(move |prompt: &str| {
        shown.lock().unwrap().push(prompt.to_owned());
        lines.next()
    });
    let outcome = ask.ask(question).unwrap();
    let prompts = seen.lock().unwrap().clone();
    (outcome, prompts)
}

#[test]
fn a_closure_is_called_once_a_line_and_told_what_was_wrong() {
    let (outcome, prompts) = prompts_of(&colours(), &["7", "x", "0", "1"]);
    assert_eq!(outcome, Outcome::Exhausted);
    let menu = "Which colour? 1) red  2) green  3) blue > ";
    let wrong = |line: &str, left: &str| {
        format!("{line} is not on the menu: type a number from 1 to 3 ({left} left)\n{menu}")
    };
    assert_eq!(
        prompts,
        [
            menu.to_owned(),
            wrong("7", "2 attempts"),
            wrong("x", "1 attempt")
        ]
    );
}

#[test]
fn a_closure_that_returns_nothing_cancels_at_once() {
    let (outcome, prompts) = prompts_of(&colours(), &[]);
    assert_eq!((outcome, prompts.len()), (Outcome::Cancelled, 1));
}

#[test]
fn f61_line_ends_and_marks_come_off_whatever_the_source() {
    for line in ["2\r\n", "2\n", "\u{feff}2", " 2 "] {
        let (outcome, _) = prompts_of(&colours(), &[line]);
        assert_eq!(
            outcome.answer().and_then(|a| a.choice()),
            Some("green"),
            "{line:?}"
        );
    }
    let (outcome, _) = prompts_of(&Question::new("Q?"), &["a\rb"]);
    assert_eq!(outcome.answer().and_then(|a| a.text()), Some("a\rb"));
}

#[test]
fn f06_unbound_is_a_refusal_at_once() {
    let ask = AskUser::new();
    assert!(!ask.is_bound());
    assert_eq!(ask.ask(&colours()).unwrap().kind(), OutcomeKind::NoOperator);
}

#[test]
fn the_guard_unbinds_and_a_later_binding_survives_it() {
    let ask = AskUser::new();
    let first = ask.bind(Scripted::lines(["1"]));
    let second = ask.bind(Scripted::lines(["2"]));
    drop(first);
    assert_eq!(
        ask.ask(&colours())
            .unwrap()
            .answer()
            .and_then(|a| a.choice()),
        Some("green")
    );
    drop(second);
    assert!(!ask.is_bound());
    ask.bind(Scripted::lines(["3"])).keep();
    assert!(ask.is_bound());
}

#[test]
fn f73_a_closure_is_not_asked_for_a_secret() {
    let ask = AskUser::new();
    let _bound = ask.bind(|_: &str| -> Option<String> { panic!("nothing may be read") });
    let outcome = ask.ask(&Question::new("Password?").secret(true)).unwrap();
    assert_eq!(
        outcome.reason().as_deref(),
        Some("this session cannot hide a secret")
    );
}

#[test]
fn asking_from_inside_a_bridge_is_an_error() {
    let ask = AskUser::new();
    let inner = ask.clone();
    let seen = Arc::new(Mutex::new(None));
    let report = Arc::clone(&seen);
    let _bound = ask.bind(move |_: &str| {
        *report.lock().unwrap() = Some(inner.ask(&Question::new("And now?")));
        Some("1".to_owned())
    });
    assert!(ask.ask(&colours()).unwrap().answer().is_some());
    let inner = seen.lock().unwrap().take().unwrap();
    assert!(inner.is_err_and(|error| error.is_reentrant()));
}

#[test]
fn a_bridge_that_panics_poisons_nothing() {
    let ask = AskUser::new();
    let mut calls = 0;
    let _bound = ask.bind(move |_: &str| {
        calls += 1;
        assert!(calls > 1, "out of order");
        Some("1".to_owned())
    });
    let error = ask.ask(&colours()).unwrap_err();
    assert!(error.is_bridge_panic());
    assert_eq!(
        error.to_string(),
        "the bound interaction panicked: out of order"
    );
    assert!(ask.ask(&colours()).unwrap().answer().is_some());
}

/// An interaction of a host's own that fails in one of several ways.
struct Broken(&'static str);

impl Interaction for Broken {
    fn read(&mut self, _: &Prompt, _: Option<Duration>) -> Result<Reply, Error> {
        match self.0 {
            "panics with what was typed" => panic!("hunter2"),
            what => Err(Error::device(what, std::io::Error::other("unplugged"))),
        }
    }
}

#[test]
fn f01_a_read_that_fails_is_an_error_and_no_answer() {
    let ask = AskUser::new();
    let _bound = ask.bind(Broken("reading the line printer"));
    let error = ask.ask(&colours()).unwrap_err();
    assert!(error.is_device());
    assert_eq!(error.to_string(), "reading the line printer: unplugged");
}

#[test]
fn the_panic_of_a_hidden_read_is_not_repeated() {
    let ask = AskUser::new();
    let _bound = ask.bind(Broken("panics with what was typed"));
    let error = ask
        .ask(&Question::new("Password?").secret(true))
        .unwrap_err();
    assert!(error.is_bridge_panic() && !format!("{error} {error:?}").contains("hunter2"));
}

#[test]
fn f15_a_limit_holds_when_the_reader_never_returns() {
    let ask = AskUser::new();
    let (let_go, stuck) = mpsc::channel::<()>();
    let stuck = Mutex::new(stuck);
    let first = ask.bind(move |_: &str| {
        let _ = stuck.lock().unwrap().recv();
        Some("3".to_owned())
    });
    let settings = within(50);
    assert_eq!(
        ask.ask_with(&colours(), &settings).unwrap().kind(),
        OutcomeKind::TimedOut
    );
    // The bridge is still held up by the read that was given up: the limit holds here, too.
    assert_eq!(
        ask.ask_with(&colours(), &settings).unwrap().kind(),
        OutcomeKind::TimedOut
    );
    // A new binding gets its own reply.
    let second = ask.bind(Scripted::lines(["1"]));
    assert_eq!(
        ask.ask(&colours())
            .unwrap()
            .answer()
            .and_then(|a| a.choice()),
        Some("red")
    );
    drop((first, second));
    drop(let_go);
}

#[test]
fn a_line_that_comes_too_late_answers_nothing() {
    let ask = AskUser::new();
    let (let_go, stuck) = mpsc::channel::<&'static str>();
    let stuck = Mutex::new(stuck);
    let _bound = ask.bind(move |_: &str| stuck.lock().unwrap().recv().ok().map(str::to_owned));
    assert_eq!(
        ask.ask_with(&colours(), &within(50)).unwrap().kind(),
        OutcomeKind::TimedOut
    );
    let asker = {
        let ask = ask.clone();
        thread::spawn(move || ask.ask(&colours()).unwrap())
    };
    let_go.send("1").unwrap(); // for the question that has ended
    let_go.send("2").unwrap(); // for the one that waits
    assert_eq!(
        asker.join().unwrap().answer().and_then(|a| a.choice()),
        Some("green")
    );
}

#[test]
fn f79_concurrent_calls_queue_and_get_their_own_answers() {
    const CALLS: usize = 40;
    let ask = AskUser::new();
    let inside = Arc::new(AtomicUsize::new(0));
    let busy = Arc::clone(&inside);
    let _bound = ask.bind(move |prompt: &str| {
        assert_eq!(
            busy.fetch_add(1, Ordering::SeqCst),
            0,
            "two questions at once"
        );
        thread::yield_now();
        let wanted = prompt.split_whitespace().nth(1).unwrap().to_owned();
        busy.fetch_sub(1, Ordering::SeqCst);
        Some(wanted)
    });
    thread::scope(|scope| {
        for call in 0..CALLS {
            let ask = &ask;
            scope.spawn(move || {
                let outcome = ask.ask(&Question::new(format!("Call c{call} ?"))).unwrap();
                assert_eq!(
                    outcome.answer().and_then(|a| a.text()),
                    Some(format!("c{call}").as_str())
                );
            });
        }
    });
}

#[test]
fn f80_cancel_and_end_of_input_leave_no_asker_waiting() {
    let ask = AskUser::new();
    let script = [Reply::Cancelled, Reply::Closed, Reply::Line("1".to_owned())];
    let _bound = ask.bind(Scripted::replies(script));
    let mut kinds: Vec<_> = thread::scope(|scope| {
        let askers: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| ask.ask(&colours()).unwrap().kind()))
            .collect();
        askers
            .into_iter()
            .map(|asker| asker.join().unwrap().word())
            .collect()
    });
    kinds.sort_unstable();
    assert_eq!(kinds, ["answered", "cancelled", "closed"]);
}

#[test]
fn a_withdrawn_question_ends_on_the_screen_and_in_the_queue() {
    let ask = AskUser::new();
    let (shown, on_screen) = mpsc::channel();
    let (let_go, stuck) = mpsc::channel::<()>();
    let stuck = Mutex::new(stuck);
    let _bound = ask.bind(move |prompt: &str| {
        shown.send(prompt.to_owned()).unwrap();
        stuck.lock().unwrap().recv().ok().map(|()| "1".to_owned())
    });
    let first = Withdrawal::new();
    let second = Withdrawal::new();
    thread::scope(|scope| {
        let call = |withdrawal: &Withdrawal| {
            let (ask, withdrawal) = (ask.clone(), withdrawal.clone());
            scope.spawn(move || {
                ask.ask_withdrawable(&colours(), &Settings::default(), &withdrawal)
                    .unwrap()
            })
        };
        let on = call(&first);
        on_screen.recv().unwrap();
        let queued = call(&second);
        second.withdraw();
        assert_eq!(queued.join().unwrap(), Outcome::Withdrawn);
        first.withdraw();
        assert_eq!(on.join().unwrap(), Outcome::Withdrawn);
    });
    assert_eq!(
        ask.ask_withdrawable(&colours(), &Settings::default(), &first)
            .unwrap(),
        Outcome::Withdrawn
    );
    assert!(
        on_screen.try_recv().is_err(),
        "a withdrawn question is not shown"
    );
    drop(let_go);
}

#[test]
fn a_zero_limit_is_no_limit() {
    let ask = AskUser::new();
    let _bound = ask.bind(|_: &str| {
        thread::yield_now();
        Some("1".to_owned())
    });
    assert!(
        ask.ask_with(&colours(), &within(0))
            .unwrap()
            .answer()
            .is_some()
    );
}

#[test]
fn the_limit_stops_while_the_operator_writes_an_answer_of_their_own() {
    let ask = AskUser::new();
    let mut lines = ["4", "mauve"].into_iter();
    let _bound = ask.bind(move |prompt: &str| {
        if prompt == "Other > " {
            let until = Instant::now() + Duration::from_millis(120);
            while Instant::now() < until {
                thread::yield_now();
            }
        }
        lines.next().map(str::to_owned)
    });
    let question = colours().free_text(ask_user::FreeText::Other);
    let outcome = ask.ask_with(&question, &within(60)).unwrap();
    assert_eq!(outcome.answer().and_then(|a| a.text()), Some("mauve"));
}

#[test]
fn every_outcome_comes_through_the_library() {
    let full = Settings {
        grammar: Grammar::Full,
        ..Settings::default()
    };
    let outcome = |reply: Reply| {
        let ask = AskUser::new();
        let _bound = ask.bind(Scripted::replies([reply]));
        ask.ask_with(&colours(), &full).unwrap().kind()
    };
    let line = |text: &str| Reply::Line(text.to_owned());
    let mut seen = vec![
        outcome(line("1")),
        outcome(Reply::NoOperator),
        outcome(Reply::Closed),
        outcome(line("!")),
        outcome(line("~")),
        outcome(Reply::Withdrawn),
        outcome(Reply::TimedOut),
        outcome(Reply::Cancelled),
    ];
    let (exhausted, _) = prompts_of(&colours(), &["", "", ""]);
    seen.push(exhausted.kind());
    for kind in OutcomeKind::ALL {
        assert!(seen.contains(&kind), "{kind} was not produced");
    }
}

#[test]
fn an_ill_formed_question_is_a_bad_request_and_nothing_is_read() {
    let ask = AskUser::new();
    let _bound = ask.bind(|_: &str| -> Option<String> { panic!("nothing may be read") });
    let error = ask.ask(&colours().recommended(4)).unwrap_err();
    assert!(error.is_bad_request());
    assert_eq!(
        error.to_string(),
        "recommended: 4 is not on the menu: expected a number from 1 to 3"
    );
}
