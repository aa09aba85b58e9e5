//! The rule of a typed value as a JSON schema.

use serde_json::Value;

use crate::core::ValueRule as _;
use crate::core::value_rule::SharedRule;
use crate::dialect::arguments::kind;
use crate::error::Error;
use crate::mcp::elicitation::FieldRule;

/// The keywords of bounds. Of two on one side, a rule keeps only the tighter one.
const BOUNDS: [&str; 4] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

/// Encodes a rule. `path` is where it goes.
///
/// # Errors
/// A bad request if the rule has no schema, or one that cannot be decoded again.
pub(super) fn encode(rule: &SharedRule, path: &str) -> Result<Value, Error> {
    let Some(text) = rule.schema() else {
        let message =
            "this rule has no JSON schema, so it works only at a prompt of its own process";
        return Err(Error::bad_request(path, message));
    };
    let schema = serde_json::from_str(&text)
        .map_err(|_| Error::bad_request(path, "the schema of this rule is not JSON"))?;
    decode(&schema, path)?;
    Ok(schema)
}

/// Decodes a rule.
///
/// # Errors
/// A bad request with the path of the keyword: one that is not checked, or a wrong value.
pub(super) fn decode(schema: &Value, path: &str) -> Result<FieldRule, Error> {
    let Value::Object(keywords) = schema else {
        let found = kind(schema);
        let message = format!("expected a JSON schema, found {found}");
        return Err(Error::bad_request(path, message));
    };
    let rule = FieldRule::from_schema(keywords).map_err(|error| super::within(path, &error))?;
    // A keyword that is passed over in silence would let in what it forbids.
    let text = rule.schema().unwrap_or_default();
    let kept: Value = serde_json::from_str(&text).unwrap_or_default();
    let is_checked = |keyword: &str, value: &Value| {
        kept.get(keyword).is_some() || (BOUNDS.contains(&keyword) && value.is_number())
    };
    match keywords
        .iter()
        .find(|(keyword, value)| !is_checked(keyword, value))
    {
        Some((keyword, value)) => {
            let message = format!("no typed value can be checked against this, found {value}");
            Err(Error::bad_request(format!("{path}.{keyword}"), message))
        }
        None => Ok(rule),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check_refused(schema: Value, wanted: &str) {
        let error = decode(&schema, "rule").map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), wanted);
    }

    #[test]
    fn every_keyword_is_checked_or_refused() {
        let both = json!({"type": "integer", "minimum": 1, "exclusiveMinimum": 3});
        let rule = decode(&both, "rule").unwrap();
        assert_eq!(
            rule.check("3"),
            Err("expected an integer above 3".to_owned())
        );
        let unchecked = "no typed value can be checked against this, found";
        check_refused(
            json!({"type": "string", "enum": ["a"]}),
            &format!("rule.enum: {unchecked} [\"a\"]"),
        );
        check_refused(
            json!({"type": "string", "format": "ipv4"}),
            &format!("rule.format: {unchecked} \"ipv4\""),
        );
        check_refused(
            json!({"type": "integer", "minLength": 1}),
            &format!("rule.minLength: {unchecked} 1"),
        );
        check_refused(
            json!({"type": "number", "exclusiveMinimum": true}),
            &format!("rule.exclusiveMinimum: {unchecked} true"),
        );
        check_refused(
            json!({"type": "number", "multipleOf": 0}),
            &format!("rule.multipleOf: {unchecked} 0"),
        );
        check_refused(
            json!({"type": "number", "minimum": 2, "maximum": 1}),
            "rule.maximum: no number is 2 or more and 1 or less",
        );
        check_refused(
            json!({"minimum": 2}),
            "rule.type: expected string, number or integer, found null",
        );
        check_refused(
            json!("integer"),
            "rule: expected a JSON schema, found a string",
        );
    }
}
