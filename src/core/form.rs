//! The state machine for a request with one or more questions. It does no IO.
//!
//! It covers a call from the first prompt to the end.
//!
//! ```text
//!            answered, >                answered, >
//!   ask 1 ---------------> ask 2 ... -----------------> review -- Enter --> answered
//!         <---------------                     <------- | ^
//!                <                        <             | |
//!                                            a number,  | | answered, <, >
//!                                            from 1     v |
//!                                               ask that one again
//!
//!   If the review is off, the call ends after the last question. Before that, each
//!   required question without an answer is asked again. A request with one question
//!   has no review, and < and > do not work.
//!   These end the call at any point: Ctrl+C, end of input, withdrawal, timeout,
//!   attempts used up, ! and ~. The answers given so far are kept as partial.
//! ```

use std::ops::ControlFlow;

use super::answer::Answer;
use super::dialog::{Dialog, Place, Step, Told};
use super::invalid_line::InvalidLine;
use super::menu;
use super::notice;
use super::outcome::{Decline, NoOperatorReason, Outcome};
use super::prompt::Prompt;
use super::question::Question;
use super::reply::{Reply, strip_line_end};
use super::request::Request;
use super::request_outcome::{Answers, RequestOutcome};
use super::review::{self, ReviewLine, parse_review_line};
use super::screen::Screen;
use super::settings::Settings;

/// The maximum number of lines without progress from a script or a pipe.
///
/// Progress means that a question gets its first answer. Then the count starts again.
pub const SCRIPTED_LINES: usize = 1000;

/// A request that is being asked: the state of all its questions.
///
/// ```
/// use std::ops::ControlFlow;
/// use ask_user::core::{Form, Reply, Screen};
/// use ask_user::{Question, Request, Settings};
///
/// let request = Request::from(Question::new("Go?").choice("yes").choice("no"))
///     .and(Question::new("Why?"));
/// let settings = Settings::default();
/// let mut form = Form::new(&request, &settings, Screen::off_terminal());
/// let mut lines = ["2", "too late today", ""].into_iter();
/// let request_outcome = loop {
///     let _shown = form.prompt().text();
///     let line = lines.next().unwrap().to_owned();
///     if let ControlFlow::Break(request_outcome) = form.feed(Reply::Line(line)) {
///         break request_outcome;
///     }
/// };
/// let answers = request_outcome.outcome.answer().unwrap();
/// assert_eq!(answers[0].as_ref().unwrap().choice(), Some("no"));
/// assert_eq!(answers[1].as_ref().unwrap().text(), Some("too late today"));
/// ```
#[derive(Debug)]
pub struct Form<'q> {
    /// Lines above the first prompt.
    preface: String,
    questions: &'q [Question],
    settings: &'q Settings,
    screen: Screen,
    answers: Answers,
    state: State<'q>,
    /// For each question, whether it ever had an answer.
    was_answered: Vec<bool>,
    /// How many more lines are accepted without progress. `None` means no limit.
    lines_left: Option<usize>,
    /// Lines to show now that need no reply.
    notices: Vec<String>,
    /// What the operator was told already.
    told: Told,
}

#[derive(Debug)]
enum State<'q> {
    Question {
        index: usize,
        dialog: Box<Dialog<'q>>,
        /// The question was opened from the review, or asked again at the end. After it,
        /// the form goes back there.
        reopened: bool,
    },
    Review {
        notice: String,
        show_answers: bool,
        invalid: usize,
    },
}

impl<'q> Form<'q> {
    /// Creates a form that starts at the first question. The request must be valid,
    /// see [`Request::check`].
    pub fn new(request: &'q Request, settings: &'q Settings, screen: Screen) -> Self {
        let mut form = Self::of(request.questions(), settings, screen);
        for (index, text) in request.preface_texts().iter().enumerate() {
            let own = request.is_own_preface(index);
            menu::push_preface(&mut form.preface, text, own, screen);
        }
        form.resume(request.earlier_answers());
        form
    }

    /// Like [`Self::new`], for a slice with at least one question and without a preface.
    pub(crate) fn of(questions: &'q [Question], settings: &'q Settings, screen: Screen) -> Self {
        let mut form = Self {
            preface: String::new(),
            questions,
            settings,
            screen,
            answers: vec![None; questions.len()],
            was_answered: vec![false; questions.len()],
            state: State::review(),
            lines_left: None,
            notices: Vec::new(),
            told: Told::default(),
        };
        form.open(0, false);
        form
    }

