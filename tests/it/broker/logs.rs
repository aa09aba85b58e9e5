//! What the broker reports, and that no level tells what was answered.

use std::io;
use std::thread;

use ask_user::broker::Broker;
use ask_user::{FreeText, Request, Settings, Withdrawal};
use serde_json::json;
use tracing::Dispatch;
use tracing::dispatcher::with_default;
use tracing_subscriber::filter::LevelFilter;

use super::{colours, next_request};
use crate::log::Log;

#[test]
fn every_level_keeps_answers_and_reasons_to_itself() {
    let log = Log::default();
    let dispatch = Dispatch::new(log.subscriber(LevelFilter::TRACE));
    // With a single dispatcher in the process, whichever thread comes first to an
    // event decides for all whether it is of interest.
    let _second = Dispatch::new(tracing_subscriber::fmt().with_writer(io::sink).finish());
    with_default(&dispatch, || {
        let broker = Broker::new();
        let mut events = broker.subscribe(None);
        let (asking, inner) = (broker.clone(), dispatch.clone());
        let asked = thread::spawn(move || {
            with_default(&inner, || {
                let request = Request::from(colours().free_text(FreeText::Other));
                let withdrawal = Withdrawal::new();
                let request_outcome =
                    asking.ask(&request, &Settings::default(), "tests", &withdrawal);
                let leave = asking.approve("go on", None, "tests", &withdrawal);
                (request_outcome.unwrap(), leave)
            })
        });
        let id = next_request(&mut events).id().to_string();
        let given = |text: &str| json!({"answers": {"colour": {"text": text}}});
        let wrong = json!({"answers": {"colour": {"picks": [1], "text": "grue"}}});
        assert!(broker.respond(&id, wrong).is_err());
        broker.respond(&id, given("grue")).unwrap();
        assert!(broker.respond(&id, given("bleen")).is_err());
        super::next(&mut events);
        let id = next_request(&mut events).id().to_string();
        let deny = json!({"decision": "deny", "reason": "grue"});
        broker.respond(&id, deny).unwrap();
        let (_, leave) = asked.join().unwrap();
        assert!(!leave.is_allowed());
        broker.shutdown();
    });
    let log = log.text();
    for event in [
        "published",
        "resolved",
        "not_taken",
        "subscribed",
        "shut_down",
    ] {
        assert!(
            log.contains(&format!("broker:{event}")),
            "{event} is missing in\n{log}"
        );
    }
    assert_eq!(log.matches("ask:answered").count(), 1, "{log}");
    for word in ["grue", "bleen"] {
        assert!(!log.contains(word), "{word} is in\n{log}");
    }
    for line in log.lines() {
        assert!(line.contains("oc_chat::tools"), "another target: {line}");
    }
}
