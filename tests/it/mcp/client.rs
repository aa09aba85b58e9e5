//! The client's side of elicitation: what a server asks, an operator answers.

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

/// Fields that the SDK's own types lose something of.
fn fields() -> Vec<(Value, &'static [&'static str], Value)> {
    vec![
        (
            json!({"type": "string", "pattern": "^[a-z]+$"}),
            &["A1", "ab"],
            json!("ab"),
        ),
        (
            json!({"type": "integer", "enum": [10, 20]}),
            &["2"],
            json!(20),
        ),
        (
            json!({"type": "string", "oneOf": [{"const": "a"}, {"const": "b"}]}),
            &["2"],
            json!("b"),
        ),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}),
            &["text"],
            json!("text"),
        ),
        (
            json!({"type": "number", "exclusiveMinimum": 0}),
            &["0", "0.5"],
            json!(0.5),
        ),
        (
            json!({"type": "string", "format": "uuid"}),
            &["3f2504e0-4f89-11d3-9a0c-0305e82c3301"],
            json!("3f2504e0-4f89-11d3-9a0c-0305e82c3301"),
        ),
    ]
}

#[tokio::test]
async fn forms_are_asked_as_their_server_wrote_them() {
    for (property, lines, wanted) in fields() {
        let (handler, _) = typing(lines);
        let (mut server, _host) = Server::connected("raw", handler).await;
        let answer = server.elicit(form(property.clone())).await;
        assert_eq!(accepted(&answer), &wanted, "{property}");
    }
}

#[tokio::test]
async fn so_are_forms_in_the_result_of_a_call() {
    for (property, lines, wanted) in fields() {
        let (handler, screen) = typing(lines);
        let (mut server, host) = Server::stateless(handler).await;
        let result = call(host);
        let request = server.receive().await;
        let asked = json!({"method": "elicitation/create", "params": form(property.clone())});
        let required = json!({"resultType": "input_required", "requestState": "st4te", "inputRequests": {"room": asked}});
        server.respond(&request, required).await;
        let retry = server.receive().await;
        assert_eq!(retry["params"]["requestState"], "st4te");
        let answer = &retry["params"]["inputResponses"]["room"];
        assert_eq!(accepted(answer), &wanted, "{property}");
        let done =
            json!({"resultType": "complete", "content": [{"type": "text", "text": "booked"}]});
        server.respond(&retry, done).await;
        assert_eq!(result.await.unwrap()["content"][0]["text"], "booked");
        assert!(
            screen
                .text()
                .starts_with("Asked by a server that calls itself raw:\nBook a room\n")
        );
    }
}

#[tokio::test]
async fn fields_stand_in_the_order_of_the_schema() {
    let (handler, screen) = typing(&["1", "2", "3", ""]);
    let (mut server, _host) = Server::connected("raw", handler).await;
    let text = json!({"type": "string"});
    let schema =
        json!({"type": "object", "properties": {"zulu": text, "alpha": text, "mike": text}});
    let answer = server
        .elicit(json!({"message": "m", "requestedSchema": schema}))
        .await;
    assert_eq!(
        answer.to_string(),
        r#"{"action":"accept","content":{"zulu":"1","alpha":"2","mike":"3"}}"#
    );
    assert!(screen.text().contains("Enter sends, 1-3 changes > "));
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
        while !withdrawal.is_pulled() {
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
async fn what_nothing_can_fill_in_is_declined_and_the_operator_told() {
    let schema = |schema: Value| json!({"message": "m", "requestedSchema": schema});
    for (params, path) in [
        (
            form(json!({"type": "integer", "minimum": 5, "maximum": 1})),
            "properties.x.maximum",
        ),
        (
            form(json!({"type": "string", "minLength": 5, "maxLength": 1})),
            "properties.x.maxLength",
        ),
        (
            form(json!({"type": "string", "enum": []})),
            "properties.x.enum",
        ),
        (
            form(
                json!({"type": "array", "items": {"type": "string", "enum": ["a"]}, "minItems": 2}),
            ),
            "properties.x",
        ),
        (
            schema(json!({"type": "object", "properties": {}, "required": ["ghost"]})),
            "required[0]",
        ),
    ] {
        let (handler, screen) = typing(&[]);
        let (mut server, _host) = Server::connected("raw", handler).await;
        let answer = server.elicit(params).await;
        assert_eq!(answer, json!({"action": "decline"}));
        let said = format!(
            "declined a form of a server that calls itself raw that nothing can fill in: requestedSchema.{path}: "
        );
        assert!(screen.text().starts_with(&said), "{}", screen.text());
    }
}

#[tokio::test]
async fn f94_what_is_no_form_is_an_error_with_its_path_and_the_terminal_untouched() {
    for (params, message) in [
        (
            form(json!({"type": "object", "properties": {}})),
            "requestedSchema.properties.x.type: a form takes no object fields",
        ),
        (json!({"message": "m"}), "missing field `requestedSchema`"),
        (
            json!({"mode": "carrier-pigeon", "message": "m"}),
            "mode: expected form or url, found \"carrier-pigeon\"",
        ),
        (
            json!({"mode": "url", "message": "m", "url": "javascript:alert(1)", "elicitationId": "u"}),
            "url: expected an address that starts with https:// or http:// and names a host, found \"javascript:alert(1)\"",
        ),
    ] {
        let (handler, screen) = typing(&[]);
        let (mut server, _host) = Server::connected("raw", handler).await;
        let error = server.elicit(params).await;
        assert_eq!(error, json!({"code": -32602, "message": message}));
        assert_eq!(screen.text(), "");
    }
}

#[tokio::test]
async fn an_address_is_shown_and_only_consent_goes_back() {
    let (handler, screen) = typing(&["1"]);
    let (mut server, _host) = Server::connected("raw", handler).await;
    let url = "https://paypal.com@evil.example/login";
    let params = json!({"mode": "url", "message": "log in", "url": url, "elicitationId": "u"});
    assert_eq!(server.elicit(params).await, json!({"action": "accept"}));
    let text = screen.text();
    assert!(
        text.contains(&format!("\n{url}\nhost: evil.example\n")),
        "{text}"
    );
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
}

#[tokio::test]
async fn a_plain_reader_still_asks_what_the_types_have() {
    let plain = |handler, output| (handler, output);
    let (handler, _) = typing(&["ab", "2", ""]);
    let (mut server, _host) = Server::behind("raw", handler, plain).await;
    let titled = json!({"type": "string", "oneOf": [{"const": "r", "title": "Red"}, {"const": "g", "title": "Green"}]});
    let fields = json!({"text": {"type": "string", "minLength": 2}, "colour": titled});
    let schema = json!({"type": "object", "properties": fields});
    let answer = server
        .elicit(json!({"message": "m", "requestedSchema": schema}))
        .await;
    assert_eq!(
        answer,
        json!({"action": "accept", "content": {"text": "ab", "colour": "g"}})
    );
    // The types cannot hold this one: it arrives by its method alone.
    let (handler, _) = typing(&["x"]);
    let (mut server, _host) = Server::behind("raw", handler, plain).await;
    let optional = json!({"anyOf": [{"type": "string"}, {"type": "null"}], "default": null});
    let answer = server.elicit(form(optional)).await;
    assert_eq!(accepted(&answer), "x");
    let unknown = server.begin("elicitation/other", json!({})).await;
    let response = server.receive().await;
    assert_eq!(response["id"], unknown);
    assert_eq!(response["error"]["code"], -32601);
}
