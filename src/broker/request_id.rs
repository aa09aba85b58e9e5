//! [`RequestId`] and [`RequestKind`]: the id of a request and its kind.

use std::fmt;

use serde::{Serialize, Serializer};

/// The id of a request: `req-1`, `req-2` and so on. Questions and approvals share one counter. No
/// id is used twice.
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

    /// Parses an id. It accepts only the exact form in which ids are written, so no leading zeros
    /// or plus sign.
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

/// The kind of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RequestKind {
    /// Answers to questions.
    Question,
    /// Approval of an action.
    Approval,
}

impl RequestKind {
    /// The word for this kind in events.
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
