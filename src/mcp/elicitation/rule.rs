//! Validation rules for strings and numbers from a JSON schema.

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use super::format::Format;
use super::number_value::{NumberValue, ascii};
use super::pattern::Pattern;
use crate::core::ValueRule;
use crate::error::Error;

/// The rule for a string: length limits in code points, a format and a pattern.
#[derive(Clone, Debug, Default)]
pub(super) struct TextRule {
    min: Option<u64>,
    max: Option<u64>,
    format: Option<Format>,
    pattern: Option<Pattern>,
}

impl TextRule {
    pub(super) fn read(schema: &Map<String, Value>, path: &str) -> Result<Self, Error> {
        let rule = Self {
            min: count(schema, "minLength", path)?,
            max: count(schema, "maxLength", path)?,
            format: schema
                .get("format")
                .and_then(Value::as_str)
                .and_then(Format::from_name),
            pattern: Pattern::read(schema, path)?,
        };
        match (rule.min, rule.max) {
            (Some(min), Some(max)) if min > max => {
                let message = format!("no text is {min} characters or longer and {max} or shorter");
                Err(Error::contradiction(format!("{path}.maxLength"), message))
            }
            _ => Ok(rule),
        }
    }

    /// The same rule with the format url, which a form does not have.
    pub(super) fn for_url(self) -> Self {
        Self {
            format: Some(Format::Url),
            ..self
        }
    }
}

impl ValueRule for TextRule {
    fn check(&self, text: &str) -> Result<(), String> {
        let count = text.chars().count() as u64;
        let (min, max) = (self.min.unwrap_or(0), self.max.unwrap_or(u64::MAX));
        if !(min..=max).contains(&count) {
            let wanted = match (self.min, self.max) {
                (Some(min), Some(max)) => format!("from {min} to {max}"),
                (Some(min), None) => format!("at least {min}"),
                (None, Some(max)) => format!("at most {max}"),
                (None, None) => String::new(),
            };
            return Err(format!("expected {wanted} characters, found {count}"));
        }
        if let Some(format) = self.format.filter(|format| !format.is_valid(text)) {
            return Err(format.message().to_owned());
        }
        match &self.pattern {
            Some(pattern) if !pattern.is_match(text) => Err(pattern.message()),
            Some(_) | None => Ok(()),
        }
    }

    fn schema(&self) -> Option<String> {
        let keywords = [
            ("minLength", self.min.map(Value::from)),
            ("maxLength", self.max.map(Value::from)),
            ("format", self.format.map(|format| format.name().into())),
            (
                "pattern",
                self.pattern.as_ref().map(|pattern| pattern.source().into()),
            ),
        ];
        Some(schema_text("string", keywords))
    }
}

/// The JSON schema with these keywords, without those that are not set.
fn schema_text<const N: usize>(kind: &str, keywords: [(&str, Option<Value>); N]) -> String {
    let mut schema = Map::new();
    schema.insert("type".to_owned(), kind.into());
    for (keyword, value) in keywords {
        if let Some(value) = value {
            schema.insert(keyword.to_owned(), value);
        }
    }
    Value::Object(schema).to_string()
}

/// Decodes a count of characters or items, for example `minLength`.
pub(super) fn count(
    schema: &Map<String, Value>,
    key: &str,
    path: &str,
) -> Result<Option<u64>, Error> {
    let Some(value) = schema.get(key).filter(|value| !value.is_null()) else {
        return Ok(None);
    };
    // Some JSON encoders write whole numbers with a decimal point.
    let count = value
        .as_u64()
        .or_else(|| value.as_f64().and_then(whole_number));
    count.map(Some).ok_or_else(|| {
        Error::bad_request(
            format!("{path}.{key}"),
            format!("expected a count, found {value}"),
        )
    })
}

/// The text of a number from a schema, as it is shown and typed. For an integer field, a whole
/// number has no decimal point.
pub(super) fn number_text(number: &Value, integer: bool) -> String {
    let float = number.as_f64().filter(|_| integer && number.is_f64());
    match float.and_then(|float| Some((float < 0.0, whole_number(float.abs())?))) {
        Some((true, count)) => format!("-{count}"),
        Some((false, count)) => count.to_string(),
        None => number.to_string(),
    }
}

