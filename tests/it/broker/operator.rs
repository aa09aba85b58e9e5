//! A local operator beside the front ends: the first to answer wins.

use std::io;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use ask_user::broker::{Approval, Broker, EventKind};
use ask_user::{
    AskUser, Decline, Error, Interaction, InterruptRead, InterruptReason, Outcome, OutcomeKind,
    Prompt, Question, Reply, Request, Scripted, Settings, Withdrawal,
};
use serde_json::json;

use super::{PATIENCE, asks, colours, next, next_request, pick};

/// An operator who never types, at a terminal that can be taken away.
struct Idle {
    shown: mpsc::Sender<String>,
    ended: Arc<Mutex<mpsc::Receiver<InterruptReason>>>,
    handle: Arc<End>,
}

struct End(Mutex<mpsc::Sender<InterruptReason>>);

impl InterruptRead for End {
    fn interrupt_read(&self, ending: InterruptReason) {
        // Nobody reads any more.
        let _ = self.0.lock().unwrap().send(ending);
    }
}

/// The interaction, and what it shows: prompts and lines.
fn idle() -> (Idle, mpsc::Receiver<String>) {
    let (shown, screen) = mpsc::channel();
    let (end, ended) = mpsc::channel();
    let idle = Idle {
        shown,
        ended: Arc::new(Mutex::new(ended)),
        handle: Arc::new(End(Mutex::new(end))),
    };
    (idle, screen)
}

impl Interaction for Idle {
    fn read(&mut self, prompt: &Prompt, _: Option<Duration>) -> Result<Reply, Error> {
        let _ = self.shown.send(prompt.text());
        let ended = self.ended.lock().unwrap().recv();
        Ok(ended.map_or(Reply::Closed, Reply::from))
    }

    fn show(&mut self, line: &str) -> Result<(), Error> {
        let _ = self.shown.send(line.to_owned());
        Ok(())
    }

    fn is_typed(&self) -> bool {
        true
    }

    fn interrupt_handle(&self) -> Option<Arc<dyn InterruptRead>> {
        let handle: Arc<dyn InterruptRead> = Arc::clone(&self.handle) as _;
        Some(handle)
    }
}

fn with(interaction: impl Interaction + Send + 'static) -> Broker {
    let operator = AskUser::new();
    operator.bind(interaction).keep();
    Broker::with_operator(operator)
}

#[test]
fn an_operator_who_answers_resolves_it_for_the_front_ends() {
    let broker = with(Scripted::lines(["2"]));
    let mut events = broker.subscribe(None);
    let asked = asks(&broker, &Settings::default(), &Withdrawal::new());
    let outcome = asked.join().unwrap().into_single();
    assert_eq!(outcome.answer().and_then(|a| a.choice()), Some("green"));
    let id = next_request(&mut events).id().to_string();
    let end = serde_json::to_value(next(&mut events)).unwrap();
    assert_eq!(end["outcome"], "answered");
    assert_eq!(broker.respond(&id, pick(2)).unwrap_err().code(), -32002);
}

#[test]
fn the_first_answer_wins_and_the_prompt_goes_away_with_one_line() {
    type End = fn(&Broker, &str, &Withdrawal);
    let ends: [(End, OutcomeKind); 4] = [
        (
            |broker, id, _| assert!(broker.respond(id, pick(3)).is_ok()),
            OutcomeKind::Answered,
        ),
        (
            |broker, id, _| assert!(broker.withdraw(id).is_ok()),
            OutcomeKind::Withdrawn,
        ),
        (
            |_, _, withdrawal| withdrawal.withdraw(),
            OutcomeKind::Withdrawn,
        ),
        (|broker, _, _| broker.shutdown(), OutcomeKind::Closed),
    ];
    for (end, outcome) in ends {
        let (idle, screen) = idle();
        let broker = with(idle);
        let mut events = broker.subscribe(None);
        let withdrawal = Withdrawal::new();
        let asked = asks(&broker, &Settings::default(), &withdrawal);
        let id = next_request(&mut events).id().to_string();
        let prompt = screen.recv_timeout(PATIENCE).unwrap();
        assert_eq!(prompt, "Which colour? 1) red  2) green  3) blue > ");
        end(&broker, &id, &withdrawal);
        assert_eq!(asked.join().unwrap().outcome.kind(), outcome);
        let lines: Vec<_> = screen.try_iter().collect();
        assert_eq!(lines, ["question withdrawn by the caller"]);
    }
}

