//! Many askers at once: each gets its own answer, in the order of arrival, and none twice.

use std::thread;

use ask_user::broker::RequestKind;
use ask_user::hub::Client;
use ask_user::{Question, Request, Settings};
use serde_json::json;

use super::{ASK, Running, SUBSCRIBE, answer_at_prompt, until};

const ASKERS: usize = 200;

#[test]
fn two_hundred_askers_get_each_its_own_answer_in_order_of_arrival() {
    let (hub, inbox) = Running::with_operator();
    let mut events = hub.peer();
    events.call(SUBSCRIBE, json!({})).unwrap();
    let askers: Vec<_> = (0..ASKERS)
        .map(|number| {
            let path = hub.path();
            thread::spawn(move || {
                let question = Question::new(format!("Question {number}?"));
                let mut client = Client::connect(&path).unwrap().unwrap();
                let from = format!("asker-{number}");
                let asked = client.ask(&Request::from(question), &Settings::default(), &from);
                let outcome = asked.unwrap().into_single();
                let answer = outcome.answer().expect("an answer").clone();
                answer.text().expect("a text").to_owned()
            })
        })
        .collect();
    until(|| inbox.counts().0 == ASKERS);
    let mut asked = Vec::new();
    for _ in 0..ASKERS {
        let next = inbox.next().unwrap();
        let text = next.request().questions()[0].text().to_owned();
        let line = format!("to {text}");
        asked.push(answer_at_prompt(&inbox, RequestKind::Question, &line));
    }
    for (number, asker) in askers.into_iter().enumerate() {
        assert_eq!(asker.join().unwrap(), format!("to Question {number}?"));
    }
    let mut added = Vec::new();
    let mut resolved = Vec::new();
    for _ in 0..2 * ASKERS {
        let event = events.event();
        match event["type"].as_str().unwrap() {
            "request" => {
                let text = &event["request"]["questions"][0]["text"];
                added.push(text.as_str().unwrap().to_owned());
            }
            _ => resolved.push(event["request_id"].clone()),
        }
    }
    assert_eq!(asked, added, "in the order of arrival");
    let ids: Vec<_> = (1..=ASKERS).map(|id| json!(format!("req-{id}"))).collect();
    assert_eq!(resolved, ids, "each once");
}

#[test]
fn askers_that_go_at_random_leave_the_others_alone() {
    let (hub, inbox) = Running::with_operator();
    let mut seed = 7u32;
    let mut stay = Vec::new();
    for number in 0..ASKERS {
        let mut peer = hub.peer();
        let text = format!("Question {number}?");
        let asked = peer.send(ASK, json!({"questions": [{"text": text}]}));
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if seed >> 31 == 0 {
            stay.push((peer, asked, text));
        }
    }
    assert!(stay.len() > ASKERS / 4 && stay.len() < ASKERS);
    // Each was posted, and each that has gone was withdrawn.
    let gone = ASKERS - stay.len();
    until(|| hub.broker.last_seq() == (ASKERS + gone) as u64);
    assert_eq!(inbox.counts().0, stay.len());
    for _ in 0..stay.len() {
        let text = inbox.next().unwrap().request().questions()[0]
            .text()
            .to_owned();
        answer_at_prompt(&inbox, RequestKind::Question, &text);
    }
    for (mut peer, asked, text) in stay {
        let answers = json!({"q1": {"text": text}});
        let answered = json!({"outcome": "answered", "answers": answers});
        assert_eq!(peer.answer(asked), Ok(answered));
    }
}
