//! [`NumberValue`]: a typed number, with all digits of a whole one.

use serde::{Serialize, Serializer};
use serde_json::{Number, Value};

/// A typed number.
///
/// A whole number keeps all its digits. `serde_json` would round one that does not fit
/// into 64 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NumberValue {
    Whole(i128),
    Fraction(f64),
}

impl NumberValue {
    /// The number of digits that every whole number may have.
    pub(super) const MAX_DIGITS: usize = 38;

    /// Parses a number. `None` if the text is not a number, not a whole one if `integer` is true,
    /// or a whole one with too many digits.
    pub(super) fn parse(text: &str, integer: bool) -> Option<Self> {
        let text = ascii(text);
        let plain = text.strip_prefix('+').unwrap_or(&text);
        if is_whole(plain) {
            return plain.parse().ok().map(Self::Whole);
        }
        // `f64` also parses words such as `inf` and `NaN`.
        let starts_like_number =
            plain.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'));
        if integer || !starts_like_number {
            return None;
        }
        let number = plain.parse().ok().filter(|number: &f64| number.is_finite());
        number.map(Self::Fraction)
    }

    /// Whether the text is a whole number of any length.
    pub(super) fn is_whole(text: &str) -> bool {
        let text = ascii(text);
        is_whole(text.strip_prefix('+').unwrap_or(&text))
    }

    /// The nearest floating-point number.
    #[expect(clippy::cast_precision_loss, reason = "the nearest number is wanted")]
    pub(super) fn as_f64(self) -> f64 {
        match self {
            Self::Whole(number) => number as f64,
            Self::Fraction(number) => number,
        }
    }

    /// The number as a JSON value. A whole number outside of 64 bits becomes the nearest
    /// floating-point number.
    pub(super) fn to_json(self) -> Value {
        let exact = match self {
            Self::Whole(number) => Number::from_i128(number),
            Self::Fraction(_) => None,
        };
        exact
            .or_else(|| Number::from_f64(self.as_f64()))
            .map_or(Value::Null, Value::Number)
    }
}

/// Writes all digits of a whole number.
impl Serialize for NumberValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(number) => serializer.serialize_i128(*number),
            Self::Fraction(number) => serializer.serialize_f64(*number),
        }
    }
}

/// The text with ASCII characters for full-width digits, signs and points.
pub(super) fn ascii(text: &str) -> String {
    let plain = |c: char| match c {
        '０'..='９' | '＋' | '－' | '．' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    };
    text.chars().map(plain).collect()
}

fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, wanted: Option<&str>) {
        let number = NumberValue::parse(text, false);
        let written = number.map(|number| serde_json::to_string(&number).unwrap());
        assert_eq!(written.as_deref(), wanted, "{text:?}");
    }

    #[test]
    fn a_whole_number_comes_back_digit_by_digit() {
        check("42", Some("42"));
        check("+3", Some("3"));
        check("-0", Some("0"));
        check("9007199254740993", Some("9007199254740993"));
        check("99999999999999999999", Some("99999999999999999999"));
        check("-99999999999999999999", Some("-99999999999999999999"));
        let longest = "9".repeat(NumberValue::MAX_DIGITS);
        check(&longest, Some(&longest));
        check(&"9".repeat(40), None);
        assert!(NumberValue::is_whole(&"９".repeat(40)));
        let json = NumberValue::parse("18446744073709551615", true).map(NumberValue::to_json);
        assert_eq!(json, Some(u64::MAX.into()));
    }

    #[test]
    fn full_width_numbers_are_numbers() {
        check("１０", Some("10"));
        check("－４２", Some("-42"));
        check("＋７", Some("7"));
        check("０．５", Some("0.5"));
        check("٣", None);
    }
}
