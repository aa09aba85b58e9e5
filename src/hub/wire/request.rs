//! The questions of a request as JSON.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::question::{self, QuestionObject};
use crate::broker::unique_ids;
use crate::core::Request;
use crate::dialect::DecodeMode;
use crate::dialect::arguments::read;
use crate::error::Error;

/// Encodes a request. Each question gets an id of its own, which the outcome uses.
///
/// # Errors
/// A bad request with the path of the first question that cannot be asked, or that has a rule
/// which no other process can check.
pub(crate) fn encode(request: &Request) -> Result<Value, Error> {
    let questions = unique_ids(request).into_iter().zip(request.questions());
    let questions = questions.enumerate().map(|(index, (id, asked))| {
        let path = path(index);
        question::check(asked, &path)?;
        question::encode(id, asked, &path)
    });
    let questions = questions.collect::<Result<Vec<_>, _>>()?;
    let mut members = Map::new();
    let parts = ["introductions", "preface", "notes"];
    for (part, texts) in parts.into_iter().zip(request.preface_parts()) {
        if !texts.is_empty() {
            members.insert(part.to_owned(), json!(texts));
        }
    }
    members.insert("questions".to_owned(), questions.into());
    Ok(Value::Object(members))
}

/// Decodes a request. Members that go beside it, such as `from`, must be taken out before.
///
/// # Errors
/// A bad request with the path of an unknown member, or of a value that is not allowed.
pub(crate) fn decode(request: &Value) -> Result<Request, Error> {
    let RequestObject {
        introductions,
        preface,
        notes,
        questions,
    } = read(request, DecodeMode::Strict)?;
    let mut ids = HashSet::new();
    let questions = questions.into_iter().enumerate().map(|(index, object)| {
        let path = path(index);
        if !object.id.is_empty() && !ids.insert(object.id.clone()) {
            let message = "expected an id of its own, found that of an earlier question";
            return Err(Error::bad_request(format!("{path}.id"), message));
        }
        object.into_question(&path)
    });
    let questions = questions.collect::<Result<_, _>>()?;
    let request = Request::new(questions).ok_or_else(|| {
        Error::bad_request("questions", "expected at least one question, found none")
    })?;
    let request = preface.into_iter().fold(request, Request::preface);
    let request = notes.into_iter().fold(request, Request::note);
    // The last one that is added stands first.
    let introductions = introductions.into_iter().rev();
    Ok(introductions.fold(request, Request::introduction))
}

#[derive(Deserialize)]
struct RequestObject {
    /// Lines of the host that asks, which are shown as such.
    #[serde(default)]
    introductions: Vec<String>,
    #[serde(default)]
    preface: Vec<String>,
    /// Lines of the dialect that asks.
    #[serde(default)]
    notes: Vec<String>,
    questions: Vec<QuestionObject>,
}

fn path(index: usize) -> String {
    format!("questions[{index}]")
}
