//! Writes JSON on one line that is safe to show on a terminal.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

use crate::core::Secret;
use crate::core::sanitize::is_hazardous;

/// Writes a value as JSON on one line, without a line end.
///
/// Characters that could control a terminal or deceive its user are written as `\uXXXX`.
/// They are the same characters that are escaped on the screen. The parsed value does
/// not change.
///
/// ```
/// use ask_user::dialect::json;
/// assert_eq!(json::line(&"a\u{202e}b"), r#""a\u202eb""#);
/// ```
pub fn line(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, Escaping);
    // This does not fail in practice: all map keys are strings.
    if value.serialize(&mut serializer).is_err() {
        return "null".to_owned();
    }
    String::from_utf8(out).unwrap_or_default()
}

/// The number of bytes of a value as compact JSON.
#[cfg(any(feature = "mcp", feature = "broker"))]
pub(crate) fn length(value: &impl Serialize) -> usize {
    struct Counter(usize);
    impl Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    // What cannot be written has no length: all map keys are strings.
    let _ = serde_json::to_writer(&mut counter, value);
    counter.0
}

struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(is_hazardous) {
            writer.write_all(&rest.as_bytes()[..at])?;
            let mut after = rest[at..].chars();
            if let Some(c) = after.next() {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
            }
            rest = after.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}

/// Serializes a secret as `"[hidden]"`. The text is never written.
impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("[hidden]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, wanted: &str) {
        let written = line(&value);
        assert_eq!(written, wanted);
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), value);
    }

    #[test]
    fn hazardous_characters_are_escaped() {
        check("green", "\"green\"");
        check("a\nb\"\\", "\"a\\nb\\\"\\\\\"");
        check("\u{9b}2J\u{7f}", "\"\\u009b2J\\u007f\"");
        check("delete \u{202e}gnp", "\"delete \\u202egnp\"");
        check("\u{e0041}", "\"\\udb40\\udc41\"");
        check("שלום 👩\u{200d}💻", "\"שלום 👩\u{200d}💻\"");
    }

    #[test]
    fn a_secret_is_never_serialized() {
        let secret = Secret::from("hunter2".to_owned());
        assert_eq!(serde_json::to_string(&secret).unwrap(), "\"[hidden]\"");
    }
}
