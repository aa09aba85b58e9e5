//! Redaction of credentials in answers that are not marked as secret.
//!
//! A table of regular expressions finds the credentials. In the text for the model, each
//! match is replaced by `[REDACTED:<kind>]`.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex_lite::Regex;

/// The kinds of credentials, with their regular expressions.
const PATTERNS: [(&str, &str); 9] = [
    (
        "private-key",
        r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)",
    ),
    (
        "connection-string",
        r"\b[A-Za-z][A-Za-z0-9+.-]*://[^\s:/@]*:[^\s@/]+@\S+",
    ),
    ("api-key", r"\bsk-[A-Za-z0-9_-]{16,}"),
    (
        "github-token",
        r"\b(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{16,})",
    ),
    ("aws-key", r"\bAKIA[0-9A-Z]{16}\b"),
    (
        "jwt",
        r"\beyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*",
    ),
    ("password", r"(?i)\bpassword\s*=\s*\S+"),
    ("token", r"(?i)--token=\S+"),
    (
        "token",
        r"(?i)\b(?:api_key|token)\s*=\s*[A-Za-z0-9_.+/=-]{32,}",
    ),
];

static COMPILED: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    let compiled = PATTERNS
        .iter()
        .map(|(kind, pattern)| Some((*kind, Regex::new(pattern).ok()?)));
    compiled.flatten().collect()
});

/// Replaces every credential in a text.
pub(super) fn redact(text: &str) -> String {
    let mut shown = Cow::Borrowed(text);
    for (kind, pattern) in COMPILED.iter() {
        if pattern.is_match(&shown) {
            let replaced = pattern.replace_all(&shown, format!("[REDACTED:{kind}]"));
            shown = Cow::Owned(replaced.into_owned());
        }
    }
    shown.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, wanted: &str) {
        assert_eq!(redact(text), wanted);
    }

    #[test]
    fn every_pattern_compiles() {
        assert_eq!(COMPILED.len(), PATTERNS.len());
    }

    #[test]
    fn credentials_are_replaced() {
        let key = "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----";
        check(
            &format!("key: {key} end"),
            "key: [REDACTED:private-key] end",
        );
        check("-----BEGIN PRIVATE KEY-----\nabc", "[REDACTED:private-key]");
        check(
            "use sk-abcdefghijklmnop1234 here",
            "use [REDACTED:api-key] here",
        );
        check(
            "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
            "[REDACTED:github-token]",
        );
        check("ghs_abcdefghijklmnopqrstuvwxyz", "[REDACTED:github-token]");
        check("github_pat_11ABCDEFG0abcdefghij", "[REDACTED:github-token]");
        check("AKIAIOSFODNN7EXAMPLE", "[REDACTED:aws-key]");
        check("eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl", "[REDACTED:jwt]");
        check(
            "postgres://app:hunter2@db:5432/x y",
            "[REDACTED:connection-string] y",
        );
        check("redis://:hunter2@db", "[REDACTED:connection-string]");
        check("PASSWORD=hunter2, then", "[REDACTED:password] then");
        check(
            "api_key=0123456789abcdef0123456789abcdef",
            "[REDACTED:token]",
        );
        check(
            "token = 0123456789abcdef0123456789abcdef",
            "[REDACTED:token]",
        );
        check("run --token=abc now", "run [REDACTED:token] now");
    }

    #[test]
    fn similar_texts_are_not_changed() {
        for text in [
            "sk-short",
            "token=short",
            "https://example.org/a?b=c",
            "the password is unknown",
            "ask-user",
            "AKIA",
        ] {
            check(text, text);
        }
    }
}
