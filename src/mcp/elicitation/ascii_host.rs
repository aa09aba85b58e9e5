//! The ASCII form of a host in other letters: each label in Punycode, after `xn--`.
//! <https://www.rfc-editor.org/rfc/rfc3492>

/// The ASCII form of a host. `None` if a browser may read one of its letters as another one
/// before it encodes them, or if there is no such form. Then no form is better than a wrong one.
pub(super) fn ascii_host(host: &str) -> Option<String> {
    let labels = host.split('.').map(|label| {
        if label.is_ascii() {
            return Some(label.to_ascii_lowercase());
        }
        let stays = |c: char| c.is_ascii_alphanumeric() || c == '-' || is_kept(c);
        let label = label.to_lowercase();
        let encoded = label.chars().all(stays).then(|| encode(&label))??;
        Some(format!("xn--{encoded}"))
    });
    labels
        .collect::<Option<Vec<_>>>()
        .map(|labels| labels.join("."))
}

/// Blocks of letters that stand for other ones: superscripts, phonetic and letter-like signs,
/// letters in circles, presentation forms, full width, mathematical letters and the like. A
/// browser replaces them.
const REPLACED: [(u32, u32); 14] = [
    (0x00AA, 0x00BA),
    (0x0132, 0x0133),
    (0x013F, 0x0149),
    (0x017F, 0x017F),
    (0x01C4, 0x01F3),
    (0x02B0, 0x036F),
    (0x1D2C, 0x1D6A),
    (0x1D78, 0x1DFF),
    (0x1E9A, 0x1E9B),
    (0x2000, 0x2BFF),
    (0x2C7C, 0x2C7D),
    (0x3000, 0x3040),
    (0x3100, 0x33FF),
    (0xA69C, 0xA7FF),
];

/// Whether a browser takes this letter as it is.
fn is_kept(c: char) -> bool {
    let code = u32::from(c);
    // From the surrogates on: presentation forms, full width and the further planes.
    let is_replaced = REPLACED
        .iter()
        .any(|&(from, to)| (from..=to).contains(&code));
    c.is_alphabetic() && code < 0xD800 && !is_replaced
}

/// Encodes a label. `None` if it is too long.
fn encode(label: &str) -> Option<String> {
    const BASE: u32 = 36;
    const T_MIN: u32 = 1;
    const T_MAX: u32 = 26;
    const INITIAL_BIAS: u32 = 72;
    let mut encoded: String = label.chars().filter(char::is_ascii).collect();
    let plain = u32::try_from(encoded.len()).ok()?;
    if plain > 0 {
        encoded.push('-');
    }
    let count = u32::try_from(label.chars().count()).ok()?;
    let (mut next, mut delta, mut bias, mut done) = (0x80, 0_u32, INITIAL_BIAS, plain);
    while done < count {
        let codes = label.chars().map(u32::from);
        let least = codes.filter(|&code| code >= next).min()?;
        delta = delta.checked_add((least - next).checked_mul(done + 1)?)?;
        next = least;
        for code in label.chars().map(u32::from) {
            if code < next {
                delta = delta.checked_add(1)?;
            }
            if code != next {
                continue;
            }
            let (mut rest, mut k) = (delta, BASE);
            loop {
                let t = k.saturating_sub(bias).clamp(T_MIN, T_MAX);
                if rest < t {
                    break;
                }
                encoded.push(digit(t + (rest - t) % (BASE - t))?);
                rest = (rest - t) / (BASE - t);
                k += BASE;
            }
            encoded.push(digit(rest)?);
            bias = adapted(delta, done + 1, done == plain);
            (delta, done) = (0, done + 1);
        }
        (delta, next) = (delta.checked_add(1)?, next + 1);
    }
    Some(encoded)
}

fn adapted(delta: u32, count: u32, first: bool) -> u32 {
    let mut delta = if first { delta / 700 } else { delta / 2 };
    delta += delta / count;
    let mut k = 0;
    while delta > (36 - 1) * 26 / 2 {
        delta /= 36 - 1;
        k += 36;
    }
    k + 36 * delta / (delta + 38)
}

/// `a` to `z`, then `0` to `9`.
fn digit(value: u32) -> Option<char> {
    char::from_digit((value + 10) % 36, 36)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_in_other_letters_are_encoded() {
        #[track_caller]
        fn check(host: &str, wanted: Option<&str>) {
            assert_eq!(ascii_host(host).as_deref(), wanted);
        }
        check("bücher.example", Some("xn--bcher-kva.example"));
        check("MÜNCHEN.de", Some("xn--mnchen-3ya.de"));
        check("pаypal.com", Some("xn--pypal-4ve.com"));
        check("аррӏе.com", Some("xn--80ak6aa92e.com"));
        check("例え.jp", Some("xn--r8jz45g.jp"));
        check("www.中文.example", Some("www.xn--fiq228c.example"));
        // Sample strings of RFC 3492, section 7.1.
        check("ليهمابتكلموشعربي؟", None);
        check("他们为什么不说中文", Some("xn--ihqwcrb4cv8a8dqg056pqjye"));
        check(
            "почемужеонинеговорятпорусски",
            Some("xn--b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        );
        check("plain.example", Some("plain.example"));
        // A browser reads these as plain letters, or as a dot.
        for host in [
            "ｅxample.com",
            "ⓔxample.com",
            "𝐞xample.com",
            "a。b",
            "e\u{301}.com",
        ] {
            check(host, None);
        }
    }
}
