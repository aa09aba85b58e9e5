//! The state machine of a dialog: one question, from its first prompt to its outcome.
//!
//! It does no IO.
//!
//! ```text
//!     invalid, proposal, help, find, toggle
//!                  +-------+
//!                  v       |
//!   new() ----> Question --+-- pick, default, Done, none ---> answered
//!                |  ^   \
//!          Other |  |    \  text ends in \
//!                v  |     v
//!              Other -> More -- text ------------------------> answered
//!               empty, or text of a multi-select: back to Question
//!
//!   Question, one of several: < and > ----> previous or next question
//!   any state: Ctrl+C, end of input, timeout, withdrawal,
//!   attempts used up, ! and ~ ---------------------------> that outcome
//! ```

mod hidden;
mod proposing;
mod render;
mod timeout;
mod told;

use std::ops::ControlFlow;

use super::answer::{Answer, AnswerValue, Pick};
use super::grammar::{Grammar, ParsedLine, Proposal, Rules, parse};
use super::invalid_line::InvalidLine;
use super::number::Number;
use super::outcome::{Decline, NoOperatorReason, Outcome};
use super::question::{DefaultAnswer, Question};
use super::reply::{Reply, strip_line_end};
use super::screen::Screen;
use super::selection::Selection;
use super::settings::Settings;
pub(crate) use told::Told;

/// A question that is being asked: the state of one question.
///
/// ```
/// use std::ops::ControlFlow;
/// use ask_user::core::{Dialog, Reply, Screen};
/// use ask_user::{Question, Settings};
///
/// let question = Question::new("Which colour?").choice("red").choice("green");
/// let settings = Settings::default();
/// let mut dialog = Dialog::new(&question, &settings, Screen::off_terminal());
/// assert_eq!(dialog.prompt().text(), "Which colour? 1) red  2) green > ");
///
/// let ControlFlow::Break(outcome) = dialog.feed(Reply::Line("2".to_owned())) else {
///     panic!("a number on the menu ends the question")
/// };
/// assert_eq!(outcome.answer().unwrap().choice(), Some("green"));
/// ```
#[derive(Debug)]
pub struct Dialog<'q> {
    question: &'q Question,
    settings: &'q Settings,
    screen: Screen,
    place: Option<Place>,
    /// The answer given earlier, if the operator comes back to the question.
    earlier: Option<Answer>,
    state: State,
    next_prompt: NextPrompt,
    /// The ticked choices of a multi-select.
    selection: Selection,
    /// What Enter takes at the next line only.
    proposal: Option<Proposal>,
    /// What the operator was told in this call already.
    told: Told,
    /// The error message for the last line, with its line end. It is shown above the next
    /// cue, or at the end of the dialog.
    notice: String,
    /// The number of invalid lines in a row.
    invalid: usize,
}

/// The position of a question in a request with several questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) number: usize,
    pub(crate) count: usize,
}

/// The result of one reply.
#[derive(Debug)]
pub(crate) enum Step {
    /// The question stays open.
    Stay,
    Answered(Answer),
    /// Go to the previous question. The value is the answer of this question so far.
    Back(Option<Answer>),
    /// Go to the next question. The value is the answer of this question so far.
    Forward(Option<Answer>),
    Ended(Outcome),
}

/// The kind of line that the dialog expects next.
#[derive(Debug)]
enum State {
    Question,
    Other,
    /// The next line of a text. `lines` are the lines so far. `other` is true if the text
    /// belongs to the Other row.
    More {
        lines: Vec<String>,
        other: bool,
    },
}

/// The part of the question that the next prompt shows above its cue.
#[derive(Debug)]
enum NextPrompt {
    Whole,
    /// The rows that differ from this selection, or the whole menu if it is not long.
    Changed(Selection),
    CueOnly,
    Help(Option<Number>),
    Find(String),
}

impl<'q> Dialog<'q> {
    /// Creates a dialog for a question. The question must be valid, see [`Question::check`].
    pub fn new(question: &'q Question, settings: &'q Settings, screen: Screen) -> Self {
        Self {
            question,
            settings,
            screen,
            place: None,
            earlier: None,
            state: State::Question,
            next_prompt: NextPrompt::Whole,
            selection: Selection::initial(question, None),
            proposal: None,
            told: Told::default(),
            notice: String::new(),
            invalid: 0,
        }
    }

