//! Parsing a typed line at a question: the strict and the full grammar.
//!
//! The strict grammar accepts numbers, labels and text. The full grammar accepts
//! commands as well. The question defines the rows of its menu. The dialog decides
//! what to do with a [`ParsedLine`].

pub(crate) mod full;
mod label;
mod multi;
mod proposal;
mod strict;

pub use proposal::Proposal;

use super::invalid_line::InvalidLine;
use super::number::{Number, ParsedNumber, parse_number};
use super::question::Question;

/// The grammar of typed lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grammar {
    /// A number picks a choice. Where text is allowed, any other line is text. Where it is
    /// not, a full label picks a choice. A multi-select also takes ranges, `all` and
    /// `none`. There are no other commands.
    #[default]
    Strict,
    /// Like strict, with commands: `?`, `/text`, `!`, `~`, `\` and notes. A line that is
    /// almost a choice, and text where an Other row is offered, become a [`Proposal`].
    Full,
}

/// The parse rules: the grammar, and whether the operator can move between questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The grammar.
    pub grammar: Grammar,
    /// Whether `<` and `>` are commands. Only the full grammar uses this.
    pub navigates: bool,
}

/// The meaning of one typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsedLine {
    /// Pick this choice, with a note if one was given.
    Pick(Number, Option<String>),
    /// The Other row. The next line is text.
    Other,
    /// A text answer, trimmed.
    Text(String),
    /// The first line of a text that continues on the next line.
    TextContinues(String),
    /// An empty line (Enter alone). The dialog decides what it means.
    Empty,
    /// Tick or untick these choices, with a note if one was given.
    Toggle(Vec<Number>, Option<String>),
    /// Tick every choice.
    All,
    /// Answer with an empty selection.
    SelectNone,
    /// The Done row, which ends a multi-select.
    Done,
    /// Go to the previous question.
    Back,
    /// Go to the next question.
    Forward,
    /// Show the help and the whole menu, or the details of one choice.
    Help(Option<Number>),
    /// Show the choices whose label contains this text.
    Find(String),
    /// Propose this to the operator. Nothing is taken yet, and it costs no attempt.
    Propose(Proposal),
    /// Decline the question, with a reason if one was given.
    Decline(Option<String>),
    /// Talk before answering, with a topic if one was given.
    Discuss(Option<String>),
    /// The line is invalid.
    Invalid(InvalidLine),
}

/// Parses one visible line. Its line end is already removed.
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

/// Parses one hidden line.
///
/// At a menu, the line is a number. Where text is allowed, any other line is text,
/// exactly as it was typed. A multi-select also accepts ranges, `all` and `none`. There
/// are no other commands. Error messages never contain the line.
pub fn parse_hidden(question: &Question, line: &str) -> ParsedLine {
    if line.is_empty() {
        return ParsedLine::Empty;
    }
    if question.is_multi()
        && let Some(entry) = multi::parse(question, line.trim())
    {
        return match entry {
            ParsedLine::Invalid(_) => HIDDEN_NOT_ON_MENU,
            entry => entry,
        };
    }
    if question.has_menu() {
        match parse_number(line) {
            ParsedNumber::Number(number) => {
                return row(question, number, None).unwrap_or(HIDDEN_NOT_ON_MENU);
            }
            ParsedNumber::OtherInteger => return HIDDEN_NOT_ON_MENU,
            ParsedNumber::NotAnInteger => {}
        }
    }
    if question.takes_text_inline() {
        ParsedLine::Text(line.to_owned())
    } else {
        HIDDEN_NOT_ON_MENU
    }
}

const HIDDEN_NOT_ON_MENU: ParsedLine = ParsedLine::Invalid(InvalidLine::NotOnMenu(None));

/// The meaning of this row number. `None` if the menu has no such row.
fn row(question: &Question, number: Number, note: Option<String>) -> Option<ParsedLine> {
    if number.index() < question.choices().len() {
        Some(choice(question, number, note))
    } else if question.done_number() == Some(number) {
        Some(ParsedLine::Done)
    } else {
        (question.other_number() == Some(number)).then_some(ParsedLine::Other)
    }
}

/// Selects a choice: toggles it at a multi-select, else picks it.
fn choice(question: &Question, number: Number, note: Option<String>) -> ParsedLine {
    if question.is_multi() {
        ParsedLine::Toggle(vec![number], note)
    } else {
        ParsedLine::Pick(number, note)
    }
}

fn not_on_menu(line: &str) -> ParsedLine {
    ParsedLine::Invalid(InvalidLine::NotOnMenu(Some(line.to_owned())))
}
