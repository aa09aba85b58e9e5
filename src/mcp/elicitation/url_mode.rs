//! URL mode of elicitation: shows a URL that the operator can open. The program never opens or
//! fetches it.

use std::net::Ipv6Addr;

use super::{accept_or_decline, encode_outcome};
use crate::core::{Question, Request, sanitize};
use crate::dialect::DecodedCall;
use crate::error::Error;

/// Decodes a URL request. The question shows the whole URL and its host on a separate line, and
/// asks for consent.
///
/// # Errors
/// The text is not a plain `http` or `https` URL with a host. Other URLs could run something on
/// this machine, could lead nowhere, or could lead to another place than they seem to.
pub(super) fn decode(message: &str, address: &str) -> Result<DecodedCall, Error> {
    let refused = |wanted: &str| {
        let found = sanitize::excerpt(address, 40);
        let message = format!("expected an address {wanted}, found {found:?}");
        Err(Error::bad_request("url", message))
    };
    let Some(parts) = UrlParts::parse(address) else {
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
        request = request.note(line);
    }
    Ok(DecodedCall::new(request, |_, request_outcome| {
        encode_outcome(request_outcome, |answers| accept_or_decline(answers, None))
    }))
}

/// The parts of a URL that decide where it leads.
struct UrlParts<'a> {
    encrypted: bool,
    has_user: bool,
    host: &'a str,
}

impl<'a> UrlParts<'a> {
    fn parse(address: &'a str) -> Option<Self> {
        let (scheme, rest) = address.split_once("://")?;
        let encrypted = scheme.eq_ignore_ascii_case("https");
        if !encrypted && !scheme.eq_ignore_ascii_case("http") {
            return None;
        }
        // A browser treats a backslash as a slash.
        let authority = rest.split(['/', '?', '#', '\\']).next()?;
        let (has_user, host_and_port) = match authority.rsplit_once('@') {
            Some((_, host_and_port)) => (true, host_and_port),
            None => (false, authority),
        };
        Some(Self {
            encrypted,
            has_user,
            host: parse_host(host_and_port)?,
        })
    }

    /// The host line and the warnings that the operator sees.
    fn notes(&self) -> Vec<String> {
        let mut lines = vec![format!("host: {}", self.host)];
        // What a browser makes of other letters. It opens no host that has no such form.
        let ascii = idna::domain_to_ascii(self.host).unwrap_or_default();
        if !self.host.is_ascii() && !ascii.is_empty() {
            lines.push(format!("that is: {ascii}"));
        }
        let mut warn = |condition: bool, line: &str| {
            if condition {
                lines.push(line.to_owned());
            }
        };
        let punycode = |part: &str| part.to_ascii_lowercase().starts_with("xn--");
        warn(
            self.host.split('.').any(punycode) || !self.host.is_ascii(),
            "warning: this name has letters (punycode) that may look like others",
        );
        warn(
            self.has_user,
            "warning: what stands before the @ is not the host",
        );
        warn(
            !self.encrypted,
            "warning: the connection is not encrypted (not https)",
        );
        lines
    }
}

/// The host of `host:port`. `None` if it is not a valid host, or contains a character that a
/// browser would interpret in another way.
fn parse_host(host_and_port: &str) -> Option<&str> {
    let (host, port) = match host_and_port.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port),
        Some(_) | None => (host_and_port, ""),
    };
    let in_brackets = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    let is_host = match in_brackets {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        // Percent-encoded characters would hide the real host.
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
        assert!(decode("m", address).is_ok());
        assert_eq!(UrlParts::parse(address).unwrap().notes(), wanted);
    }

    #[test]
    fn notes_show_the_host_and_the_warnings() {
        check(
            "https://login.example.org/a?b=c",
            &["host: login.example.org"],
        );
        check("https://example.org:8443#x", &["host: example.org"]);
        check("https://[::1]:80/", &["host: [::1]"]);
        let punycode = "warning: this name has letters (punycode) that may look like others";
        check(
            "https://xn--80ak6aa92e.com/",
            &["host: xn--80ak6aa92e.com", punycode],
        );
        check(
            "https://аpple.com",
            &["host: аpple.com", "that is: xn--pple-43d.com", punycode],
        );
        // Some letters look odd and are plain ones to a browser.
        check(
            "https://ｅxample.com",
            &["host: ｅxample.com", "that is: example.com", punycode],
        );
        check(
            "https://bücher.example:8443/x",
            &[
                "host: bücher.example",
                "that is: xn--bcher-kva.example",
                punycode,
            ],
        );
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
    fn invalid_urls_are_refused() {
        #[track_caller]
        fn check(address: &str, wanted: &str) {
            let error = decode("m", address).unwrap_err();
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
