//! One question from its first prompt to its outcome, without any IO.
//!
//! ```text
//!              invalid, help, find
//!                  +-------+
//!                  v       |
//!   new() ----> Question --+-- pick, default --------------> answered
//!                |  ^   \
//!          Other |  |    \  text ends in \
//!                v  |     v
//!              Other -> More -- text ----------------------> answered
//!               empty: back
//!
//!   anywhere: Ctrl+C, end of input, time limit, withdrawal,
//!   attempts used up, ! and ~ -----------------------------> that outcome
//! ```

use std::ops::ControlFlow;

use super::answer::{Answer, Pick, Value};
use super::fault::Fault;
use super::grammar::{Entry, Grammar, full, judge, judge_hidden};
use super::menu::{self, Styled};
use super::number::Number;
use super::outcome::{Absence, Decline, Outcome};
use super::prompt::{Prompt, Purpose, Surface};
use super::question::{Preset, Question};
use super::reply::{Reply, tidy};
use super::safe;
use super::secret::Secret;
use super::settings::{Layout, OnTimeout, Settings};

/// The lines without an outcome that a script or a pipe may send in one call.
pub const SCRIPTED_LINES: usize = 1000;

/// One question being asked.
///
/// ```
/// use std::ops::ControlFlow;
/// use ask_user::core::{Dialog, Reply, Surface};
/// use ask_user::{Question, Settings};
///
/// let question = Question::new("Which colour?").choice("red").choice("green");
/// let settings = Settings::default();
/// let mut dialog = Dialog::new(&question, &settings, Surface::off_terminal());
/// assert_eq!(dialog.prompt().text(), "Which colour? 1) red  2) green > ");
///
/// let ControlFlow::Break(outcome) = dialog.feed(Reply::Line("2".to_owned())) else {
///     panic!("a number on the menu ends the question")
/// };
/// assert_eq!(outcome.answer().unwrap().choice(), Some("green"));
/// assert_eq!(dialog.farewell(), ["Answer: 2) green"]);
/// ```
#[derive(Debug)]
pub struct Dialog<'q> {
    question: &'q Question,
    settings: &'q Settings,
    surface: Surface,
    at: At,
    next: Next,
    /// Lines that stand above the next cue: what was wrong with the last line.
    notice: String,
    /// Invalid lines in a row.
    invalid: usize,
    /// Lines that may still come; `None` where an operator types them.
    lines_left: Option<usize>,
    farewell: Vec<String>,
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
    CueOnly,
    Help(Option<Number>),
    Find(String),
}

impl<'q> Dialog<'q> {
    /// Begins to ask. The question is taken to be well-formed, see [`Question::check`].
    pub fn new(question: &'q Question, settings: &'q Settings, surface: Surface) -> Self {
        Self {
            question,
            settings,
            surface,
            at: At::Question,
            next: Next::Whole,
            notice: String::new(),
            invalid: 0,
            lines_left: None,
            farewell: Vec::new(),
        }
    }

    /// Bounds the lines that bring no outcome to [`SCRIPTED_LINES`]: for pipes and scripts.
    #[must_use]
    pub fn bounded(mut self) -> Self {
        self.lines_left = Some(SCRIPTED_LINES);
        self
    }

    /// What to show now.
    pub fn prompt(&self) -> Prompt {
        let mut body = self.notice.clone();
        let (cue, purpose, timed) = match &self.at {
            At::Question if self.question.has_menu() => (self.cue(&mut body), Purpose::Menu, true),
            At::Question => (self.cue(&mut body), Purpose::Text, true),
            At::Other => (fixed("Other > "), Purpose::Other, false),
            At::More { other, .. } => (fixed("... > "), Purpose::More, !other),
        };
        Prompt {
            body,
            cue: cue.plain,
            styled_cue: cue.styled,
            purpose,
            hidden: self.question.is_secret(),
            timed,
        }
    }

