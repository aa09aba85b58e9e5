//! What a request is called, and which of the two kinds it is.

use std::fmt;

use serde::{Serialize, Serializer};

/// The name of a request, `req-1` and so on. Questions and approvals share the
/// numbers, and none is given twice.
///
/// ```
/// use ask_user::broker::RequestId;
/// let id = RequestId::parse("req-3").unwrap();
/// assert_eq!(id.to_string(), "req-3");
/// assert_eq!(RequestId::parse("req-03"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(u64);

impl RequestId {
    pub(super) fn nth(number: u64) -> Self {
        Self(number)
    }

    pub(super) fn number(self) -> u64 {
        self.0
    }

    /// Reads a name; only the form in which names are given out is one.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("req-")?;
        let plain = !digits.starts_with(['0', '+']);
        digits.parse().ok().filter(|_| plain).map(Self)
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "req-{}", self.0)
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RequestKind {
    /// Answers to questions.
    Question,
    /// Leave to do something.
    Approval,
}

impl RequestKind {
    /// The word for it in events.
    pub fn word(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Approval => "approval",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Question, Self::Approval]
            .into_iter()
            .find(|kind| kind.word() == word)
    }
}

impl fmt::Display for RequestKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
