//! What a typed value has to be: the rules of strings and numbers in a schema.

use serde_json::{Map, Number, Value};

use super::format::Format;
use super::pattern::Pattern;
use crate::core::ValueRule;
use crate::error::Error;

/// A string with bounds in code points, a format and a pattern.
#[derive(Clone, Debug, Default)]
pub(super) struct TextRule {
    least: Option<u64>,
    most: Option<u64>,
    format: Option<Format>,
    pattern: Option<Pattern>,
}

impl TextRule {
    pub(super) fn read(schema: &Map<String, Value>, path: &str) -> Result<Self, Error> {
        let rule = Self {
            least: count(schema, "minLength", path)?,
            most: count(schema, "maxLength", path)?,
            format: schema
                .get("format")
                .and_then(Value::as_str)
                .and_then(Format::named),
            pattern: Pattern::read(schema, path)?,
        };
        match (rule.least, rule.most) {
            (Some(least), Some(most)) if least > most => {
                let message =
                    format!("no text is {least} characters or longer and {most} or shorter");
                Err(Error::contradiction(format!("{path}.maxLength"), message))
            }
            _ => Ok(rule),
        }
    }
}

impl ValueRule for TextRule {
    fn check(&self, text: &str) -> Result<(), String> {
        let count = text.chars().count() as u64;
        let (least, most) = (self.least.unwrap_or(0), self.most.unwrap_or(u64::MAX));
        if !(least..=most).contains(&count) {
            let wanted = match (self.least, self.most) {
                (Some(least), Some(most)) => format!("from {least} to {most}"),
                (Some(least), None) => format!("at least {least}"),
                (None, Some(most)) => format!("at most {most}"),
                (None, None) => String::new(),
            };
            return Err(format!("expected {wanted} characters, found {count}"));
        }
        if let Some(format) = self.format.filter(|format| !format.holds(text)) {
            return Err(format.fault().to_owned());
        }
        match &self.pattern {
            Some(pattern) if !pattern.holds(text) => Err(pattern.fault()),
            Some(_) | None => Ok(()),
        }
    }
}

/// A count of characters or items.
pub(super) fn count(
    schema: &Map<String, Value>,
    key: &str,
    path: &str,
) -> Result<Option<u64>, Error> {
    let Some(value) = schema.get(key).filter(|value| !value.is_null()) else {
        return Ok(None);
    };
    // Some languages write whole numbers with a point.
    let whole = value.as_u64().or_else(|| value.as_f64().and_then(whole));
    whole.map(Some).ok_or_else(|| {
        Error::bad_request(
            format!("{path}.{key}"),
            format!("expected a count, found {value}"),
        )
    })
}

/// A number of a schema as it is shown and typed; whole ones of an integer without a point.
pub(super) fn shown(number: &Value, integer: bool) -> String {
    let float = number.as_f64().filter(|_| integer && number.is_f64());
    match float.and_then(|float| Some((float < 0.0, whole(float.abs())?))) {
        Some((true, count)) => format!("-{count}"),
        Some((false, count)) => count.to_string(),
        None => number.to_string(),
    }
}

/// Whether a schema means the same value twice: 3 and 3.0 are one number.
pub(super) fn same(one: &Value, other: &Value) -> bool {
    one == other
        || (one.is_f64() != other.is_f64() && one.is_number() && one.as_f64() == other.as_f64())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be a whole number in range"
)]
fn whole(number: f64) -> Option<u64> {
    (number.fract() == 0.0 && (0.0..9.0e15).contains(&number)).then_some(number as u64)
}

/// A number with bounds.
#[derive(Clone, Debug)]
pub(super) struct NumberRule {
    integer: bool,
    least: Option<Bound>,
    most: Option<Bound>,
    multiple_of: Option<f64>,
}

#[derive(Clone, Debug)]
struct Bound {
    key: &'static str,
    value: f64,
    shown: String,
    exclusive: bool,
}

