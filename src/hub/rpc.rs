//! JSON-RPC 2.0, one message a line. <https://www.jsonrpc.org/specification>

use std::fmt;

use serde_json::{Map, Value, json};

use super::methods::{METHODS, Method};
use crate::broker::RespondError;
use crate::dialect::json;
use crate::error::Error;

/// An error of a call on the wire.
///
/// The codes -32700 to -32600 are those of JSON-RPC. -32001 to -32003 are those of a respond, see
/// [`RespondError`]. -32004: not let in. -32005: a limit of the hub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RpcError {
    code: i32,
    message: String,
    path: Option<String>,
}

impl RpcError {
    /// The code for a front end that may not answer.
    pub const NOT_LET_IN: i32 = -32004;
    /// The code for a limit of the hub.
    pub const LIMIT: i32 = -32005;
    /// The code for a request or a ticket that there is not.
    pub(super) const UNKNOWN_REQUEST: i32 = -32001;
    const PARSE: i32 = -32700;
    const INVALID_REQUEST: i32 = -32600;
    const UNKNOWN_METHOD: i32 = -32601;
    const INVALID_PARAMS: i32 = -32602;

    pub(super) fn new(code: i32, message: impl Into<String>) -> Self {
        let path = None;
        let message = message.into();
        Self {
            code,
            message,
            path,
        }
    }

    pub(super) fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(Self::INVALID_REQUEST, message)
    }

    pub(super) fn invalid_params(path: impl Into<String>, message: impl Into<String>) -> Self {
        let path = path.into();
        let message = message.into();
        let message = if path.is_empty() {
            message
        } else {
            format!("{path}: {message}")
        };
        Self {
            path: Some(path),
            ..Self::new(Self::INVALID_PARAMS, message)
        }
    }

    /// The error that an answer has. `None` if it has another form.
    pub(super) fn from_json(error: &Value) -> Option<Self> {
        Some(Self {
            code: error.get("code")?.as_i64()?.try_into().ok()?,
            message: error.get("message")?.as_str()?.to_owned(),
            path: error
                .pointer("/data/path")
                .and_then(Value::as_str)
                .map(str::to_owned),
        })
    }

    /// The code of the error.
    pub fn code(&self) -> i32 {
        self.code
    }

    /// The path of the invalid parameter, if there is one.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// Whether the parameters were not valid: a mistake of the caller.
    pub fn is_invalid_params(&self) -> bool {
        self.code == Self::INVALID_PARAMS
    }

    /// The JSON-RPC error object.
    pub fn json(&self) -> Value {
        let mut object = json!({"code": self.code, "message": self.message});
        if let Some(path) = &self.path {
            object["data"] = json!({"path": path});
        }
        object
    }
}

impl fmt::Display for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RpcError {}

impl From<Error> for RpcError {
    fn from(error: Error) -> Self {
        match error.path() {
            Some(path) => Self::invalid_params(path, error.message()),
            None => Self::new(-32603, error.message()),
        }
    }
}

impl From<RespondError> for RpcError {
    fn from(error: RespondError) -> Self {
        Self {
            code: error.code(),
            message: error.to_string(),
            path: error.path().map(str::to_owned),
        }
    }
}

/// A call of a method.
#[derive(Debug, PartialEq)]
pub(super) struct Call {
    pub(super) id: Value,
    pub(super) method: Method,
    pub(super) params: Map<String, Value>,
}

/// A line that cannot be carried out: the id that its answer needs, and why.
#[derive(Debug, PartialEq)]
pub(super) struct Refused {
    pub(super) id: Value,
    pub(super) error: Box<RpcError>,
}

impl Refused {
    fn new(id: Value, error: RpcError) -> Self {
        let error = Box::new(error);
        Self { id, error }
    }
}

