//! A question that waits: signs of life, other calls, and being given up.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};

use ask_user::mcp::server::{Channel, Server};
use ask_user::{AskUser, Outcome, RequestOutcome, UserQuestionHandler};
use serde_json::json;

use super::raw_client::{Client, queue};

/// An operator who says nothing until they are let go or the question is
/// withdrawn, and how they were.
fn silent() -> (Channel, mpsc::Receiver<&'static str>, mpsc::Sender<()>) {
    let (tell, told) = mpsc::channel();
    let (let_go, gone) = mpsc::channel::<()>();
    let gone = Mutex::new(gone);
    let handler = UserQuestionHandler::new(move |_, _, withdrawal| {
        tell.send("asked").unwrap();
        loop {
            if withdrawal.is_withdrawn() {
                let _ = tell.send("withdrawn");
                return Ok(RequestOutcome::not_asked(Outcome::Withdrawn));
            }
            if gone.lock().unwrap().try_recv().is_ok() {
                return Ok(RequestOutcome::not_asked(Outcome::Cancelled));
            }
            std::thread::yield_now();
        }
    });
    (Channel::Operator(handler), told, let_go)
}

async fn next(told: &mpsc::Receiver<&'static str>) -> &'static str {
    loop {
        match told.try_recv() {
            Ok(word) => return word,
            Err(mpsc::TryRecvError::Empty) => tokio::task::yield_now().await,
            Err(mpsc::TryRecvError::Disconnected) => panic!("the handler has gone"),
        }
    }
}

/// A call whose question stands.
async fn begin_and_be_asked(client: &mut Client, told: &mpsc::Receiver<&'static str>) -> u64 {
    let params = json!({"name": "ask", "arguments": queue()});
    let call = client.begin("tools/call", params).await;
    assert_eq!(next(told).await, "asked");
    call
}

#[tokio::test]
async fn ping_is_answered_while_a_question_waits() {
    let (channel, told, let_go) = silent();
    let mut client = Client::of(&["ask"], vec![channel]);
    client.hello("2025-11-25", json!({})).await;
    let call = begin_and_be_asked(&mut client, &told).await;
    let pong = client.request("ping", json!({})).await;
    assert_eq!(pong["result"], json!({}));
    let_go.send(()).unwrap();
    client.response(call).await;
}

#[tokio::test(start_paused = true)]
async fn f89_progress_every_eight_seconds_only_with_a_token_and_rising() {
    // The paused clock steps forward whenever the server has nothing else to do.
    for token in [None, Some("p1")] {
        let (channel, told, let_go) = silent();
        let mut client = Client::of(&["ask"], vec![channel]);
        client.hello("2025-11-25", json!({})).await;
        let mut params = json!({"name": "ask", "arguments": queue()});
        if let Some(token) = token {
            params["_meta"] = json!({"progressToken": token});
        }
        let started = tokio::time::Instant::now();
        let call = client.begin("tools/call", params).await;
        assert_eq!(next(&told).await, "asked");
        if let Some(token) = token {
            for sign in 1..=3 {
                let told = client.receive().await;
                assert_eq!(told["method"], "notifications/progress");
                assert_eq!(told["params"]["progressToken"], token);
                assert_eq!(told["params"]["progress"], f64::from(sign));
                // The handler is a closure of the host, which does not say what it asks.
                assert_eq!(told["params"]["message"], "waiting for the operator");
            }
            assert!(started.elapsed().as_secs() >= 24);
        }
        let_go.send(()).unwrap();
        loop {
            let message = client.receive().await;
            if message["id"] == call {
                break;
            }
            assert!(token.is_some(), "{message}");
        }
    }
}

#[tokio::test]
async fn a_cancelled_request_withdraws_its_question_and_gets_no_response() {
    let (channel, told, _let_go) = silent();
    let mut client = Client::of(&["ask"], vec![channel]);
    client.hello("2025-11-25", json!({})).await;
    let call = begin_and_be_asked(&mut client, &told).await;
    client
        .notify("notifications/cancelled", json!({"requestId": call}))
        .await;
    assert_eq!(next(&told).await, "withdrawn");
    let pong = client.request("ping", json!({})).await;
    assert_eq!(pong["result"], json!({}));
}

#[tokio::test]
async fn the_end_of_the_input_withdraws_the_question_and_ends_the_server() {
    let (channel, told, _let_go) = silent();
    let mut client = Client::of(&["ask"], vec![channel]);
    client.hello("2025-11-25", json!({})).await;
    client
        .begin("tools/call", json!({"name": "ask", "arguments": queue()}))
        .await;
    assert_eq!(next(&told).await, "asked");
    client.close().await.unwrap();
    assert_eq!(next(&told).await, "withdrawn");
}

#[tokio::test]
async fn its_host_can_stop_it() {
    let (channel, told, _let_go) = silent();
    let tools = vec![ask_user::dialect::tool("ask").unwrap()];
    let server = Server::new(tools, vec![channel]);
    let stop = server.shutdown_handle();
    let mut client = Client::connect(server);
    client.hello("2025-11-25", json!({})).await;
    client
        .begin("tools/call", json!({"name": "ask", "arguments": queue()}))
        .await;
    assert_eq!(next(&told).await, "asked");
    stop.stop();
    assert_eq!(next(&told).await, "withdrawn");
    client.served.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_server_that_nobody_greets_ends_with_its_input() {
    Client::of(&["ask"], vec![]).close().await.unwrap();
}

#[tokio::test]
async fn five_hundred_calls_are_asked_one_at_a_time_and_a_waiting_one_can_be_given_up() {
    const CALLS: usize = 500;
    let at_once = Arc::new(AtomicUsize::new(0));
    let asked = Arc::new(AtomicUsize::new(0));
    let (let_go, gone) = mpsc::channel::<()>();
    let gone = Mutex::new(gone);
    let handler = {
        let (at_once, asked) = (Arc::clone(&at_once), Arc::clone(&asked));
        UserQuestionHandler::new(move |_, _, _| {
            assert_eq!(at_once.fetch_add(1, Ordering::SeqCst), 0);
            if asked.fetch_add(1, Ordering::SeqCst) == 0 {
                gone.lock().unwrap().recv().unwrap();
            }
            at_once.fetch_sub(1, Ordering::SeqCst);
            Ok(RequestOutcome::not_asked(Outcome::Cancelled))
        })
    };
    let mut client = Client::of(&["ask"], vec![Channel::Operator(handler)]);
    client.hello("2025-11-25", json!({})).await;
    let mut calls = Vec::new();
    for _ in 0..CALLS {
        let params = json!({"name": "ask", "arguments": queue()});
        calls.push(client.begin("tools/call", params).await);
    }
    // All of them are waiting once this is answered.
    client.request("ping", json!({})).await;
    let given_up = calls.pop().unwrap();
    client
        .notify("notifications/cancelled", json!({"requestId": given_up}))
        .await;
    client.request("ping", json!({})).await;
    let_go.send(()).unwrap();
    for _ in 0..calls.len() {
        let message = client.receive().await;
        let id = message["id"].as_u64().unwrap();
        assert!(calls.contains(&id), "{message}");
    }
    assert_eq!(asked.load(Ordering::SeqCst), CALLS - 1);
}

/// An operator at a prompt who types nothing until they are let go.
fn at_a_prompt() -> (
    Channel,
    mpsc::Receiver<&'static str>,
    mpsc::Sender<&'static str>,
) {
    let (tell, told) = mpsc::channel();
    let (keys, lines) = mpsc::channel();
    let ask = AskUser::new();
    ask.bind(move |_: &str| {
        tell.send("asked").ok()?;
        lines.recv().ok().map(str::to_owned)
    })
    .keep();
    (Channel::Operator(ask.into()), told, keys)
}

/// The message of the next progress notification of this call.
async fn progress(client: &mut Client, token: &str) -> String {
    loop {
        let told = client.receive().await;
        if told["params"]["progressToken"] == token {
            return told["params"]["message"].as_str().unwrap().to_owned();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn progress_says_which_question_stands_and_how_many_calls_wait() {
    let (channel, told, keys) = at_a_prompt();
    let mut client = Client::of(&["ask"], vec![channel]);
    client.hello("2025-11-25", json!({})).await;
    let question = |id: &str, header: &str| json!({"id": id, "header": header, "question": "Which?", "options": ["a", "b"]});
    let questions = [question("x", "Store"), question("y", "Database")];
    for token in ["p1", "p2", "p3"] {
        let params = json!({"name": "ask", "arguments": {"questions": questions}, "_meta": {"progressToken": token}});
        client.begin("tools/call", params).await;
    }
    assert_eq!(next(&told).await, "asked");
    assert_eq!(
        progress(&mut client, "p1").await,
        "question 1 of 2: Store; 2 more waiting"
    );
    assert_eq!(
        progress(&mut client, "p2").await,
        "waiting for its turn at the operator; 1 more waiting"
    );
    keys.send("1").unwrap();
    assert_eq!(next(&told).await, "asked");
    assert_eq!(
        progress(&mut client, "p1").await,
        "question 2 of 2: Database; 2 more waiting"
    );
    keys.send("1").unwrap();
    assert_eq!(next(&told).await, "asked");
    assert_eq!(
        progress(&mut client, "p1").await,
        "review of 2 answers; 2 more waiting"
    );
}

#[tokio::test(start_paused = true)]
async fn progress_names_the_form_that_stands() {
    let mut client = Client::of(&["ask"], vec![Channel::Elicitation]);
    client.hello("2025-11-25", json!({"elicitation": {}})).await;
    let params = json!({"name": "ask", "arguments": queue(), "_meta": {"progressToken": "p1"}});
    client.begin("tools/call", params).await;
    client.form().await;
    assert_eq!(
        progress(&mut client, "p1").await,
        "form with 1 question: Which queue should imports use?"
    );
}
