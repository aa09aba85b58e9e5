//! `DecodeMode`: whether known mistakes of models are repaired before decoding.

/// Whether known mistakes of models in the arguments are repaired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DecodeMode {
    /// An array that was sent as a JSON string is parsed. A null for a required field
    /// counts as missing. Unknown fields are ignored. Most tools also accept a word or a
    /// number for a boolean, and a plain string for an option. Each repair is logged as a
    /// debug event.
    #[default]
    Lenient,
    /// Nothing is repaired. Each of these mistakes is an error. A null for an optional
    /// field is none: where every field must be given, models send it for one left out.
    Strict,
}
