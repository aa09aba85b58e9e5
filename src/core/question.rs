//! One thing asked, and the choices it offers.

use std::fmt;

use super::number::Number;

/// One listed choice. Its identity is its number; labels may be equal, hold
/// commas or be numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    label: Box<str>,
    description: Option<Box<str>>,
    preview: Option<Box<str>>,
}

impl Choice {
    /// A choice with this label.
    pub fn new(label: impl Into<Box<str>>) -> Self {
        Self {
            label: label.into(),
            description: None,
            preview: None,
        }
    }

    /// A text that is shown under the label in a list. A blank one is none.
    #[must_use]
    pub fn description(mut self, text: impl Into<Box<str>>) -> Self {
        self.description = not_blank(text.into());
        self
    }

    /// A longer text that is shown when the operator asks for it. A blank one is none.
    #[must_use]
    pub fn preview(mut self, text: impl Into<Box<str>>) -> Self {
        self.preview = not_blank(text.into());
        self
    }

    /// The label, as the caller wrote it.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The description, if there is one.
    pub fn description_text(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// The preview, if there is one.
    pub fn preview_text(&self) -> Option<&str> {
        self.preview.as_deref()
    }
}

impl<T: Into<Box<str>>> From<T> for Choice {
    fn from(label: T) -> Self {
        Self::new(label)
    }
}

fn not_blank(text: Box<str>) -> Option<Box<str>> {
    (!text.trim().is_empty()).then_some(text)
}

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preset {
    /// The choice with this number.
    Pick(Number),
    /// This text.
    Text(String),
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
    preset: Option<PresetAsked>,
    secret: bool,
}

/// A default as the caller gave it, 0 included, so that `check` can name it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PresetAsked {
    Pick(usize),
    Text(String),
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
            preset: None,
            secret: false,
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

    /// Lets Enter take the choice with this number, counted from 1.
    #[must_use]
    pub fn default_choice(mut self, number: usize) -> Self {
        self.preset = Some(PresetAsked::Pick(number));
        self
    }

    /// Lets Enter take this text; for questions without choices.
    #[must_use]
    pub fn default_text(mut self, text: impl Into<String>) -> Self {
        self.preset = Some(PresetAsked::Text(text.into()));
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

    /// What Enter alone takes.
    pub fn preset(&self) -> Option<Preset> {
        match self.preset.as_ref()? {
            PresetAsked::Pick(number) => Number::new(*number).map(Preset::Pick),
            PresetAsked::Text(text) => Some(Preset::Text(text.clone())),
        }
    }

    /// Whether the answer is read unseen.
    pub fn is_secret(&self) -> bool {
        self.secret
    }

    /// Whether there is a menu at all; without one, any text is the answer.
    pub fn has_menu(&self) -> bool {
        !self.choices.is_empty() || self.free_text == FreeText::Other
    }

    /// Whether a line at the menu may be the answer itself.
    pub fn takes_text_inline(&self) -> bool {
        !self.has_menu() || self.free_text == FreeText::Inline
    }

    /// The number of the Other row, if there is one: the last of the menu.
    pub fn other_number(&self) -> Option<Number> {
        (self.free_text == FreeText::Other).then(|| Number::from_index(self.choices.len()))
    }

    /// The highest number of the menu, 0 if there is none.
    pub fn last_number(&self) -> usize {
        self.choices.len() + usize::from(self.free_text == FreeText::Other)
    }

    /// Whether the question can be asked.
    ///
    /// # Errors
    /// Names the first thing that does not fit: a blank text, a recommended or
    /// default number that is not on the menu, a default that the kind of
    /// question cannot take.
    pub fn check(&self) -> Result<(), IllFormed> {
        let count = self.choices.len();
        let on_menu = |number: usize| (1..=count).contains(&number);
        if self.text.trim().is_empty() {
            return Err(IllFormed::BlankText);
        }
        if let Some(number) = self.recommended.filter(|&n| !on_menu(n)) {
            return Err(IllFormed::RecommendedOffMenu { number, count });
        }
        match &self.preset {
            Some(_) if self.secret => Err(IllFormed::SecretDefault),
            Some(PresetAsked::Pick(number)) if !on_menu(*number) => {
                Err(IllFormed::DefaultOffMenu {
                    number: *number,
                    count,
                })
            }
            Some(PresetAsked::Text(_)) if self.has_menu() => Err(IllFormed::DefaultTextAtMenu),
            Some(PresetAsked::Text(text)) if text.trim().is_empty() => Err(IllFormed::BlankDefault),
            Some(PresetAsked::Pick(_) | PresetAsked::Text(_)) | None => Ok(()),
        }
    }
}

/// Why a question cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllFormed {
    /// The text is empty or only blanks.
    BlankText,
    /// The recommended number is not on the menu.
    RecommendedOffMenu {
        /// The number given.
        number: usize,
        /// How many choices there are.
        count: usize,
    },
    /// The default number is not on the menu.
    DefaultOffMenu {
        /// The number given.
        number: usize,
        /// How many choices there are.
        count: usize,
    },
    /// A default text beside a menu.
    DefaultTextAtMenu,
    /// A default text of blanks only.
    BlankDefault,
    /// A secret question with a default, which would be shown.
    SecretDefault,
}

impl IllFormed {
    /// The part of the question that is at fault.
    pub fn field(&self) -> &'static str {
        match self {
            Self::BlankText => "question",
            Self::RecommendedOffMenu { .. } => "recommended",
            Self::DefaultOffMenu { .. }
            | Self::DefaultTextAtMenu
            | Self::BlankDefault
            | Self::SecretDefault => "default",
        }
    }
}

impl fmt::Display for IllFormed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankText | Self::BlankDefault => {
                f.write_str("expected a text, found only blanks")
            }
            Self::RecommendedOffMenu { number, count: 0 }
            | Self::DefaultOffMenu { number, count: 0 } => {
                write!(f, "{number} is not on the menu: there are no choices")
            }
            Self::RecommendedOffMenu { number, count } | Self::DefaultOffMenu { number, count } => {
                write!(
                    f,
                    "{number} is not on the menu: expected a number from 1 to {count}"
                )
            }
            Self::DefaultTextAtMenu => f.write_str("expected the number of a choice, found a text"),
            Self::SecretDefault => {
                f.write_str("a secret question takes none, since it would be shown")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(question: &Question, wanted: Result<(), &str>) {
        let got = question.check().map_err(|e| format!("{}: {e}", e.field()));
        assert_eq!(got.as_ref().map_err(String::as_str).copied(), wanted);
    }

    #[test]
    fn what_can_be_asked() {
        let q = || Question::new("Q?").choice("a").choice("b");
        check(&q(), Ok(()));
        check(
            &Question::new(" \t"),
            Err("question: expected a text, found only blanks"),
        );
        check(&q().recommended(2).default_choice(1), Ok(()));
        check(
            &q().recommended(3),
            Err("recommended: 3 is not on the menu: expected a number from 1 to 2"),
        );
        check(
            &q().default_choice(0),
            Err("default: 0 is not on the menu: expected a number from 1 to 2"),
        );
        check(
            &Question::new("Q?").default_choice(1),
            Err("default: 1 is not on the menu: there are no choices"),
        );
        check(
            &q().default_text("x"),
            Err("default: expected the number of a choice, found a text"),
        );
        check(&Question::new("Q?").default_text("x"), Ok(()));
        check(
            &Question::new("Q?").secret(true).default_text("x"),
            Err("default: a secret question takes none, since it would be shown"),
        );
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
