//! [`TicketStore`]: where the server keeps questions that are answered later.

use std::time::Duration;

use serde_json::Value;

use crate::core::{Request, RequestOutcome, Settings};
use crate::error::Error;

/// A question to be kept until its answer is fetched.
#[derive(Clone, Copy, Debug)]
pub struct PostedQuestion<'q> {
    /// What is asked.
    pub request: &'q Request,
    /// How it is asked.
    pub settings: &'q Settings,
    /// The name of who asks, if the client told one.
    pub from: Option<&'q str>,
    /// Comes back with the answer.
    pub context: &'q Value,
}

/// What is known of a ticket.
#[derive(Clone, Debug)]
pub enum TicketAnswer {
    /// Nobody has answered yet.
    Pending,
    /// It has ended.
    Ended {
        /// How.
        request_outcome: RequestOutcome,
        /// What was posted with it.
        context: Value,
    },
}

/// Keeps questions until their answers are fetched. The server calls it on threads of their own,
/// so it may block.
pub trait TicketStore: Send + Sync {
    /// Posts a question, and gives its ticket without waiting for the answer.
    ///
    /// # Errors
    /// [`Error::no_terminal`] if nobody can be asked.
    fn post(&self, question: PostedQuestion<'_>) -> Result<String, Error>;

    /// Waits for the end of a ticket, at most this long.
    ///
    /// # Errors
    /// A bad request with the path `ticket` if it is not known.
    fn wait(&self, ticket: &str, at_most: Duration) -> Result<TicketAnswer, Error>;
}
