//! The event stream: its JSON, its numbers, and who reads it late or slowly.

use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Duration;

use ask_user::broker::{Broker, EVENT_LOG_CAPACITY, Event, RequestId, RequestKind, Table};
use ask_user::{Choice, FreeText, OutcomeKind, Question, Request, Settings, Withdrawal};
use serde_json::json;

use super::{asks, colours, events, next, next_request, pick};

#[track_caller]
fn check(event: &Event, wanted: &str) {
    assert_eq!(serde_json::to_string(event).unwrap(), wanted);
}

#[test]
fn a_question_with_everything() {
    let question = Question::new("Which database?")
        .id("db")
        .header("Store")
        .choice(
            Choice::new("postgres")
                .description("shared")
                .preview("CREATE …"),
        )
        .choice("sqlite")
        .free_text(FreeText::Other)
        .recommended(1)
        .multi(true)
        .default_choice(2)
        .min(1)
        .max(2);
    let request = Request::from(question).and(Question::new("Name?").default_text("main"));
    let mut table = Table::new();
    table.publish_question("deploy-bot", &request).unwrap();
    check(
        &events(&table)[0],
        concat!(
            r#"{"seq":1,"type":"request","request":{"id":"req-1","kind":"question","from":"deploy-bot","questions":["#,
            r#"{"id":"db","header":"Store","text":"Which database?","choices":["#,
            r#"{"number":1,"label":"postgres","description":"shared","preview":"CREATE …"},{"number":2,"label":"sqlite"}],"#,
            r#""multi":true,"free_text":"other","recommended":1,"default":[2],"secret":false,"min":1,"max":2},"#,
            r#"{"id":"q2","text":"Name?","choices":[],"multi":false,"free_text":"inline","default":"main","secret":false}]}}"#,
        ),
    );
}

#[test]
fn an_approval_and_how_things_end() {
    let mut table = Table::new();
    let first = table.publish_approval("deploy-bot", "restart", Some("systemctl restart web"));
    let second = table.publish_approval("", "go on", Some(" "));
    table.resolve(first, OutcomeKind::TimedOut).unwrap();
    table.resolve(second, OutcomeKind::NoOperator).unwrap();
    let events = events(&table);
    check(
        &events[0],
        r#"{"seq":1,"type":"request","request":{"id":"req-1","kind":"approval","from":"deploy-bot","title":"restart","detail":"systemctl restart web"}}"#,
    );
    check(
        &events[1],
        r#"{"seq":2,"type":"request","request":{"id":"req-2","kind":"approval","from":"","title":"go on"}}"#,
    );
    check(
        &events[2],
        r#"{"seq":3,"type":"resolved","request_id":"req-1","outcome":"timed_out"}"#,
    );
    check(
        &events[3],
        r#"{"seq":4,"type":"resolved","request_id":"req-2","outcome":"no_operator"}"#,
    );
}

#[test]
fn single_questions_show_free_text_and_default_as_they_are() {
    let shown = |question: Question| {
        let mut table = Table::new();
        table.publish_question("", &question.into()).unwrap();
        let event = serde_json::to_value(&events(&table)[0]).unwrap();
        let question = &event["request"]["questions"][0];
        (question["free_text"].clone(), question["default"].clone())
    };
    assert_eq!(shown(colours()), (json!("never"), json!(null)));
    let inline = colours().free_text(FreeText::Inline).default_choice(2);
    assert_eq!(shown(inline), (json!("inline"), json!(2)));
    let draft = Question::new("Text?").draft("Dear all");
    assert_eq!(shown(draft), (json!("inline"), json!("Dear all")));
}

#[test]
fn ids_are_shared_and_never_reused() {
    let mut table = Table::new();
    let mut ids: Vec<RequestId> = Vec::new();
    for round in 0..3 * EVENT_LOG_CAPACITY {
        let id = if round % 3 == 0 {
            table.publish_approval("tests", "go on", None)
        } else {
            table.publish_question("tests", &colours().into()).unwrap()
        };
        if round % 2 == 0 {
            table.resolve(id, OutcomeKind::Closed).unwrap();
        }
        ids.push(id);
    }
    assert!(ids.is_sorted_by(|a, b| a < b));
    assert_eq!(ids[6].to_string(), "req-7");
    // The oldest are forgotten, but not free.
    let error = table.respond("req-1", json!({"decision": "allow"}));
    let error = error.unwrap_err();
    assert_eq!(error.code(), -32001);
    assert_eq!(
        error.to_string(),
        "unknown request `req-1`: it ended too long ago"
    );
}

