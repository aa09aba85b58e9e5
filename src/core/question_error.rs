//! Validation errors of a question.

use std::borrow::Cow;
use std::fmt;

use super::number::Number;

/// A validation error: the reason why a question cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionError {
    /// The question text is empty or contains only whitespace.
    BlankText,
    /// The label of a choice is empty or contains only whitespace. The value is the number
    /// of the choice.
    BlankChoice(Number),
    /// The recommended number is not on the menu.
    RecommendedOutOfRange(OutOfRange),
    /// A default number is not on the menu.
    DefaultOutOfRange(OutOfRange),
    /// More than one default number, but the question is not a multi-select.
    SeveralDefaults,
    /// A default text, but the question has a menu.
    DefaultTextAtMenu,
    /// The default text is empty or contains only whitespace.
    BlankDefault,
    /// A secret question has a default. The default would be visible.
    SecretDefault,
    /// A multi-select question has no menu.
    MultiWithoutMenu,
    /// A minimum or maximum number of picks, but the question is not a multi-select.
    BoundsWithoutMulti,
    /// The minimum number of picks is above the maximum, or above the number of possible picks.
    MinTooHigh {
        /// The given minimum.
        min: usize,
        /// The largest possible number of picks.
        most: usize,
    },
    /// The maximum number of picks is 0, or below the number of defaults.
    MaxTooLow {
        /// The given maximum.
        max: usize,
        /// The smallest allowed maximum.
        least: usize,
    },
}

/// A number that is not on the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRange {
    /// The given number.
    pub number: usize,
    /// The number of choices.
    pub count: usize,
}

impl QuestionError {
    /// The name of the field that causes the error.
    pub fn field(&self) -> &'static str {
        match self {
            Self::BlankText => "question",
            Self::BlankChoice(_) => "choices",
            Self::RecommendedOutOfRange(_) => "recommended",
            Self::DefaultOutOfRange(_)
            | Self::SeveralDefaults
            | Self::DefaultTextAtMenu
            | Self::BlankDefault
            | Self::SecretDefault => "default",
            Self::MultiWithoutMenu => "multi",
            Self::BoundsWithoutMulti | Self::MinTooHigh { .. } => "min",
            Self::MaxTooLow { .. } => "max",
        }
    }

    /// The path of the part that causes the error: the field, and in a list the index,
    /// counted from 0, for example `choices[2].label`.
    pub fn path(&self) -> Cow<'static, str> {
        match self {
            Self::BlankChoice(number) => format!("choices[{}].label", number.index()).into(),
            Self::BlankText
            | Self::RecommendedOutOfRange(_)
            | Self::DefaultOutOfRange(_)
            | Self::SeveralDefaults
            | Self::DefaultTextAtMenu
            | Self::BlankDefault
            | Self::SecretDefault
            | Self::MultiWithoutMenu
            | Self::BoundsWithoutMulti
            | Self::MinTooHigh { .. }
            | Self::MaxTooLow { .. } => self.field().into(),
        }
    }
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankText | Self::BlankDefault => {
                f.write_str("expected a text, found only blanks")
            }
            Self::BlankChoice(number) => {
                write!(f, "expected a text for choice {number}, found only blanks")
            }
            Self::RecommendedOutOfRange(off) | Self::DefaultOutOfRange(off) => match off.count {
                0 => write!(f, "{} is not on the menu: there are no choices", off.number),
                count => write!(
                    f,
                    "{} is not on the menu: expected a number from 1 to {count}",
                    off.number
                ),
            },
            Self::SeveralDefaults => f.write_str(
                "expected one number, found several: only a multi-select question takes more",
            ),
            Self::DefaultTextAtMenu => f.write_str("expected the number of a choice, found a text"),
            Self::SecretDefault => {
                f.write_str("a secret question takes none, since it would be shown")
            }
            Self::MultiWithoutMenu => {
                f.write_str("several choices may be picked, but there are none")
            }
            Self::BoundsWithoutMulti => {
                f.write_str("a minimum or maximum of picks needs a multi-select question")
            }
            Self::MinTooHigh { min, most } => {
                write!(
                    f,
                    "{min} cannot be picked: expected a minimum of at most {most}"
                )
            }
            Self::MaxTooLow { max, least } => {
                write!(
                    f,
                    "{max} is too low: expected a maximum of at least {least}"
                )
            }
        }
    }
}
