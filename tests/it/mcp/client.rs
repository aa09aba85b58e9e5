//! The client's side of elicitation: what a server asks, an operator answers.

mod forms;

use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use ask_user::mcp::client::ElicitationHandler;
use ask_user::{AskUser, PromptDriver, Reply, Scripted, Transcript, UserQuestionHandler};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::raw_server::{Server, call};

/// Handler and screen of an operator who types these lines.
fn typing(lines: &[&str]) -> (ElicitationHandler, Transcript) {
    of(Scripted::lines(lines.iter().copied()))
}

fn of(script: Scripted) -> (ElicitationHandler, Transcript) {
    let screen = script.transcript();
    let ask = AskUser::new();
    ask.bind(script).keep();
    (ElicitationHandler::new(ask.into()), screen)
}

/// An operator who waits at each prompt: the prompts they see, and a way to answer.
fn waiting() -> (
    ElicitationHandler,
    mpsc::Receiver<String>,
    mpsc::Sender<String>,
) {
    let (show, prompts) = mpsc::channel();
    let (keys, lines) = mpsc::channel();
    let ask = AskUser::new();
    ask.bind(move |prompt: &str| {
        show.send(prompt.to_owned()).ok()?;
        lines.recv().ok()
    })
    .keep();
    (ElicitationHandler::new(ask.into()), prompts, keys)
}

fn form(property: Value) -> Value {
    json!({"message": "Book a room", "requestedSchema": {
        "type": "object",
        "properties": {"x": property},
        "required": ["x"],
    }})
}

/// What this one field gives, and what is shown, through the whole of the SDK.
#[track_caller]
fn accepted(answer: &Value) -> &Value {
    assert_eq!(answer["action"], "accept", "{answer}");
    &answer["content"]["x"]
}

#[tokio::test]
async fn the_prompt_says_who_asks() {
    let text = || form(json!({"type": "string"}));
    let long = "n".repeat(100);
    for (own, given, wanted) in [
        ("raw", None, "a server that calls itself raw"),
        ("raw", Some("mail"), "the server mail"),
        (" ", None, "a server without a name"),
        (
            "bank\u{1b}[2J\r\nTrusted:",
            None,
            r"a server that calls itself bank\u{1b}[2J\u{d}\nTrusted:",
        ),
        (
            &long,
            None,
            &format!("a server that calls itself {}...", "n".repeat(60)),
        ),
    ] {
        let (mut handler, screen) = typing(&["1"]);
        if let Some(name) = given {
            handler = handler.server(name);
        }
        let (mut server, _host) = Server::connected(own, handler).await;
        server.elicit(text()).await;
        let screen = screen.text();
        assert!(
            screen.starts_with(&format!("Asked by {wanted}:\nBook a room\n")),
            "{screen}"
        );
    }
}

#[tokio::test]
async fn one_prompt_stands_at_a_time() {
    let (handler, shown, types) = waiting();
    let (mut mail, _mail) = Server::connected("a", handler.clone().server("mail")).await;
    let (mut calendar, _calendar) = Server::connected("b", handler.server("calendar")).await;
    let first = mail
        .begin("elicitation/create", form(json!({"type": "string"})))
        .await;
    let (prompt, shown) = next(shown).await;
    assert!(prompt.starts_with("Asked by the server mail:"), "{prompt}");
    let second = calendar
        .begin("elicitation/create", form(json!({"type": "string"})))
        .await;
    // A round trip: the second request has arrived, and still nothing else is shown.
    let ping = calendar.begin("ping", json!({})).await;
    assert_eq!(calendar.receive().await["id"], ping);
    assert!(shown.try_recv().is_err());
    types.send("one".to_owned()).unwrap();
    let answer = mail.receive().await;
    assert_eq!(answer["id"], first);
    assert_eq!(accepted(&answer["result"]), "one");
    let (prompt, _shown) = next(shown).await;
    assert!(
        prompt.starts_with("Asked by the server calendar:"),
        "{prompt}"
    );
    types.send("two".to_owned()).unwrap();
    let answer = calendar.receive().await;
    assert_eq!(answer["id"], second);
    assert_eq!(accepted(&answer["result"]), "two");
}

