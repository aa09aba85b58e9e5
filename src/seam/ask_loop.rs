//! The one loop over the seam: prompts out, replies in, until there is an outcome.

use std::ops::ControlFlow;
use std::slice;

use tracing::{debug, info, trace};

use super::TRACING_TARGET;
use super::bridge::Turn;
use crate::core::{
    Answer, AnswerValue, Answers, Form, Outcome, Question, Request, RequestOutcome, Screen,
    Settings,
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

    fn form(self, settings: &'a Settings, screen: Screen) -> Form<'a> {
        match self {
            Self::One(question) => Form::of(slice::from_ref(question), settings, screen),
            Self::All(request) => Form::new(request, settings, screen),
        }
    }
}

/// Asks all questions of a call within a turn.
pub(super) fn run_form(
    turn: &mut Turn<'_>,
    asked: Asked<'_>,
    settings: &Settings,
) -> Result<RequestOutcome, Error> {
    info!(name: "ask:asked", target: TRACING_TARGET, questions = asked.count(), "ask:asked");
    turn.begin()?;
    if turn.is_withdrawn() {
        // Nothing was shown yet, so that there is nothing to take back.
        return Ok(RequestOutcome::not_asked(Outcome::Withdrawn));
    }
    let screen = turn.screen();
    let mut form = asked.form(settings, screen);
    if !turn.is_typed() {
        form = form.bounded();
    }
    loop {
        let prompt = form.prompt();
        // At a secret even the cue may tell what was picked.
        if !prompt.is_hidden() {
            let text = || prompt.body().to_owned() + prompt.cue();
            trace!(name: "ask:prompt", target: TRACING_TARGET, text = text(), "ask:prompt");
        }
        let reply = turn.read(&prompt)?;
        let ended = form.feed(reply);
        for line in form.take_notices() {
            // Whoever has hung up cannot be told any more; the outcome stands.
            if let Err(error) = turn.show(&line) {
                debug!(name: "ask:not_shown", target: TRACING_TARGET, %error, "ask:not_shown");
            }
        }
        match ended {
            ControlFlow::Break(request_outcome) => return Ok(request_outcome),
            ControlFlow::Continue(()) => {
                debug!(name: "ask:line", target: TRACING_TARGET, invalid = form.invalid_lines(), "ask:line");
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
                target: TRACING_TARGET,
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
            info!(name: "ask:refused", target: TRACING_TARGET, outcome = outcome.kind().word(), "ask:refused");
        }
    }
}

fn report_answer(index: usize, answer: Option<&Answer>) {
    let question = index + 1;
    let Some(answer) = answer.filter(|answer| !answer.is_secret()) else {
        return;
    };
    match answer.value() {
        AnswerValue::Pick(pick) => {
            debug!(name: "ask:picked", target: TRACING_TARGET, question, number = pick.number.get(), "ask:picked");
        }
        AnswerValue::Picks(picks) => {
            let numbers: Vec<_> = picks.ticked.iter().map(|pick| pick.number.get()).collect();
            let text = picks.text.is_some();
            debug!(name: "ask:picked", target: TRACING_TARGET, question, ?numbers, text, "ask:picked");
        }
        AnswerValue::Text(_) => {
            debug!(name: "ask:typed", target: TRACING_TARGET, question, "ask:typed");
        }
        AnswerValue::LeftOut => {
            debug!(name: "ask:left_out", target: TRACING_TARGET, question, "ask:left_out");
        }
        AnswerValue::Secret(_) => {}
    }
}