    /// Marks the question as one of several. `earlier` is its earlier answer, if any.
    pub(crate) fn with_place(mut self, place: Place, earlier: Option<Answer>) -> Self {
        self.place = Some(place);
        self.selection = Selection::initial(self.question, earlier.as_ref());
        self.earlier = earlier;
        self
    }

    /// Does not tell again what the operator was told before.
    pub(crate) fn with_told(mut self, told: Told) -> Self {
        self.told = told;
        self
    }

    /// Handles the reply to the prompt. `Break` means that the dialog has ended.
    pub fn feed(&mut self, reply: Reply) -> ControlFlow<Outcome> {
        match self.step(reply) {
            // `<` and `>` are commands only if there are several questions.
            Step::Stay | Step::Back(_) | Step::Forward(_) => ControlFlow::Continue(()),
            Step::Answered(answer) => ControlFlow::Break(Outcome::Answered(answer)),
            Step::Ended(outcome) => ControlFlow::Break(outcome),
        }
    }

    /// The number of invalid lines in a row so far.
    pub fn invalid_lines(&self) -> usize {
        self.invalid
    }

    /// The error message of the line that used up the attempts.
    pub(crate) fn last_notice(&self) -> Option<&str> {
        let notice = self.notice.trim_end();
        (!notice.is_empty()).then_some(notice)
    }

    /// What the operator was told in this call so far.
    pub(crate) fn told(&self) -> Told {
        self.told
    }

    pub(crate) fn step(&mut self, reply: Reply) -> Step {
        self.told = self.told_with_prompt();
        self.notice.clear();
        self.next_prompt = NextPrompt::CueOnly;
        let proposal = self.proposal.take();
        match reply {
            Reply::Line(line) => self.line(strip_line_end(&line), proposal),
            Reply::Hidden(line) => self.hidden(&line),
            Reply::NotText => self.invalid(&InvalidLine::NotText),
            Reply::TooLong => self.invalid(&InvalidLine::TooLong),
            Reply::Cancelled => Step::Ended(Outcome::Cancelled),
            Reply::Closed => Step::Ended(Outcome::Closed),
            Reply::TimedOut => self.timed_out(),
            Reply::Withdrawn => Step::Ended(Outcome::Withdrawn),
            Reply::NoOperator => Step::Ended(Outcome::NoOperator(NoOperatorReason::Nobody)),
            Reply::CannotHide => Step::Ended(Outcome::NoOperator(NoOperatorReason::CannotHide)),
        }
    }

    /// The parse rules for lines at this question.
    pub(crate) fn rules(&self) -> Rules {
        Rules {
            grammar: self.settings.grammar,
            navigates: self.place.is_some() && self.settings.grammar == Grammar::Full,
        }
    }

    fn line(&mut self, line: &str, proposal: Option<Proposal>) -> Step {
        match &mut self.state {
            State::Question => match (parse(self.question, self.rules(), line), proposal) {
                (ParsedLine::Empty, Some(proposal)) => self.take_proposal(proposal),
                (parsed, _) => self.apply(parsed),
            },
            State::Other => self.other(line),
            State::More { lines, other } => {
                let other = *other;
                if let Some(more) = line.trim_end().strip_suffix('\\') {
                    lines.push(more.to_owned());
                    return Step::Stay;
                }
                lines.push(line.to_owned());
                let text = lines.join("\n");
                self.text(text.trim(), other)
            }
        }
    }

    fn other(&mut self, line: &str) -> Step {
        let line = line.trim();
        let continued = match self.settings.grammar {
            Grammar::Full => line.strip_suffix('\\'),
            Grammar::Strict => None,
        };
        match continued {
            Some(first) => {
                let lines = vec![first.to_owned()];
                self.state = State::More { lines, other: true };
                Step::Stay
            }
            None => self.text(line, true),
        }
    }

