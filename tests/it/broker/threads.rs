//! Askers, front ends and withdrawals on threads of their own.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use ask_user::broker::{Approval, Broker, EventKind, RequestKind};
use ask_user::{
    NoOperatorReason, OnTimeout, Outcome, OutcomeKind, Question, Request, Scripted, Settings,
    Withdrawal,
};
use serde_json::json;

use super::{PATIENCE, asks, colours, next, next_request, pick};

fn within(millis: u64, on_timeout: OnTimeout) -> Settings {
    Settings {
        timeout: Some(Duration::from_millis(millis)),
        on_timeout,
        ..Settings::default()
    }
}

#[test]
fn one_door_for_questions_and_approvals() {
    let broker = Broker::new();
    let mut events = broker.subscribe(None);
    let question = asks(&broker, &Settings::default(), &Withdrawal::new());
    let asked = next_request(&mut events);
    let approval = {
        let broker = broker.clone();
        thread::spawn(move || broker.approve("rm -r build", None, "tests", &Withdrawal::new()))
    };
    let leave = next_request(&mut events);
    assert_eq!(
        (asked.kind(), leave.kind()),
        (RequestKind::Question, RequestKind::Approval)
    );
    let allow = json!({"decision": "allow"});
    let resolved = broker.respond(&leave.id().to_string(), allow).unwrap();
    assert_eq!(resolved.seq, 3);
    broker.respond(&asked.id().to_string(), pick(2)).unwrap();
    assert!(approval.join().unwrap().is_allowed());
    let outcome = question.join().unwrap().into_single();
    assert_eq!(outcome.answer().and_then(|a| a.choice()), Some("green"));
    assert_eq!((next(&mut events).seq, next(&mut events).seq), (3, 4));
    assert_eq!(broker.pending(None), []);
}

#[test]
fn approvals_are_denied_by_default() {
    let broker = Broker::new();
    let mut events = broker.subscribe(None);
    let mut approve = |end: &dyn Fn(&str, &Withdrawal)| {
        let withdrawal = Withdrawal::new();
        thread::scope(|scope| {
            let asked = scope.spawn(|| broker.approve("go on", None, "tests", &withdrawal));
            loop {
                if let EventKind::Request(posted) = next(&mut events).change {
                    end(&posted.id().to_string(), &withdrawal);
                    break;
                }
            }
            asked.join().unwrap()
        })
    };
    let deny = approve(&|id, _| {
        let deny = json!({"decision": "deny", "reason": "no"});
        broker.respond(id, deny).unwrap();
    });
    let reason = Some("no".to_owned());
    assert_eq!(deny, Approval::Deny { reason });
    let withdrawn = Approval::NotDecided(Outcome::Withdrawn);
    assert_eq!(approve(&|_, withdrawal| withdrawal.withdraw()), withdrawn);
    let by_id = approve(&|id, _| {
        broker.withdraw(id).unwrap();
    });
    assert_eq!(by_id, withdrawn);
    let closed = Approval::NotDecided(Outcome::Closed);
    assert_eq!(approve(&|_, _| broker.shutdown()), closed);
    // And all that come later.
    let late = broker.approve("go on", None, "tests", &Withdrawal::new());
    assert_eq!(late, closed);
    let unattended = Broker::new().refuse_unattended();
    let refused = unattended.approve("go on", None, "tests", &Withdrawal::new());
    assert_eq!(
        refused,
        Approval::NotDecided(Outcome::NoOperator(NoOperatorReason::Nobody))
    );
    for approval in [deny, withdrawn, closed, refused] {
        assert!(!approval.is_allowed());
    }
}