    /// Takes what happened at the prompt. `Break` is the end.
    pub fn feed(&mut self, reply: Reply) -> ControlFlow<Outcome> {
        self.notice.clear();
        self.next = Next::CueOnly;
        let done = match reply {
            Reply::Line(line) => self.line(tidy(&line)),
            Reply::Hidden(line) => self.hidden(&line),
            Reply::NotText => self.invalid(&Fault::NotText),
            Reply::Cancelled => Some(Outcome::Cancelled),
            Reply::Closed => Some(Outcome::Closed),
            Reply::TimedOut => Some(self.timed_out()),
            Reply::Withdrawn => Some(Outcome::Withdrawn),
            Reply::NoOperator => Some(Outcome::NoOperator(Absence::Nobody)),
            Reply::CannotHide => Some(Outcome::NoOperator(Absence::CannotHide)),
        };
        match done.or_else(|| self.out_of_lines()) {
            Some(outcome) => {
                self.say_farewell(&outcome);
                ControlFlow::Break(outcome)
            }
            None => ControlFlow::Continue(()),
        }
    }

    /// The lines to show once it has ended: what was taken, or why nothing was.
    pub fn farewell(&self) -> &[String] {
        &self.farewell
    }

    /// How many invalid lines came in a row so far.
    pub fn invalid_lines(&self) -> usize {
        self.invalid
    }

    fn line(&mut self, line: &str) -> Option<Outcome> {
        match &mut self.at {
            At::Question => {
                let entry = judge(self.question, self.settings.grammar, line);
                self.entry(entry)
            }
            At::Other => self.other(line),
            At::More { lines, other } => {
                let other = *other;
                if let Some(more) = line.strip_suffix('\\') {
                    lines.push(more.to_owned());
                    return None;
                }
                lines.push(line.to_owned());
                let text = lines.join("\n");
                self.text(text.trim(), other)
            }
        }
    }

    fn other(&mut self, line: &str) -> Option<Outcome> {
        let line = line.trim();
        let goes_on = match self.settings.grammar {
            Grammar::Full => line.strip_suffix('\\'),
            Grammar::Strict => None,
        };
        match goes_on {
            Some(first) => {
                let lines = vec![first.to_owned()];
                self.at = At::More { lines, other: true };
                None
            }
            None => self.text(line, true),
        }
    }

    fn text(&mut self, text: &str, other: bool) -> Option<Outcome> {
        self.at = At::Question;
        match text {
            // Back at the menu, which stands above.
            "" if other => None,
            "" => self.invalid(&Fault::Nothing),
            text => Some(answered(Answer::new(Value::Text(text.to_owned())))),
        }
    }

    fn hidden(&mut self, line: &Secret) -> Option<Outcome> {
        match self.at {
            At::Question => match judge_hidden(self.question, line.expose()) {
                Entry::Text(_) => Some(secret(line)),
                entry => self.entry(entry),
            },
            At::Other | At::More { .. } if line.expose().is_empty() => {
                self.at = At::Question;
                None
            }
            At::Other | At::More { .. } => Some(secret(line)),
        }
    }

    fn entry(&mut self, entry: Entry) -> Option<Outcome> {
        match entry {
            Entry::Pick(number, note) => self
                .pick(number)
                .map(|answer| answered(answer.with_note(note))),
            Entry::Default => match self.question.preset() {
                Some(Preset::Pick(number)) => self.pick(number).map(answered),
                Some(Preset::Text(text)) => Some(answered(Answer::new(Value::Text(text)))),
                None => self.invalid(&Fault::Nothing),
            },
            Entry::Text(text) => Some(answered(Answer::new(Value::Text(text)))),
            Entry::TextGoesOn(first) => {
                self.brought_on();
                let lines = vec![first];
                self.at = At::More {
                    lines,
                    other: false,
                };
                None
            }
            Entry::Other => {
                self.brought_on();
                self.at = At::Other;
                None
            }
            Entry::Help(number) => {
                self.next = Next::Help(number);
                None
            }
            Entry::Find(text) => {
                self.next = Next::Find(text);
                None
            }
            Entry::Decline(reason) => Some(Outcome::Declined(Decline::Operator(reason))),
            Entry::Discuss(text) => Some(Outcome::Discuss(text)),
            Entry::Invalid(fault) => self.invalid(&fault),
        }
    }

