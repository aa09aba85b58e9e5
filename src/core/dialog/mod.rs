//! One question from its first prompt to its end, without any IO.
//!
//! ```text
//!          invalid, help, find, toggle
//!                  +-------+
//!                  v       |
//!   new() ----> Question --+-- pick, default, Done, none ---> answered
//!                |  ^   \
//!          Other |  |    \  text ends in \
//!                v  |     v
//!              Other -> More -- text ------------------------> answered
//!               empty, or text of a multi-select: back
//!
//!   Question, among several: < and > --------------------> back, on
//!   anywhere: Ctrl+C, end of input, timeout, withdrawal,
//!   attempts used up, ! and ~ ---------------------------> that outcome
//! ```

mod render;

use std::ops::ControlFlow;

use super::answer::{Answer, AnswerValue, Pick};
use super::grammar::{Grammar, ParsedLine, Rules, parse, parse_hidden};
use super::invalid_line::InvalidLine;
use super::number::Number;
use super::outcome::{Decline, NoOperatorReason, Outcome};
use super::question::{DefaultAnswer, Question};
use super::reply::{Reply, strip_line_end};
use super::screen::Screen;
use super::secret::Secret;
use super::selection::Selection;
use super::settings::{OnTimeout, Settings};

/// One question being asked.
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
    /// The answer given before, when coming back.
    earlier: Option<Answer>,
    at: At,
    next: Next,
    /// What is ticked, at a multi-select.
    selection: Selection,
    /// Lines that stand above the next cue: what was wrong with the last line.
    notice: String,
    /// Invalid lines in a row.
    invalid: usize,
}

/// Where a question stands among several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) number: usize,
    pub(crate) count: usize,
}

/// What one reply leads to.
#[derive(Debug)]
pub(crate) enum Step {
    Stay,
    Answered(Answer),
    /// To the question before, with what is ticked here.
    Back(Option<Answer>),
    /// To the next question, with what is ticked here.
    Forward(Option<Answer>),
    Ended(Outcome),
}

/// Which line is awaited.
#[derive(Debug)]
enum At {
    Question,
    Other,
    /// The next line of a text, the lines so far, and whether Other led here.
    More {
        lines: Vec<String>,
        other: bool,
    },
}

/// What the next prompt shows above its cue.
#[derive(Debug)]
enum Next {
    Whole,
    Menu,
    CueOnly,
    Help(Option<Number>),
    Find(String),
}

impl<'q> Dialog<'q> {
    /// Begins to ask. The question is taken to be well-formed, see [`Question::check`].
    pub fn new(question: &'q Question, settings: &'q Settings, screen: Screen) -> Self {
        Self {
            question,
            settings,
            screen,
            place: None,
            earlier: None,
            at: At::Question,
            next: Next::Whole,
            selection: Selection::at_start(question, None),
            notice: String::new(),
            invalid: 0,
        }
    }

    /// One of several questions, perhaps one that was answered before.
    pub(crate) fn among(mut self, place: Place, earlier: Option<Answer>) -> Self {
        self.place = Some(place);
        self.selection = Selection::at_start(self.question, earlier.as_ref());
        self.earlier = earlier;
        self
    }

    /// Takes what happened at the prompt. `Break` is the end.
    pub fn feed(&mut self, reply: Reply) -> ControlFlow<Outcome> {
        match self.step(reply) {
            // Back and on are commands among several questions only.
            Step::Stay | Step::Back(_) | Step::Forward(_) => ControlFlow::Continue(()),
            Step::Answered(answer) => ControlFlow::Break(Outcome::Answered(answer)),
            Step::Ended(outcome) => ControlFlow::Break(outcome),
        }
    }

    /// How many invalid lines came in a row so far.
    pub fn invalid_lines(&self) -> usize {
        self.invalid
    }

