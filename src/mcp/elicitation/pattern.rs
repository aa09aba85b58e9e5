//! The `pattern` of a string: a JSON Schema regular expression (ECMA-262).
//!
//! `regex_lite` has another syntax than ECMA-262. Where the two differ, the pattern is translated.
//! A pattern that cannot be translated is an error, so every answer is checked.

use regex_lite::Regex;
use serde_json::{Map, Value};

use crate::error::Error;

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// The pattern as the server wrote it.
    source: String,
    compiled: Regex,
}

impl Pattern {
    /// Decodes the pattern of a schema, if it has one.
    ///
    /// # Errors
    /// A pattern that cannot be translated or compiled.
    pub(super) fn read(schema: &Map<String, Value>, path: &str) -> Result<Option<Self>, Error> {
        let refused = |message: String| Error::bad_request(format!("{path}.pattern"), message);
        let source = match schema.get("pattern") {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::String(source)) => source,
            Some(other) => return Err(refused(format!("expected a pattern, found {other}"))),
        };
        let compiled = translate(source)
            .and_then(|plain| Regex::new(&plain).map_err(|error| error.to_string()));
        let compiled = compiled.map_err(|fault| {
            refused(format!("this pattern cannot be checked: {fault}: {source}"))
        })?;
        Ok(Some(Self {
            source: source.clone(),
            compiled,
        }))
    }

    /// The error message for the operator.
    pub(super) fn message(&self) -> String {
        format!("expected a text that matches {}", self.source)
    }

    /// The pattern as the server wrote it.
    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// Whether the pattern matches anywhere in the text.
    pub(super) fn is_match(&self, text: &str) -> bool {
        self.compiled.is_match(text)
    }
}

/// White space in ECMA-262, as the content of a character class. `regex_lite` supports only ASCII
/// white space.
const SPACE: &str =
    r"\t-\r\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}";

/// All other characters.
const NO_SPACE: &str = r"\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}";

/// Translates an ECMA-262 pattern to the syntax of `regex_lite`.
fn translate(pattern: &str) -> Result<String, String> {
    let mut plain = String::with_capacity(pattern.len());
    let mut in_class = false;
    let mut rest = pattern.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, in_class) {
            ('\\', _) => {
                let escaped = rest.next();
                match escaped {
                    Some(space @ ('s' | 'S')) => {
                        let inside = if space == 's' { SPACE } else { NO_SPACE };
                        if in_class {
                            plain.push_str(inside);
                        } else {
                            plain.extend(["[", inside, "]"]);
                        }
                    }
                    // Only `regex_lite` has these: anchors, a bell and a long code point.
                    Some(own @ ('A' | 'z' | '<' | '>' | 'a' | 'U')) => {
                        return Err(format!("\\{own} is no escape of ECMA-262"));
                    }
                    Some('b') if !in_class && rest.peek() == Some(&'{') => {
                        return Err("a word boundary cannot be repeated".to_owned());
                    }
                    escaped => {
                        plain.push('\\');
                        plain.extend(escaped);
                    }
                }
            }
            ('.', false) => plain.push_str(r"[^\n\r\x{2028}\x{2029}]"),
            ('[', false) => {
                in_class = true;
                plain.push('[');
                if rest.next_if_eq(&'^').is_some() {
                    plain.push('^');
                }
                if rest.peek() == Some(&']') {
                    return Err("a class of characters is empty".to_owned());
                }
            }
            // In an ECMA-262 class these are ordinary characters.
            ('[' | '&' | '~', true) => plain.extend(['\\', c]),
            (']', true) => {
                in_class = false;
                plain.push(']');
            }
            ('(', false) if rest.peek() == Some(&'?') => {
                plain.push('(');
                plain.extend(rest.next());
                let kind = rest.peek().copied();
                if !matches!(kind, Some(':' | '<' | '=' | '!')) {
                    return Err("ECMA-262 has no flags within a pattern".to_owned());
                }
            }
            _ => plain.push(c),
        }
    }
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(pattern: &Value) -> Result<Option<Pattern>, Error> {
        Pattern::read(json!({"pattern": pattern}).as_object().unwrap(), "p")
    }

    #[track_caller]
    fn check(pattern: &str, matching: &[&str], others: &[&str]) {
        let pattern = read(&json!(pattern)).unwrap().unwrap();
        for text in matching {
            assert!(pattern.is_match(text), "{pattern:?} does not take {text:?}");
        }
        for text in others {
            assert!(!pattern.is_match(text), "{pattern:?} takes {text:?}");
        }
    }

    #[test]
    fn patterns_match_as_in_ecma_262() {
        check("b", &["abc", "b"], &["ac", "B"]);
        check("^[a-z]{2,3}$", &["ab", "abc"], &["a", "abcd", "Ab"]);
        check(r"^v\d+\.\d+$", &["v1.20"], &["v1", "1.2", "v１.2"]);
        check(
            r"^a\sb$",
            &["a b", "a\u{a0}b", "a\u{3000}b"],
            &["ab", "a\u{85}b"],
        );
        check(r"^\S+$", &["山\u{85}"], &["a\u{a0}b", " "]);
        check(r"^[^\s,]+$", &["ab"], &["a,b", "a\u{2009}b"]);
        check(r"^[\s\S]$", &["a", "\u{a0}", "😀"], &["", "ab"]);
        check("^.$", &["a", "😀"], &["\u{2028}", "\r"]);
        check("^[[&&~~]+$", &["[&~"], &["a"]);
        check("^[[:alpha:]]$", &["a]", ":]", "[]"], &["a", "b]"]);
        check(r"^\/\u0041\x42\-$", &["/AB-"], &["/AC-"]);
        check(r"\bab\b", &["x ab y"], &["xaby"]);
        check("^(?:a|(?<n>b))$", &["a", "b"], &["c"]);
    }

    #[test]
    fn unsupported_patterns_are_refused() {
        let refused = [
            json!("["),
            json!("(a"),
            json!("a{2,1}"),
            json!("(?=a)b"),
            json!("(?<!a)b"),
            json!(r"(a)\1"),
            json!(r"\p{L}"),
            json!(r"\Aa\z"),
            json!(r"\<a"),
            json!(r"\b{start}a"),
            json!("(?i)a"),
            json!("[]a]"),
            json!("[^]"),
            json!("a\\"),
            json!(7),
        ];
        for pattern in refused {
            let error = read(&pattern).map(|_| ()).unwrap_err();
            assert_eq!(error.path(), Some("p.pattern"), "{pattern}: {error}");
        }
        for none in [json!(null), json!("")] {
            assert!(read(&none).is_ok(), "{none}");
        }
    }
}