    /// Goes on after answers that were given before.
    fn resume(&mut self, answers: &Answers) {
        if answers.is_empty() {
            return;
        }
        answers.clone_into(&mut self.answers);
        self.was_answered = answers.iter().map(Option::is_some).collect();
        match answers.iter().position(Option::is_none) {
            Some(first) => self.open(first, false),
            None if self.has_review() => self.state = State::review(),
            None => self.open(answers.len() - 1, false),
        }
    }

    /// Limits the number of lines without progress to [`SCRIPTED_LINES`]. It is for pipes
    /// and scripts.
    #[must_use]
    pub fn bounded(mut self) -> Self {
        self.lines_left = Some(SCRIPTED_LINES);
        self
    }

    /// The prompt to show now.
    pub fn prompt(&self) -> Prompt {
        let mut prompt = match &self.state {
            State::Question { dialog, .. } => dialog.prompt(),
            State::Review {
                notice,
                show_answers,
                ..
            } => review::prompt(
                self.questions,
                &self.answers,
                self.settings,
                self.screen,
                notice,
                *show_answers,
            ),
        };
        prompt.body.insert_str(0, &self.preface);
        prompt
    }

    /// Handles the reply to the prompt. `Break` means that the call has ended.
    pub fn feed(&mut self, reply: Reply) -> ControlFlow<RequestOutcome> {
        self.preface.clear();
        let ended = match &mut self.state {
            State::Question {
                index,
                dialog,
                reopened,
            } => {
                let (index, reopened) = (*index, *reopened);
                let step = dialog.step(reply);
                self.told = dialog.told();
                if let Step::Ended(Outcome::Exhausted) = step {
                    self.notices.extend(dialog.last_notice().map(str::to_owned));
                }
                self.apply_step(step, index, reopened)
            }
            State::Review { .. } => self.review_reply(reply),
        };
        let Some(outcome) = ended.or_else(|| self.count_line()) else {
            return ControlFlow::Continue(());
        };
        self.notices.extend(notice::refused(&outcome));
        let partial = match outcome {
            Outcome::Answered(_) => Answers::new(),
            _ => std::mem::take(&mut self.answers),
        };
        ControlFlow::Break(RequestOutcome { outcome, partial })
    }

    /// Takes the notice lines to show before the next prompt, or at the end.
    ///
    /// They say which answer was accepted, or why there is no answer. Each line is
    /// returned only once.
    pub fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// The index of the question that is being asked. At the review, the number of questions.
    pub fn standing_question(&self) -> usize {
        match &self.state {
            State::Question { index, .. } => *index,
            State::Review { .. } => self.questions.len(),
        }
    }

    /// The number of invalid lines in a row so far.
    pub fn invalid_lines(&self) -> usize {
        match &self.state {
            State::Question { dialog, .. } => dialog.invalid_lines(),
            State::Review { invalid, .. } => *invalid,
        }
    }

    fn apply_step(&mut self, step: Step, index: usize, reopened: bool) -> Option<Outcome<Answers>> {
        let last = self.questions.len() - 1;
        let (answer, next) = match step {
            Step::Stay => return None,
            Step::Ended(outcome) => return outcome.with_answer(|_| None),
            Step::Answered(answer) => {
                // Clear the old answer to show the notice even if the new answer is equal.
                self.answers[index] = None;
                (Some(answer), Some(index + 1))
            }
            Step::Forward(answer) => (answer, Some(index + 1)),
            Step::Back(answer) => (answer, index.checked_sub(1)),
        };
        self.push_answer_notice(index, answer.as_ref());
        if answer.is_some() && !std::mem::replace(&mut self.was_answered[index], true) {
            // The first answer to a question is progress.
            self.lines_left = self.lines_left.map(|_| SCRIPTED_LINES);
        }
        self.answers[index] = answer;
        // Without a review, < at a question that is asked again goes to the one before it.
        if reopened && (self.has_review() || next >= Some(index)) {
            return self.after_last();
        }
        match next {
            // There is no question before the first one. Show the first one again.
            None => {
                if let State::Question { dialog, .. } = &mut self.state {
                    dialog.show_again(self.answers[index].clone());
                }
            }
            Some(next) if next <= last => self.open(next, false),
            Some(_) => return self.after_last(),
        }
        None
    }

