//! [`DecodeError`]: why a JSON value does not fit a wire type, in words of JSON.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Expected, Unexpected};

use crate::core::sanitize;

/// Why a JSON value does not fit a wire type.
///
/// The usual errors of serde name types of Rust. These name types of JSON.
#[derive(Debug)]
pub(super) struct DecodeError(String);

/// The maximum length of a string that is repeated in an error, in characters.
const MAX_FOUND_CHARS: usize = 40;

impl DecodeError {
    fn mismatch(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let expected = expected.to_string();
        Self(format!(
            "expected {}, found {}",
            json_word(&expected),
            found_text(found)
        ))
    }
}

impl de::Error for DecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::mismatch(found, expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::mismatch(found, expected)
    }

    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> Self {
        let expected = match expected {
            [] => "nothing".to_owned(),
            [only] => (*only).to_owned(),
            [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
        };
        Self(format!("expected {expected}, found {}", quoted(found)))
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DecodeError {}

/// What a decoder of Rust types expects, in words of JSON.
fn json_word(expected: &str) -> Cow<'_, str> {
    let word = match expected {
        "f32" | "f64" => "a number",
        "a nonzero usize" => "a whole number of 1 or more",
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => "a whole number of 0 or more",
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => "a whole number",
        "a sequence" => "an array",
        "a map" => "an object",
        "unit" => "null",
        _ if expected.starts_with("struct ") => "an object",
        _ if expected.starts_with("enum ") => "a string",
        _ => return expected.into(),
    };
    word.into()
}

fn found_text(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(number) => format!("the number {number}"),
        Unexpected::Signed(number) => format!("the number {number}"),
        Unexpected::Float(number) => format!("the number {number}"),
        Unexpected::Str(text) => quoted(text),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "an array".to_owned(),
        Unexpected::Map | Unexpected::StructVariant => "an object".to_owned(),
        // JSON has no other values.
        Unexpected::Char(_)
        | Unexpected::Bytes(_)
        | Unexpected::NewtypeStruct
        | Unexpected::Enum
        | Unexpected::UnitVariant
        | Unexpected::NewtypeVariant
        | Unexpected::TupleVariant
        | Unexpected::Other(_) => "another value".to_owned(),
    }
}

fn quoted(text: &str) -> String {
    format!(
        "the string \"{}\"",
        sanitize::excerpt(text, MAX_FOUND_CHARS)
    )
}
