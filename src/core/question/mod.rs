//! A question: its text, its choices, its default and its requirement.

mod check;

use super::choice::Choice;
use super::number::Number;
use super::value_rule::{SharedRule, ValueRule};

/// The labels of a question for yes or no.
pub(super) const YES: &str = "Yes";
pub(super) const NO: &str = "No";

/// Whether and where the operator may type their own text.
///
/// A question without choices always takes text. Exception: with [`FreeText::Other`],
/// its menu has only the Other row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FreeText {
    /// Only the choices are allowed.
    #[default]
    Never,
    /// Any line that is not a number or a command is the answer.
    Inline,
    /// An extra last row, `Other (type your own)`. The line typed after choosing it is the
    /// answer.
    Other,
}

/// The default answer: what Enter alone takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultAnswer<'q> {
    /// The choice with this number.
    Pick(Number),
    /// These choices are ticked at the start.
    Ticked(&'q [Number]),
    /// This text, shown in the cue.
    Text(&'q str),
    /// This text, shown above the cue.
    Draft(&'q str),
}

/// A question, with the choices it offers.
///
/// The builder methods do not validate. The question is validated when it is asked, see
/// [`check`](Self::check).
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
    /// A default number that is 0, kept for the error message of `check`.
    invalid_default: Option<usize>,
    default_text: Option<String>,
    draft: Option<String>,
    secret: bool,
    confirms: bool,
    requirement: Requirement,
    rule: Option<SharedRule>,
    warning: Option<String>,
}

/// Whether a question needs an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Requirement {
    /// If there are several questions, this one may be skipped.
    #[default]
    Wanted,
    /// Enter leaves the question out if there is no default.
    Optional,
    /// If there are several questions, the answers cannot be sent from the review
    /// without an answer to this one.
    Required,
}

