//! What becomes of the requests of a connection.

use std::thread;

use ask_user::broker::RequestKind;
use ask_user::hub::Client;
use ask_user::{
    Decline, NoOperatorReason, Outcome, Question, Request, RequestOutcome, Settings, Withdrawal,
};
use serde_json::{Value, json};

use super::{ASK, PENDING, RESPOND, Running, answer_at_prompt, colours, pick, respond_params};

fn deploy() -> Request {
    let question = Question::new("Deploy where?");
    Request::from(question.choice("staging").choice("production"))
}

#[test]
fn an_asker_that_disconnects_withdraws_its_requests_and_no_others() {
    let hub = Running::with_key();
    let (mut gone, mut stays) = (hub.peer(), hub.peer());
    gone.send(ASK, colours("one"));
    gone.send(ASK, colours("two"));
    hub.until_pending(2);
    stays.send(ASK, colours("three"));
    hub.until_pending(3);
    drop(gone);
    hub.until_pending(1);
    let waiting = stays.call(PENDING, json!({})).unwrap();
    assert_eq!(waiting[0]["questions"][0]["text"], "three");
}

#[test]
fn answers_come_in_the_order_of_their_ends_each_to_its_call() {
    let hub = Running::with_key();
    let (mut asker, mut front_end) = (hub.peer(), hub.peer());
    let first = asker.send(ASK, colours("one"));
    let second = asker.send(ASK, colours("two"));
    hub.until_pending(2);
    for (id, number) in [("req-2", 2), ("req-1", 1)] {
        let params = respond_params(&json!(id), pick(number));
        front_end.call(RESPOND, params).unwrap();
    }
    let answers = [asker.receive().unwrap(), asker.receive().unwrap()];
    let got: Vec<_> = answers
        .iter()
        .map(|answer| (&answer["id"], &answer["result"]["answers"]["q1"]))
        .collect();
    let wanted: [(&Value, &Value); 2] = [
        (&json!(second), &json!({"picks": [2]})),
        (&json!(first), &json!({"picks": [1]})),
    ];
    assert_eq!(got, wanted);
}

#[test]
fn what_waits_when_the_hub_stops_ends_as_closed_and_the_socket_is_gone() {
    let mut hub = Running::with_key();
    let (mut asker, mut silent) = (hub.peer(), hub.peer());
    let asked = asker.send(ASK, colours("?"));
    let tool = json!({"tool": "ask_user", "arguments": {"question": "?"}});
    let called = asker.send(ASK, tool);
    hub.until_pending(2);
    hub.stop();
    assert_eq!(asker.answer(asked), Ok(json!({"outcome": "closed"})));
    let closed = json!({"answered": false, "reason": "input closed before an answer"});
    assert_eq!(asker.answer(called), Ok(closed));
    assert_eq!(asker.receive(), None);
    assert_eq!(silent.receive(), None);
    assert!(!hub.path().exists());
}

#[test]
fn the_hub_keeps_the_time_limit_of_a_request() {
    let (hub, _inbox) = Running::with_operator();
    let mut asker = hub.peer();
    let mut limited = colours("?");
    limited["settings"] = json!({"timeout_s": 0.05});
    let timed_out = json!({"outcome": "timed_out", "limit_s": 0.05, "partial": {}});
    assert_eq!(asker.call(ASK, limited), Ok(timed_out));
}

#[test]
fn questions_of_their_own_take_the_full_grammar_unless_they_say_otherwise() {
    let (hub, inbox) = Running::with_operator();
    let mut asker = hub.peer();
    let mut check = |settings: Option<Value>, wanted: Value| {
        let mut asked = colours("?");
        if let Some(settings) = settings {
            asked["settings"] = settings;
        }
        let asked = asker.send(ASK, asked);
        answer_at_prompt(&inbox, RequestKind::Question, "! not now");
        assert_eq!(asker.answer(asked), Ok(wanted));
    };
    let declined = json!({"outcome": "declined", "text": "not now", "partial": {}});
    check(None, declined.clone());
    check(Some(json!({"attempts": 1})), declined);
    // The strict grammar knows no `!`: one attempt, and then the line ends.
    let strict = json!({"grammar": "strict", "attempts": 1});
    check(Some(strict), json!({"outcome": "exhausted", "partial": {}}));
}

#[test]
fn the_client_of_the_library_gets_every_outcome_as_it_is() {
    let hub = Running::with_key();
    let check = |content: Value, wanted: &Outcome| {
        let mut client = Client::connect(&hub.path()).unwrap().unwrap();
        let asking = thread::spawn(move || client.ask(&deploy(), &Settings::default(), "bot"));
        hub.until_pending(1);
        let id = json!(hub.broker.pending(None)[0].id());
        let params = respond_params(&id, content);
        hub.peer().call(RESPOND, params).unwrap();
        let asked = asking.join().unwrap().unwrap();
        assert_eq!(&asked.into_single(), wanted);
    };
    let declined = Outcome::Declined(Decline::Operator(Some("no".to_owned())));
    check(json!({"outcome": "declined", "text": "no"}), &declined);
    check(json!({"outcome": "cancelled"}), &Outcome::Cancelled);
    let discuss = Outcome::Discuss(Some("first".to_owned()));
    check(json!({"outcome": "discuss", "text": "first"}), &discuss);
}

#[test]
fn a_client_withdraws_and_a_hub_that_goes_closes() {
    let mut hub = Running::with_key();
    let ask = |hub: &Running| {
        let withdrawal = Withdrawal::new();
        let client = Client::connect(&hub.path()).unwrap().unwrap();
        let given = withdrawal.clone();
        let asking = thread::spawn(move || {
            client.ask_withdrawable(&deploy(), &Settings::default(), "bot", &given)
        });
        hub.until_pending(1);
        (withdrawal, asking)
    };
    let (withdrawal, asking) = ask(&hub);
    withdrawal.withdraw();
    let withdrawn = RequestOutcome::not_asked(Outcome::Withdrawn);
    assert_eq!(asking.join().unwrap().unwrap(), withdrawn);
    hub.until_pending(0);
    let (_withdrawal, asking) = ask(&hub);
    hub.stop();
    let closed = RequestOutcome::not_asked(Outcome::Closed);
    assert_eq!(asking.join().unwrap().unwrap(), closed);
    assert!(Client::connect(&hub.path()).unwrap().is_none());
}

#[test]
fn a_broker_without_anybody_refuses_at_once() {
    use ask_user::broker::Broker;
    use ask_user::hub::Access;
    let broker = Broker::new().refuse_unattended();
    let hub = Running::new(broker, Access::AskOperator);
    let mut client = Client::connect(&hub.path()).unwrap().unwrap();
    let asked = client.ask(&deploy(), &Settings::default(), "bot").unwrap();
    let nobody = Outcome::NoOperator(NoOperatorReason::Nobody);
    assert_eq!(asked.into_single(), nobody);
}

#[test]
fn a_client_that_nobody_listens_to_says_so_within_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.sock");
    assert!(Client::connect(&path).unwrap().is_none());
    // A socket that nobody accepts on: its queue is full.
    let listener = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let mut waiting = Vec::new();
    loop {
        match Client::connect(&path).unwrap() {
            Some(client) => waiting.push(client),
            None => break,
        }
        assert!(waiting.len() < 20_000, "the queue is never full");
    }
    drop(listener);
    assert!(Client::connect(&path).unwrap().is_none());
    // A path that no socket can have.
    let long = folder.path().join("x".repeat(300));
    assert!(Client::connect(&long).unwrap().is_none());
}
