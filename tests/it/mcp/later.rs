//! `post_question` and `await_answer`: a model asks now and gets the answer later.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ask_user::dialect::later::LATER_TOOLS;
use ask_user::mcp::server::{PostedQuestion, Server, TicketAnswer, TicketStore};
use ask_user::{AskUser, Error, Request, Scripted, Settings};
use serde_json::{Value, json};

use super::raw_client::{Client, queue};

/// When the operator of these tests answers, in seconds after the question was posted.
const ANSWERED_AFTER: u64 = 150;

/// How long the client waits for one call.
const CLIENT_LIMIT: u64 = 60;

/// A store with a clock of its own: waiting moves it on.
#[derive(Clone, Default)]
struct Later(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    now: Duration,
    posted: Vec<(Request, Settings, Value, Option<String>)>,
    has_nobody: bool,
}

impl TicketStore for Later {
    fn post(&self, question: PostedQuestion<'_>) -> Result<String, Error> {
        let mut kept = self.0.lock().unwrap();
        if kept.has_nobody {
            return Err(Error::no_terminal("no console is running"));
        }
        kept.posted.push((
            question.request.clone(),
            question.settings.clone(),
            question.context.clone(),
            question.from.map(str::to_owned),
        ));
        Ok(format!("req-{}", kept.posted.len()))
    }

    fn wait(&self, ticket: &str, at_most: Duration) -> Result<TicketAnswer, Error> {
        let mut kept = self.0.lock().unwrap();
        let number = ticket
            .strip_prefix("req-")
            .and_then(|n| n.parse::<usize>().ok());
        let number = number.filter(|&number| number >= 1 && number <= kept.posted.len());
        let Some(number) = number else {
            return Err(Error::bad_request("ticket", "unknown ticket"));
        };
        kept.now += at_most;
        if kept.now < Duration::from_secs(ANSWERED_AFTER) {
            return Ok(TicketAnswer::Pending);
        }
        let (request, settings, context, _) = kept.posted[number - 1].clone();
        let operator = AskUser::new();
        operator.bind(Scripted::lines(["2"])).keep();
        let request_outcome = operator.ask_request(&request, &settings, None)?;
        Ok(TicketAnswer::Ended {
            request_outcome,
            context,
        })
    }
}

impl Later {
    fn now(&self) -> u64 {
        self.0.lock().unwrap().now.as_secs()
    }

    async fn client(&self) -> Client {
        let server = Server::new(vec![], vec![]).later(&LATER_TOOLS, self.clone());
        let mut client = Client::connect(server);
        client.hello("2025-11-25", json!({})).await;
        client
    }
}

async fn call(client: &mut Client, tool: &str, arguments: Value) -> Value {
    let params = json!({"name": tool, "arguments": arguments});
    let mut answer = client.request("tools/call", params).await;
    answer["result"].take()
}

#[tokio::test]
async fn a_client_with_a_limit_of_a_minute_gets_an_answer_given_after_two_and_a_half() {
    let later = Later::default();
    let mut client = later.client().await;
    let posted = call(&mut client, "post_question", queue()).await;
    assert_eq!(posted["structuredContent"], json!({"ticket": "req-1"}));
    assert_eq!(later.now(), 0, "posting does not wait");
    let mut calls = 0;
    let answer = loop {
        let began = later.now();
        let answer = call(&mut client, "await_answer", json!({"ticket": "req-1"})).await;
        calls += 1;
        let took = later.now() - began;
        assert!(
            took < CLIENT_LIMIT,
            "the client would have given up after {took} s"
        );
        if answer["structuredContent"] != json!({"pending": true}) {
            break answer;
        }
        assert!(later.now() < ANSWERED_AFTER);
    };
    assert_eq!(calls, 3);
    assert_eq!(answer["content"][0]["text"], "User selected: bulk");
    // As often as it likes.
    let again = call(
        &mut client,
        "await_answer",
        json!({"ticket": "req-1", "wait_s": 0}),
    )
    .await;
    assert_eq!(again, answer);
}

#[tokio::test]
async fn what_is_posted_says_who_asks_and_in_which_grammar() {
    let later = Later::default();
    let mut client = later.client().await;
    call(&mut client, "post_question", queue()).await;
    let kept = later.0.lock().unwrap();
    let (request, settings, _, from) = &kept.posted[0];
    assert_eq!(
        request.questions()[0].text(),
        "Which queue should imports use?"
    );
    assert_eq!(settings.grammar, ask_user::Grammar::Full);
    assert!(from.is_some());
}

#[tokio::test]
async fn without_anybody_the_refusal_is_that_of_ask() {
    let later = Later::default();
    later.0.lock().unwrap().has_nobody = true;
    let mut client = later.client().await;
    let refused = call(&mut client, "post_question", queue()).await;
    let texts = json!([
        {"type": "text", "text": "Ask tool requires interactive mode"},
        {"type": "text", "text": "nobody was asked: no console is running"},
    ]);
    assert_eq!(refused["content"], texts);
    assert_eq!(refused["isError"], true);
}

#[tokio::test]
async fn wrong_calls_are_errors_that_a_model_can_read() {
    let later = Later::default();
    let mut client = later.client().await;
    for (tool, arguments, wanted) in [
        (
            "post_question",
            json!({}),
            "invalid arguments: missing field `questions`",
        ),
        (
            "await_answer",
            json!({}),
            "invalid arguments: missing field `ticket`",
        ),
        (
            "await_answer",
            json!({"ticket": "req-9"}),
            "ticket: unknown ticket",
        ),
    ] {
        let refused = call(&mut client, tool, arguments).await;
        assert_eq!(refused["content"][0]["text"], wanted);
        assert_eq!(refused["isError"], true);
    }
}

#[tokio::test]
async fn the_pair_is_listed_with_hints_and_named_in_the_instructions() {
    let later = Later::default();
    let server = Server::new(vec![ask_user::dialect::tool("ask").unwrap()], vec![]);
    let mut client = Client::connect(server.later(&LATER_TOOLS, later));
    let hello = client.hello("2025-11-25", json!({})).await;
    let instructions = hello["instructions"].as_str().unwrap();
    assert_eq!(instructions.matches(". ").count(), 2, "{instructions}");
    let listed = client.request("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["ask", "post_question", "await_answer"]);
    for tool in &tools[1..] {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        let name = tool["name"].as_str().unwrap();
        assert!(
            instructions.contains(&format!("`{name}` ")),
            "{instructions}"
        );
    }
    assert_eq!(tools[1]["inputSchema"], tools[0]["inputSchema"]);
    // A server that does not offer it does not know it.
    let mut plain = Client::of(&["ask"], vec![]);
    plain.hello("2025-11-25", json!({})).await;
    let params = json!({"name": "await_answer", "arguments": {"ticket": "req-1"}});
    let refused = plain.request("tools/call", params).await;
    let message = refused["error"]["message"].as_str().unwrap();
    assert_eq!(message, "unknown tool `await_answer`: expected ask");
}
