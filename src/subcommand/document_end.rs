//! Where a JSON document ends, in bytes that arrive one after the other.

/// Looks for the end of an object, an array or a string. Whether it is valid JSON is
/// for the parser to say.
#[derive(Debug, Default)]
pub(super) struct DocumentEnd {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// What begins otherwise, a number or a document in UTF-16, has no end that could
    /// be seen before the end of the input.
    is_unknown: bool,
}

impl DocumentEnd {
    /// Whether the document ends in these bytes, which follow those of earlier calls.
    pub(super) fn is_in(&mut self, bytes: &[u8]) -> bool {
        bytes.iter().any(|&byte| self.ends_at(byte))
    }

    fn ends_at(&mut self, byte: u8) -> bool {
        // JSON in UTF-8 holds no null byte, UTF-16 does.
        self.is_unknown |= byte == 0;
        if self.is_unknown {
            return false;
        }
        if self.in_string {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => {
                    self.in_string = false;
                    return self.depth == 0;
                }
                _ => {}
            }
            return false;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            // A byte order mark of UTF-8, and blanks.
            0xef | 0xbb | 0xbf | b' ' | b'\t' | b'\r' | b'\n' => {}
            _ if self.depth == 0 => self.is_unknown = true,
            _ => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The document in one piece, and byte by byte.
    #[track_caller]
    fn check(document: &[u8], wanted: bool) {
        assert_eq!(DocumentEnd::default().is_in(document), wanted);
        let mut end = DocumentEnd::default();
        let found = document.iter().any(|byte| end.is_in(&[*byte]));
        assert_eq!(found, wanted);
    }

    #[test]
    fn documents_and_beginnings_of_documents() {
        check(br#"{"a": [1, {"b": "}]"}]}"#, true);
        check(b"\xef\xbb\xbf {}\n", true);
        check(br#""{\"a\": 1}""#, true);
        check(b"[]", true);
        check(br#"{"a": "}"#, false);
        check(br#"{"a": "\"}"#, false);
        check(br#"{"a": {}"#, false);
        check(b"", false);
        check(b"12", false);
        check(b"{\0}\0", false);
        check(b"\xff\xfe{\0}\0", false);
        check(b"\0{\0}", false);
    }
}
