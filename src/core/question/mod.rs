//! One thing asked, and the choices it offers.

mod check;

use super::choice::Choice;
use super::number::Number;
use super::value_rule::{SharedRule, ValueRule};

/// Whether, and where, the operator may type an answer of their own.
///
/// A question without choices is answered by text in any case, unless an Other
/// row is offered: then that row alone is its menu.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FreeText {
    /// Only the choices.
    #[default]
    Never,
    /// Any line that is not a number is the answer.
    Inline,
    /// An extra last row, `Other (type your own)`; the line after it is the answer.
    Other,
}

/// What Enter alone takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultAnswer<'q> {
    /// The choice with this number.
    Pick(Number),
    /// These choices are ticked beforehand.
    Ticked(&'q [Number]),
    /// This text, shown in the cue.
    Text(&'q str),
    /// This text, shown above the cue.
    Draft(&'q str),
}

/// One thing asked.
///
/// The builder only collects; whether it all fits together is checked when the
/// question is asked, see [`check`](Self::check).
///
/// ```
/// use ask_user::{Choice, Question};
///
/// let question = Question::new("Which database?")
///     .choice(Choice::new("postgres").description("shared, replicated"))
///     .choice("sqlite")
///     .recommended(1);
/// assert_eq!(question.choices().len(), 2);
/// assert!(question.check().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    id: String,
    header: Option<String>,
    text: String,
    choices: Vec<Choice>,
    free_text: FreeText,
    recommended: Option<usize>,
    multi: bool,
    min: Option<usize>,
    max: Option<usize>,
    default_numbers: Vec<Number>,
    /// A default that is no number of a row, kept so that `check` can name it.
    impossible_default: Option<usize>,
    default_text: Option<String>,
    draft: Option<String>,
    secret: bool,
    need: Requirement,
    rule: Option<SharedRule>,
    warning: Option<String>,
}

/// Whether a question may stay without an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Requirement {
    /// Among several questions it may be passed over.
    #[default]
    Wanted,
    /// Enter leaves it out, where there is no default.
    Optional,
    /// Several answers cannot be sent without it.
    Required,
}