/// Whether two JSON values are equal. 3 and 3.0 are the same number.
pub(super) fn same_value(one: &Value, other: &Value) -> bool {
    one == other
        || (one.is_f64() != other.is_f64() && one.is_number() && one.as_f64() == other.as_f64())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be a whole number in range"
)]
fn whole_number(number: f64) -> Option<u64> {
    (number.fract() == 0.0 && (0.0..9.0e15).contains(&number)).then_some(number as u64)
}

/// The rule for a number: bounds, and the step of `multipleOf`.
#[derive(Clone, Debug)]
pub(super) struct NumberRule {
    integer: bool,
    min: Option<Bound>,
    max: Option<Bound>,
    multiple_of: Option<f64>,
}

#[derive(Clone, Debug)]
struct Bound {
    key: &'static str,
    value: f64,
    whole: Option<i128>,
    shown: String,
    exclusive: bool,
}

impl NumberRule {
    pub(super) fn read(
        schema: &Map<String, Value>,
        integer: bool,
        path: &str,
    ) -> Result<Self, Error> {
        let min = tighter_bound(schema, ["exclusiveMinimum", "minimum"], f64::gt, path)?;
        let max = tighter_bound(schema, ["exclusiveMaximum", "maximum"], f64::lt, path)?;
        if let (Some(min), Some(max)) = (&min, &max)
            && (min.value > max.value
                || (min.value >= max.value && (min.exclusive || max.exclusive)))
        {
            let side = |bound: &Bound, inclusive: &str, exclusive: &str| {
                if bound.exclusive {
                    format!("{exclusive} {}", bound.shown)
                } else {
                    format!("{} {inclusive}", bound.shown)
                }
            };
            let message = format!(
                "no number is {} and {}",
                side(min, "or more", "above"),
                side(max, "or less", "below")
            );
            return Err(Error::contradiction(format!("{path}.{}", max.key), message));
        }
        let multiple_of = schema
            .get("multipleOf")
            .and_then(Value::as_f64)
            .filter(|step| *step > 0.0);
        Ok(Self {
            integer,
            min,
            max,
            multiple_of,
        })
    }

    /// Parses a number. The bounds are not checked. `None` if the text is not a number, or not an
    /// integer for an integer field.
    pub(super) fn value(&self, text: &str) -> Option<NumberValue> {
        NumberValue::parse(text, self.integer)
    }

    fn is_off_step(&self, value: NumberValue) -> bool {
        let Some(step) = self.multiple_of else {
            return false;
        };
        match (value, whole_number(step)) {
            (NumberValue::Whole(number), Some(step)) => number % i128::from(step) != 0,
            (NumberValue::Whole(_) | NumberValue::Fraction(_), _) => {
                let steps = value.as_f64() / step;
                (steps - steps.round()).abs() > 1e-9
            }
        }
    }

    /// The error message for the operator.
    fn message(&self) -> String {
        let kind = if self.integer {
            "an integer"
        } else {
            "a number"
        };
        let side = |bound: &Bound, inclusive: &str, exclusive: &str| {
            format!(
                "{} {}",
                if bound.exclusive {
                    exclusive
                } else {
                    inclusive
                },
                bound.shown
            )
        };
        let range = match (&self.min, &self.max) {
            (None, None) => String::new(),
            (Some(min), None) => format!(" {}", side(min, "of at least", "above")),
            (None, Some(max)) => format!(" {}", side(max, "of at most", "below")),
            (Some(min), Some(max)) => format!(
                " {} {}",
                side(min, "from", "above"),
                side(max, "to", "below")
            ),
        };
        let step = self
            .multiple_of
            .map(|step| format!(", a multiple of {step}"));
        format!("expected {kind}{range}{}", step.unwrap_or_default())
    }
}