/// The next prompt, without holding up the runtime.
async fn next<T: Send + 'static>(shown: mpsc::Receiver<T>) -> (T, mpsc::Receiver<T>) {
    let next = tokio::task::spawn_blocking(move || (shown.recv().unwrap(), shown));
    next.await.unwrap()
}

#[tokio::test]
async fn a_request_that_is_taken_back_gets_no_response_and_lets_the_next_one_in() {
    let (handler, shown, types) = waiting();
    let (mut server, _host) = Server::connected("raw", handler).await;
    let quick = server
        .begin("elicitation/create", form(json!({"type": "string"})))
        .await;
    let (_, shown) = next(shown).await;
    // This one is taken back before it was shown.
    let queued = server
        .begin("elicitation/create", form(json!({"type": "string"})))
        .await;
    server.cancel(queued).await;
    server.cancel(quick).await;
    let third = server
        .begin("elicitation/create", form(json!({"type": "boolean"})))
        .await;
    // The closure returns only now; its line was meant for the first question.
    types.send("too late".to_owned()).unwrap();
    let (prompt, _shown) = next(shown).await;
    assert!(prompt.contains("1) Yes  2) No"), "{prompt}");
    types.send("1".to_owned()).unwrap();
    let answer = server.receive().await;
    assert_eq!(answer["id"], third, "{answer}");
    assert_eq!(accepted(&answer["result"]), true);
}

/// An operator who never answers: when they are asked, and when that is taken back.
fn silent() -> (
    UserQuestionHandler,
    mpsc::Receiver<()>,
    oneshot::Receiver<()>,
) {
    let (show, prompts) = mpsc::channel();
    let (ends, ended) = oneshot::channel();
    let ends = Mutex::new(Some(ends));
    let operator = UserQuestionHandler::new(move |_, _, withdrawal| {
        show.send(()).unwrap();
        while !withdrawal.is_withdrawn() {
            std::thread::yield_now();
        }
        let ends = ends.lock().unwrap().take();
        ends.expect("asked once").send(()).unwrap();
        Err(ask_user::Error::no_terminal("the test is over"))
    });
    (operator, prompts, ended)
}

#[tokio::test]
async fn a_call_that_the_host_drops_takes_its_form_back() {
    let (operator, shown, ended) = silent();
    let (mut server, host) = Server::stateless(ElicitationHandler::new(operator)).await;
    let result = call(host);
    let request = server.receive().await;
    let asked = json!({"method": "elicitation/create", "params": form(json!({"type": "string"}))});
    let required = json!({"resultType": "input_required", "inputRequests": {"room": asked}});
    server.respond(&request, required).await;
    next(shown).await;
    result.abort();
    ended.await.unwrap();
}

#[tokio::test]
async fn a_server_that_has_gone_takes_its_form_back_at_once() {
    let (operator, shown, ended) = silent();
    let handler = ElicitationHandler::new(operator);
    let settled = handler.clone();
    let (mut server, _host) = Server::connected("raw", handler).await;
    server
        .begin("elicitation/create", form(json!({"type": "string"})))
        .await;
    let ((), _shown) = next(shown).await;
    let gone = Instant::now();
    drop(server);
    ended.await.unwrap();
    settled.settled().await;
    // The SDK alone would tell after 5 seconds.
    assert!(gone.elapsed() < Duration::from_secs(4));
}

#[tokio::test]
async fn decline_and_cancel_stay_apart() {
    let lines = |line: &str| Reply::Line(line.to_owned());
    for (reply, action) in [
        (lines("!"), "decline"),
        (Reply::Cancelled, "cancel"),
        (Reply::Closed, "cancel"),
    ] {
        let (handler, _) = of(Scripted::replies([reply]));
        let (mut server, _host) = Server::connected("raw", handler).await;
        let answer = server.elicit(form(json!({"type": "string"}))).await;
        assert_eq!(answer, json!({"action": action}));
    }
}

#[tokio::test]
async fn three_invalid_lines_and_nobody_there_cancel() {
    let (handler, _) = typing(&["a", "b", "c"]);
    let nobody = AskUser::new();
    let headless = AskUser::new();
    headless.bind(PromptDriver::nobody().unwrap()).keep();
    let away = UserQuestionHandler::new(|_, _, _| Err(ask_user::Error::no_terminal("away")));
    for handler in [
        handler,
        ElicitationHandler::new(nobody.into()),
        ElicitationHandler::new(headless.into()),
        ElicitationHandler::new(away),
    ] {
        let (mut server, _host) = Server::connected("raw", handler).await;
        let answer = server.elicit(form(json!({"type": "boolean"}))).await;
        assert_eq!(answer, json!({"action": "cancel"}));
    }
}

