//! What one typed line means at one question.
//!
//! Two grammars read the same line: the strict one knows numbers and text and
//! nothing else, the full one knows commands as well. Which rows of a menu
//! exist is the question's matter; what follows from an [`ParsedLine`] is the
//! dialog's.

pub(crate) mod full;
mod label;
mod multi;
mod strict;

use super::invalid_line::InvalidLine;
use super::number::{Number, ParsedNumber, parse_number};
use super::question::Question;

/// Which lines have a meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grammar {
    /// A number picks; text is text where text is allowed; nothing else.
    #[default]
    Strict,
    /// Commands as well: `?`, `/text`, `!`, `~`, `\`, notes, labels.
    Full,
}

/// Which grammar holds, and whether one can move between questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The grammar.
    pub grammar: Grammar,
    /// Whether `<` and `>` are commands: where there are several questions.
    pub navigates: bool,
}

/// The meaning of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsedLine {
    /// A choice, with a note if one was given.
    Pick(Number, Option<String>),
    /// The Other row: the next line is text.
    Other,
    /// A text answer, trimmed.
    Text(String),
    /// The first line of a text that goes on on the next line.
    TextContinues(String),
    /// Enter alone. What it means is the dialog's matter.
    Empty,
    /// Tick or untick these choices, with a note if one was given.
    Toggle(Vec<Number>, Option<String>),
    /// Tick every choice.
    All,
    /// The explicit empty selection.
    SelectNone,
    /// The row that ends a multi-select.
    Done,
    /// The question before.
    Back,
    /// The next question.
    Forward,
    /// Show the menu again, or all about one choice.
    Help(Option<Number>),
    /// Show the rows whose label contains this.
    Find(String),
    /// No, with a reason if one was given.
    Decline(Option<String>),
    /// Talk first, about something if it was said.
    Discuss(Option<String>),
    /// Nothing of these.
    Invalid(InvalidLine),
}

/// Reads one visible line, already without its line end.
pub fn parse(question: &Question, rules: Rules, line: &str) -> ParsedLine {
    if question.has_menu() && line.contains('\n') {
        return ParsedLine::Invalid(InvalidLine::SeveralLines);
    }
    let line = line.trim();
    if line.is_empty() {
        return ParsedLine::Empty;
    }
    match rules.grammar {
        Grammar::Strict => strict::parse(question, line),
        Grammar::Full => full::parse(question, rules.navigates, line),
    }
}

/// Reads one hidden line: a number where there is a menu, else every character
/// as it was typed. There are no commands, and nothing of the line is repeated.
pub fn parse_hidden(question: &Question, line: &str) -> ParsedLine {
    if line.is_empty() {
        return ParsedLine::Empty;
    }
    if question.is_multi()
        && let Some(entry) = multi::parse(question, line.trim())
    {
        return match entry {
            ParsedLine::Invalid(_) => HIDDEN_FAULT,
            entry => entry,
        };
    }
    if question.has_menu() {
        match parse_number(line) {
            ParsedNumber::Number(number) => {
                return row(question, number, None).unwrap_or(HIDDEN_FAULT);
            }
            ParsedNumber::OtherInteger => return HIDDEN_FAULT,
            ParsedNumber::NotAnInteger => {}
        }
    }
    if question.takes_text_inline() {
        ParsedLine::Text(line.to_owned())
    } else {
        HIDDEN_FAULT
    }
}

const HIDDEN_FAULT: ParsedLine = ParsedLine::Invalid(InvalidLine::NotOnMenu(None));

/// The row with that number, if the menu has one.
fn row(question: &Question, number: Number, note: Option<String>) -> Option<ParsedLine> {
    if number.index() < question.choices().len() {
        Some(choice(question, number, note))
    } else if question.done_number() == Some(number) {
        Some(ParsedLine::Done)
    } else {
        (question.other_number() == Some(number)).then_some(ParsedLine::Other)
    }
}

/// A choice that was named: picked, or where several can be, ticked.
fn choice(question: &Question, number: Number, note: Option<String>) -> ParsedLine {
    if question.is_multi() {
        ParsedLine::Toggle(vec![number], note)
    } else {
        ParsedLine::Pick(number, note)
    }
}

fn off_menu(line: &str) -> ParsedLine {
    ParsedLine::Invalid(InvalidLine::NotOnMenu(Some(line.to_owned())))
}