    pub(crate) fn step(&mut self, reply: Reply) -> Step {
        self.notice.clear();
        self.next = Next::CueOnly;
        match reply {
            Reply::Line(line) => self.line(strip_line_end(&line)),
            Reply::Hidden(line) => self.hidden(&line),
            Reply::NotText => self.invalid(&InvalidLine::NotText),
            Reply::Cancelled => Step::Ended(Outcome::Cancelled),
            Reply::Closed => Step::Ended(Outcome::Closed),
            Reply::TimedOut => self.timed_out(),
            Reply::Withdrawn => Step::Ended(Outcome::Withdrawn),
            Reply::NoOperator => Step::Ended(Outcome::NoOperator(NoOperatorReason::Nobody)),
            Reply::CannotHide => Step::Ended(Outcome::NoOperator(NoOperatorReason::CannotHide)),
        }
    }

    /// What lines can mean here.
    pub(crate) fn rules(&self) -> Rules {
        Rules {
            grammar: self.settings.grammar,
            navigates: self.place.is_some() && self.settings.grammar == Grammar::Full,
        }
    }

    fn line(&mut self, line: &str) -> Step {
        match &mut self.at {
            At::Question => {
                let entry = parse(self.question, self.rules(), line);
                self.entry(entry)
            }
            At::Other => self.other(line),
            At::More { lines, other } => {
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
        let goes_on = match self.settings.grammar {
            Grammar::Full => line.strip_suffix('\\'),
            Grammar::Strict => None,
        };
        match goes_on {
            Some(first) => {
                let lines = vec![first.to_owned()];
                self.at = At::More { lines, other: true };
                Step::Stay
            }
            None => self.text(line, true),
        }
    }

    fn text(&mut self, text: &str, other: bool) -> Step {
        self.at = At::Question;
        match text {
            // Back at the menu, which stands above.
            "" if other => Step::Stay,
            "" => self.invalid(&InvalidLine::Nothing),
            text if self.question.is_multi() => {
                let mut with_text = self.selection.clone();
                let added = with_text.set_text(self.question, Some(text.to_owned()));
                // Typed at the menu itself, a text ends the selection.
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
                        self.selection = with_text;
                        self.ticked()
                    }
                    // A text that is not taken leaves no trace.
                    Err(invalid_line) => self.invalid(&invalid_line),
                }
            }
            text => match self.question.check_value(text) {
                Ok(()) => Step::Answered(Answer::new(AnswerValue::Text(text.to_owned()))),
                Err(expected) => self.invalid(&InvalidLine::Rule(expected)),
            },
        }
    }

    fn hidden(&mut self, line: &Secret) -> Step {
        match self.at {
            At::Question => match parse_hidden(self.question, line.expose()) {
                ParsedLine::Text(text) => match self.question.check_value(&text) {
                    Ok(()) => secret(line),
                    // What a rule says might repeat what was typed.
                    Err(_) => self.invalid(&InvalidLine::Rule("not a valid value".to_owned())),
                },
                ParsedLine::Empty if !self.question.is_multi() => {
                    self.invalid(&InvalidLine::Nothing)
                }
                entry => self.entry(entry),
            },
            At::Other | At::More { .. } if line.expose().is_empty() => {
                self.at = At::Question;
                Step::Stay
            }
            At::Other | At::More { .. } if self.question.is_multi() => {
                self.text(line.expose(), true)
            }
            At::Other | At::More { .. } => secret(line),
        }
    }

    fn entry(&mut self, entry: ParsedLine) -> Step {
        match entry {
            ParsedLine::Pick(number, note) => match self.pick(number) {
                Some(answer) => Step::Answered(answer.with_note(note)),
                None => self.invalid(&InvalidLine::NotOnMenu(None)),
            },
            ParsedLine::Empty => self.empty(),
            ParsedLine::Text(text) => self.text(&text, false),
            ParsedLine::TextContinues(first) => {
                self.made_progress();
                let lines = vec![first];
                self.at = At::More {
                    lines,
                    other: false,
                };
                Step::Stay
            }
            ParsedLine::Other if self.selection.text().is_some() => {
                // Taking it off again is always allowed.
                let _ = self.selection.set_text(self.question, None);
                self.ticked()
            }
            ParsedLine::Other => {
                self.made_progress();
                self.at = At::Other;
                Step::Stay
            }
            ParsedLine::Toggle(numbers, note) => {
                let toggled = self.selection.toggle(self.question, &numbers, note);
                self.after_ticking(toggled)
            }
            ParsedLine::All => {
                let all = self.selection.all(self.question);
                self.after_ticking(all)
            }
            ParsedLine::SelectNone => match Selection::default().answer(self.question, true) {
                Ok(answer) => Step::Answered(answer),
                Err(invalid_line) => self.invalid(&invalid_line),
            },
            ParsedLine::Done => self.done(false),
            ParsedLine::Back => self.leave(Step::Back),
            ParsedLine::Forward => self.leave(Step::Forward),
            ParsedLine::Help(number) => {
                self.next = Next::Help(number);
                Step::Stay
            }
            ParsedLine::Find(text) => {
                self.next = Next::Find(text);
                Step::Stay
            }
            ParsedLine::Decline(reason) => {
                Step::Ended(Outcome::Declined(Decline::Operator(reason)))
            }
            ParsedLine::Discuss(text) => Step::Ended(Outcome::Discuss(text)),
            ParsedLine::Invalid(invalid_line) => self.invalid(&invalid_line),
        }
    }