#[test]
fn a_closure_that_does_not_return_holds_up_nobody() {
    let (free, held) = mpsc::channel::<()>();
    let held = Mutex::new(held);
    let broker = with(move |_: &str| {
        let _ = held.lock().unwrap().recv();
        None
    });
    let mut events = broker.subscribe(None);
    let asked = asks(&broker, &Settings::default(), &Withdrawal::new());
    let id = next_request(&mut events).id().to_string();
    broker.respond(&id, pick(1)).unwrap();
    assert!(asked.join().unwrap().outcome.answer().is_some());
    drop(free);
}

#[test]
fn f82_a_question_behind_another_is_never_shown_once_it_is_answered() {
    let (idle, screen) = idle();
    let broker = with(idle);
    let mut events = broker.subscribe(None);
    let first = asks(&broker, &Settings::default(), &Withdrawal::new());
    let one = next_request(&mut events).id().to_string();
    screen.recv_timeout(PATIENCE).unwrap();
    let second = asks(&broker, &Settings::default(), &Withdrawal::new());
    let two = next_request(&mut events).id().to_string();
    broker.respond(&two, pick(2)).unwrap();
    assert!(second.join().unwrap().outcome.answer().is_some());
    assert_eq!(screen.try_iter().count(), 0);
    broker.respond(&one, pick(1)).unwrap();
    assert!(first.join().unwrap().outcome.answer().is_some());
}

/// An operator who is gone leaves it to the front ends, if there are any.
#[test]
fn an_operator_who_is_gone_leaves_it_to_the_front_ends() {
    let endings = [
        (vec![], OutcomeKind::Closed),
        (vec!["9", "9", "9"], OutcomeKind::Exhausted),
    ];
    for (lines, alone) in endings {
        let broker = with(Scripted::lines(lines.clone()));
        let asked = asks(&broker, &Settings::default(), &Withdrawal::new());
        assert_eq!(asked.join().unwrap().outcome.kind(), alone);
        let broker = with(Scripted::lines(lines));
        let mut events = broker.subscribe(None);
        let asked = asks(&broker, &Settings::default(), &Withdrawal::new());
        let id = next_request(&mut events).id().to_string();
        broker.respond(&id, pick(1)).unwrap();
        assert!(asked.join().unwrap().outcome.answer().is_some());
    }
    let broker = with(Scripted::replies([Reply::NoOperator]));
    let asked = asks(&broker, &Settings::default(), &Withdrawal::new());
    let outcome = asked.join().unwrap().outcome;
    assert_eq!(outcome.kind(), OutcomeKind::NoOperator);
}

#[test]
fn an_operator_who_cancels_ends_it_everywhere() {
    let broker = with(Scripted::replies([Reply::Cancelled]));
    let mut events = broker.subscribe(None);
    let asked = asks(&broker, &Settings::default(), &Withdrawal::new());
    assert_eq!(asked.join().unwrap().outcome, Outcome::Cancelled);
    next_request(&mut events);
    let end = serde_json::to_value(next(&mut events)).unwrap();
    assert_eq!(end["outcome"], "cancelled");
}

#[test]
fn the_operator_decides_about_approvals_too() {
    let script = Scripted::lines(["", "1", "2 # not today", "! never", "~ why?"]);
    let screen = script.transcript();
    let broker = with(script);
    let approve = || {
        broker.approve(
            "restart web",
            Some("systemctl restart web"),
            "ops",
            &Withdrawal::new(),
        )
    };
    // Enter alone is nothing.
    assert_eq!(approve(), Approval::Allow { reason: None });
    let reason = Some("not today".to_owned());
    assert_eq!(approve(), Approval::Deny { reason });
    // Whoever declines has not decided.
    let never = Decline::Operator(Some("never".to_owned()));
    let never = Approval::NotDecided(Outcome::Declined(never));
    assert_eq!(approve(), never);
    let talk = Approval::NotDecided(Outcome::Discuss(Some("why?".to_owned())));
    assert_eq!(approve(), talk);
    let shown = "ops asks for approval:\n\
                 | restart web\n\
                 | systemctl restart web\n\
                 \x20 1) Yes\n\
                 \x20 2) No\n\
                 1-2 > ";
    assert!(screen.text().starts_with(shown), "{}", screen.text());
}

