//! Benchmark of the broker's table with 10, 1,000 and 100,000 pending requests.
//!
//! The benchmarks publish and answer a question, send an invalid response, and
//! read events as a late subscriber does. The time must not grow with the number
//! of pending requests.

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

/// Creates a table with this many pending requests.
fn table_with(pending: usize) -> Table {
    let (mut table, request) = (Table::new(), request());
    for _ in 0..pending {
        // This cannot fail: the question is not secret.
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
        let mut table = table_with(pending);
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
        // The oldest event, which may no longer be in the log, and the latest event.
        black_box(table.next_event(0));
        black_box(table.next_event(table.last_seq().saturating_sub(1)));
    });
}

criterion_group!(benches, ask_and_respond, refused_respond, next_event);
criterion_main!(benches);
