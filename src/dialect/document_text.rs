//! The text of a JSON document that comes as bytes.

use std::borrow::Cow;

use crate::error::Error;

/// The text of a document in UTF-8 or UTF-16, without its byte order mark.
///
/// A document in UTF-16 needs no byte order mark: JSON starts with an ASCII character.
///
/// # Errors
/// Names the encoding and the first byte that is wrong.
pub(super) fn document_text(document: &[u8]) -> Result<Cow<'_, str>, Error> {
    let text = match document {
        [0xff, 0xfe, 0, 0, ..]
        | [0, 0, 0xfe, 0xff, ..]
        | [1..=255, 0, 0, 0, ..]
        | [0, 0, 0, 1..=255, ..] => {
            let message = "the document is UTF-32: expected UTF-8 or UTF-16";
            return Err(Error::bad_request("", message));
        }
        [0xff, 0xfe, ..] | [1..=255, 0, ..] => utf_16(document, u16::from_le_bytes)?.into(),
        [0xfe, 0xff, ..] | [0, 1..=255, ..] => utf_16(document, u16::from_be_bytes)?.into(),
        _ => Cow::Borrowed(std::str::from_utf8(document).map_err(|error| {
            let at = error.valid_up_to();
            invalid("UTF-8", at)
        })?),
    };
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => Cow::Owned(rest.to_owned()),
        None => text,
    })
}

fn utf_16(document: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, Error> {
    let (pairs, rest) = document.as_chunks::<2>();
    if !rest.is_empty() {
        let message = "the document is UTF-16 with half a character at its end";
        return Err(Error::bad_request("", message));
    }
    let mut at = 0;
    let characters = char::decode_utf16(pairs.iter().copied().map(unit)).map(|character| {
        let character = character.map_err(|_| invalid("UTF-16", at))?;
        at += 2 * character.len_utf16();
        Ok(character)
    });
    characters.collect()
}

fn invalid(encoding: &str, at: usize) -> Error {
    let message = format!("the document is not {encoding}: byte {at} starts no character");
    Error::bad_request("", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn utf_8_and_both_orders_of_utf_16() {
        for text in ["{\"a\": \"山 👩\u{200d}💻\"}", " [1]", "7", "", "{"] {
            for mark in ["", "\u{feff}"] {
                let marked = format!("{mark}{text}");
                for document in [
                    marked.clone().into_bytes(),
                    encoded(&marked, u16::to_le_bytes),
                    encoded(&marked, u16::to_be_bytes),
                ] {
                    assert_eq!(document_text(&document).unwrap(), text, "{document:x?}");
                }
            }
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        #[track_caller]
        fn check(document: &[u8], wanted: &str) {
            assert_eq!(document_text(document).unwrap_err().message(), wanted);
        }
        check(
            b"{\"\xff\"}",
            "the document is not UTF-8: byte 2 starts no character",
        );
        check(
            b"{\0\x00\xd8}\0",
            "the document is not UTF-16: byte 2 starts no character",
        );
        check(
            b"\xfe\xff\0{\0",
            "the document is UTF-16 with half a character at its end",
        );
        check(
            b"{\0\0\0}\0\0\0",
            "the document is UTF-32: expected UTF-8 or UTF-16",
        );
    }
}