    fn text(&mut self, text: &str, other: bool) -> Step {
        self.state = State::Question;
        match text {
            // An empty line goes back to the menu, which is still on the screen.
            "" if other => Step::Stay,
            "" => self.invalid(&InvalidLine::Nothing),
            text if self.question.is_multi() => {
                let mut with_text = self.selection.clone();
                let added = with_text.set_text(self.question, Some(text.to_owned()));
                // Text typed directly at the menu ends the selection.
                let answer = added.and_then(|()| {
                    if other {
                        Ok(None)
                    } else {
                        with_text.answer(self.question, false).map(Some)
                    }
                });
                match answer {
                    Ok(Some(answer)) => Step::Answered(answer),
                    Ok(None) => {
                        let before = std::mem::replace(&mut self.selection, with_text);
                        self.selection_changed(before)
                    }
                    // The selection does not keep a text that was rejected.
                    Err(invalid_line) => self.invalid(&invalid_line),
                }
            }
            text => match self.question.take_value(text) {
                Ok(text) => Step::Answered(Answer::new(AnswerValue::Text(text))),
                Err(expected) => self.invalid(&InvalidLine::Rule(expected)),
            },
        }
    }

    fn apply(&mut self, parsed: ParsedLine) -> Step {
        match parsed {
            ParsedLine::Pick(number, note) => match self.pick(number) {
                Some(answer) => Step::Answered(answer.with_note(note)),
                None => self.invalid(&InvalidLine::NotOnMenu(None)),
            },
            ParsedLine::Empty => self.empty(),
            ParsedLine::Text(text) => self.text(&text, false),
            ParsedLine::TextContinues(first) => {
                self.made_progress();
                let lines = vec![first];
                self.state = State::More {
                    lines,
                    other: false,
                };
                Step::Stay
            }
            ParsedLine::Other if self.selection.text().is_some() => {
                let before = self.selection.clone();
                // Removing the text is always allowed.
                let _ = self.selection.set_text(self.question, None);
                self.selection_changed(before)
            }
            ParsedLine::Other => {
                self.made_progress();
                self.state = State::Other;
                Step::Stay
            }
            ParsedLine::Toggle(numbers, note) => {
                self.tick(|selection, question| selection.toggle(question, &numbers, note))
            }
            ParsedLine::All => self.tick(Selection::tick_all),
            ParsedLine::SelectNone => match Selection::default().answer(self.question, true) {
                Ok(answer) => Step::Answered(answer),
                Err(invalid_line) => self.invalid(&invalid_line),
            },
            ParsedLine::Done => self.done(false),
            ParsedLine::Back => self.leave(Step::Back),
            ParsedLine::Forward => self.leave(Step::Forward),
            ParsedLine::Help(number) => {
                self.next_prompt = NextPrompt::Help(number);
                Step::Stay
            }
            ParsedLine::Find(text) => {
                self.next_prompt = NextPrompt::Find(text);
                Step::Stay
            }
            // A proposal would show what was typed.
            ParsedLine::Propose(_) if self.question.is_secret() => {
                self.invalid(&InvalidLine::NotOnMenu(None))
            }
            ParsedLine::Propose(proposal) => self.propose(proposal),
            ParsedLine::Decline(reason) => {
                Step::Ended(Outcome::Declined(Decline::Operator(reason)))
            }
            ParsedLine::Discuss(text) => Step::Ended(Outcome::Discuss(text)),
            ParsedLine::Invalid(invalid_line) => self.invalid(&invalid_line),
        }
    }

