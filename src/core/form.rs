//! Several questions, from the first prompt to the end of the call, without any IO.
//!
//! ```text
//!            answered, >                answered, >
//!   ask 1 ---------------> ask 2 ... -----------------> review -- Enter --> answered
//!         <---------------                     <------- | ^
//!                <                        <             | |
//!                                            a number,  | | answered, <, >
//!                                            from 1     v |
//!                                                  ask it again
//!
//!   Without the review the last question leads to the end; one question has
//!   neither a review nor moves. Anywhere: Ctrl+C, end of input, withdrawal, time
//!   limit, attempts used up, ! and ~ end the call; what was answered by then is
//!   kept as partial.
//! ```

use std::ops::ControlFlow;

use super::answer::Answer;
use super::dialog::{Dialog, Place, Step};
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

/// The lines that bring a call no further that a script or a pipe may send.
pub const SCRIPTED_LINES: usize = 1000;

/// All questions of a call being asked.
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
    at: At<'q>,
    /// Which questions have had an answer.
    has_progressed: Vec<bool>,
    /// Lines that may still come; `None` where an operator types them.
    lines_left: Option<usize>,
    /// Lines to show now that await no reply.
    notices: Vec<String>,
}

#[derive(Debug)]
enum At<'q> {
    Question {
        index: usize,
        dialog: Box<Dialog<'q>>,
        /// It was opened from the review, and leads back there.
        reopened: bool,
    },
    Review {
        notice: String,
        whole: bool,
        invalid: usize,
    },
}

impl<'q> Form<'q> {
    /// Begins with the first question. The request is taken to be well-formed,
    /// see [`Request::check`].
    pub fn new(request: &'q Request, settings: &'q Settings, screen: Screen) -> Self {
        let mut form = Self::of(request.questions(), settings, screen);
        for text in request.preface_texts() {
            menu::push_preface(&mut form.preface, text, screen);
        }
        form
    }

    /// The same for at least one question.
    pub(crate) fn of(questions: &'q [Question], settings: &'q Settings, screen: Screen) -> Self {
        let mut form = Self {
            preface: String::new(),
            questions,
            settings,
            screen,
            answers: vec![None; questions.len()],
            has_progressed: vec![false; questions.len()],
            at: At::review(),
            lines_left: None,
            notices: Vec::new(),
        };
        form.open(0, false);
        form
    }

    /// Bounds the lines that bring no outcome to [`SCRIPTED_LINES`]: for pipes and scripts.
    #[must_use]
    pub fn bounded(mut self) -> Self {
        self.lines_left = Some(SCRIPTED_LINES);
        self
    }

    /// What to show now.
    pub fn prompt(&self) -> Prompt {
        let mut prompt = match &self.at {
            At::Question { dialog, .. } => dialog.prompt(),
            At::Review { notice, whole, .. } => review::prompt(
                self.questions,
                &self.answers,
                self.settings,
                self.screen,
                notice,
                *whole,
            ),
        };
        prompt.body.insert_str(0, &self.preface);
        prompt
    }

    /// Takes what happened at the prompt. `Break` is the end of the call.
    pub fn feed(&mut self, reply: Reply) -> ControlFlow<RequestOutcome> {
        self.preface.clear();
        let ended = match &mut self.at {
            At::Question {
                index,
                dialog,
                reopened,
            } => {
                let (index, reopened) = (*index, *reopened);
                let step = dialog.step(reply);
                self.after(step, index, reopened)
            }
            At::Review { .. } => self.review(reply),
        };
        let Some(outcome) = ended.or_else(|| self.out_of_lines()) else {
            return ControlFlow::Continue(());
        };
        self.notices.extend(notice::refused(&outcome));
        let partial = match outcome {
            Outcome::Answered(_) => Answers::new(),
            _ => std::mem::take(&mut self.answers),
        };
        ControlFlow::Break(RequestOutcome { outcome, partial })
    }