    /// What comes after the last question: the review, or the end of the call.
    ///
    /// Without a review, the first required question without an answer is asked again.
    fn after_last(&mut self) -> Option<Outcome<Answers>> {
        if self.has_review() {
            self.state = State::review();
            return None;
        }
        let Some(index) = review::first_unanswered(self.questions, &self.answers) else {
            return Some(self.send());
        };
        self.open(index, true);
        if let State::Question { dialog, .. } = &mut self.state {
            dialog.show_needed();
        }
        None
    }

    /// Adds a notice for a new or changed answer.
    ///
    /// A new answer comes from an accepted line, or from a question that the operator
    /// left with ticked choices.
    fn push_answer_notice(&mut self, index: usize, answer: Option<&Answer>) {
        if let Some(answer) = answer
            && self.answers[index].as_ref() != Some(answer)
        {
            self.notices.extend(notice::accepted(answer, self.settings));
        }
    }

    fn review_reply(&mut self, reply: Reply) -> Option<Outcome<Answers>> {
        let line = match reply {
            Reply::Line(line) => line,
            Reply::NotText => return self.invalid(&InvalidLine::NotText),
            Reply::TooLong => return self.invalid(&InvalidLine::TooLong),
            Reply::Cancelled => return Some(Outcome::Cancelled),
            Reply::Closed => return Some(Outcome::Closed),
            Reply::TimedOut => {
                return Some(Outcome::TimedOut(self.settings.timeout.unwrap_or_default()));
            }
            Reply::Withdrawn => return Some(Outcome::Withdrawn),
            Reply::NoOperator => return Some(Outcome::NoOperator(NoOperatorReason::Nobody)),
            Reply::Hidden(_) | Reply::CannotHide => {
                return Some(Outcome::NoOperator(NoOperatorReason::CannotHide));
            }
        };
        let last = self.questions.len() - 1;
        match parse_review_line(strip_line_end(&line), self.questions.len()) {
            ReviewLine::Send => match review::unanswered(self.questions, &self.answers) {
                Some(invalid_line) => self.invalid(&invalid_line),
                None => Some(self.send()),
            },
            ReviewLine::Reopen(index) => {
                self.open(index, true);
                None
            }
            ReviewLine::Back => {
                self.open(last, false);
                None
            }
            ReviewLine::ShowAgain => {
                if let State::Review {
                    notice,
                    show_answers,
                    ..
                } = &mut self.state
                {
                    notice.clear();
                    *show_answers = true;
                }
                None
            }
            ReviewLine::Decline(reason) => Some(Outcome::Declined(Decline::Operator(reason))),
            ReviewLine::Discuss(text) => Some(Outcome::Discuss(text)),
            ReviewLine::Invalid(invalid_line) => self.invalid(&invalid_line),
        }
    }

    /// Opens a question. If it was answered before, it shows that answer.
    fn open(&mut self, index: usize, reopened: bool) {
        let mut dialog =
            Dialog::new(&self.questions[index], self.settings, self.screen).with_told(self.told);
        if self.questions.len() > 1 {
            let place = Place {
                number: index + 1,
                count: self.questions.len(),
            };
            dialog = dialog.with_place(place, self.answers[index].clone());
        }
        self.state = State::Question {
            index,
            dialog: Box::new(dialog),
            reopened,
        };
    }

    fn send(&mut self) -> Outcome<Answers> {
        Outcome::Answered(std::mem::take(&mut self.answers))
    }

    fn has_review(&self) -> bool {
        self.settings.review && self.questions.len() > 1
    }

    fn invalid(&mut self, invalid_line: &InvalidLine) -> Option<Outcome<Answers>> {
        let State::Review {
            notice,
            show_answers,
            invalid,
        } = &mut self.state
        else {
            return None;
        };
        *invalid += 1;
        *show_answers = false;
        let left = self.settings.attempts.get().saturating_sub(*invalid);
        let message = invalid_line.message(self.questions.len(), left);
        if left == 0 {
            self.notices.push(message);
            return Some(Outcome::Exhausted);
        }
        *notice = message + "\n";
        None
    }

    /// Counts one more line without progress. Ends the call if none is left.
    fn count_line(&mut self) -> Option<Outcome<Answers>> {
        let left = self.lines_left.as_mut()?;
        *left = left.saturating_sub(1);
        (*left == 0).then_some(Outcome::Exhausted)
    }
}

impl State<'_> {
    fn review() -> Self {
        Self::Review {
            notice: String::new(),
            show_answers: true,
            invalid: 0,
        }
    }
}