/// Parses one line. `Ok(None)` is for a line that needs no answer: a blank one, or a notification.
pub(super) fn parse(line: &[u8]) -> Result<Option<Call>, Refused> {
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    let message: Value = serde_json::from_slice(line).map_err(|error| {
        let message = format!("the line is not JSON: {error}");
        Refused::new(Value::Null, RpcError::new(RpcError::PARSE, message))
    })?;
    let Value::Object(mut fields) = message else {
        let error = RpcError::invalid_request("expected an object with method, params and id");
        return Err(Refused::new(Value::Null, error));
    };
    let id = match fields.remove("id") {
        Some(id @ (Value::String(_) | Value::Number(_))) => id,
        // JSON-RPC: a notification gets no answer, so nobody would learn of its outcome.
        None => return Ok(None),
        Some(_) => {
            let error = RpcError::invalid_request("id: expected a string or a number");
            return Err(Refused::new(Value::Null, error));
        }
    };
    if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(Refused::new(
            id,
            RpcError::invalid_request("jsonrpc: expected \"2.0\""),
        ));
    }
    let Some(Value::String(name)) = fields.remove("method") else {
        let error = RpcError::invalid_request("method: expected the name of a method");
        return Err(Refused::new(id, error));
    };
    let Some(method) = Method::from_name(&name) else {
        let known = METHODS.map(Method::name).join(", ");
        let message = format!("unknown method `{}`: expected {known}", excerpt(&name));
        return Err(Refused::new(
            id,
            RpcError::new(RpcError::UNKNOWN_METHOD, message),
        ));
    };
    match fields.remove("params") {
        Some(Value::Object(params)) => Ok(Some(Call { id, method, params })),
        None => Ok(Some(Call {
            id,
            method,
            params: Map::new(),
        })),
        Some(_) => Err(Refused::new(
            id,
            RpcError::invalid_params("", "params: expected an object"),
        )),
    }
}

fn excerpt(name: &str) -> String {
    crate::core::sanitize::excerpt(name, 60)
}

/// The line that answers a call.
pub(super) fn answer(id: &Value, result: Result<Value, RpcError>) -> String {
    let (member, value) = match result {
        Ok(result) => ("result", result),
        Err(error) => ("error", error.json()),
    };
    json::line(&json!({"jsonrpc": "2.0", "id": id, member: value})) + "\n"
}

/// The line of an event notification.
pub(super) fn event(event: &impl serde::Serialize) -> String {
    json::line(&json!({"jsonrpc": "2.0", "method": "event", "params": event})) + "\n"
}

/// The line of a call.
pub(super) fn call(id: u64, method: Method, params: &Value) -> String {
    json::line(&json!({"jsonrpc": "2.0", "id": id, "method": method.name(), "params": params}))
        + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, wanted: Result<Option<Method>, i32>) {
        let got = parse(line.as_bytes());
        let got = got
            .map(|call| call.map(|call| call.method))
            .map_err(|refused| refused.error.code());
        assert_eq!(got, wanted, "{line}");
    }

    #[test]
    fn lines_are_calls_or_are_refused_by_code() {
        check(
            r#"{"jsonrpc":"2.0","id":1,"method":"ask","params":{}}"#,
            Ok(Some(Method::Ask)),
        );
        check(
            r#"{"jsonrpc":"2.0","id":"a","method":"harness.v1.runtimes.pending"}"#,
            Ok(Some(Method::Pending)),
        );
        check("", Ok(None));
        check(" \t", Ok(None));
        check(r#"{"jsonrpc":"2.0","method":"ask","params":{}}"#, Ok(None));
        check("{nope", Err(-32700));
        check("\u{0}", Err(-32700));
        check("[]", Err(-32600));
        check("1", Err(-32600));
        check(r#"{"id":1,"method":"ask"}"#, Err(-32600));
        check(r#"{"jsonrpc":"2.0","id":null,"method":"ask"}"#, Err(-32600));
        check(r#"{"jsonrpc":"2.0","id":1}"#, Err(-32600));
        check(r#"{"jsonrpc":"2.0","id":1,"method":"answer"}"#, Err(-32601));
        check(
            r#"{"jsonrpc":"2.0","id":1,"method":"ask","params":[1]}"#,
            Err(-32602),
        );
    }
}
