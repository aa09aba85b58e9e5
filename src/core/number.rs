//! The 1-based number of a menu row, and parsing of typed numbers.

use std::fmt;
use std::num::NonZeroUsize;

/// The number of a menu row, counted from 1. The operator sees and types it.
///
/// It is a separate type to prevent mistakes with indices, which count from 0.
///
/// ```
/// use ask_user::Number;
/// assert_eq!(Number::new(0), None);
/// assert_eq!(Number::from_index(0).get(), 1);
/// assert_eq!(Number::new(3).map(Number::index), Some(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(NonZeroUsize);

impl Number {
    /// Creates the number `n`. `None` if `n` is 0.
    pub fn new(n: usize) -> Option<Self> {
        NonZeroUsize::new(n).map(Self)
    }

    /// The number of the row at `index`. The index counts from 0.
    pub fn from_index(index: usize) -> Self {
        Self(NonZeroUsize::MIN.saturating_add(index))
    }

    /// The number itself, 1 or more.
    pub fn get(self) -> usize {
        self.0.get()
    }

    /// The index of the row, counted from 0.
    pub fn index(self) -> usize {
        self.0.get() - 1
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The result of parsing typed text as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParsedNumber {
    /// Only digits. The value is 1 or more and fits into a `usize`.
    Number(Number),
    /// An integer that is not a valid number: it has a sign, is 0, or is too large.
    /// It is not a pick, and it is not accepted as text either.
    OtherInteger,
    /// Anything else.
    NotAnInteger,
}

/// Parses typed text as a number. Whitespace around it is ignored.
///
/// Digits may be ASCII or full-width. Leading zeros are allowed.
pub(crate) fn parse_number(text: &str) -> ParsedNumber {
    let text = text.trim();
    let (signed, digits) = match text.strip_prefix(['+', '-']) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    if digits.is_empty() {
        return ParsedNumber::NotAnInteger;
    }
    let mut value = Some(0_usize);
    for c in digits.chars() {
        let Some(digit) = digit(c) else {
            return ParsedNumber::NotAnInteger;
        };
        value = value
            .and_then(|v| v.checked_mul(10))
            .and_then(|v| v.checked_add(digit));
    }
    match value.and_then(Number::new) {
        Some(number) if !signed => ParsedNumber::Number(number),
        _ => ParsedNumber::OtherInteger,
    }
}

fn digit(c: char) -> Option<usize> {
    let ascii = match c {
        '０'..='９' => char::from_u32(c as u32 - '０' as u32 + '0' as u32)?,
        _ => c,
    };
    ascii.to_digit(10).and_then(|d| usize::try_from(d).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, wanted: Option<usize>) {
        let got = match parse_number(text) {
            ParsedNumber::Number(n) => Some(n.get()),
            ParsedNumber::OtherInteger => Some(0),
            ParsedNumber::NotAnInteger => None,
        };
        assert_eq!(
            got, wanted,
            "parsing {text:?}; 0 means an integer that is not a valid number"
        );
    }

    #[test]
    fn parses_typed_numbers() {
        check("1", Some(1));
        check("01", Some(1));
        check(" \t12 ", Some(12));
        check("007", Some(7));
        check("３", Some(3));
        check("１２", Some(12));
        check("0", Some(0));
        check("+2", Some(0));
        check("-1", Some(0));
        check("99999999999999999999999", Some(0));
        check("", None);
        check("-", None);
        check("2.0", None);
        check("0x2", None);
        check("1 2", None);
        check("1)", None);
        check("٣", None);
    }
}
