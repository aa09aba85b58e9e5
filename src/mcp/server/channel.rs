//! [`Channel`]: how the server reaches an operator.

use crate::seam::UserQuestionHandler;

/// A way to reach an operator.
#[derive(Clone, Debug)]
pub enum Channel {
    /// A handler in this process, for example one for a terminal.
    ///
    /// The handler is called on its own thread, one call at a time. If it has no operator, it
    /// returns the outcome "no operator" or [`Error::no_terminal`](crate::Error::no_terminal). The
    /// server then tries the next channel.
    Operator(UserQuestionHandler),
    /// An elicitation form in the client, if the client declares that it supports forms.
    Elicitation,
}