#[test]
fn ids_and_seq_have_no_gap_under_eight_threads() {
    const ASKERS: usize = 8;
    const EACH: usize = 1_250;
    let broker = Broker::new();
    let mut events = broker.subscribe(None);
    let front_end = {
        let broker = broker.clone();
        thread::spawn(move || {
            let (mut ids, mut seen) = (Vec::new(), 0_u64);
            for event in events.by_ref() {
                seen += 1;
                assert_eq!(event.seq, seen);
                if let EventKind::Request(posted) = event.change {
                    ids.push(posted.id());
                    let content = match posted.kind() {
                        RequestKind::Question => pick(2),
                        RequestKind::Approval => json!({"decision": "allow"}),
                    };
                    broker.respond(&posted.id().to_string(), content).unwrap();
                }
            }
            (ids, seen)
        })
    };
    thread::scope(|scope| {
        for asker in 0..ASKERS {
            let broker = broker.clone();
            scope.spawn(move || {
                let request = Request::from(colours());
                let (settings, withdrawal) = (Settings::default(), Withdrawal::new());
                for round in 0..EACH {
                    if (asker + round) % 2 == 0 {
                        let asked = broker.ask(&request, &settings, "tests", &withdrawal);
                        let outcome = asked.unwrap().into_single();
                        assert_eq!(outcome.answer().and_then(|a| a.choice()), Some("green"));
                    } else {
                        let approval = broker.approve("go on", None, "tests", &withdrawal);
                        assert!(approval.is_allowed());
                    }
                }
            });
        }
    });
    broker.shutdown();
    let (ids, seen) = front_end.join().unwrap();
    assert_eq!(ids.len(), ASKERS * EACH);
    assert!(ids.is_sorted_by(|a, b| a < b));
    assert_eq!(seen, 2 * u64::try_from(ASKERS * EACH).unwrap());
}

#[test]
fn respond_withdraw_and_shutdown_race_without_a_loser_that_hangs() {
    for round in 0..200_usize {
        let broker = Broker::new();
        let mut events = broker.subscribe(None);
        let withdrawal = Withdrawal::new();
        let asked = asks(&broker, &Settings::default(), &withdrawal);
        let id = next_request(&mut events).id().to_string();
        let taken = AtomicUsize::new(0);
        let outcome = thread::scope(|scope| {
            scope.spawn(|| {
                if broker.respond(&id, pick(1)).is_ok() {
                    taken.fetch_add(1, Ordering::SeqCst);
                }
            });
            scope.spawn(|| {
                if broker.respond(&id, pick(3)).is_ok() {
                    taken.fetch_add(1, Ordering::SeqCst);
                }
            });
            scope.spawn(|| match round % 3 {
                0 => withdrawal.withdraw(),
                1 => drop(broker.withdraw(&id)),
                _ => broker.shutdown(),
            });
            asked.join().unwrap().outcome.kind()
        });
        assert_eq!(taken.into_inner() == 1, outcome == OutcomeKind::Answered);
        let last = next(&mut events);
        let EventKind::Resolved { outcome: told, .. } = last.change else {
            panic!("expected the end, found {last:?}");
        };
        assert_eq!(told, outcome);
        assert_eq!(broker.pending(None), []);
    }
}

#[test]
fn f80_shutdown_leaves_no_asker_waiting() {
    let broker = Broker::new();
    let mut events = broker.subscribe(None);
    let asked: Vec<_> = (0..20)
        .map(|_| asks(&broker, &Settings::default(), &Withdrawal::new()))
        .collect();
    for _ in 0..20 {
        next_request(&mut events);
    }
    broker.shutdown();
    for asked in asked {
        assert_eq!(asked.join().unwrap().outcome, Outcome::Closed);
    }
    let request = Request::from(colours());
    let late = broker.ask(&request, &Settings::default(), "tests", &Withdrawal::new());
    assert_eq!(late.unwrap().outcome, Outcome::Closed);
}

#[test]
fn a_withdrawal_ends_its_own_call_only() {
    let broker = Broker::new();
    let mut events = broker.subscribe(None);
    let (first, second) = (Withdrawal::new(), Withdrawal::new());
    let one = asks(&broker, &Settings::default(), &first);
    next_request(&mut events);
    let two = asks(&broker, &Settings::default(), &second);
    let other = next_request(&mut events).id().to_string();
    first.withdraw();
    assert_eq!(one.join().unwrap().outcome, Outcome::Withdrawn);
    broker.respond(&other, pick(1)).unwrap();
    assert!(two.join().unwrap().outcome.answer().is_some());
    // Pulled before: no event at all.
    let never = asks(&broker, &Settings::default(), &first).join().unwrap();
    assert_eq!(never.outcome, Outcome::Withdrawn);
    assert_eq!((next(&mut events).seq, next(&mut events).seq), (3, 4));
    assert_eq!(broker.pending(None), []);
}

#[test]
fn a_time_limit_counts_from_the_publication() {
    let broker = Broker::new();
    let mut events = broker.subscribe(None);
    let asked = asks(&broker, &within(20, OnTimeout::Refuse), &Withdrawal::new());
    let outcome = asked.join().unwrap().outcome;
    assert_eq!(outcome, Outcome::TimedOut(Duration::from_millis(20)));
    let id = next_request(&mut events).id().to_string();
    let end = serde_json::to_value(next(&mut events)).unwrap();
    assert_eq!(end["outcome"], "timed_out");
    assert_eq!(broker.respond(&id, pick(1)).unwrap_err().code(), -32002);
}

