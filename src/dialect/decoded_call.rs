//! A decoded tool call: its questions, and the encoder for its result.

use std::fmt;

use super::ToolResult;
use crate::core::{Request, RequestOutcome};

type Encode = Box<dyn Fn(&Request, &RequestOutcome) -> ToolResult + Send + Sync>;

/// A decoded tool call: its questions, and the encoder for its result.
///
/// ```
/// use ask_user::{AskUser, Scripted, Settings};
/// use ask_user::dialect::{DecodeMode, tool};
///
/// let tool = tool("ask_user")?;
/// let call = tool.decode(serde_json::json!({"question": "Name?"}), DecodeMode::Lenient)?;
/// let ask = AskUser::new();
/// let _bound = ask.bind(Scripted::lines(["Ann"]));
/// let request_outcome = ask.ask_request(call.request(), &Settings::default(), None)?;
/// assert_eq!(call.encode(&request_outcome).text, r#"{"answered":true,"text":"Ann"}"#);
/// # Ok::<(), ask_user::Error>(())
/// ```
pub struct DecodedCall {
    request: Request,
    encode: Encode,
}

impl DecodedCall {
    /// Creates a call with these questions. `encode` makes its result.
    pub(crate) fn new(
        request: Request,
        encode: impl Fn(&Request, &RequestOutcome) -> ToolResult + Send + Sync + 'static,
    ) -> Self {
        Self {
            request,
            encode: Box::new(encode),
        }
    }

    /// The questions to ask.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Encodes the outcome of the call as its result.
    pub fn encode(&self, request_outcome: &RequestOutcome) -> ToolResult {
        (self.encode)(&self.request, request_outcome)
    }
}

impl fmt::Debug for DecodedCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecodedCall")
            .field("request", &self.request)
            .finish_non_exhaustive()
    }
}
