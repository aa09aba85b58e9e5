//! What holds for every sequence of calls at the table.

use std::collections::HashMap;

use ask_user::broker::{EventKind, Responded, Table};
use ask_user::{OutcomeKind, Question};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{colours, events, pick};

#[derive(Clone, Debug)]
enum Step {
    Ask,
    AskSecret,
    Approve,
    /// Which request, and with what.
    Respond(usize, usize),
    Withdraw(usize),
    Resolve(usize),
}

/// Contents for either kind, right and wrong.
fn content(which: usize) -> Value {
    match which % 7 {
        0 => pick(1),
        1 => pick(3),
        2 => pick(4),
        3 => json!({"outcome": "declined"}),
        4 => json!({"decision": "allow"}),
        5 => json!({"decision": "perhaps"}),
        _ => json!([]),
    }
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => Just(Step::Ask),
        1 => Just(Step::AskSecret),
        2 => Just(Step::Approve),
        5 => (1..12_usize, 0..7_usize).prop_map(|(id, what)| Step::Respond(id, what)),
        1 => (1..12_usize).prop_map(Step::Withdraw),
        1 => (1..12_usize).prop_map(Step::Resolve),
    ]
}

proptest! {
    #[test]
    fn seq_is_gapless_and_a_request_ends_once(steps in proptest::collection::vec(step(), 0..60)) {
        let mut table = Table::new();
        let mut published = Vec::new();
        let mut ended = 0_u64;
        for step in steps {
            let before = table.last_seq();
            let grown = match step {
                Step::Ask => {
                    published.push(table.publish_question("tests", &colours().into()).unwrap());
                    1
                }
                Step::AskSecret => {
                    let secret = Question::new("Password?").secret(true);
                    prop_assert!(table.publish_question("tests", &secret.into()).is_err());
                    0
                }
                Step::Approve => {
                    published.push(table.publish_approval("tests", "go on", None));
                    1
                }
                Step::Respond(id, what) => {
                    match table.respond(&format!("req-{id}"), content(what)) {
                        Ok(Responded::Now(..)) => 1,
                        Ok(Responded::Before(_)) | Err(_) => 0,
                    }
                }
                Step::Withdraw(id) => {
                    let known = published.get(id - 1).copied();
                    let open = known.is_some_and(|id| table.get(id).is_some());
                    let withdrawn = table.withdraw(&format!("req-{id}")).is_ok();
                    prop_assert!(withdrawn || !open);
                    u64::from(open)
                }
                Step::Resolve(id) => {
                    let known = published.get(id - 1).copied();
                    let ended = known.and_then(|id| table.resolve(id, OutcomeKind::Closed));
                    u64::from(ended.is_some())
                }
            };
            prop_assert_eq!(table.last_seq(), before + grown);
            if !matches!(step, Step::Ask | Step::Approve) {
                ended += grown;
            }
        }
        let mut state = HashMap::new();
        for (event, seq) in events(&table).into_iter().zip(1..) {
            prop_assert_eq!(event.seq, seq);
            match event.change {
                EventKind::Request(posted) => prop_assert!(state.insert(posted.id(), true).is_none()),
                // It was open, and is no more.
                EventKind::Resolved { request_id, .. } => {
                    prop_assert_eq!(state.insert(request_id, false), Some(true));
                }
            }
        }
        let open = state.values().filter(|open| **open).count();
        prop_assert_eq!(table.pending(None).count(), open);
        prop_assert_eq!(u64::try_from(published.len() - open).unwrap(), ended);
    }
}
