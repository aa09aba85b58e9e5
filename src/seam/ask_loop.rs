//! The loop of a call: shows prompts and reads replies until there is an outcome.

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

/// The questions of a call: one question, or a request.
#[derive(Clone, Copy)]
pub(super) enum CallQuestions<'a> {
    Single(&'a Question),
    Request(&'a Request),
}

impl<'a> CallQuestions<'a> {
    fn count(self) -> usize {
        match self {
            Self::Single(_) => 1,
            Self::Request(request) => request.questions().len(),
        }
    }

    fn form(self, settings: &'a Settings, screen: Screen) -> Form<'a> {
        match self {
            Self::Single(question) => Form::of(slice::from_ref(question), settings, screen),
            Self::Request(request) => Form::new(request, settings, screen),
        }
    }
}

/// Asks all questions of a call during its turn.
pub(super) fn ask_questions(
    turn: &mut Turn<'_>,
    questions: CallQuestions<'_>,
    settings: &Settings,
) -> Result<RequestOutcome, Error> {
    info!(name: "ask:asked", target: TRACING_TARGET, questions = questions.count(), "ask:asked");
    turn.begin()?;
    if turn.is_withdrawn() {
        // Nothing was shown yet, so the outcome has no partial answers.
        return Ok(RequestOutcome::not_asked(Outcome::Withdrawn));
    }
    let screen = turn.screen();
    let mut form = questions.form(settings, screen);
    if !turn.is_typed() {
        form = form.bounded();
    }
    loop {
        let prompt = form.prompt();
        // The prompt of a secret question is not logged: its cue may show what was picked.
        if !prompt.is_hidden() {
            let text = || prompt.body().to_owned() + prompt.cue();
            trace!(name: "ask:prompt", target: TRACING_TARGET, text = text(), "ask:prompt");
        }
        turn.report_standing_question(form.standing_question());
        let reply = turn.read(&prompt)?;
        let ended = form.feed(reply);
        for line in form.take_notices() {
            // The line cannot be shown after a hang-up. The outcome is valid all the same.
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

/// Logs the answers and the outcome of a call. Never logs typed text.
pub(super) fn report(outcome: &Outcome<Answers>) {
    for (index, answer) in outcome.answer().into_iter().flatten().enumerate() {
        log_answer(index, answer.as_ref());
    }
    report_end(outcome);
}

/// Logs only the outcome of a call.
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

fn log_answer(index: usize, answer: Option<&Answer>) {
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
