//! [`PublishedRequest`]: a request as front ends get it, with unique question ids.
//!
//! Front ends address a question by its id. A question without an id gets one from its position:
//! `q1`, `q2` and so on. So does a question whose id is already used by an earlier question.

use std::collections::HashSet;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::request_id::{RequestId, RequestKind};
use crate::core::{Question, Request};

/// A published request. It serializes to the `request` of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedRequest {
    id: RequestId,
    from: String,
    subject: Subject,
}

/// The subject of a published request: questions or an approval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The questions, at least one.
    Questions(Vec<PublishedQuestion>),
    /// The action that needs approval.
    Approval {
        /// A short description of the action.
        title: String,
        /// More information for the decision, for example a command or a diff.
        detail: Option<String>,
    },
}

/// A question and its id, which is unique in the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedQuestion {
    /// The id of the question, in events and in the content of a respond.
    pub id: String,
    /// The question itself.
    pub question: Question,
}

impl PublishedRequest {
    pub(super) fn new(id: RequestId, from: String, subject: Subject) -> Self {
        Self { id, from, subject }
    }

    /// The id of the request.
    pub fn id(&self) -> RequestId {
        self.id
    }

    /// The name of the caller, as the caller gave it.
    pub fn from(&self) -> &str {
        &self.from
    }

    /// The subject: questions or an approval.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The kind of the request: question or approval.
    pub fn kind(&self) -> RequestKind {
        match self.subject {
            Subject::Questions(_) => RequestKind::Question,
            Subject::Approval { .. } => RequestKind::Approval,
        }
    }
}

impl Serialize for PublishedRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("kind", self.kind().word())?;
        map.serialize_entry("from", &self.from)?;
        match &self.subject {
            Subject::Questions(questions) => map.serialize_entry("questions", questions)?,
            Subject::Approval { title, detail } => {
                map.serialize_entry("title", title)?;
                if let Some(detail) = detail {
                    map.serialize_entry("detail", detail)?;
                }
            }
        }
        map.end()
    }
}

/// The questions of a request, each with a unique id.
pub(super) fn with_unique_ids(request: &Request) -> Vec<PublishedQuestion> {
    let questions = request.questions().iter().cloned();
    let with_ids = unique_ids(request).into_iter().zip(questions);
    with_ids
        .map(|(id, question)| PublishedQuestion { id, question })
        .collect()
}

/// The ids of the questions of a request, as front ends get them.
pub(crate) fn unique_ids(request: &Request) -> Vec<String> {
    let questions = request.questions();
    let mut used = HashSet::new();
    let own_ids: Vec<_> = questions
        .iter()
        .map(|question| Some(question.id_text()).filter(|id| !id.is_empty() && used.insert(*id)))
        .collect();
    let mut used: HashSet<_> = used.into_iter().map(str::to_owned).collect();
    let own_ids = own_ids.into_iter().enumerate();
    own_ids
        .map(|(index, own)| own.map_or_else(|| position_id(index + 1, &mut used), str::to_owned))
        .collect()
}

/// The id for a question at this position, for example `q2`. If that id is used, `q2_2` and so on.
fn position_id(position: usize, used: &mut HashSet<String>) -> String {
    let mut id = format!("q{position}");
    let mut suffix = 2_usize;
    while !used.insert(id.clone()) {
        id = format!("q{position}_{suffix}");
        suffix += 1;
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(ids: &[&str], wanted: &[&str]) {
        let questions = ids.iter().map(|id| Question::new("Q?").id(*id)).collect();
        let published = with_unique_ids(&Request::new(questions).unwrap());
        let got: Vec<_> = published.iter().map(|q| q.id.as_str()).collect();
        assert_eq!(got, wanted);
    }

    #[test]
    fn question_ids_are_unique() {
        check(&["db", "region"], &["db", "region"]);
        check(&["", ""], &["q1", "q2"]);
        check(&["db", "db", "db"], &["db", "q2", "q3"]);
        check(&["q2", ""], &["q2", "q2_2"]);
        check(&["", "q1"], &["q1_2", "q1"]);
        check(&["q3", "q3", "", "q3_2"], &["q3", "q2", "q3_3", "q3_2"]);
    }
}