    /// Enter alone: the earlier answer, else the default, else what is ticked,
    /// else left out, else invalid.
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

    fn done(&mut self, empty_is_meant: bool) -> Step {
        match self.selection.answer(self.question, empty_is_meant) {
            Ok(answer) => Step::Answered(answer),
            Err(invalid_line) => self.invalid(&invalid_line),
        }
    }

    /// Leaves for another question. What the operator ticked stays and is the
    /// answer; what was ticked beforehand and only passed by is not.
    fn leave(&mut self, leave: fn(Option<Answer>) -> Step) -> Step {
        let empty = self.selection.is_empty() && self.earlier.is_none();
        if !self.question.is_multi() || empty || self.is_untouched() {
            return leave(self.earlier.take());
        }
        match self.selection.answer(self.question, true) {
            Ok(answer) => leave(Some(answer)),
            // To move costs no attempt; what is ticked is no answer yet.
            Err(invalid_line) => {
                self.notice = invalid_line.text(self.question.last_number());
                self.notice.push('\n');
                Step::Stay
            }
        }
    }

    fn after_ticking(&mut self, ticked: Result<(), InvalidLine>) -> Step {
        match ticked {
            Ok(()) => self.ticked(),
            Err(invalid_line) => self.invalid(&invalid_line),
        }
    }

    fn ticked(&mut self) -> Step {
        self.made_progress();
        // A secret menu does not show what is ticked.
        self.next = if self.question.is_secret() {
            Next::CueOnly
        } else {
            Next::Menu
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
        if left == 0 {
            return Step::Ended(Outcome::Exhausted);
        }
        self.notice = invalid_line.message(self.highest_number(), left);
        self.notice.push('\n');
        Step::Stay
    }

    /// The highest number that may be typed now, 0 where text is awaited.
    fn highest_number(&self) -> usize {
        match self.at {
            At::Question => self.question.last_number(),
            At::Other | At::More { .. } => 0,
        }
    }

    /// Shows the question again, as it stands.
    pub(crate) fn show_again(&mut self, earlier: Option<Answer>) {
        self.earlier = earlier;
        self.next = Next::Whole;
    }

    /// Whether what is ticked is what was ticked at the start.
    fn is_untouched(&self) -> bool {
        self.selection == Selection::at_start(self.question, self.earlier.as_ref())
    }

    fn made_progress(&mut self) {
        self.invalid = 0;
    }

    fn timed_out(&mut self) -> Step {
        let answer = match self.settings.on_timeout {
            OnTimeout::Refuse => None,
            OnTimeout::Recommended => self.earlier.take().or_else(|| self.recommended()),
        };
        match answer {
            Some(answer) => Step::Answered(answer),
            None => Step::Ended(Outcome::TimedOut(self.settings.timeout.unwrap_or_default())),
        }
    }

    fn recommended(&self) -> Option<Answer> {
        let number = self.question.recommended_number()?;
        if !self.question.is_multi() {
            return Some(self.pick(number)?.at_timeout());
        }
        let mut selection = Selection::default();
        selection.toggle(self.question, &[number], None).ok()?;
        Some(selection.answer(self.question, false).ok()?.at_timeout())
    }
}

fn secret(line: &Secret) -> Step {
    Step::Answered(Answer::new(AnswerValue::Secret(line.clone())))
}
