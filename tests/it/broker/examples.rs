//! The examples that go through the broker, run as they are.

#[allow(dead_code, reason = "its main is not called here")]
#[path = "../../../examples/approvals.rs"]
mod approvals;
#[allow(dead_code, reason = "its main is not called here")]
#[path = "../../../examples/broker_frontend.rs"]
mod broker_frontend;
#[allow(dead_code, reason = "its main is not called here")]
#[path = "../../../examples/tokio_agent.rs"]
mod tokio_agent;

#[test]
fn a_front_end_answers_through_events() {
    assert_eq!(
        broker_frontend::run().unwrap(),
        [
            "req-1 from deploy-bot",
            "req-1: answered",
            "the agent goes on with sqlite, us-east",
        ]
    );
}

#[test]
fn approvals_beside_a_question() {
    assert_eq!(
        approvals::run().unwrap(),
        [
            "run: git push --tags",
            "not run: rm -r build (only git may run)",
            "0 approvals and 1 question wait",
            "the question is answered",
        ]
    );
}

#[test]
fn a_cancelled_turn_takes_its_question_back() {
    assert_eq!(
        tokio_agent::run().unwrap(),
        ["first turn: answered", "second turn: withdrawn"]
    );
}
