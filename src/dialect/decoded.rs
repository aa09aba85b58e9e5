//! A call that was understood: its questions, and the way back to a result.

use std::fmt;

use super::ToolResult;
use crate::core::{Conclusion, Request};

type Encode = Box<dyn Fn(&Request, &Conclusion) -> ToolResult + Send + Sync>;

/// A call that was understood.
///
/// ```
/// use ask_user::{AskUser, Scripted, Settings};
/// use ask_user::dialect::{Repair, tool};
///
/// let tool = tool("ask_user")?;
/// let call = tool.decode(serde_json::json!({"question": "Name?"}), Repair::Lenient)?;
/// let ask = AskUser::new();
/// let _bound = ask.bind(Scripted::lines(["Ann"]));
/// let conclusion = ask.ask_request(call.request(), &Settings::default(), None)?;
/// assert_eq!(call.encode(&conclusion).text, r#"{"answered":true,"text":"Ann"}"#);
/// # Ok::<(), ask_user::Error>(())
/// ```
pub struct Decoded {
    request: Request,
    encode: Encode,
}

impl Decoded {
    /// A call with these questions, whose result `encode` makes.
    pub(crate) fn new(
        request: Request,
        encode: impl Fn(&Request, &Conclusion) -> ToolResult + Send + Sync + 'static,
    ) -> Self {
        Self {
            request,
            encode: Box::new(encode),
        }
    }

    /// What is to be asked.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The result of the call that ended so.
    pub fn encode(&self, conclusion: &Conclusion) -> ToolResult {
        (self.encode)(&self.request, conclusion)
    }
}

impl fmt::Debug for Decoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoded")
            .field("request", &self.request)
            .finish_non_exhaustive()
    }
}
