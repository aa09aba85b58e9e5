//! The rule of a text or number field, for questions that are not part of a form.

use serde_json::{Map, Value};

use super::rule::{NumberRule, TextRule};
use crate::core::ValueRule;
use crate::error::Error;

/// The rule for a typed value, as the schema of a field states it.
///
/// ```
/// use ask_user::mcp::elicitation::FieldRule;
/// use ask_user::{Question, ValueRule};
///
/// let schema = serde_json::json!({"type": "integer", "minimum": 1, "maximum": 10});
/// let rule = FieldRule::from_schema(schema.as_object().unwrap())?;
/// assert_eq!(rule.check("11").unwrap_err(), "expected an integer from 1 to 10");
/// let question = Question::new("How many?").rule(rule);
/// # assert!(question.check().is_ok());
/// # Ok::<(), ask_user::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FieldRule(Rule);

#[derive(Clone, Debug)]
enum Rule {
    Text(TextRule),
    Number(NumberRule),
}

impl FieldRule {
    /// Reads the rule of a field. The `type` is `integer`, `number` or `string`. The other
    /// keywords are those of a form: `minimum`, `maximum`, `multipleOf`, `minLength`,
    /// `maxLength`, `format` and `pattern`. There is one more format, `url`: a `uri` with a host.
    ///
    /// # Errors
    /// A bad request whose path is the keyword: another type, a value that the keyword does
    /// not allow, or keywords that contradict each other.
    pub fn from_schema(schema: &Map<String, Value>) -> Result<Self, Error> {
        const PATH: &str = "schema";
        let rule = match schema.get("type").and_then(Value::as_str) {
            Some("string") => TextRule::read(schema, PATH).map(|rule| {
                let is_url = schema.get("format").is_some_and(|format| format == "url");
                Rule::Text(if is_url { rule.for_url() } else { rule })
            }),
            Some("integer") => NumberRule::read(schema, true, PATH).map(Rule::Number),
            Some("number") => NumberRule::read(schema, false, PATH).map(Rule::Number),
            Some(_) | None => {
                let found = schema.get("type").unwrap_or(&Value::Null);
                let message = format!("expected string, number or integer, found {found}");
                return Err(Error::bad_request("type", message));
            }
        };
        rule.map(Self).map_err(|error| {
            let path = error.path().unwrap_or_default();
            let keyword = path.rsplit('.').next().unwrap_or_default().to_owned();
            Error::bad_request(keyword, error.message())
        })
    }
}

impl ValueRule for FieldRule {
    fn check(&self, text: &str) -> Result<(), String> {
        match &self.0 {
            Rule::Text(rule) => rule.check(text),
            Rule::Number(rule) => rule.check(text),
        }
    }

    fn normalize(&self, text: &str) -> String {
        match &self.0 {
            Rule::Text(rule) => rule.normalize(text),
            Rule::Number(rule) => rule.normalize(text),
        }
    }

    fn schema(&self) -> Option<String> {
        match &self.0 {
            Rule::Text(rule) => rule.schema(),
            Rule::Number(rule) => rule.schema(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rule(schema: &Value) -> Result<FieldRule, Error> {
        FieldRule::from_schema(schema.as_object().unwrap())
    }

    #[test]
    fn a_value_keeps_its_rule() {
        let check = |schema: Value, text: &str| rule(&schema).unwrap().check(text);
        let integer = json!({"type": "integer", "minimum": 1});
        assert_eq!(check(integer.clone(), "2"), Ok(()));
        assert_eq!(
            check(integer, "0"),
            Err("expected an integer of at least 1".to_owned())
        );
        assert_eq!(
            check(json!({"type": "string", "pattern": "^v"}), "x"),
            Err("expected a text that matches ^v".to_owned())
        );
    }

    #[test]
    fn a_rule_gives_back_its_schema() {
        #[track_caller]
        fn check(schema: Value) {
            let given = rule(&schema).unwrap().schema().unwrap();
            assert_eq!(given, schema.to_string());
        }
        check(json!({"type": "string"}));
        check(json!({"type": "string", "format": "url", "pattern": "^https"}));
        let text = json!({"type": "string", "minLength": 1, "maxLength": 9, "format": "date-time"});
        check(text);
        check(json!({"type": "integer", "minimum": -1, "exclusiveMaximum": u64::MAX}));
        check(json!({"type": "integer", "multipleOf": 5}));
        check(json!({"type": "number", "exclusiveMinimum": 0.5, "multipleOf": 0.25}));
    }

    #[test]
    fn a_wrong_schema_is_refused_by_its_keyword() {
        let refused = |schema: Value| rule(&schema).unwrap_err().to_string();
        assert_eq!(
            refused(json!({"type": "number", "minimum": 2, "maximum": 1})),
            "maximum: no number is 2 or more and 1 or less"
        );
        assert_eq!(
            refused(json!({"type": "boolean"})),
            "type: expected string, number or integer, found \"boolean\""
        );
        let pattern = refused(json!({"type": "string", "pattern": "("}));
        assert!(pattern.starts_with("pattern: "), "{pattern}");
    }
}
