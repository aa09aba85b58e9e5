//! The settings of a call as JSON.

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::object;
use super::seconds::Seconds;
use crate::core::{Grammar, Layout, OnTimeout, Settings};
use crate::dialect::DecodeMode;
use crate::dialect::arguments::read;
use crate::error::Error;

/// Encodes the settings, all but those without a value.
pub(crate) fn encode(settings: &Settings) -> Value {
    Value::Object(object(&SettingsObject::from(settings)))
}

/// Decodes settings. A member that is left out has its default. The grammar is then the full one,
/// as for questions that no dialect brings its own grammar for.
///
/// # Errors
/// A bad request with the path of an unknown member, or of a value that is not allowed.
pub(crate) fn decode(settings: &Value) -> Result<Settings, Error> {
    let settings: SettingsObject = read(settings, DecodeMode::Strict)?;
    Ok(Settings {
        grammar: settings.grammar,
        attempts: settings.attempts,
        timeout: settings.timeout_s.map(|Seconds(limit)| limit),
        on_timeout: settings.on_timeout,
        layout: settings.layout,
        review: settings.review,
    })
}

#[derive(Serialize, Deserialize)]
#[serde(default)]
struct SettingsObject {
    #[serde(with = "GrammarWord")]
    grammar: Grammar,
    attempts: NonZeroUsize,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeout_s: Option<Seconds>,
    #[serde(with = "OnTimeoutWord")]
    on_timeout: OnTimeout,
    #[serde(with = "LayoutWord")]
    layout: Layout,
    review: bool,
}

impl From<&Settings> for SettingsObject {
    fn from(settings: &Settings) -> Self {
        Self {
            grammar: settings.grammar,
            attempts: settings.attempts,
            timeout_s: settings.timeout.map(Seconds),
            on_timeout: settings.on_timeout,
            layout: settings.layout,
            review: settings.review,
        }
    }
}

impl Default for SettingsObject {
    fn default() -> Self {
        Self {
            grammar: Grammar::Full,
            ..Self::from(&Settings::default())
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Grammar", rename_all = "snake_case")]
enum GrammarWord {
    Strict,
    Full,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "OnTimeout", rename_all = "snake_case")]
enum OnTimeoutWord {
    Refuse,
    Recommended,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Layout", rename_all = "snake_case")]
enum LayoutWord {
    Auto,
    Line,
    List,
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;

    #[test]
    fn the_shape_is_stable() {
        let settings = Settings {
            grammar: Grammar::Full,
            timeout: Some(Duration::from_millis(1500)),
            on_timeout: OnTimeout::Recommended,
            layout: Layout::List,
            review: false,
            ..Settings::default()
        };
        let wanted = r#"{"grammar":"full","attempts":3,"timeout_s":1.5,"on_timeout":"recommended","layout":"list","review":false}"#;
        assert_eq!(encode(&settings).to_string(), wanted);
        let wanted = r#"{"grammar":"strict","attempts":3,"on_timeout":"refuse","layout":"auto","review":true}"#;
        assert_eq!(encode(&Settings::default()).to_string(), wanted);
        let full = Settings {
            grammar: Grammar::Full,
            ..Settings::default()
        };
        assert_eq!(decode(&json!({})).unwrap(), full);
        let none = json!({"timeout_s": null});
        assert_eq!(decode(&none).unwrap(), full);
    }

    #[track_caller]
    fn check_refused(settings: Value, wanted: &str) {
        assert_eq!(decode(&settings).unwrap_err().to_string(), wanted);
    }

    #[test]
    fn settings_are_refused_by_path() {
        let limit = "expected a number of seconds from 0 to 31536000, a year";
        for (found, shown) in [
            (json!(31_536_001), "the number 31536001"),
            (json!(-0.5), "the number -0.5"),
            (json!("60"), "the string \"60\""),
        ] {
            let wanted = format!("timeout_s: {limit}, found {shown}");
            check_refused(json!({ "timeout_s": found }), &wanted);
        }
        check_refused(
            json!({"attempts": 0}),
            "attempts: expected a whole number of 1 or more, found the number 0",
        );
        check_refused(
            json!({"attempts": -1}),
            "attempts: expected a whole number of 1 or more, found the number -1",
        );
        check_refused(
            json!({"grammar": "loose"}),
            "grammar: expected strict or full, found the string \"loose\"",
        );
        check_refused(
            json!({"layout": 1}),
            "layout: expected a string, found the number 1",
        );
        check_refused(json!({"Review": true}), "Review: unknown field");
        check_refused(json!([]), "expected an object of arguments, found an array");
    }
}