impl ValueRule for NumberRule {
    fn check(&self, text: &str) -> Result<(), String> {
        let Some(value) = self.value(text) else {
            return Err(if NumberValue::is_whole(text) {
                format!("expected at most {} digits", NumberValue::MAX_DIGITS)
            } else {
                self.message()
            });
        };
        let breaks = |bound: &Option<Bound>, side: Ordering| {
            bound.as_ref().is_some_and(|bound| {
                let order = bound.compare(value);
                order == side || (bound.exclusive && order == Ordering::Equal)
            })
        };
        if breaks(&self.min, Ordering::Less)
            || breaks(&self.max, Ordering::Greater)
            || self.is_off_step(value)
        {
            Err(self.message())
        } else {
            Ok(())
        }
    }

    fn normalize(&self, text: &str) -> String {
        ascii(text)
    }

    fn schema(&self) -> Option<String> {
        let kind = if self.integer { "integer" } else { "number" };
        let bound = |bound: &Option<Bound>| {
            let bound = bound.as_ref()?;
            Some((bound.key, serde_json::from_str(&bound.shown).ok()))
        };
        let step = self.multiple_of.map(|step| match whole_number(step) {
            Some(step) => step.into(),
            None => step.into(),
        });
        let keywords = [
            bound(&self.min).unwrap_or_default(),
            bound(&self.max).unwrap_or_default(),
            ("multipleOf", step),
        ];
        Some(schema_text(kind, keywords))
    }
}

impl Bound {
    /// How a value compares to the bound, exactly if both are whole numbers.
    fn compare(&self, value: NumberValue) -> Ordering {
        match (value, self.whole) {
            (NumberValue::Whole(number), Some(bound)) => number.cmp(&bound),
            (NumberValue::Whole(_) | NumberValue::Fraction(_), _) => {
                value.as_f64().total_cmp(&self.value)
            }
        }
    }
}

