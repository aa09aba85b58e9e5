//! [`Seconds`]: a time limit as a JSON number of seconds.

use std::fmt;
use std::time::Duration;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};

/// A time limit. In JSON it is a number of seconds, perhaps with a fraction, of at most a year.
///
/// It goes by the decimal digits of the number, so a limit comes back exactly, up to the 15 digits
/// that every JSON reader keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seconds(pub(crate) Duration);

/// One year in seconds: the longest limit.
const YEAR: u64 = 365 * 24 * 60 * 60;

const NANO_DIGITS: usize = 9;

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (seconds, nanos) = (self.0.as_secs(), self.0.subsec_nanos());
        let decimal = (nanos > 0).then(|| format!("{seconds}.{nanos:09}").parse().ok());
        match decimal.flatten() {
            Some(decimal) => serializer.serialize_f64(decimal),
            None => serializer.serialize_u64(seconds),
        }
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SecondsVisitor)
    }
}

struct SecondsVisitor;

impl Visitor<'_> for SecondsVisitor {
    type Value = Seconds;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number of seconds from 0 to {YEAR}, a year")
    }

    fn visit_u64<E: de::Error>(self, seconds: u64) -> Result<Seconds, E> {
        let found = de::Unexpected::Unsigned(seconds);
        from_decimal(&seconds.to_string()).ok_or_else(|| E::invalid_value(found, &self))
    }

    fn visit_f64<E: de::Error>(self, seconds: f64) -> Result<Seconds, E> {
        let found = de::Unexpected::Float(seconds);
        from_decimal(&seconds.to_string()).ok_or_else(|| E::invalid_value(found, &self))
    }
}

/// The limit with these decimal digits. `None` if it is negative or longer than a year.
fn from_decimal(text: &str) -> Option<Seconds> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let nanos = fraction.bytes().chain(std::iter::repeat(b'0'));
    let nanos = nanos.take(NANO_DIGITS).map(char::from).collect::<String>();
    let limit = Duration::new(whole.parse().ok()?, nanos.parse().ok()?);
    (limit <= Duration::from_secs(YEAR)).then_some(Seconds(limit))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[track_caller]
    fn check(limit: Duration, wanted: &str) {
        let written = serde_json::to_string(&Seconds(limit)).unwrap();
        assert_eq!(written, wanted);
        let read: Seconds = serde_json::from_str(&written).unwrap();
        assert_eq!(read.0, limit);
    }

    #[test]
    fn a_limit_comes_back_exactly() {
        check(Duration::ZERO, "0");
        check(Duration::from_secs(61), "61");
        check(Duration::from_millis(200), "0.2");
        check(Duration::from_nanos(1), "1e-9");
        check(Duration::from_secs(1) / 3, "0.333333333");
        check(Duration::from_secs(YEAR), "31536000");
        let almost = Duration::new(YEAR - 1, 999_999_000);
        check(almost, "31535999.999999");
    }

    #[test]
    fn what_is_no_limit_is_refused() {
        let read = |value: Value| serde_json::from_value::<Seconds>(value);
        assert_eq!(read(json!(2.0)).unwrap().0, Duration::from_secs(2));
        for value in [
            json!(-1),
            json!(-0.5),
            json!(1e300),
            json!(YEAR + 1),
            json!(31_536_000.5),
            json!("60"),
            json!(null),
        ] {
            assert!(read(value.clone()).is_err(), "{value}");
        }
    }
}
