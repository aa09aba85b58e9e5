//! Keeps the raw JSON of an elicitation form in the metadata of the request.
//!
//! The SDK decodes a form into its own types. These types drop `pattern`, numeric choices and the
//! descriptions of choices. An optional field of some servers even makes the whole request
//! unknown. So the parameters are moved to the metadata (`_meta`) of an empty form, which every
//! version of the SDK's types can decode.

use rmcp::RoleClient;
use rmcp::model::{ElicitRequestParams, RequestParamsMeta as _};
use rmcp::service::RequestContext;
use serde_json::{Map, Value, json};

use crate::mcp::elicitation::METHOD;

/// The key in `_meta` that holds the raw parameters.
const META_KEY: &str = "ask-user/elicitation";

/// Only messages that contain these bytes are parsed. It is not the whole method name, because
/// some JSON encoders escape the slash.
const MARKER: &[u8] = b"elicitation";

/// Moves the parameters of all forms in a server's message to the metadata. `None` if the message
/// contains no form.
pub(super) fn keep(message: &[u8]) -> Option<Vec<u8>> {
    if !message.windows(MARKER.len()).any(|part| part == MARKER) {
        return None;
    }
    let mut message: Value = serde_json::from_slice(message).ok()?;
    let mut found = move_to_meta(&mut message);
    let input_requests = message.pointer_mut("/result/inputRequests");
    for (_, request) in input_requests
        .and_then(Value::as_object_mut)
        .into_iter()
        .flatten()
    {
        found |= move_to_meta(request);
    }
    let mut line = found.then(|| message.to_string().into_bytes())?;
    line.push(b'\n');
    Some(line)
}

/// Replaces the parameters of an elicitation request by an empty form, with the raw parameters in
/// its `_meta`. Other metadata stays in `_meta`. Returns whether the value was such a request.
fn move_to_meta(request: &mut Value) -> bool {
    if request.get("method").is_none_or(|method| method != METHOD) {
        return false;
    }
    let Some(Value::Object(params)) = request.get_mut("params") else {
        return false;
    };
    let mut raw = std::mem::take(params);
    let mut meta = match raw.shift_remove("_meta") {
        Some(Value::Object(meta)) => meta,
        Some(_) | None => Map::new(),
    };
    meta.insert(META_KEY.to_owned(), raw.into());
    params.insert("_meta".to_owned(), meta.into());
    let empty = json!({"mode": "form", "message": "", "requestedSchema": {"type": "object", "properties": {}}});
    if let Value::Object(empty) = empty {
        params.extend(empty);
    }
    true
}

/// The raw parameters of `elicitation/create`, as the server sent them.
///
/// They are available if the server's output is read through
/// [`keep_raw_forms`](super::keep_raw_forms). `params` is then always an empty form. A handler uses
/// this function to inspect a form before it passes it on, for example to show it or to refuse it.
pub fn raw_form<'a>(
    params: &'a ElicitRequestParams,
    context: &'a RequestContext<RoleClient>,
) -> Option<&'a Value> {
    [Some(&context.meta), params.meta()]
        .into_iter()
        .flatten()
        .find_map(|meta| meta.0.get(META_KEY))
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

    fn moved(params: Value) -> Value {
        json!({
            "_meta": {META_KEY: params},
            "mode": "form",
            "message": "",
            "requestedSchema": {"type": "object", "properties": {}},
        })
    }

    #[test]
    fn forms_are_moved_to_the_metadata() {
        let form =
            json!({"message": "m", "requestedSchema": {"properties": {"a": {"pattern": "x"}}}});
        let request =
            |params: Value| json!({"jsonrpc": "2.0", "id": 7, "method": METHOD, "params": params});
        check(request(form.clone()), Some(request(moved(form.clone()))));
        check(
            request(json!({"mode": "pigeon"})),
            Some(request(moved(json!({"mode": "pigeon"})))),
        );
        let input_required = |params: Value| {
            json!({"id": 1, "result": {"inputRequests": {
                "k": {"method": METHOD, "params": params},
                "roots": {"method": "roots/list"},
            }}})
        };
        check(
            input_required(form.clone()),
            Some(input_required(moved(form))),
        );
    }

    #[test]
    fn other_messages_stay_unchanged() {
        check(json!({"id": 1, "method": "ping"}), None);
        // Without parameters the SDK rejects the request.
        check(json!({"id": 1, "method": METHOD}), None);
        check(json!({"id": 1, "method": METHOD, "params": [1]}), None);
        check(json!({"id": 1, "result": {"text": METHOD}}), None);
        assert_eq!(keep(b"elicitation/create {"), None);
    }

    #[test]
    fn an_escaped_slash_in_the_method_is_recognized() {
        let line = br#"{"method":"elicitation\/create","params":{"message":"m"}}"#;
        let got: Value = serde_json::from_slice(&keep(line).unwrap()).unwrap();
        assert_eq!(got["params"], moved(json!({"message": "m"})));
    }

    #[test]
    fn other_metadata_is_kept() {
        let message =
            json!({"method": METHOD, "params": {"_meta": {"progressToken": 3}, "message": "m"}});
        let line = keep(message.to_string().as_bytes()).unwrap();
        let got: Value = serde_json::from_slice(&line).unwrap();
        assert_eq!(
            got["params"]["_meta"],
            json!({"progressToken": 3, META_KEY: {"message": "m"}})
        );
    }
}
