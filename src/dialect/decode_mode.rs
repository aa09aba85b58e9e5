//! Whether the known mistakes of models are corrected before decoding.

/// Whether known slips of models are put right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DecodeMode {
    /// An array that came as a string of JSON is decoded, a null for an
    /// optional field is dropped, unknown fields are ignored; each is said in a
    /// debug event.
    #[default]
    Lenient,
    /// None of that: each is an error.
    Strict,
}
