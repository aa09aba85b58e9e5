//! [`FieldValue`]: the value of a field in the content of an accepted form.

use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};
use serde_json::{Map, Value};

use super::number_value::NumberValue;

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum FieldValue {
    Json(Value),
    Number(NumberValue),
}

impl FieldValue {
    fn to_json(&self) -> Value {
        match self {
            Self::Json(value) => value.clone(),
            Self::Number(number) => number.to_json(),
        }
    }
}

/// The content of an accepted form: the values by field name, in the order of the form.
#[derive(Debug, Default)]
pub(super) struct Content<'f>(pub(super) Vec<(&'f str, FieldValue)>);

impl Content<'_> {
    pub(super) fn to_json(&self) -> Map<String, Value> {
        let values = self.0.iter();
        values
            .map(|(name, value)| ((*name).to_owned(), value.to_json()))
            .collect()
    }
}

impl Serialize for Content<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