    /// Handles an empty line (Enter alone).
    ///
    /// A multi-select takes the ticked choices. An optional one without ticks and without
    /// an earlier answer is left out.
    ///
    /// Any other question takes the earlier answer, else the default. If it has neither, an
    /// optional question is left out. For other questions the line is invalid.
    fn empty(&mut self) -> Step {
        if self.question.is_multi() {
            return if self.selection.is_empty()
                && self.earlier.is_none()
                && self.question.is_optional()
            {
                self.left_out()
            } else {
                self.done(self.earlier.is_some())
            };
        }
        if let Some(earlier) = self.earlier.take() {
            return Step::Answered(earlier);
        }
        match self.question.default_answer() {
            Some(DefaultAnswer::Pick(number)) => match self.pick(number) {
                Some(answer) => Step::Answered(answer),
                None => self.invalid(&InvalidLine::Nothing),
            },
            Some(DefaultAnswer::Text(text) | DefaultAnswer::Draft(text)) => {
                Step::Answered(Answer::new(AnswerValue::Text(text.to_owned())))
            }
            Some(DefaultAnswer::Ticked(_)) | None if self.question.is_optional() => self.left_out(),
            Some(DefaultAnswer::Ticked(_)) | None => self.invalid(&InvalidLine::Nothing),
        }
    }

    fn left_out(&self) -> Step {
        Step::Answered(Answer::new(AnswerValue::LeftOut).in_secret(self.question.is_secret()))
    }

    fn done(&mut self, allow_empty: bool) -> Step {
        match self.selection.answer(self.question, allow_empty) {
            Ok(answer) => Step::Answered(answer),
            Err(invalid_line) => self.invalid(&invalid_line),
        }
    }

    /// Moves to the previous or next question.
    ///
    /// At a multi-select, a selection that the operator changed becomes the answer. Default
    /// ticks alone do not. In all other cases, an earlier answer is kept.
    fn leave(&mut self, step: fn(Option<Answer>) -> Step) -> Step {
        let empty = self.selection.is_empty() && self.earlier.is_none();
        if !self.question.is_multi() || empty || self.is_untouched() {
            return step(self.earlier.take());
        }
        match self.selection.answer(self.question, true) {
            Ok(answer) => step(Some(answer)),
            // The selection is not a valid answer yet. This does not use up an attempt.
            Err(invalid_line) => {
                self.notice = invalid_line.text(self.question.last_number());
                self.notice.push('\n');
                Step::Stay
            }
        }
    }

    fn tick(
        &mut self,
        change: impl FnOnce(&mut Selection, &Question) -> Result<(), InvalidLine>,
    ) -> Step {
        let before = self.selection.clone();
        match change(&mut self.selection, self.question) {
            Ok(()) => self.selection_changed(before),
            Err(invalid_line) => self.invalid(&invalid_line),
        }
    }

    fn selection_changed(&mut self, before: Selection) -> Step {
        self.made_progress();
        // A secret question does not show which choices are ticked.
        self.next_prompt = if self.question.is_secret() {
            NextPrompt::CueOnly
        } else {
            NextPrompt::Changed(before)
        };
        Step::Stay
    }

    fn pick(&self, number: Number) -> Option<Answer> {
        let choice = self.question.choices().get(number.index())?;
        let pick = Pick {
            number,
            label: choice.label().to_owned(),
        };
        Some(Answer::new(AnswerValue::Pick(pick)).in_secret(self.question.is_secret()))
    }

    fn invalid(&mut self, invalid_line: &InvalidLine) -> Step {
        self.invalid += 1;
        let left = self.settings.attempts.get().saturating_sub(self.invalid);
        self.notice = invalid_line.message(self.highest_number(), left);
        self.notice.push('\n');
        if left == 0 {
            Step::Ended(Outcome::Exhausted)
        } else {
            Step::Stay
        }
    }

    /// The highest number that may be typed now. It is 0 if text is expected.
    fn highest_number(&self) -> usize {
        match self.state {
            State::Question => self.question.last_number(),
            State::Other | State::More { .. } => 0,
        }
    }

    /// Shows the whole question again, with its current state.
    pub(crate) fn show_again(&mut self, earlier: Option<Answer>) {
        self.earlier = earlier;
        self.next_prompt = NextPrompt::Whole;
    }

    /// Says above the question that it cannot be passed over.
    pub(crate) fn show_needed(&mut self) {
        self.notice.push_str("this question needs an answer\n");
    }

    /// Whether the selection is the same as at the start.
    fn is_untouched(&self) -> bool {
        self.selection == Selection::initial(self.question, self.earlier.as_ref())
    }

    fn made_progress(&mut self) {
        self.invalid = 0;
    }
}
