//! What a broker holds is bounded, by number and by size.

use std::thread;

use ask_user::broker::{Approval, Broker, MAX_PENDING_BYTES};
use ask_user::{NoOperatorReason, Outcome, Question, Request, Settings, Withdrawal};

fn large() -> Request {
    let label = "x".repeat(MAX_PENDING_BYTES / 2);
    Question::new("Which?").choice(label).choice("y").into()
}

#[test]
fn requests_that_are_too_large_together_are_refused_and_the_first_waits_on() {
    let broker = Broker::new();
    let mut events = broker.subscribe(None);
    let withdrawal = Withdrawal::new();
    let first = thread::spawn({
        let (broker, withdrawal) = (broker.clone(), withdrawal.clone());
        move || broker.ask(&large(), &Settings::default(), "one", &withdrawal)
    });
    events.recv().unwrap();
    let asked = broker.ask(&large(), &Settings::default(), "two", &Withdrawal::new());
    let error = asked.unwrap_err();
    assert!(error.is_bad_request());
    assert!(
        error
            .to_string()
            .contains("together they may have 67108864"),
        "{error}"
    );
    let detail = "x".repeat(MAX_PENDING_BYTES / 2);
    let approval = broker.approve("go on", Some(&detail), "two", &Withdrawal::new());
    assert_eq!(
        approval,
        Approval::NotDecided(Outcome::NoOperator(NoOperatorReason::Nobody))
    );
    assert_eq!(broker.pending(None).len(), 1);
    withdrawal.withdraw();
    first.join().unwrap().unwrap();
    // There is room again.
    let withdrawn = Withdrawal::new();
    let second = thread::spawn({
        let (broker, withdrawn) = (broker.clone(), withdrawn.clone());
        move || broker.ask(&large(), &Settings::default(), "two", &withdrawn)
    });
    while broker.pending(None).is_empty() {
        thread::yield_now();
    }
    withdrawn.withdraw();
    second.join().unwrap().unwrap();
}
