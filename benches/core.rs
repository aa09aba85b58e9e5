//! What the pure core costs with 4, 1,000 and 100,000 choices.
//!
//! Two things have to hold: judging a number takes the same time for any
//! number of choices, and rendering takes no longer for 100,000 choices than
//! for 1,000, since at most `menu::SHOWN` rows are printed. Finding, and
//! judging a label, look at every label.

use std::hint::black_box;
use std::ops::ControlFlow;

use ask_user::core::{Dialog, Grammar, Layout, Outcome, Prompt, Question, Reply, Screen, Settings};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

const COUNTS: [usize; 3] = [4, 1_000, 100_000];

/// A usual terminal: rows are measured, since they may have to be wrapped.
const TERMINAL: Screen = Screen {
    columns: 80,
    wraps: true,
    colour: true,
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

/// Runs `routine` on a question of each size, with the line typed there.
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

/// The last choice alone is found, so the search is measured and not its rows.
fn find(c: &mut Criterion) {
    let settings = settings();
    let routine = |question: &Question, line: &str| -> Prompt {
        let mut dialog = Dialog::new(question, &settings, TERMINAL);
        let _ = dialog.feed(Reply::Line(line.to_owned()));
        dialog.prompt()
    };
    measure(c, "find", |count| format!("/{}", label(count)), routine);
}

/// From the line to the outcome, which a dialog takes from what was judged.
fn parse(question: &Question, settings: &Settings, line: &str) -> ControlFlow<Outcome> {
    Dialog::new(question, settings, TERMINAL).feed(Reply::Line(line.to_owned()))
}

/// As many digits for each size: only the number of choices differs.
fn judge_number(c: &mut Criterion) {
    let settings = settings();
    let routine = |question: &Question, line: &str| parse(question, &settings, line);
    measure(c, "parse number", |count| format!("{count:06}"), routine);
}

fn judge_label(c: &mut Criterion) {
    let settings = settings();
    let routine = |question: &Question, line: &str| parse(question, &settings, line);
    measure(c, "parse label", label, routine);
}

criterion_group!(benches, render, find, judge_number, judge_label);
criterion_main!(benches);
