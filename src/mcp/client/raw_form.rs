//! A form as its server wrote it, carried past types that know less of it.
//!
//! The SDK reads a form into its own types: `pattern`, numbers to choose from
//! and the descriptions of choices are lost, an optional field of some servers
//! makes the whole request unknown. So the parameters travel as metadata of a
//! form without fields, which every version of those types can read.

use rmcp::RoleClient;
use rmcp::model::{ElicitRequestParams, RequestParamsMeta as _};
use rmcp::service::RequestContext;
use serde_json::{Map, Value, json};

use crate::mcp::elicitation::METHOD;

/// Where the parameters travel.
const KEY: &str = "ask-user/elicitation";

/// What a message that is looked into has in it. Not the whole method: some
/// languages write its slash escaped.
const HINT: &[u8] = b"elicitation";

/// A message of a server with its forms put aside; `None` if it has none.
pub(super) fn keep(message: &[u8]) -> Option<Vec<u8>> {
    if !message.windows(HINT.len()).any(|part| part == HINT) {
        return None;
    }
    let mut message: Value = serde_json::from_slice(message).ok()?;
    let mut found = put_aside(&mut message);
    let asked = message.pointer_mut("/result/inputRequests");
    for request in asked.and_then(Value::as_object_mut).into_iter().flatten() {
        found |= put_aside(request.1);
    }
    let mut line = found.then(|| message.to_string().into_bytes())?;
    line.push(b'\n');
    Some(line)
}

fn put_aside(request: &mut Value) -> bool {
    if request.get("method").is_none_or(|method| method != METHOD) {
        return false;
    }
    let Some(Value::Object(params)) = request.get_mut("params") else {
        return false;
    };
    let mut kept = std::mem::take(params);
    let mut meta = match kept.shift_remove("_meta") {
        Some(Value::Object(meta)) => meta,
        Some(_) | None => Map::new(),
    };
    meta.insert(KEY.to_owned(), kept.into());
    params.insert("_meta".to_owned(), meta.into());
    let empty = json!({"mode": "form", "message": "", "requestedSchema": {"type": "object", "properties": {}}});
    if let Value::Object(empty) = empty {
        params.extend(empty);
    }
    true
}

/// The parameters of `elicitation/create` as the server wrote them, where its
/// output was read through [`keep_raw_forms`](super::raw_form_reader); `params` is an empty
/// form then, whatever was asked for. For handlers that look before they
/// delegate, to show or to refuse.
pub fn raw_form<'a>(
    params: &'a ElicitRequestParams,
    context: &'a RequestContext<RoleClient>,
) -> Option<&'a Value> {
    [Some(&context.meta), params.meta()]
        .into_iter()
        .flatten()
        .find_map(|meta| meta.0.get(KEY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(message: Value, wanted: Option<Value>) {
        let line = keep(message.to_string().as_bytes());
        let got = line.map(|line| serde_json::from_slice::<Value>(&line).unwrap());
        assert_eq!(got, wanted);
    }

    fn aside(params: Value) -> Value {
        json!({
            "_meta": {KEY: params},
            "mode": "form",
            "message": "",
            "requestedSchema": {"type": "object", "properties": {}},
        })
    }

    #[test]
    fn forms_are_put_aside_wherever_they_stand() {
        let form =
            json!({"message": "m", "requestedSchema": {"properties": {"a": {"pattern": "x"}}}});
        let request =
            |params: Value| json!({"jsonrpc": "2.0", "id": 7, "method": METHOD, "params": params});
        check(request(form.clone()), Some(request(aside(form.clone()))));
        check(
            request(json!({"mode": "pigeon"})),
            Some(request(aside(json!({"mode": "pigeon"})))),
        );
        let asked = |params: Value| {
            json!({"id": 1, "result": {"inputRequests": {
                "k": {"method": METHOD, "params": params},
                "roots": {"method": "roots/list"},
            }}})
        };
        check(asked(form.clone()), Some(asked(aside(form))));
    }

    #[test]
    fn all_else_is_left_as_it_is() {
        check(json!({"id": 1, "method": "ping"}), None);
        // Without parameters it is the SDK that refuses it.
        check(json!({"id": 1, "method": METHOD}), None);
        check(json!({"id": 1, "method": METHOD, "params": [1]}), None);
        check(json!({"id": 1, "result": {"text": METHOD}}), None);
        assert_eq!(keep(b"elicitation/create {"), None);
    }

    #[test]
    fn an_escaped_slash_is_a_slash() {
        let line = br#"{"method":"elicitation\/create","params":{"message":"m"}}"#;
        let got: Value = serde_json::from_slice(&keep(line).unwrap()).unwrap();
        assert_eq!(got["params"], aside(json!({"message": "m"})));
    }

    #[test]
    fn other_metadata_stays_where_it_was() {
        let message =
            json!({"method": METHOD, "params": {"_meta": {"progressToken": 3}, "message": "m"}});
        let line = keep(message.to_string().as_bytes()).unwrap();
        let got: Value = serde_json::from_slice(&line).unwrap();
        assert_eq!(
            got["params"]["_meta"],
            json!({"progressToken": 3, KEY: {"message": "m"}})
        );
    }
}
