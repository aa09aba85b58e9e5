//! Elicitation forms, server side: converts questions to an `elicitation/create` form.
//!
//! A request becomes the parameters of `elicitation/create`. The client's result becomes the
//! request outcome. The result is not trusted: every answer is validated with all the rules of its
//! question.
//! <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation>

mod content;
mod field;
mod property;

use serde_json::{Map, Value, json};

use crate::core::outcome::Decline;
use crate::core::{Answers, Outcome, Request, RequestOutcome, sanitize};
use crate::dialect::arguments::kind;
use crate::dialect::{json, submitted_answer};
use crate::error::Error;
use field::Field;

/// The maximum length of an unknown action in the error message, in characters.
const MAX_ACTION_CHARS: usize = 60;

/// The schemas that a client understands, by protocol version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormVersion {
    /// The schemas of 2025-06-18: `enum` with `enumNames`, and no arrays.
    EnumNames,
    /// The schemas of 2025-11-25 and later: constants with titles, and arrays of them.
    TitledEnum,
}

/// A request as an elicitation form.
///
/// Question number N (from 1) is the property `qN`. If the question has choices and also allows
/// text, the text is the property `qN_other`.
///
/// ```
/// use ask_user::mcp::form::{Form, FormVersion};
/// use ask_user::{Question, Request};
/// use serde_json::json;
///
/// let request = Request::from(Question::new("Deploy where?").with_choices(["staging", "production"]));
/// let form = Form::new(&request, FormVersion::TitledEnum).unwrap();
/// let params = form.params();
/// assert_eq!(params["message"], "Deploy where?");
/// assert_eq!(params["requestedSchema"]["properties"]["q1"]["oneOf"][1]["const"], "production");
///
/// let result = json!({"action": "accept", "content": {"q1": "production"}});
/// let outcome = form.conclude(&result)?.into_single();
/// assert_eq!(outcome.answer().unwrap().choice(), Some("production"));
///
/// let error = form.conclude(&json!({"action": "accept", "content": {}})).unwrap_err();
/// assert_eq!(error.to_string(), "content.q1: missing: this question needs an answer");
/// # Ok::<(), ask_user::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Form<'r> {
    request: &'r Request,
    version: FormVersion,
    fields: Vec<Field<'r>>,
}

impl<'r> Form<'r> {
    /// Creates the form of a request. `None` if a question is secret. Secrets are never asked with
    /// a form.
    pub fn new(request: &'r Request, version: FormVersion) -> Option<Self> {
        let questions = request.questions();
        if questions.iter().any(crate::core::Question::is_secret) {
            return None;
        }
        let fields = questions.iter().enumerate();
        Some(Self {
            request,
            version,
            fields: fields
                .map(|(index, question)| Field::new(index, question))
                .collect(),
        })
    }

    /// The parameters of `elicitation/create`.
    pub fn params(&self) -> Value {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for field in &self.fields {
            properties.insert(
                field.name.clone(),
                property::question(field, self.version, self.is_single()),
            );
            if let Some(other) = &field.other {
                properties.insert(other.clone(), property::other());
            } else if submitted_answer::needs_answer(field.question, self.is_single()) {
                required.push(field.name.as_str());
            }
        }
        let mut schema = json!({"type": "object", "properties": properties});
        if !required.is_empty() {
            schema["required"] = required.into();
        }
        let message = self.message();
        match self.version {
            FormVersion::EnumNames => json!({"message": message, "requestedSchema": schema}),
            FormVersion::TitledEnum => {
                json!({"mode": "form", "message": message, "requestedSchema": schema})
            }
        }
    }

    /// Decodes the client's result `{"action": …, "content"?: …}`.
    ///
    /// The action `decline` becomes [`Decline::Client`], because the user may not have seen the
    /// form.
    ///
    /// # Errors
    /// A bad request with the path of the invalid member, relative to the result: an unknown
    /// action, or content that does not answer the questions. The message does not repeat what
    /// the user typed.
    pub fn conclude(&self, result: &Value) -> Result<RequestOutcome, Error> {
        let Value::Object(result) = result else {
            let message = format!("expected an object, found {}", kind(result));
            return Err(Error::bad_request("", message));
        };
        let Some(action) = result.get("action") else {
            return Err(Error::bad_request("", "missing field `action`"));
        };
        let outcome = match action.as_str() {
            Some("accept") => Outcome::Answered(self.answers(result.get("content"))?),
            Some("decline") => Outcome::Declined(Decline::Client),
            Some("cancel") => Outcome::Cancelled,
            Some(_) | None => {
                let found = sanitize::excerpt(&json::line(action), MAX_ACTION_CHARS);
                let message = format!("expected accept, decline or cancel, found {found}");
                return Err(Error::bad_request("action", message));
            }
        };
        Ok(RequestOutcome::not_asked(outcome))
    }

    fn answers(&self, content: Option<&Value>) -> Result<Answers, Error> {
        let content = match content {
            Some(Value::Object(content)) => content,
            Some(other) => {
                let message = format!("expected an object, found {}", kind(other));
                return Err(Error::bad_request("content", message));
            }
            None => return Err(Error::bad_request("", "missing field `content`")),
        };
        let single = self.is_single();
        let fields = self.fields.iter();
        fields
            .map(|field| content::answer(field, self.version, content, single))
            .collect()
    }

    fn is_single(&self) -> bool {
        self.fields.len() == 1
    }

    /// The message of the form: the preface texts, then the text of a single question or the
    /// number of questions.
    fn message(&self) -> String {
        let mut texts: Vec<_> = self
            .request
            .preface_texts()
            .iter()
            .map(|text| property::sanitized(text))
            .collect();
        texts.push(match self.request.questions() {
            [question] => property::sanitized(question.text()),
            questions => format!("{} questions", questions.len()),
        });
        texts.join("\n")
    }
}