#[test]
fn a_secret_is_never_in_an_event() {
    let secret =
        || Request::from(Question::new("The hunter2 question?").secret(true)).and(colours());
    let ask = |broker: &Broker| {
        broker
            .ask(
                &secret(),
                &Settings {
                    review: false,
                    ..Settings::default()
                },
                "tests",
                &Withdrawal::new(),
            )
            .unwrap()
    };
    let broker = with(Scripted::lines(["hunter2", "2"]));
    let mut events = broker.subscribe(None);
    let request_outcome = ask(&broker);
    let answers = request_outcome.outcome.answer().unwrap();
    let typed = answers[0].as_ref().and_then(|answer| answer.secret());
    assert_eq!(typed.map(ask_user::Secret::expose), Some("hunter2"));
    broker.shutdown();
    let told: Vec<_> = events
        .by_ref()
        .map(|event| serde_json::to_string(&event).unwrap())
        .collect();
    assert!(
        !told.iter().any(|event| event.contains("hunter2")),
        "{told:?}"
    );
    assert_eq!(told, [""; 0]);

    let nobody = Broker::new();
    let mut events = nobody.subscribe(None);
    let refused = ask(&nobody).outcome;
    assert_eq!(
        refused.reason().unwrap(),
        "this session cannot hide a secret"
    );
    nobody.shutdown();
    assert_eq!(events.recv(), None);
}

#[test]
fn a_hidden_prompt_ends_with_the_withdrawal_and_the_shutdown() {
    let request = Request::from(Question::new("Password?").secret(true));
    for shut_down in [true, false] {
        let (idle, screen) = idle();
        let broker = with(idle);
        let withdrawal = Withdrawal::new();
        let asked = {
            let (broker, withdrawal, request) =
                (broker.clone(), withdrawal.clone(), request.clone());
            thread::spawn(move || broker.ask(&request, &Settings::default(), "tests", &withdrawal))
        };
        screen.recv_timeout(PATIENCE).unwrap();
        if shut_down {
            broker.shutdown();
        } else {
            withdrawal.withdraw();
        }
        let wanted = if shut_down {
            Outcome::Closed
        } else {
            Outcome::Withdrawn
        };
        assert_eq!(asked.join().unwrap().unwrap().outcome, wanted);
    }
}

/// A device that fails, at every question.
struct Broken;

impl Interaction for Broken {
    fn read(&mut self, _: &Prompt, _: Option<Duration>) -> Result<Reply, Error> {
        Err(Error::device("reading", io::Error::other("it fell down")))
    }
}

#[test]
fn a_broken_device_is_an_error_and_ends_the_request() {
    let broker = with(Broken);
    let mut events = broker.subscribe(None);
    let asked = broker.ask(
        &colours().into(),
        &Settings::default(),
        "tests",
        &Withdrawal::new(),
    );
    assert!(asked.unwrap_err().is_device());
    next_request(&mut events);
    let EventKind::Resolved { outcome, .. } = next(&mut events).change else {
        panic!("expected the end");
    };
    assert_eq!(outcome, OutcomeKind::Closed);
    let approval = broker.approve("go on", None, "tests", &Withdrawal::new());
    assert_eq!(approval, Approval::NotDecided(Outcome::Closed));
    assert_eq!(broker.pending(None), []);
}

#[test]
fn asking_from_inside_the_operators_bridge_is_an_error_also_here() {
    let operator = AskUser::new();
    let broker = Broker::with_operator(operator.clone());
    let (inner, seen) = (broker.clone(), Arc::new(Mutex::new(None)));
    let report = Arc::clone(&seen);
    let _bound = operator.bind(move |_: &str| {
        let asked = inner.ask(
            &colours().into(),
            &Settings::default(),
            "tests",
            &Withdrawal::new(),
        );
        *report.lock().unwrap() = Some(asked);
        Some("1".to_owned())
    });
    let asked = broker.ask(
        &colours().into(),
        &Settings::default(),
        "tests",
        &Withdrawal::new(),
    );
    assert!(asked.unwrap().outcome.answer().is_some());
    let inner = seen.lock().unwrap().take().unwrap();
    assert!(inner.is_err_and(|error| error.is_reentrant()));
    assert_eq!(
        broker.respond("req-3", json!({})).unwrap_err().code(),
        -32001
    );
}
