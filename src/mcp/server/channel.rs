//! The ways to an operator.

use crate::seam::UserQuestionHandler;

/// A way to an operator.
#[derive(Clone, Debug)]
pub enum Channel {
    /// Somebody whom this process reaches by itself, at a terminal for
    /// instance. The handler is called on a thread of its own, one call at a
    /// time. Where it has nobody, it says so with an outcome or with
    /// [`Error::no_terminal`](crate::Error::no_terminal), and the next channel
    /// is tried.
    Operator(UserQuestionHandler),
    /// The client itself, as a form, if it says that it can show one.
    Elicitation,
}