impl Question {
    /// A question with this text and no choices.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            id: String::new(),
            header: None,
            text: text.into(),
            choices: Vec::new(),
            free_text: FreeText::Never,
            recommended: None,
            multi: false,
            min: None,
            max: None,
            default_numbers: Vec::new(),
            impossible_default: None,
            default_text: None,
            draft: None,
            secret: false,
            need: Requirement::default(),
            rule: None,
            warning: None,
        }
    }

    /// The caller's name for the question; it is never shown.
    #[must_use]
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = id.into();
        self
    }

    /// A short title above the question. A blank one is none.
    #[must_use]
    pub fn header(mut self, header: impl Into<String>) -> Self {
        let header = header.into();
        self.header = (!header.trim().is_empty()).then_some(header);
        self
    }

    /// One more choice.
    #[must_use]
    pub fn choice(mut self, choice: impl Into<Choice>) -> Self {
        self.choices.push(choice.into());
        self
    }

    /// More choices.
    #[must_use]
    pub fn with_choices<C: Into<Choice>>(mut self, choices: impl IntoIterator<Item = C>) -> Self {
        self.choices.extend(choices.into_iter().map(Into::into));
        self
    }

    /// Whether an answer of the operator's own is allowed beside the choices.
    #[must_use]
    pub fn free_text(mut self, free_text: FreeText) -> Self {
        self.free_text = free_text;
        self
    }

    /// Marks the choice with this number, counted from 1. Enter never takes it.
    #[must_use]
    pub fn recommended(mut self, number: usize) -> Self {
        self.recommended = Some(number);
        self
    }

    /// Lets any number of choices be picked.
    #[must_use]
    pub fn multi(mut self, multi: bool) -> Self {
        self.multi = multi;
        self
    }

    /// The least number of picks; a text at the Other row counts as one.
    #[must_use]
    pub fn min(mut self, picks: usize) -> Self {
        self.min = Some(picks);
        self
    }

    /// The greatest number of picks; a text at the Other row counts as one.
    #[must_use]
    pub fn max(mut self, picks: usize) -> Self {
        self.max = Some(picks);
        self
    }

    /// Lets Enter take the choice with this number, counted from 1. Where
    /// several can be picked it is ticked beforehand, and may be said again for more.
    #[must_use]
    pub fn default_choice(mut self, number: usize) -> Self {
        match Number::new(number) {
            Some(number) if self.default_numbers.contains(&number) => {}
            Some(number) => self.default_numbers.push(number),
            None => self.impossible_default = Some(number),
        }
        self
    }

    /// Lets Enter take this text, which the cue shows; for questions without choices.
    #[must_use]
    pub fn default_text(mut self, text: impl Into<String>) -> Self {
        self.default_text = Some(text.into());
        self
    }

    /// Shows this text above the cue and lets Enter keep it; for questions
    /// without choices whose answer may have several lines. A blank one is none.
    #[must_use]
    pub fn draft(mut self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.draft = (!text.trim().is_empty()).then_some(text);
        self
    }

    /// Whether it may stay without an answer.
    #[must_use]
    pub fn requirement(mut self, need: Requirement) -> Self {
        self.need = need;
        self
    }

    /// Judges the text of the answer; for questions without choices.
    #[must_use]
    pub fn rule(mut self, rule: impl ValueRule + 'static) -> Self {
        self.rule = Some(SharedRule::new(rule));
        self
    }

    /// A line of the host's own above the question.
    #[must_use]
    pub fn warning(mut self, line: impl Into<String>) -> Self {
        self.warning = Some(line.into());
        self
    }

    /// Reads the answer unseen.
    #[must_use]
    pub fn secret(mut self, secret: bool) -> Self {
        self.secret = secret;
        self
    }

    /// The caller's name for it; empty if none was given.
    pub fn id_text(&self) -> &str {
        &self.id
    }

    /// The title, if there is one.
    pub fn header_text(&self) -> Option<&str> {
        self.header.as_deref()
    }

    /// The question itself, as the caller wrote it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The choices; the one at index 0 has the number 1.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Whether text beside the choices is allowed, and where.
    pub fn free_text_kind(&self) -> FreeText {
        self.free_text
    }

    /// The number of the recommended choice.
    pub fn recommended_number(&self) -> Option<Number> {
        self.recommended.and_then(Number::new)
    }

    /// Whether any number of choices can be picked.
    pub fn is_multi(&self) -> bool {
        self.multi
    }

    /// The least number of picks of a multi-select question.
    pub fn min_picks(&self) -> usize {
        self.min.unwrap_or(0)
    }

    /// The greatest number of picks of a multi-select question, if there is one.
    pub fn max_picks(&self) -> Option<usize> {
        self.max
    }

    /// What Enter alone takes.
    pub fn default_answer(&self) -> Option<DefaultAnswer<'_>> {
        if let Some(draft) = &self.draft {
            return Some(DefaultAnswer::Draft(draft));
        }
        if let Some(text) = &self.default_text {
            return Some(DefaultAnswer::Text(text));
        }
        match self.default_numbers.as_slice() {
            [] => None,
            ticked if self.multi => Some(DefaultAnswer::Ticked(ticked)),
            [number, ..] => Some(DefaultAnswer::Pick(*number)),
        }
    }

    /// Whether Enter may leave it out.
    pub fn is_optional(&self) -> bool {
        self.need == Requirement::Optional
    }

    /// Whether the answer is read unseen.
    pub fn is_secret(&self) -> bool {
        self.secret
    }

    /// Whether several answers cannot be sent without this one.
    pub fn is_required(&self) -> bool {
        self.need == Requirement::Required
    }

    /// The line above the question, if there is one.
    pub fn warning_text(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// Whether this text keeps the rule of the question.
    pub(crate) fn check_value(&self, text: &str) -> Result<(), String> {
        match &self.rule {
            Some(rule) if !self.has_menu() => rule.check(text),
            Some(_) | None => Ok(()),
        }
    }

    /// Whether there is a menu at all; without one, any text is the answer.
    pub fn has_menu(&self) -> bool {
        !self.choices.is_empty() || self.free_text == FreeText::Other
    }

    /// Whether a line at the menu may be the answer itself.
    pub fn takes_text_inline(&self) -> bool {
        !self.has_menu() || self.free_text == FreeText::Inline
    }

    /// The number of the row that ends a multi-select, if there is one.
    pub fn done_number(&self) -> Option<Number> {
        self.multi.then(|| Number::from_index(self.choices.len()))
    }

    /// The number of the Other row, if there is one: the last of the menu.
    pub fn other_number(&self) -> Option<Number> {
        let before = self.choices.len() + usize::from(self.multi);
        (self.free_text == FreeText::Other).then(|| Number::from_index(before))
    }

    /// The highest number of the menu, 0 if there is none.
    pub fn last_number(&self) -> usize {
        let rows = usize::from(self.multi) + usize::from(self.free_text == FreeText::Other);
        self.choices.len() + rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn done_comes_after_the_choices_and_other_after_it() {
        let q = Question::new("Q?")
            .choice("a")
            .multi(true)
            .free_text(FreeText::Other);
        assert_eq!(q.done_number().map(Number::get), Some(2));
        assert_eq!(q.other_number().map(Number::get), Some(3));
        assert_eq!(q.last_number(), 3);
    }

    #[test]
    fn an_other_row_is_the_last_number() {
        let question = Question::new("Q?").choice("a").free_text(FreeText::Other);
        assert_eq!(question.last_number(), 2);
        assert_eq!(question.other_number().map(Number::get), Some(2));
        let alone = Question::new("Q?").free_text(FreeText::Other);
        assert!(alone.has_menu() && alone.last_number() == 1);
    }
}