impl NumberRule {
    pub(super) fn read(
        schema: &Map<String, Value>,
        integer: bool,
        path: &str,
    ) -> Result<Self, Error> {
        let least = bound(schema, ["exclusiveMinimum", "minimum"], f64::gt, path)?;
        let most = bound(schema, ["exclusiveMaximum", "maximum"], f64::lt, path)?;
        if let (Some(least), Some(most)) = (&least, &most)
            && (least.value > most.value
                || (least.value >= most.value && (least.exclusive || most.exclusive)))
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
                side(least, "or more", "above"),
                side(most, "or less", "below")
            );
            return Err(Error::contradiction(
                format!("{path}.{}", most.key),
                message,
            ));
        }
        let multiple_of = schema
            .get("multipleOf")
            .and_then(Value::as_f64)
            .filter(|step| *step > 0.0);
        Ok(Self {
            integer,
            least,
            most,
            multiple_of,
        })
    }

    /// The value of a text that keeps the rule.
    pub(super) fn value(&self, text: &str) -> Option<Number> {
        let plain = text.strip_prefix('+').unwrap_or(text);
        let digits = plain.strip_prefix('-').unwrap_or(plain);
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            let whole = plain
                .parse::<i64>()
                .map(Number::from)
                .or_else(|_| plain.parse::<u64>().map(Number::from));
            if let Ok(number) = whole {
                return Some(number);
            }
        }
        let starts = plain.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'));
        if self.integer || !starts {
            return None;
        }
        // `from_f64` refuses what is not finite.
        plain.parse::<f64>().ok().and_then(Number::from_f64)
    }

    fn wanted(&self) -> String {
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
        let range = match (&self.least, &self.most) {
            (None, None) => String::new(),
            (Some(least), None) => format!(" {}", side(least, "of at least", "above")),
            (None, Some(most)) => format!(" {}", side(most, "of at most", "below")),
            (Some(least), Some(most)) => format!(
                " {} {}",
                side(least, "from", "above"),
                side(most, "to", "below")
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
        let value = self.value(text).and_then(|number| number.as_f64());
        let Some(value) = value else {
            return Err(self.wanted());
        };
        let low = self
            .least
            .as_ref()
            .is_some_and(|b| value < b.value || (b.exclusive && value <= b.value));
        let high = self
            .most
            .as_ref()
            .is_some_and(|b| value > b.value || (b.exclusive && value >= b.value));
        let off = self.multiple_of.is_some_and(|step| {
            let steps = value / step;
            (steps - steps.round()).abs() > 1e-9
        });
        if low || high || off {
            Err(self.wanted())
        } else {
            Ok(())
        }
    }
}

/// The tighter of two bounds: both hold, and whatever keeps this one keeps the
/// other. The exclusive one comes first, so that it stands where they are equal.
fn bound(
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
        let decides = tightest
            .as_ref()
            .is_none_or(|other| is_tighter(&number, &other.value));
        if decides {
            tightest = Some(Bound {
                key,
                value: number,
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
    fn f92_numbers_have_their_json_types() {
        let integer = number(&json!({"minimum": 0, "maximum": 5}), true);
        check(&integer, "3", Ok(()));
        for text in ["9", "-1", "2.5", "4e1", "abc", "", "2.0", "0x2"] {
            check(&integer, text, Err("expected an integer from 0 to 5"));
        }
        assert_eq!(integer.value("+3"), Some(Number::from(3)));
        let any = number(&json!({}), false);
        for text in ["0.5", "-2", ".5", "1e3", "18446744073709551615"] {
            check(&any, text, Ok(()));
        }
        for text in ["NaN", "inf", "-inf", "infinity", "1e999", "0,5", "x"] {
            check(&any, text, Err("expected a number"));
        }
        assert_eq!(
            any.value("42").map(|n| n.to_string()),
            Some("42".to_owned())
        );
        assert_eq!(
            any.value("18446744073709551615"),
            Some(Number::from(u64::MAX))
        );
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
    fn of_two_bounds_on_one_side_both_hold() {
        let low = "expected a number of at least 5";
        let above = "expected a number above 5";
        for (least, exclusive, wanted) in [(5, 0, low), (0, 5, above), (5, 5, above)] {
            let schema = json!({"minimum": least, "exclusiveMinimum": exclusive});
            let rule = number(&schema, false);
            check(&rule, "3", Err(wanted));
            check(&rule, "6", Ok(()));
            check(&rule, "5", if wanted == low { Ok(()) } else { Err(wanted) });
        }
        let high = "expected a number of at most 5";
        let below = "expected a number below 5";
        for (most, exclusive, wanted) in [(5, 9, high), (9, 5, below), (5, 5, below)] {
            let schema = json!({"maximum": most, "exclusiveMaximum": exclusive});
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
    fn a_text_that_does_not_match_is_told_the_pattern() {
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
    fn what_nothing_can_fulfil_is_said() {
        let refused = |result: Result<(), Error>| result.unwrap_err().to_string();
        let text = json!({"minLength": 3, "maxLength": 2});
        let error = TextRule::read(text.as_object().unwrap(), "p").map(|_| ());
        assert_eq!(
            refused(error),
            "p.maxLength: no text is 3 characters or longer and 2 or shorter"
        );
        let range = json!({"minimum": 3, "maximum": 2});
        let error = NumberRule::read(range.as_object().unwrap(), true, "p").map(|_| ());
        assert_eq!(
            refused(error),
            "p.maximum: no number is 3 or more and 2 or less"
        );
        let touching = json!({"minimum": 3, "exclusiveMaximum": 3, "maximum": 9});
        let error = NumberRule::read(touching.as_object().unwrap(), true, "p").map(|_| ());
        assert_eq!(
            refused(error),
            "p.exclusiveMaximum: no number is 3 or more and below 3"
        );
    }
}
