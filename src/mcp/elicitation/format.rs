//! Validation of the string formats that MCP defines: email, uri, date and date-time. The format
//! url is for rules that are no field of a form.

use std::net::IpAddr;

/// A string format that is validated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Email,
    Uri,
    Date,
    DateTime,
    /// A uri with a host.
    Url,
}

impl Format {
    /// The format with this name. `None` for a format that MCP does not define; it is not
    /// validated.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        match name {
            "email" => Some(Self::Email),
            "uri" => Some(Self::Uri),
            "date" => Some(Self::Date),
            "date-time" => Some(Self::DateTime),
            _ => None,
        }
    }

    /// The name in a schema.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Date => "date",
            Self::DateTime => "date-time",
            Self::Url => "url",
        }
    }

    /// The error message for the operator.
    pub(super) fn message(self) -> &'static str {
        match self {
            Self::Email => "not a valid email: expected a name, @ and a domain",
            Self::Uri => "not a valid uri: expected a scheme, a colon and the rest",
            Self::Date => "not a valid date: expected one like 2026-02-28",
            Self::DateTime => "not a valid date-time: expected one like 2026-02-28T10:00:00Z",
            Self::Url => "not a valid url: expected one like https://example.org/path",
        }
    }

    pub(super) fn is_valid(self, text: &str) -> bool {
        match self {
            Self::Email => is_email(text),
            Self::Uri => is_uri(text),
            Self::Date => is_date(text),
            Self::DateTime => is_date_time(text),
            Self::Url => is_uri(text) && has_host(text),
        }
    }
}

/// RFC 5321, with letters of all languages: words and dots, or a quoted name, then `@` and
/// a domain or an address in brackets.
fn is_email(text: &str) -> bool {
    let Some((name, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let is_letter = |c: char| !c.is_ascii() && !c.is_whitespace() && !c.is_control();
    let in_word =
        |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c) || is_letter(c);
    let in_label = |c: char| c.is_ascii_alphanumeric() || c == '-' || is_letter(c);
    let is_name = match name
        .strip_prefix('"')
        .and_then(|name| name.strip_suffix('"'))
    {
        Some(quoted) => !quoted.is_empty() && !quoted.contains(['"', '\n']),
        None => name
            .split('.')
            .all(|word| !word.is_empty() && word.chars().all(in_word)),
    };
    let is_domain = match domain
        .strip_prefix('[')
        .and_then(|domain| domain.strip_suffix(']'))
    {
        Some(address) => address
            .strip_prefix("IPv6:")
            .unwrap_or(address)
            .parse::<IpAddr>()
            .is_ok(),
        None => domain.split('.').all(|label| {
            let ends = label.starts_with('-') || label.ends_with('-');
            !label.is_empty() && !ends && label.chars().all(in_label)
        }),
    };
    is_name && is_domain
}

fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let starts = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    starts
        && scheme.chars().all(allowed)
        && !rest.is_empty()
        && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

fn has_host(text: &str) -> bool {
    let after_scheme = text.split_once("://").map(|(_, rest)| rest);
    after_scheme.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'))
}

fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return false;
    }
    let (Some(year), Some(month), Some(day)) =
        (number(text, 0..4), number(text, 5..7), number(text, 8..10))
    else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// RFC 3339: a date, a time and an offset.
fn is_date_time(text: &str) -> bool {
    let Some(date) = text.get(..10) else {
        return false;
    };
    let rest = &text[10..];
    let Some(time) = rest.strip_prefix(['T', 't']) else {
        return false;
    };
    let (time, offset) = match time.find(['Z', 'z', '+', '-']) {
        Some(at) => time.split_at(at),
        None => return false,
    };
    let (clock, fraction) = time
        .split_once('.')
        .map_or((time, None), |(clock, fraction)| (clock, Some(fraction)));
    let fraction_is_valid = fraction
        .is_none_or(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()));
    is_date(date) && is_clock(clock, true) && fraction_is_valid && is_offset(offset)
}

fn is_offset(text: &str) -> bool {
    text.eq_ignore_ascii_case("z")
        || text
            .strip_prefix(['+', '-'])
            .is_some_and(|clock| is_clock(clock, false))
}

fn is_clock(text: &str, seconds: bool) -> bool {
    let length = if seconds { 8 } else { 5 };
    let is_at_most =
        |range: std::ops::Range<usize>, max| number(text, range).is_some_and(|n| n <= max);
    let colons = text
        .bytes()
        .enumerate()
        .all(|(at, byte)| (byte == b':') == (at == 2 || at == 5));
    // 60 is a leap second.
    text.len() == length
        && colons
        && is_at_most(0..2, 23)
        && is_at_most(3..5, 59)
        && (!seconds || is_at_most(6..8, 60))
}

fn number(text: &str, range: std::ops::Range<usize>) -> Option<u32> {
    let digits = text.get(range)?;
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| digits.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(format: Format, valid: &[&str], invalid: &[&str]) {
        for text in valid {
            assert!(format.is_valid(text), "{text} is a valid {format:?}");
        }
        for text in invalid {
            assert!(!format.is_valid(text), "{text} is no valid {format:?}");
        }
    }

    #[test]
    fn formats_are_validated() {
        check(
            Format::Email,
            &[
                "ann@example.org",
                "a.b+c@d.e",
                "x@localhost",
                "jürgen@müller.example",
                "\"a@b\"@c.d",
                "a@[192.0.2.1]",
                "a@[IPv6:2001:db8::1]",
            ],
            &[
                "nobody",
                "@a.b",
                "a@",
                "a b@c.d",
                "a@b..c",
                ".a@b.c",
                "a@@b.c",
                "a@b@c.d",
                "a..b@c.d",
                "a@-b.c",
                "a@b-.c",
                "<a@b.c>",
                "a,b@c.d",
                "a@b.c,",
                "a@b_c.d",
                "a@b.c.",
                "\"\"@b.c",
                "a@[b.c]",
                "a\u{3000}b@c.d",
            ],
        );
        check(
            Format::Uri,
            &["https://a.b/c?d#e", "mailto:a@b", "urn:x:y"],
            &["example.org", "://x", "1a:b", "https: //a", "a:"],
        );
        check(
            Format::Url,
            &["https://a.b/c?d#e", "ssh://a"],
            &[
                "mailto:a@b",
                "https://",
                "file:///a",
                "a.b://",
                "https://a b",
            ],
        );
        check(
            Format::Date,
            &["2026-02-28", "2024-02-29", "2000-02-29"],
            &[
                "2026-02-30",
                "1900-02-29",
                "2026-13-01",
                "2026-2-3",
                "28.02.2026",
                "2026-02-28T",
            ],
        );
        check(
            Format::DateTime,
            &[
                "2026-02-28T10:00:00Z",
                "2026-02-28t10:00:00.25+02:00",
                "2026-12-31T23:59:60Z",
            ],
            &[
                "2026-02-28",
                "2026-02-28T10:00:00",
                "2026-02-28 10:00:00Z",
                "2026-02-28T25:00:00Z",
                "2026-02-28T10:00Z",
                "2026-02-28T10:00:00.Z",
                "2026-02-28T10:00:00+2",
            ],
        );
    }
}
