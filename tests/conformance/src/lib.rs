//! The tools that the official suite calls by fixed names, as calls of ours.

pub mod mapped;
pub mod schemas;