impl Question {
    /// Creates a question with this text and no choices.
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
            invalid_default: None,
            default_text: None,
            draft: None,
            secret: false,
            confirms: false,
            requirement: Requirement::default(),
            rule: None,
            warning: None,
        }
    }

    /// Creates a question for yes or no: the choices are `Yes` and `No`.
    ///
    /// With the full grammar the operator types a number, `yes`, `y`, `no` or `n`. The beginning
    /// of a word is never completed, and Enter takes nothing unless there is a
    /// [`default_choice`](Self::default_choice). [`Answer::confirmed`](super::Answer::confirmed)
    /// tells the answer.
    ///
    /// ```
    /// use ask_user::{AskUser, Grammar, Question, Scripted, Settings};
    ///
    /// let ask = AskUser::new();
    /// let _bound = ask.bind(Scripted::lines(["n"]));
    /// let settings = Settings { grammar: Grammar::Full, ..Settings::default() };
    /// let outcome = ask.ask_with(&Question::confirm("Delete 3 branches?"), &settings)?;
    /// assert_eq!(outcome.answer().and_then(|answer| answer.confirmed()), Some(false));
    /// # Ok::<(), ask_user::Error>(())
    /// ```
    pub fn confirm(text: impl Into<String>) -> Self {
        let mut question = Self::new(text).with_choices([YES, NO]);
        question.confirms = true;
        question
    }

    /// Sets the caller's id for the question. It is never shown.
    #[must_use]
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = id.into();
        self
    }

    /// Sets a short title above the question. A blank title is ignored.
    #[must_use]
    pub fn header(mut self, header: impl Into<String>) -> Self {
        let header = header.into();
        self.header = (!header.trim().is_empty()).then_some(header);
        self
    }

    /// Adds one choice.
    #[must_use]
    pub fn choice(mut self, choice: impl Into<Choice>) -> Self {
        self.choices.push(choice.into());
        self
    }

    /// Adds several choices.
    #[must_use]
    pub fn with_choices<C: Into<Choice>>(mut self, choices: impl IntoIterator<Item = C>) -> Self {
        self.choices.extend(choices.into_iter().map(Into::into));
        self
    }

    /// Sets whether the operator may type their own text instead of a choice.
    #[must_use]
    pub fn free_text(mut self, free_text: FreeText) -> Self {
        self.free_text = free_text;
        self
    }

    /// Marks the choice with this number, counted from 1, as recommended. This does not
    /// make it the default: Enter alone does not take it.
    #[must_use]
    pub fn recommended(mut self, number: usize) -> Self {
        self.recommended = Some(number);
        self
    }

    /// Sets whether the operator can pick several choices (multi-select).
    #[must_use]
    pub fn multi(mut self, multi: bool) -> Self {
        self.multi = multi;
        self
    }

    /// Sets the minimum number of picks. The operator's own text counts as one pick.
    #[must_use]
    pub fn min(mut self, picks: usize) -> Self {
        self.min = Some(picks);
        self
    }

    /// Sets the maximum number of picks. The operator's own text counts as one pick.
    #[must_use]
    pub fn max(mut self, picks: usize) -> Self {
        self.max = Some(picks);
        self
    }

    /// Sets the default choice by its number, counted from 1. Enter alone takes it.
    ///
    /// At a multi-select, the choice is ticked at the start. Call this again to tick more
    /// choices.
    #[must_use]
    pub fn default_choice(mut self, number: usize) -> Self {
        match Number::new(number) {
            Some(number) if self.default_numbers.contains(&number) => {}
            Some(number) => self.default_numbers.push(number),
            None => self.invalid_default = Some(number),
        }
        self
    }

    /// Sets a default text for a question without choices. The cue shows it, and Enter
    /// alone takes it.
    #[must_use]
    pub fn default_text(mut self, text: impl Into<String>) -> Self {
        self.default_text = Some(text.into());
        self
    }

    /// Sets a draft text for a question without choices. It may have several lines.
    ///
    /// The draft is shown above the cue, and Enter alone keeps it. A blank draft is ignored.
    #[must_use]
    pub fn draft(mut self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.draft = (!text.trim().is_empty()).then_some(text);
        self
    }

    /// Sets whether the question needs an answer.
    #[must_use]
    pub fn requirement(mut self, requirement: Requirement) -> Self {
        self.requirement = requirement;
        self
    }

    /// Sets a rule that validates the text answer of a question without choices.
    #[must_use]
    pub fn rule(mut self, rule: impl ValueRule + 'static) -> Self {
        self.rule = Some(SharedRule::new(rule));
        self
    }

    /// Sets a warning line of the host. It is shown above the question.
    #[must_use]
    pub fn warning(mut self, line: impl Into<String>) -> Self {
        self.warning = Some(line.into());
        self
    }

    /// Takes the warning away.
    #[cfg(feature = "hub")]
    pub(crate) fn take_warning(&mut self) -> Option<String> {
        self.warning.take()
    }

    /// Sets whether the answer is read without echo.
    #[must_use]
    pub fn secret(mut self, secret: bool) -> Self {
        self.secret = secret;
        self
    }

    /// The caller's id for the question. Empty if none was given.
    pub fn id_text(&self) -> &str {
        &self.id
    }

    /// The title, if there is one.
    pub fn header_text(&self) -> Option<&str> {
        self.header.as_deref()
    }

    /// The question text, exactly as the caller wrote it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The choices. The choice at index 0 has the number 1.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Whether and where the operator may type their own text.
    pub fn free_text_kind(&self) -> FreeText {
        self.free_text
    }

    /// The number of the recommended choice.
    pub fn recommended_number(&self) -> Option<Number> {
        self.recommended.and_then(Number::new)
    }

    /// Whether the operator can pick several choices (multi-select).
    pub fn is_multi(&self) -> bool {
        self.multi
    }

    /// The minimum number of picks of a multi-select question. 0 if none was set.
    pub fn min_picks(&self) -> usize {
        self.min.unwrap_or(0)
    }

    /// The maximum number of picks of a multi-select question, if there is one.
    pub fn max_picks(&self) -> Option<usize> {
        self.max
    }

    /// The default answer: what Enter alone takes.
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

    /// Whether the question is optional: Enter may leave it out.
    pub fn is_optional(&self) -> bool {
        self.requirement == Requirement::Optional
    }

    /// Whether the answer is read without echo.
    pub fn is_secret(&self) -> bool {
        self.secret
    }

    /// Whether it was made by [`confirm`](Self::confirm).
    pub fn is_confirm(&self) -> bool {
        self.confirms
    }

    /// Whether the question is required.
    pub fn is_required(&self) -> bool {
        self.requirement == Requirement::Required
    }

    /// The warning line above the question, if there is one.
    pub fn warning_text(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// The rule of the text, if there is one. At a menu, the rule is not used.
    #[cfg(feature = "hub")]
    pub(crate) fn value_rule(&self) -> Option<&SharedRule> {
        self.rule.as_ref().filter(|_| !self.has_menu())
    }

    /// Validates a text with the rule of the question. At a menu, the rule is not used.
    pub(crate) fn check_value(&self, text: &str) -> Result<(), String> {
        match &self.rule {
            Some(rule) if !self.has_menu() => rule.check(text),
            Some(_) | None => Ok(()),
        }
    }

    /// Validates a text, and returns the text that is taken for it.
    pub(crate) fn take_value(&self, text: &str) -> Result<String, String> {
        self.check_value(text)?;
        Ok(match &self.rule {
            Some(rule) if !self.has_menu() => rule.normalize(text),
            Some(_) | None => text.to_owned(),
        })
    }

    /// Whether the question has a menu. Without a menu, the answer is text.
    pub fn has_menu(&self) -> bool {
        !self.choices.is_empty() || self.free_text == FreeText::Other
    }

    /// Whether a typed line can itself be a text answer.
    pub fn takes_text_inline(&self) -> bool {
        !self.has_menu() || self.free_text == FreeText::Inline
    }

    /// The number of the Done row, which ends a multi-select, if there is one.
    pub fn done_number(&self) -> Option<Number> {
        self.multi.then(|| Number::from_index(self.choices.len()))
    }

    /// The number of the Other row, if there is one. It is the last row of the menu.
    pub fn other_number(&self) -> Option<Number> {
        let before = self.choices.len() + usize::from(self.multi);
        (self.free_text == FreeText::Other).then(|| Number::from_index(before))
    }

    /// The highest number of the menu. It is 0 if there is no menu.
    pub fn last_number(&self) -> usize {
        let rows = usize::from(self.multi) + usize::from(self.free_text == FreeText::Other);
        self.choices.len() + rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn done_is_numbered_after_the_choices_and_other_after_done() {
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
