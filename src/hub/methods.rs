//! [`METHODS`]: the methods of the wire.

/// A method of the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Asks questions and blocks until there is an outcome.
    Ask,
    /// Asks for approval of an action and blocks until there is a decision.
    Approve,
    /// Starts the event notifications of the connection.
    Subscribe,
    /// Answers a request in the operator's name.
    Respond,
    /// Lists the requests that wait for a respond.
    Pending,
    /// Takes a request back.
    Withdraw,
    /// Waits for the end of a request that was asked with a ticket.
    Wait,
}

/// All methods, in the order of the documentation.
pub const METHODS: [Method; 7] = [
    Method::Ask,
    Method::Approve,
    Method::Subscribe,
    Method::Respond,
    Method::Pending,
    Method::Withdraw,
    Method::Wait,
];

impl Method {
    /// The name, the parameters and the result of each method.
    const fn row(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Ask => (
                "ask",
                "`tool`, `arguments`, `from?`; or `questions`, `preface?`, `settings?`, `from?`; `detach?`, `expires_s?`, `context?`",
                "the result of the tool; or the outcome with its answers; with `detach` the `ticket`",
            ),
            Self::Approve => (
                "approve",
                "`title`, `detail?`, `default?` (`allow`, `deny`), `settings?`, `from?`; `detach?`, `expires_s?`, `context?`",
                "`decision` and `reason?`; or the outcome; with `detach` the `ticket`",
            ),
            Self::Subscribe => (
                "harness.v1.runtimes.subscribe",
                "`after?`",
                "`seq` of the latest event; then `event` notifications",
            ),
            Self::Respond => (
                "harness.v1.runtimes.respond",
                "`request_id`, `content`, `name?`, `key?`",
                "`request_id`, `outcome`, `seq`, `by`, and `key` when the operator has just let the front end in",
            ),
            Self::Pending => (
                "harness.v1.runtimes.pending",
                "`kind?`, `after?` (an id), `limit?` (1 to 1000, else 100)",
                "the requests, oldest first",
            ),
            Self::Withdraw => (
                "harness.v1.runtimes.withdraw",
                "`request_id`, `key?`",
                "`request_id`, `outcome`, `seq`",
            ),
            Self::Wait => (
                "wait",
                "`ticket`, `wait_s?`",
                "`result` as `ask` or `approve` would have given it, `kind`, `request`, `context`; or `pending: true`",
            ),
        }
    }

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Its parameters, as the documentation shows them. A question mark is for a parameter that
    /// may be left out.
    pub const fn params(self) -> &'static str {
        self.row().1
    }

    /// What it gives back, as the documentation shows it.
    pub const fn result(self) -> &'static str {
        self.row().2
    }

    /// The method with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        METHODS.into_iter().find(|method| method.name() == name)
    }
}