/// Decodes the bound on one side, from an exclusive and an inclusive keyword.
///
/// If both are given, both apply. The tighter one is returned, because it implies the other. The
/// exclusive one is checked first, so it wins if the numbers are equal.
fn tighter_bound(
    schema: &Map<String, Value>,
    [exclusive, inclusive]: [&'static str; 2],
    is_tighter: fn(&f64, &f64) -> bool,
    path: &str,
) -> Result<Option<Bound>, Error> {
    let mut tightest: Option<Bound> = None;
    for (key, is_exclusive) in [(exclusive, true), (inclusive, false)] {
        let Some(value) = schema
            .get(key)
            .filter(|value| !value.is_null() && !value.is_boolean())
        else {
            continue;
        };
        let Some(number) = value.as_f64() else {
            return Err(Error::bad_request(
                format!("{path}.{key}"),
                format!("expected a number, found {value}"),
            ));
        };
        let replaces = tightest
            .as_ref()
            .is_none_or(|other| is_tighter(&number, &other.value));
        if replaces {
            tightest = Some(Bound {
                key,
                value: number,
                whole: value.as_number().and_then(Number::as_i128),
                shown: value.to_string(),
                exclusive: is_exclusive,
            });
        }
    }
    Ok(tightest)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn number(schema: &Value, integer: bool) -> NumberRule {
        NumberRule::read(schema.as_object().unwrap(), integer, "p").unwrap()
    }

    #[track_caller]
    fn check(rule: &impl ValueRule, text: &str, wanted: Result<(), &str>) {
        let wanted = wanted.map_err(str::to_owned);
        assert_eq!(rule.check(text), wanted, "{text:?}");
    }

    #[test]
    fn f92_numbers_are_parsed_and_checked() {
        let integer = number(&json!({"minimum": 0, "maximum": 5}), true);
        check(&integer, "3", Ok(()));
        for text in ["9", "-1", "2.5", "4e1", "abc", "", "2.0", "0x2"] {
            check(&integer, text, Err("expected an integer from 0 to 5"));
        }
        check(&integer, "３", Ok(()));
        check(&integer, "９", Err("expected an integer from 0 to 5"));
        assert_eq!(integer.normalize("３"), "3");
        let any = number(&json!({}), false);
        for text in ["0.5", "-2", ".5", "1e3", "18446744073709551615"] {
            check(&any, text, Ok(()));
        }
        for text in ["NaN", "inf", "-inf", "infinity", "1e999", "0,5", "x"] {
            check(&any, text, Err("expected a number"));
        }
        check(&any, "99999999999999999999", Ok(()));
        check(&any, &"9".repeat(40), Err("expected at most 38 digits"));
        // As a floating-point number it would be equal to the maximum.
        let exact = number(&json!({"maximum": 9_007_199_254_740_992_u64}), true);
        check(&exact, "9007199254740992", Ok(()));
        let above = "expected an integer of at most 9007199254740992";
        check(&exact, "9007199254740993", Err(above));
        let even = number(&json!({"multipleOf": 2}), true);
        check(&even, "99999999999999999998", Ok(()));
        let odd = "expected an integer, a multiple of 2";
        check(&even, "99999999999999999999", Err(odd));
        check(
            &number(&json!({"exclusiveMinimum": 0}), false),
            "0",
            Err("expected a number above 0"),
        );
        check(
            &number(&json!({"maximum": 1.5}), false),
            "2",
            Err("expected a number of at most 1.5"),
        );
        check(
            &number(&json!({"multipleOf": 0.25}), false),
            "0.3",
            Err("expected a number, a multiple of 0.25"),
        );
    }

    #[test]
    fn two_bounds_on_one_side_both_apply() {
        let low = "expected a number of at least 5";
        let above = "expected a number above 5";
        for (min, exclusive, wanted) in [(5, 0, low), (0, 5, above), (5, 5, above)] {
            let schema = json!({"minimum": min, "exclusiveMinimum": exclusive});
            let rule = number(&schema, false);
            check(&rule, "3", Err(wanted));
            check(&rule, "6", Ok(()));
            check(&rule, "5", if wanted == low { Ok(()) } else { Err(wanted) });
        }
        let high = "expected a number of at most 5";
        let below = "expected a number below 5";
        for (max, exclusive, wanted) in [(5, 9, high), (9, 5, below), (5, 5, below)] {
            let schema = json!({"maximum": max, "exclusiveMaximum": exclusive});
            let rule = number(&schema, false);
            check(&rule, "7", Err(wanted));
            check(&rule, "4", Ok(()));
            check(
                &rule,
                "5",
                if wanted == high { Ok(()) } else { Err(wanted) },
            );
        }
    }

    #[test]
    fn the_error_message_shows_the_pattern() {
        let schema = json!({"maxLength": 3, "pattern": "^[a-z]+$"});
        let rule = TextRule::read(schema.as_object().unwrap(), "p").unwrap();
        check(&rule, "abc", Ok(()));
        check(&rule, "aB", Err("expected a text that matches ^[a-z]+$"));
        check(&rule, "ABCD", Err("expected at most 3 characters, found 4"));
    }

    #[test]
    fn lengths_are_counted_in_code_points() {
        let schema = json!({"minLength": 2, "maxLength": 3.0});
        let rule = TextRule::read(schema.as_object().unwrap(), "p").unwrap();
        check(&rule, "éàü", Ok(()));
        check(&rule, "é", Err("expected from 2 to 3 characters, found 1"));
        check(
            &rule,
            "abcd",
            Err("expected from 2 to 3 characters, found 4"),
        );
    }

    #[test]
    fn contradictory_rules_are_refused() {
        let message = |result: Result<(), Error>| result.unwrap_err().to_string();
        let text = json!({"minLength": 3, "maxLength": 2});
        let error = TextRule::read(text.as_object().unwrap(), "p").map(|_| ());
        assert_eq!(
            message(error),
            "p.maxLength: no text is 3 characters or longer and 2 or shorter"
        );
        let range = json!({"minimum": 3, "maximum": 2});
        let error = NumberRule::read(range.as_object().unwrap(), true, "p").map(|_| ());
        assert_eq!(
            message(error),
            "p.maximum: no number is 3 or more and 2 or less"
        );
        let touching = json!({"minimum": 3, "exclusiveMaximum": 3, "maximum": 9});
        let error = NumberRule::read(touching.as_object().unwrap(), true, "p").map(|_| ());
        assert_eq!(
            message(error),
            "p.exclusiveMaximum: no number is 3 or more and below 3"
        );
    }
}
