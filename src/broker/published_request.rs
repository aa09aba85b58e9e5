//! A request as front ends get it: who asks, what, and under which names.
//!
//! Questions are addressed by their ids. One without an id is called `q1`, `q2`
//! and so on by its place, and so is one whose id an earlier question has.

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

/// What a published request is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// These questions, at least one.
    Questions(Vec<PublishedQuestion>),
    /// Leave to do this.
    Approval {
        /// What is to be done, in a few words.
        title: String,
        /// What the decision needs beyond that: a command, a diff.
        detail: Option<String>,
    },
}

/// A question and the id by which its answer is addressed, unique in its request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedQuestion {
    /// The id in events and in the content of a respond.
    pub id: String,
    /// The question itself.
    pub question: Question,
}

impl PublishedRequest {
    pub(super) fn new(id: RequestId, from: String, subject: Subject) -> Self {
        Self { id, from, subject }
    }

    /// Its name.
    pub fn id(&self) -> RequestId {
        self.id
    }

    /// Who asks, as they call themselves.
    pub fn from(&self) -> &str {
        &self.from
    }

    /// What it is about.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Whether it is a question or an approval.
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

/// The questions of a request, each under an id of its own.
pub(super) fn addressed(request: &Request) -> Vec<PublishedQuestion> {
    let questions = request.questions();
    let mut taken = HashSet::new();
    let own: Vec<_> = questions
        .iter()
        .map(|question| Some(question.id_text()).filter(|id| !id.is_empty() && taken.insert(*id)))
        .collect();
    let mut taken: HashSet<_> = taken.into_iter().map(str::to_owned).collect();
    let named = questions.iter().zip(own).enumerate();
    named
        .map(|(index, (question, own))| PublishedQuestion {
            id: own.map_or_else(|| by_place(index + 1, &mut taken), str::to_owned),
            question: question.clone(),
        })
        .collect()
}

/// `q2`, or `q2_2` and so on where a question calls itself that.
fn by_place(place: usize, taken: &mut HashSet<String>) -> String {
    let mut id = format!("q{place}");
    let mut copy = 2_usize;
    while !taken.insert(id.clone()) {
        id = format!("q{place}_{copy}");
        copy += 1;
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(ids: &[&str], wanted: &[&str]) {
        let questions = ids.iter().map(|id| Question::new("Q?").id(*id)).collect();
        let addressed = addressed(&Request::new(questions).unwrap());
        let got: Vec<_> = addressed.iter().map(|q| q.id.as_str()).collect();
        assert_eq!(got, wanted);
    }

    #[test]
    fn every_question_has_an_id_of_its_own() {
        check(&["db", "region"], &["db", "region"]);
        check(&["", ""], &["q1", "q2"]);
        check(&["db", "db", "db"], &["db", "q2", "q3"]);
        check(&["q2", ""], &["q2", "q2_2"]);
        check(&["", "q1"], &["q1_2", "q1"]);
        check(&["q3", "q3", "", "q3_2"], &["q3", "q2", "q3_3", "q3_2"]);
    }
}
