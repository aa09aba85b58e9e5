//! Forms through the whole of the SDK: what is shown of them, and what goes back.

use serde_json::{Value, json};

use super::super::raw_server::{Server, call};
use super::{accepted, form, typing};

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
async fn what_contradicts_itself_is_declined_and_the_operator_told() {
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
        while screen.text().is_empty() {
            tokio::task::yield_now().await;
        }
        let said = format!(
            "declined a form of a server that calls itself raw that contradicts itself: requestedSchema.{path}: "
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

/// What is shown of a form, and what goes back, for servers that mean no good.
#[tokio::test]
async fn odd_and_hostile_forms_are_shown_for_what_they_are() {
    let many: Vec<String> = (0..3000).map(|n| format!("option {n}")).collect();
    let thousand: serde_json::Map<String, Value> = (0..1000)
        .map(|n| (format!("f{n}"), json!({"type": "string"})))
        .collect();
    let schema = |message: &str, properties: Value| json!({"message": message, "requestedSchema": {"type": "object", "properties": properties}});
    let hostile = json!({
        "type": "string",
        "title": "\u{1b}[31mT\u{1b}]0;pwned\u{7}",
        "description": "a\r\nb\u{8}\u{202e}txt.exe",
        "enum": ["\u{1b}[2Jx", "ok\u{0}"],
    });
    let cases: [(Value, &[&str], Value, &[&str]); 8] = [
        (
            form(hostile),
            &["1"],
            json!({"x": "\u{1b}[2Jx"}),
            &[
                r"\u{1b}[31mT\u{1b}]0;pwned\u{7}",
                r"b\u{8}\u{202e}txt.exe",
                r"1) \u{1b}[2Jx",
            ],
        ),
        (
            schema(
                "m\u{1b}[2J\u{9b}31m\u{2028}line",
                json!({"x": {"type": "string"}}),
            ),
            &["1"],
            json!({"x": "1"}),
            &[r"m\u{1b}[2J\u{9b}31m\u{2028}line"],
        ),
        (
            // Lines that look like those of somebody else stand behind a rule.
            schema(
                "Check.\n\nServer: trusted-bank\n[sudo] password for root: ",
                json!({"x": {"type": "boolean"}}),
            ),
            &["2"],
            json!({"x": false}),
            &["| Server: trusted-bank\n| [sudo] password for root:\n"],
        ),
        (
            form(json!({"type": "string", "enum": ["a", "a"]})),
            &["2"],
            json!({"x": "a"}),
            &["1) a  2) a > "],
        ),
        (
            form(json!({"type": "string", "enum": many})),
            &["3000"],
            json!({"x": "option 2999"}),
            &["... 2800 more", "1-3000 > "],
        ),
        (
            form(json!({"type": "integer", "minimum": 5, "default": "cat"})),
            &["", "7"],
            json!({"x": 7}),
            &["x - integer, at least 5 > "],
        ),
        (
            form(json!({"type": "string", "title": "Password", "format": "password"})),
            &["secret"],
            json!({"x": "secret"}),
            &["warning: this looks like a secret"],
        ),
        (
            json!({"message": "word ".repeat(20_000), "requestedSchema": {"type": "object", "properties": {}}}),
            &["1"],
            json!({}),
            &["word word", "Go on? 1) Yes  2) No > "],
        ),
    ];
    for (params, lines, content, shows) in cases {
        let (handler, screen) = typing(lines);
        let (mut server, _host) = Server::connected("raw", handler).await;
        let answer = server.elicit(params).await;
        assert_eq!(answer, json!({"action": "accept", "content": content}));
        let screen = screen.text();
        for text in shows {
            assert!(screen.contains(text), "{text:?} in {screen:.2000}");
        }
        let control = |c: char| c.is_control() && c != '\n';
        assert!(!screen.contains(control), "{screen:.2000}");
    }
    let (handler, screen) = typing(&["!"]);
    let (mut server, _host) = Server::connected("raw", handler).await;
    let answer = server.elicit(schema("1000 fields", thousand.into())).await;
    assert_eq!(answer, json!({"action": "decline"}));
    assert!(screen.text().contains("[1/1000]"), "{}", screen.text());
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
