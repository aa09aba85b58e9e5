//! Validates the answers that a front end sends.
//!
//! This module matches the answers with the questions by id. `dialect::submitted_answer` validates
//! each answer.

use std::collections::{BTreeMap, HashSet};

use super::published_request::PublishedQuestion;
use super::respond_error::RespondError;
use crate::core::Answers;
use crate::dialect::submitted_answer::{Paths, SubmittedAnswer, answer, missing};
use crate::error::Error;

/// Validates the answers and returns them in the order of the questions.
pub(super) fn validate(
    questions: &[PublishedQuestion],
    given: &BTreeMap<String, SubmittedAnswer>,
) -> Result<Answers, RespondError> {
    let ids: HashSet<_> = questions.iter().map(|asked| asked.id.as_str()).collect();
    if let Some(id) = given.keys().find(|id| !ids.contains(id.as_str())) {
        let known: Vec<_> = questions.iter().map(|asked| asked.id.as_str()).collect();
        let known = known.join(", ");
        return Err(RespondError::invalid(
            format!("answers.{id}"),
            format!("unknown question: expected {known}"),
        ));
    }
    let alone = questions.len() == 1;
    let answers = questions.iter().map(|asked| {
        let path = format!("answers.{}", asked.id);
        let validated = match given.get(&asked.id) {
            Some(given) => answer(&asked.question, given, &Paths::within(path)).map(Some),
            None => missing(&asked.question, alone, &path),
        };
        validated.map_err(|error| invalid(&error))
    });
    answers.collect()
}

fn invalid(error: &Error) -> RespondError {
    RespondError::invalid(error.path().unwrap_or_default(), error.message())
}
