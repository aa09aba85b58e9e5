//! Benchmark of the core, without IO, with 4, 1,000 and 100,000 choices.
//!
//! - Parsing a number must take the same time for any number of choices.
//! - Rendering 100,000 choices must not take longer than rendering 1,000. At most
//!   `menu::SHOWN` rows are printed.
//! - A search looks at every label. So does parsing a label.

use std::hint::black_box;
use std::ops::ControlFlow;

use ask_user::core::{Dialog, Grammar, Layout, Outcome, Prompt, Question, Reply, Screen, Settings};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

const COUNTS: [usize; 3] = [4, 1_000, 100_000];

/// A usual terminal. Its long rows are wrapped, so the width of each row is measured.
const TERMINAL: Screen = Screen {
    columns: 80,
    rows: Some(24),
    wraps: true,
    colour: true,
    hints: true,
};

fn label(number: usize) -> String {
    format!("Option {number}")
}

fn settings() -> Settings {
    Settings {
        grammar: Grammar::Full,
        layout: Layout::List,
        ..Settings::default()
    }
}

/// Measures `routine` with a question of each size. `line` makes the typed line.
fn measure<T>(
    c: &mut Criterion,
    name: &str,
    line: impl Fn(usize) -> String,
    routine: impl Fn(&Question, &str) -> T,
) {
    let mut group = c.benchmark_group(name);
    for count in COUNTS {
        let question = Question::new("Which one?").with_choices((1..=count).map(label));
        let line = line(count);
        group.bench_function(BenchmarkId::from_parameter(count), |b| {
            b.iter(|| routine(black_box(&question), black_box(&line)));
        });
    }
    group.finish();
}

fn render(c: &mut Criterion) {
    let settings = settings();
    let routine =
        |question: &Question, _: &str| Dialog::new(question, &settings, TERMINAL).prompt();
    measure(c, "render", |_| String::new(), routine);
}

/// Finds only the last choice. This measures the search and not the rendering of many rows.
fn find(c: &mut Criterion) {
    let settings = settings();
    let routine = |question: &Question, line: &str| -> Prompt {
        let mut dialog = Dialog::new(question, &settings, TERMINAL);
        let _ = dialog.feed(Reply::Line(line.to_owned()));
        dialog.prompt()
    };
    measure(c, "find", |count| format!("/{}", label(count)), routine);
}

/// Parses a line: gives it to a new dialog, which returns the outcome.
fn parse(question: &Question, settings: &Settings, line: &str) -> ControlFlow<Outcome> {
    Dialog::new(question, settings, TERMINAL).feed(Reply::Line(line.to_owned()))
}

/// The typed number has six digits at every size. Only the number of choices differs.
fn parse_number(c: &mut Criterion) {
    let settings = settings();
    let routine = |question: &Question, line: &str| parse(question, &settings, line);
    measure(c, "parse number", |count| format!("{count:06}"), routine);
}

fn parse_label(c: &mut Criterion) {
    let settings = settings();
    let routine = |question: &Question, line: &str| parse(question, &settings, line);
    measure(c, "parse label", label, routine);
}

criterion_group!(benches, render, find, parse_number, parse_label);
criterion_main!(benches);
