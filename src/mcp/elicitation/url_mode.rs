//! URL mode: an address that the operator may open. Nothing is opened or fetched.

use std::net::Ipv6Addr;

use super::{finished, yes};
use crate::core::{Question, Request, sanitize};
use crate::dialect::DecodedCall;
use crate::error::Error;

/// Shows the address in full and its host on a line of its own, and asks for consent.
///
/// # Errors
/// What is no address of a page of the web as it stands: it would run something
/// on this machine, lead nowhere, or elsewhere than it seems.
pub(super) fn ask(message: &str, address: &str) -> Result<DecodedCall, Error> {
    let refused = |wanted: &str| {
        let found = sanitize::excerpt(address, 40);
        let message = format!("expected an address {wanted}, found {found:?}");
        Err(Error::bad_request("url", message))
    };
    let Some(parts) = Parts::of(address) else {
        return refused("that starts with https:// or http:// and names a host");
    };
    if address
        .chars()
        .any(|c| sanitize::is_hazardous(c) || c.is_whitespace())
    {
        return refused("without blanks and control characters");
    }
    let question =
        Question::new("Open this address yourself?").with_choices(["I will open it", "No"]);
    let mut request = Request::from(question).preface(message).preface(address);
    for line in parts.notes() {
        request = request.preface(line);
    }
    Ok(DecodedCall::new(request, |_, request_outcome| {
        finished(request_outcome, |answers| yes(answers, None))
    }))
}

/// The parts of an address that tell where it leads.
struct Parts<'a> {
    encrypted: bool,
    user: bool,
    host: &'a str,
}

impl<'a> Parts<'a> {
    fn of(address: &'a str) -> Option<Self> {
        let (scheme, rest) = address.split_once("://")?;
        let encrypted = scheme.eq_ignore_ascii_case("https");
        if !encrypted && !scheme.eq_ignore_ascii_case("http") {
            return None;
        }
        // A browser takes a backslash for a slash.
        let authority = rest.split(['/', '?', '#', '\\']).next()?;
        let (user, place) = match authority.rsplit_once('@') {
            Some((_, place)) => (true, place),
            None => (false, authority),
        };
        Some(Self {
            encrypted,
            user,
            host: host_of(place)?,
        })
    }

    /// What to look at before opening it.
    fn notes(&self) -> Vec<String> {
        let mut lines = vec![format!("host: {}", self.host)];
        let mut warn = |odd: bool, line: &str| {
            if odd {
                lines.push(line.to_owned());
            }
        };
        let punycode = |part: &str| part.to_ascii_lowercase().starts_with("xn--");
        warn(
            self.host.split('.').any(punycode) || !self.host.is_ascii(),
            "warning: this name has letters (punycode) that may look like others",
        );
        warn(
            self.user,
            "warning: what stands before the @ is not the host",
        );
        warn(
            !self.encrypted,
            "warning: the connection is not encrypted (not https)",
        );
        lines
    }
}

/// The host of `host:port`, if it is one as it stands: nothing in it that a
/// browser would read as something else.
fn host_of(place: &str) -> Option<&str> {
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port),
        Some(_) | None => (place, ""),
    };
    let in_brackets = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    let is_host = match in_brackets {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        // Encoded characters would hide what the host is.
        None => {
            !host.is_empty() && !host.contains(['%', '[', ']', ':', '<', '>', '^', '|', '"', '`'])
        }
    };
    let is_port = port.is_empty() || port.parse::<u16>().is_ok_and(|_| !port.starts_with('+'));
    (is_host && is_port).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(address: &str, wanted: &[&str]) {
        assert!(ask("m", address).is_ok());
        assert_eq!(Parts::of(address).unwrap().notes(), wanted);
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
    }

    #[test]
    fn what_leads_to_no_page_is_refused() {
        #[track_caller]
        fn check(address: &str, wanted: &str) {
            let error = ask("m", address).unwrap_err();
            assert_eq!(error.path(), Some("url"));
            let found = sanitize::excerpt(address, 40);
            assert_eq!(
                error.message(),
                format!("expected an address {wanted}, found {found:?}")
            );
        }
        for address in [
            "mailto:a@b",
            "javascript:alert(1)",
            "javascript://example.org/%0aalert(1)",
            "file:///etc/passwd",
            "data:text/html,x",
            "--version",
            "ht!tp:/ nope",
            "https://",
            "https:///a",
            "https://user@/a",
            "https://:80/",
            "https://[/",
            "https://[::1",
            "https://[1]/",
            "https://evil.example:x/",
            "https://evil.example:99999/",
            "https://xn%2d%2d80ak6aa92e.com/",
            "https://%65vil.example/",
            "",
        ] {
            check(
                address,
                "that starts with https:// or http:// and names a host",
            );
        }
        for address in [
            "https://example.org/\u{1b}]8;;https://evil.example\u{7}x",
            "https://example.org/a b",
            "https://example.org/\u{202e}gro",
        ] {
            check(address, "without blanks and control characters");
        }
    }
}