    /// The lines to show before the next prompt, or at the end: what was taken,
    /// or why nothing was. Each is given once.
    pub fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// How many invalid lines came in a row so far.
    pub fn invalid_lines(&self) -> usize {
        match &self.at {
            At::Question { dialog, .. } => dialog.invalid_lines(),
            At::Review { invalid, .. } => *invalid,
        }
    }

    fn after(&mut self, step: Step, index: usize, reopened: bool) -> Option<Outcome<Answers>> {
        let last = self.questions.len() - 1;
        let (answer, next) = match step {
            Step::Stay => return None,
            Step::Ended(outcome) => return outcome.with_answer(|_| None),
            Step::Answered(answer) => {
                // Said again also where it is what was answered before.
                self.answers[index] = None;
                (Some(answer), Some(index + 1))
            }
            Step::Forward(answer) => (answer, Some(index + 1)),
            Step::Back(answer) => (answer, index.checked_sub(1)),
        };
        self.note_new_answer(index, answer.as_ref());
        if answer.is_some() && !std::mem::replace(&mut self.has_progressed[index], true) {
            // A question that gets its first answer brings the call on.
            self.lines_left = self.lines_left.map(|_| SCRIPTED_LINES);
        }
        self.answers[index] = answer;
        if reopened {
            self.at = At::review();
            return None;
        }
        match next {
            // There is nothing before the first question: it is shown again.
            None => {
                if let At::Question { dialog, .. } = &mut self.at {
                    dialog.show_again(self.answers[index].clone());
                }
            }
            Some(next) if next <= last => self.open(next, false),
            Some(_) if self.has_review() => self.at = At::review(),
            Some(_) => return Some(self.send()),
        }
        None
    }

    /// Repeats an answer that is new: a line was accepted, or a question was left
    /// with something ticked.
    fn note_new_answer(&mut self, index: usize, answer: Option<&Answer>) {
        if let Some(answer) = answer
            && self.answers[index].as_ref() != Some(answer)
        {
            self.notices.extend(notice::accepted(answer, self.settings));
        }
    }

    fn review(&mut self, reply: Reply) -> Option<Outcome<Answers>> {
        let line = match reply {
            Reply::Line(line) => line,
            Reply::NotText => return self.invalid(&InvalidLine::NotText),
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
                if let At::Review { notice, whole, .. } = &mut self.at {
                    notice.clear();
                    *whole = true;
                }
                None
            }
            ReviewLine::Decline(reason) => Some(Outcome::Declined(Decline::Operator(reason))),
            ReviewLine::Discuss(text) => Some(Outcome::Discuss(text)),
            ReviewLine::Invalid(invalid_line) => self.invalid(&invalid_line),
        }
    }

    /// Opens a question; one that was answered before shows that answer.
    fn open(&mut self, index: usize, reopened: bool) {
        let mut dialog = Dialog::new(&self.questions[index], self.settings, self.screen);
        if self.questions.len() > 1 {
            let place = Place {
                number: index + 1,
                count: self.questions.len(),
            };
            dialog = dialog.among(place, self.answers[index].clone());
        }
        self.at = At::Question {
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
        let At::Review {
            notice,
            whole,
            invalid,
        } = &mut self.at
        else {
            return None;
        };
        *invalid += 1;
        *whole = false;
        let left = self.settings.attempts.get().saturating_sub(*invalid);
        if left == 0 {
            return Some(Outcome::Exhausted);
        }
        *notice = invalid_line.message(self.questions.len(), left) + "\n";
        None
    }

    fn out_of_lines(&mut self) -> Option<Outcome<Answers>> {
        let left = self.lines_left.as_mut()?;
        *left = left.saturating_sub(1);
        (*left == 0).then_some(Outcome::Exhausted)
    }
}

impl At<'_> {
    fn review() -> Self {
        Self::Review {
            notice: String::new(),
            whole: true,
            invalid: 0,
        }
    }
}
