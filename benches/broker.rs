//! What a question costs at the broker's table while 10, 1,000 and 100,000 others wait.
//!
//! One round publishes a question and answers it, or reads its event as a late
//! subscriber does. Neither may grow with the number of those that wait.

use std::hint::black_box;

use ask_user::broker::Table;
use ask_user::{Question, Request};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use serde_json::{Value, json};

const PENDING: [usize; 3] = [10, 1_000, 100_000];

fn request() -> Request {
    let question = Question::new("Which colour?").id("colour");
    Request::from(question.with_choices(["red", "green", "blue"]))
}

/// A table where this many wait.
fn waiting(pending: usize) -> Table {
    let (mut table, request) = (Table::new(), request());
    for _ in 0..pending {
        // There is no secret in it.
        let _ = table.publish_question("bench", &request);
    }
    table
}

fn round(table: &mut Table, request: &Request, content: &Value) {
    let Ok(id) = table.publish_question("bench", request) else {
        return;
    };
    let responded = table.respond(&id.to_string(), content.clone());
    assert!(responded.is_ok());
}

fn measure(c: &mut Criterion, name: &str, mut routine: impl FnMut(&mut Table)) {
    let mut group = c.benchmark_group(name);
    for pending in PENDING {
        let mut table = waiting(pending);
        group.bench_function(BenchmarkId::from_parameter(pending), |b| {
            b.iter(|| routine(black_box(&mut table)));
        });
    }
    group.finish();
}

fn ask_and_respond(c: &mut Criterion) {
    let (request, content) = (request(), json!({"answers": {"colour": {"picks": [2]}}}));
    measure(c, "broker/ask_and_respond", |table| {
        round(table, &request, &content);
    });
}

fn refused_respond(c: &mut Criterion) {
    let content = json!({"answers": {"colour": {"picks": [4]}}});
    measure(c, "broker/refused_respond", |table| {
        assert!(table.respond("req-5", content.clone()).is_err());
    });
}

fn next_event(c: &mut Criterion) {
    measure(c, "broker/next_event", |table| {
        // The start, which is not kept for long, and the latest.
        black_box(table.next_event(0));
        black_box(table.next_event(table.last_seq().saturating_sub(1)));
    });
}

criterion_group!(benches, ask_and_respond, refused_respond, next_event);
criterion_main!(benches);
