//! URL mode: an address that the operator may open. Nothing is opened or fetched.

use super::{finished, yes};
use crate::core::{Question, Request};
use crate::dialect::Decoded;

/// Shows the address in full and its host on a line of its own, and asks for consent.
pub(super) fn ask(message: &str, address: &str) -> Decoded {
    let question =
        Question::new("Open this address yourself?").with_choices(["I will open it", "No"]);
    let mut request = Request::from(question).preface(message).preface(address);
    for line in about(address) {
        request = request.preface(line);
    }
    Decoded::new(request, |_, conclusion| {
        finished(conclusion, |answers| yes(answers, None))
    })
}

/// What to look at before opening it.
fn about(address: &str) -> Vec<String> {
    let Some((scheme, rest)) = address.split_once("://") else {
        return vec!["host: none that could be told: this is no web address".to_owned()];
    };
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let (user, host) = match authority.rsplit_once('@') {
        Some((user, host)) => (Some(user), host),
        None => (None, authority),
    };
    let host = match host.rsplit_once(':') {
        Some((host, port)) if port.chars().all(|c| c.is_ascii_digit()) => host,
        Some(_) | None => host,
    };
    let mut lines = vec![format!("host: {host}")];
    let foreign = host
        .split('.')
        .any(|part| part.to_ascii_lowercase().starts_with("xn--"))
        || !host.is_ascii();
    if foreign {
        lines
            .push("warning: this name has letters (punycode) that may look like others".to_owned());
    }
    if user.is_some() {
        lines.push("warning: what stands before the @ is not the host".to_owned());
    }
    if !scheme.eq_ignore_ascii_case("https") {
        lines.push("warning: the connection is not encrypted (not https)".to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(address: &str, wanted: &[&str]) {
        assert_eq!(about(address), wanted);
    }

    #[test]
    fn the_host_and_what_is_odd_about_it() {
        check(
            "https://login.example.org/a?b=c",
            &["host: login.example.org"],
        );
        check("https://example.org:8443#x", &["host: example.org"]);
        check("https://[::1]:80/", &["host: [::1]"]);
        let look = "warning: this name has letters (punycode) that may look like others";
        check(
            "https://xn--80ak6aa92e.com/",
            &["host: xn--80ak6aa92e.com", look],
        );
        check("https://аpple.com", &["host: аpple.com", look]);
        let user = "warning: what stands before the @ is not the host";
        check(
            "https://bank.example@evil.example/",
            &["host: evil.example", user],
        );
        check(
            "http://a.example",
            &[
                "host: a.example",
                "warning: the connection is not encrypted (not https)",
            ],
        );
        check(
            "mailto:a@b",
            &["host: none that could be told: this is no web address"],
        );
    }
}
