//! A secret in JSON is its absence.

use serde::{Serialize, Serializer};

use crate::core::Secret;

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("[hidden]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_never_serialized() {
        let secret = Secret::from("hunter2".to_owned());
        assert_eq!(serde_json::to_string(&secret).unwrap(), "\"[hidden]\"");
    }
}
