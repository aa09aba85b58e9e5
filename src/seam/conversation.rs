//! The one loop over the seam: prompts out, replies in, until there is an outcome.

use std::ops::ControlFlow;

use tracing::{debug, info, trace};

use super::TARGET;
use super::bridge::Turn;
use crate::core::{Answer, Dialog, Outcome, Question, Settings, Value};
use crate::error::Error;

/// Asks one question within a turn.
pub(super) fn converse(
    turn: &mut Turn<'_>,
    question: &Question,
    settings: &Settings,
) -> Result<Outcome, Error> {
    info!(
        name: "ask:asked",
        target: TARGET,
        choices = question.choices().len(),
        secret = question.is_secret(),
        "ask:asked"
    );
    turn.begin()?;
    let surface = turn.surface();
    let mut dialog = Dialog::new(question, settings, surface);
    if !turn.is_typed() {
        dialog = dialog.bounded();
    }
    let outcome = loop {
        let prompt = dialog.prompt();
        trace!(name: "ask:prompt", target: TARGET, text = prompt.body().to_owned() + prompt.cue(), "ask:prompt");
        let reply = turn.read(&prompt)?;
        match dialog.feed(reply) {
            ControlFlow::Break(outcome) => break outcome,
            ControlFlow::Continue(()) => {
                debug!(name: "ask:line", target: TARGET, invalid = dialog.invalid_lines(), "ask:line");
            }
        }
    };
    for line in dialog.farewell() {
        // Whoever has hung up cannot be told any more; the outcome stands.
        if let Err(error) = turn.show(line) {
            debug!(name: "ask:not_shown", target: TARGET, %error, "ask:not_shown");
        }
    }
    Ok(outcome)
}

/// Reports the end of a call. Never what was typed.
pub(super) fn report(outcome: &Outcome) {
    match outcome {
        Outcome::Answered(answer) => {
            report_picks(answer);
            info!(
                name: "ask:answered",
                target: TARGET,
                timed_out = answer.timed_out(),
                "ask:answered"
            );
        }
        Outcome::NoOperator(_)
        | Outcome::Exhausted
        | Outcome::Closed
        | Outcome::Declined(_)
        | Outcome::Discuss(_)
        | Outcome::Withdrawn
        | Outcome::TimedOut(_)
        | Outcome::Cancelled => {
            info!(name: "ask:refused", target: TARGET, outcome = outcome.kind().word(), "ask:refused");
        }
    }
}

fn report_picks(answer: &Answer) {
    if answer.is_secret() {
        return;
    }
    match answer.value() {
        Value::Pick(pick) => {
            debug!(name: "ask:picked", target: TARGET, number = pick.number.get(), "ask:picked");
        }
        Value::Text(_) => debug!(name: "ask:typed", target: TARGET, "ask:typed"),
        Value::Secret(_) => {}
    }
}