#[test]
fn at_the_limit_the_recommended_choices_are_taken_where_all_have_one() {
    let broker = Broker::new();
    let recommended = || colours().recommended(2);
    let ask = |request: Request| {
        let settings = within(5, OnTimeout::Recommended);
        let asked = broker.ask(&request, &settings, "tests", &Withdrawal::new());
        asked.unwrap()
    };
    let taken = ask(Request::from(recommended()).and(recommended()));
    for answer in taken.outcome.answer().unwrap().iter().flatten() {
        assert!(answer.timed_out());
        assert_eq!(answer.choice(), Some("green"));
    }
    let refused = ask(Request::from(recommended()).and(colours()));
    assert_eq!(refused.outcome.kind(), OutcomeKind::TimedOut);
    let partial: Vec<_> = refused.partial.iter().map(Option::is_some).collect();
    assert_eq!(partial, [true, false]);
}

#[test]
fn a_front_end_that_dies_leaves_the_request_to_the_next() {
    let broker = Broker::new();
    let mut events = broker.subscribe(None);
    let asked = asks(&broker, &Settings::default(), &Withdrawal::new());
    let (died, dead) = mpsc::channel();
    thread::spawn(move || {
        next_request(&mut events);
        drop(events);
        died.send(()).unwrap();
    });
    dead.recv_timeout(PATIENCE).unwrap();
    assert!(!broker.is_attended());
    let mut second = broker.subscribe(None);
    let id = next_request(&mut second).id().to_string();
    broker.respond(&id, pick(3)).unwrap();
    assert!(asked.join().unwrap().outcome.answer().is_some());
}

#[test]
fn a_panic_of_a_front_end_harms_nobody_else() {
    let broker = Broker::new();
    let mut events = broker.subscribe(None);
    let asked = asks(&broker, &Settings::default(), &Withdrawal::new());
    let id = next_request(&mut events).id().to_string();
    let front_end = thread::spawn(move || {
        let _events = events;
        std::panic::resume_unwind(Box::new("the front end is gone"));
    });
    assert!(front_end.join().is_err());
    broker.respond(&id, pick(1)).unwrap();
    assert!(asked.join().unwrap().outcome.answer().is_some());
}

#[test]
fn who_listens_is_known() {
    let broker = Broker::new();
    assert!(!broker.is_attended());
    let events = broker.subscribe(None);
    assert!(broker.is_attended());
    drop(events);
    assert!(!broker.is_attended());
    let operator = ask_user::AskUser::new();
    let broker = Broker::with_operator(operator.clone());
    assert!(!broker.is_attended());
    let _bound = operator.bind(Scripted::lines(["1"]));
    assert!(broker.is_attended());
}

#[test]
fn unattended_it_refuses_at_once_where_it_is_told_to() {
    let broker = Broker::new().refuse_unattended();
    let asked = asks(&broker, &Settings::default(), &Withdrawal::new());
    let outcome = asked.join().unwrap().outcome;
    assert_eq!(outcome.kind(), OutcomeKind::NoOperator);
    let mut events = broker.subscribe(None);
    let asked = asks(&broker, &Settings::default(), &Withdrawal::new());
    let id = next_request(&mut events).id().to_string();
    broker.respond(&id, pick(1)).unwrap();
    assert!(asked.join().unwrap().outcome.answer().is_some());
}

#[test]
fn tools_ask_through_the_handler() {
    let broker = Broker::new();
    let mut events = broker.subscribe(None);
    let handler = broker.elicitation_handler("planner");
    let asked = thread::spawn(move || {
        let request = Request::from(colours());
        handler.ask(&request, &Settings::default(), &Withdrawal::new())
    });
    let posted = next_request(&mut events);
    assert_eq!(posted.from(), "planner");
    broker.respond(&posted.id().to_string(), pick(1)).unwrap();
    assert!(asked.join().unwrap().unwrap().outcome.answer().is_some());
}

#[test]
fn a_request_that_cannot_be_asked_is_an_error_and_no_event() {
    let broker = Broker::new();
    let request = Request::from(colours()).and(Question::new(" "));
    let asked = broker.ask(&request, &Settings::default(), "tests", &Withdrawal::new());
    assert_eq!(asked.unwrap_err().path(), Some("questions[1].question"));
    assert_eq!(broker.pending(None), []);
}