#[test]
fn pending_approvals_never_show_questions() {
    let mut table = Table::new();
    for _ in 0..3 {
        table.publish_question("tests", &colours().into()).unwrap();
        table.publish_approval("tests", "go on", None);
    }
    table.resolve(RequestId::parse("req-2").unwrap(), OutcomeKind::Closed);
    let listed = |kind| {
        let pending = table.pending(kind).map(|posted| posted.id().to_string());
        pending.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(listed(Some(RequestKind::Approval)), "req-4 req-6");
    assert_eq!(listed(Some(RequestKind::Question)), "req-1 req-3 req-5");
    assert_eq!(listed(None), "req-1 req-3 req-4 req-5 req-6");
}

#[test]
fn a_late_or_slow_subscriber_gets_what_is_pending_first() {
    let broker = Broker::new();
    let mut early = broker.subscribe(None);
    let mut slow = broker.subscribe(None);
    let withdrawal = Withdrawal::new();
    let waiting = asks(&broker, &Settings::default(), &withdrawal);
    let pending = next_request(&mut early).id();
    // More than is kept goes by meanwhile.
    for _ in 0..EVENT_LOG_CAPACITY {
        let withdrawn = Withdrawal::new();
        let asked = thread::scope(|scope| {
            let asked = scope.spawn(|| broker.approve("go on", None, "tests", &withdrawn));
            next_request(&mut early);
            withdrawn.withdraw();
            asked.join().unwrap()
        });
        assert!(!asked.is_allowed());
        next(&mut early);
    }
    assert_eq!(early.missed(), 0);
    let mut late = broker.subscribe(None);
    assert_eq!(next_request(&mut late).id(), pending);
    assert_eq!((late.last_seq(), late.missed()), (1, 0));
    let kept = u64::try_from(EVENT_LOG_CAPACITY).unwrap();
    let (first, last) = (kept + 2, 2 * kept + 1);
    assert_eq!(next(&mut late).seq, first);
    assert_eq!(late.missed(), kept);
    for seq in first + 1..=last {
        assert_eq!(next(&mut late).seq, seq);
    }
    // One that was there from the start and did not read is told the same.
    for _ in 0..EVENT_LOG_CAPACITY {
        next(&mut slow);
    }
    assert_eq!((slow.last_seq(), slow.missed()), (last - 1, kept));
    let none = late.recv_timeout(Duration::ZERO);
    assert_eq!(none, Err(RecvTimeoutError::Timeout));
    broker.respond(&pending.to_string(), pick(1)).unwrap();
    assert!(waiting.join().unwrap().outcome.answer().is_some());
    // Another start: after the first event the pending one is not told again.
    let mut later = broker.subscribe(Some(1));
    assert!(next(&mut later).seq > first);
}

#[test]
fn a_place_from_another_run_is_the_start() {
    let broker = Broker::new();
    let withdrawal = Withdrawal::new();
    let waiting = asks(&broker, &Settings::default(), &withdrawal);
    let mut events = broker.subscribe(None);
    assert_eq!(next(&mut events).seq, 1);
    assert_eq!(next(&mut broker.subscribe(Some(700))).seq, 1);
    let mut after = broker.subscribe(Some(1));
    withdrawal.withdraw();
    assert_eq!(next(&mut after).seq, 2);
    waiting.join().unwrap();
}

#[test]
fn a_subscription_ends_after_the_last_event_of_the_shutdown() {
    let broker = Broker::new();
    let mut events = broker.subscribe(None);
    let waiting = asks(&broker, &Settings::default(), &Withdrawal::new());
    next_request(&mut events);
    let reader = thread::spawn(move || events.by_ref().map(|event| event.seq).collect::<Vec<_>>());
    broker.shutdown();
    assert_eq!(reader.join().unwrap(), [2]);
    let request_outcome = waiting.join().unwrap();
    assert_eq!(request_outcome.outcome.kind(), OutcomeKind::Closed);
}

#[test]
fn the_last_clone_is_the_end_of_the_broker() {
    let broker = Broker::new();
    let mut events = broker.subscribe(None);
    let clone = broker.clone();
    drop(broker);
    assert!(clone.is_attended());
    drop(clone);
    assert_eq!(events.recv(), None);
}

#[test]
fn a_subscription_is_stopped_from_another_thread() {
    let broker = Broker::new();
    let mut events = broker.subscribe(None);
    let stop = events.stop_handle();
    let reader = thread::spawn(move || events.recv());
    stop.stop();
    assert_eq!(reader.join().unwrap(), None);
    assert!(!broker.is_attended());
}