    fn pick(&self, number: Number) -> Option<Answer> {
        let choice = self.question.choices().get(number.index())?;
        let pick = Pick {
            number,
            label: choice.label().to_owned(),
        };
        Some(Answer::new(Value::Pick(pick)).in_secret(self.question.is_secret()))
    }

    fn invalid(&mut self, fault: &Fault) -> Option<Outcome> {
        self.invalid += 1;
        let left = self.settings.attempts.get().saturating_sub(self.invalid);
        if left == 0 {
            return Some(Outcome::Exhausted);
        }
        self.notice = fault.message(self.question, left);
        self.notice.push('\n');
        None
    }

    fn brought_on(&mut self) {
        self.invalid = 0;
    }

    fn timed_out(&self) -> Outcome {
        let recommended = match self.settings.on_timeout {
            OnTimeout::Refuse => None,
            OnTimeout::Recommended => self.question.recommended_number(),
        };
        match recommended.and_then(|number| self.pick(number)) {
            Some(answer) => answered(answer.at_timeout()),
            None => Outcome::TimedOut(self.settings.limit.unwrap_or_default()),
        }
    }

    fn out_of_lines(&mut self) -> Option<Outcome> {
        let left = self.lines_left.as_mut()?;
        *left = left.saturating_sub(1);
        (*left == 0).then_some(Outcome::Exhausted)
    }

    fn cue(&self, body: &mut String) -> Styled {
        let question = self.question;
        let one_line = match self.settings.layout {
            Layout::Auto => menu::compact(question, self.surface),
            Layout::Line => menu::one_line(question, self.surface, None),
            Layout::List => None,
        };
        match &self.next {
            Next::Whole if one_line.is_none() => {
                menu::push_question(body, question, self.surface);
                menu::push_menu(body, question, self.settings.grammar, self.surface);
            }
            Next::Whole | Next::CueOnly => {}
            Next::Help(None) => {
                if one_line.is_none() {
                    menu::push_question(body, question, self.surface);
                }
                menu::push_menu(body, question, self.settings.grammar, self.surface);
                body.push_str(full::commands(question));
            }
            Next::Help(Some(number)) => menu::push_details(body, question, *number, self.surface),
            Next::Find(text) => menu::push_found(body, question, text, self.surface),
        }
        match one_line {
            Some(line) => line,
            None if question.has_menu() => menu::list_cue(question),
            None => menu::text_cue(question),
        }
    }

    fn say_farewell(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Answered(answer) => {
                if answer.timed_out() {
                    let limit = self.settings.limit.unwrap_or_default();
                    self.farewell
                        .extend(Outcome::<Answer>::TimedOut(limit).reason());
                }
                self.farewell.push(format!("Answer: {}", taken(answer)));
            }
            Outcome::NoOperator(_) => {}
            Outcome::Exhausted
            | Outcome::Closed
            | Outcome::Declined(_)
            | Outcome::Discuss(_)
            | Outcome::Withdrawn
            | Outcome::TimedOut(_)
            | Outcome::Cancelled => {
                let reason = outcome.reason().unwrap_or_default();
                self.farewell.push(safe::line(&reason).into_owned());
            }
        }
    }
}

fn fixed(cue: &str) -> Styled {
    Styled {
        plain: cue.to_owned(),
        styled: None,
    }
}

fn answered(answer: Answer) -> Outcome {
    Outcome::Answered(answer)
}

fn secret(line: &Secret) -> Outcome {
    answered(Answer::new(Value::Secret(line.clone())))
}

fn taken(answer: &Answer) -> String {
    if answer.is_secret() {
        return "(hidden)".to_owned();
    }
    match answer.value() {
        Value::Pick(pick) => {
            let label = safe::line(&pick.label);
            match answer.note() {
                Some(note) => format!("{}) {label} # {}", pick.number, safe::line(note)),
                None => format!("{}) {label}", pick.number),
            }
        }
        Value::Text(text) => format!("\"{}\"", safe::line(text)),
        Value::Secret(_) => "(hidden)".to_owned(),
    }
}
