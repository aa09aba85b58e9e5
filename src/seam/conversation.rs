//! The one loop over the seam: prompts out, replies in, until there is an outcome.

use std::ops::ControlFlow;
use std::slice;

use tracing::{debug, info, trace};

use super::TARGET;
use super::bridge::Turn;
use crate::core::{
    Answer, Answers, Conclusion, Form, Outcome, Question, Request, Settings, Surface, Value,
};
use crate::error::Error;

/// What a call asks: one question of a host's, or a whole request.
#[derive(Clone, Copy)]
pub(super) enum Asked<'a> {
    One(&'a Question),
    All(&'a Request),
}

impl<'a> Asked<'a> {
    fn count(self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::All(request) => request.questions().len(),
        }
    }

    fn form(self, settings: &'a Settings, surface: Surface) -> Form<'a> {
        match self {
            Self::One(question) => Form::of(slice::from_ref(question), settings, surface),
            Self::All(request) => Form::new(request, settings, surface),
        }
    }
}

/// Asks all questions of a call within a turn.
pub(super) fn converse(
    turn: &mut Turn<'_>,
    asked: Asked<'_>,
    settings: &Settings,
) -> Result<Conclusion, Error> {
    info!(name: "ask:asked", target: TARGET, questions = asked.count(), "ask:asked");
    turn.begin()?;
    if turn.is_withdrawn() {
        // Nothing was shown yet, so that there is nothing to take back.
        return Ok(Conclusion::unasked(Outcome::Withdrawn));
    }
    let surface = turn.surface();
    let mut form = asked.form(settings, surface);
    if !turn.is_typed() {
        form = form.bounded();
    }
    loop {
        let prompt = form.prompt();
        // At a secret even the cue may tell what was picked.
        if !prompt.is_hidden() {
            let text = || prompt.body().to_owned() + prompt.cue();
            trace!(name: "ask:prompt", target: TARGET, text = text(), "ask:prompt");
        }
        let reply = turn.read(&prompt)?;
        let ended = form.feed(reply);
        for line in form.take_said() {
            // Whoever has hung up cannot be told any more; the outcome stands.
            if let Err(error) = turn.show(&line) {
                debug!(name: "ask:not_shown", target: TARGET, %error, "ask:not_shown");
            }
        }
        match ended {
            ControlFlow::Break(conclusion) => return Ok(conclusion),
            ControlFlow::Continue(()) => {
                debug!(name: "ask:line", target: TARGET, invalid = form.invalid_lines(), "ask:line");
            }
        }
    }
}

/// Reports the answers and the end of a call. Never what was typed.
pub(super) fn report(outcome: &Outcome<Answers>) {
    for (index, answer) in outcome.answer().into_iter().flatten().enumerate() {
        report_answer(index, answer.as_ref());
    }
    report_end(outcome);
}

/// Reports the end of a call alone.
pub(crate) fn report_end(outcome: &Outcome<Answers>) {
    match outcome {
        Outcome::Answered(answers) => {
            let given = || answers.iter().flatten();
            info!(
                name: "ask:answered",
                target: TARGET,
                questions = answers.len(),
                answered = given().count(),
                timed_out = given().filter(|answer| answer.timed_out()).count(),
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

fn report_answer(index: usize, answer: Option<&Answer>) {
    let question = index + 1;
    let Some(answer) = answer.filter(|answer| !answer.is_secret()) else {
        return;
    };
    match answer.value() {
        Value::Pick(pick) => {
            debug!(name: "ask:picked", target: TARGET, question, number = pick.number.get(), "ask:picked");
        }
        Value::Picks(picks) => {
            let numbers: Vec<_> = picks.ticked.iter().map(|pick| pick.number.get()).collect();
            let text = picks.text.is_some();
            debug!(name: "ask:picked", target: TARGET, question, ?numbers, text, "ask:picked");
        }
        Value::Text(_) => debug!(name: "ask:typed", target: TARGET, question, "ask:typed"),
        Value::LeftOut => debug!(name: "ask:left_out", target: TARGET, question, "ask:left_out"),
        Value::Secret(_) => {}
    }
}