#[tokio::test]
async fn a_broken_device_is_no_answer_of_the_operator() {
    let broken = UserQuestionHandler::new(|_, _, _| {
        Err(ask_user::Error::device(
            "reading",
            std::io::Error::other("gone"),
        ))
    });
    let (mut server, _host) = Server::connected("raw", ElicitationHandler::new(broken)).await;
    let error = server.elicit(form(json!({"type": "boolean"}))).await;
    assert_eq!(error, json!({"code": -32603, "message": "reading: gone"}));
}

#[tokio::test]
async fn a_server_that_asks_again_and_again_is_asked_back_each_time() {
    let (handler, _) = typing(&["!", "!", "2"]);
    let (mut server, _host) = Server::connected("raw", handler).await;
    for wanted in [
        json!({"action": "decline"}),
        json!({"action": "decline"}),
        json!({"action": "accept", "content": {"x": false}}),
        // The operator has gone.
        json!({"action": "cancel"}),
    ] {
        let answer = server.elicit(form(json!({"type": "boolean"}))).await;
        assert_eq!(answer, wanted);
    }
}

#[tokio::test]
async fn two_requests_of_one_id_are_never_answered_with_each_others_lines() {
    let (handler, shown, types) = waiting();
    let (mut server, _host) = Server::connected("raw", handler).await;
    for kind in ["string", "boolean"] {
        let id = server
            .begin_as(777, "elicitation/create", form(json!({"type": kind})))
            .await;
        assert_eq!(id, 777);
    }
    let (prompt, _shown) = next(shown).await;
    assert!(prompt.ends_with("x > "), "{prompt}");
    types.send("a room".to_owned()).unwrap();
    let answer = server.receive().await;
    assert_eq!(accepted(&answer["result"]), "a room");
    // Nothing else comes by that id, though a line is there.
    let _ = types.send("1".to_owned());
    let ping = server.begin("ping", json!({})).await;
    assert_eq!(server.receive().await["id"], ping);
}

#[tokio::test]
async fn forms_are_announced_only_while_somebody_can_be_asked() {
    let (handler, _) = typing(&["1"]);
    let (server, _host) = Server::connected("raw", handler).await;
    let wanted = json!({"elicitation": {"form": {}, "url": {}}});
    assert_eq!(server.declared, wanted);
    let ask = AskUser::new();
    let (server, _host) =
        Server::connected("raw", ElicitationHandler::new(ask.clone().into())).await;
    assert_eq!(server.declared, json!({}));
    let bound = ask.bind(Scripted::lines(["1"]));
    let handler = ElicitationHandler::new(ask.into());
    assert!(handler.capability().is_some());
    drop(bound);
    assert!(handler.capability().is_none());
}

#[tokio::test]
async fn the_notice_of_a_contradiction_outlives_the_connection() {
    let (show, asked) = mpsc::channel();
    let (tell, told) = mpsc::channel();
    let operator = UserQuestionHandler::new(move |_, _, withdrawal| {
        show.send(()).unwrap();
        while !withdrawal.is_withdrawn() {
            std::thread::yield_now();
        }
        Err(ask_user::Error::no_terminal("the test is over"))
    })
    .telling(move |line, withdrawal| {
        assert!(!withdrawal.is_withdrawn());
        tell.send(line.to_owned()).unwrap();
        Ok(())
    });
    let handler = ElicitationHandler::new(operator);
    let (mut server, _host) = Server::connected("raw", handler.clone()).await;
    // A prompt stands, so that the notice has to wait for its turn.
    server
        .begin("elicitation/create", form(json!({"type": "string"})))
        .await;
    next(asked).await;
    let contradiction = form(json!({"type": "string", "enum": []}));
    let answer = server.elicit(contradiction).await;
    assert_eq!(answer, json!({"action": "decline"}));
    drop(server);
    handler.settled().await;
    let line = told.try_recv().unwrap();
    assert!(line.starts_with("declined a form of"), "{line}");
}
