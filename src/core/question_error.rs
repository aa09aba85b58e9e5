//! Why a question cannot be asked.

use std::fmt;

/// Why a question cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionError {
    /// The text is empty or only blanks.
    BlankText,
    /// The recommended number is not on the menu.
    RecommendedOutOfRange(OutOfRange),
    /// A default number is not on the menu.
    DefaultOutOfRange(OutOfRange),
    /// More than one default where one choice is picked.
    SeveralDefaults,
    /// A default text beside a menu.
    DefaultTextAtMenu,
    /// A default text of blanks only.
    BlankDefault,
    /// A secret question with a default, which would be shown.
    SecretDefault,
    /// Several choices may be picked, but there are none.
    MultiWithoutMenu,
    /// A minimum or maximum of picks where one choice is picked.
    BoundsWithoutMulti,
    /// The minimum of picks is over the maximum or over what the menu has.
    MinTooHigh {
        /// The minimum given.
        min: usize,
        /// The most that can be picked.
        most: usize,
    },
    /// The maximum of picks is 0, or under the number of defaults.
    MaxTooLow {
        /// The maximum given.
        max: usize,
        /// The least that it has to be.
        least: usize,
    },
}

/// A number that is not on the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRange {
    /// The number given.
    pub number: usize,
    /// How many choices there are.
    pub count: usize,
}

impl QuestionError {
    /// The part of the question that is at `invalid_line`.
    pub fn field(&self) -> &'static str {
        match self {
            Self::BlankText => "question",
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
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankText | Self::BlankDefault => {
                f.write_str("expected a text, found only blanks")
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
