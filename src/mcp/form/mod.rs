//! Elicitation forms, server side: converts questions to an `elicitation/create` form.
//!
//! A request becomes the parameters of `elicitation/create`. The client's result becomes the
//! request outcome. The result is not trusted: every answer is validated with all the rules of its
//! question.
//! <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation>

mod choices;
mod content;
mod field;
mod message;
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
/// text, the text is the property `qN_other`. The message lists all questions with their choices,
/// because some clients draw little else.
///
/// ```
/// use ask_user::mcp::form::{Form, FormVersion};
/// use ask_user::{Question, Request};
/// use serde_json::json;
///
/// let request = Request::from(Question::new("Deploy where?").with_choices(["staging", "production"]));
/// let form = Form::new(&request, FormVersion::TitledEnum).unwrap();
/// let params = form.params();
/// assert_eq!(params["message"], "Deploy where?\n  1) staging\n  2) production");
/// assert_eq!(params["requestedSchema"]["properties"]["q1"]["oneOf"][1]["const"], "production");
///
/// // The constant, the label, the title and the number of a choice all count.
/// for answer in ["production", "2"] {
///     let result = json!({"action": "accept", "content": {"q1": answer}});
///     let outcome = form.conclude(&result)?.into_single();
///     assert_eq!(outcome.answer().unwrap().choice(), Some("production"));
/// }
///
/// let error = form.conclude(&json!({"action": "accept", "content": {"q1": "moon"}})).unwrap_err();
/// let wanted = "expected one of the choices or a number from 1 to 2, found another text";
/// assert_eq!(error.to_string(), format!("content.q1: {wanted}"));
/// // The user is asked again, and told why.
/// let message = form.params_after(&error, 2)["message"].clone();
/// assert!(message.as_str().unwrap().starts_with(&format!("{wanted} (2 attempts left)\nDeploy where?")));
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
        Some(Self {
            request,
            version,
            fields: fields(request, version, false),
        })
    }

    /// Sets whether several choices are asked for as a text of numbers in every version, for
    /// clients that draw no arrays. Default: only before 2025-11-25.
    #[must_use]
    pub fn multi_as_text(mut self, multi_as_text: bool) -> Self {
        self.fields = fields(self.request, self.version, multi_as_text);
        self
    }

    /// The parameters of `elicitation/create`.
    pub fn params(&self) -> Value {
        self.params_with(&self.message())
    }

    /// The parameters of `elicitation/create` after a result that did not answer the form. The
    /// message begins with the fault that [`conclude`](Self::conclude) has returned.
    pub fn params_after(&self, fault: &Error, attempts_left: usize) -> Value {
        let place = fault.path().and_then(|path| self.place(path));
        let fault = match place {
            Some(place) => format!("{}: {}", property::sanitized(&place), fault.message()),
            None => fault.message(),
        };
        let attempts = if attempts_left == 1 {
            "attempt"
        } else {
            "attempts"
        };
        let message = self.message();
        self.params_with(&format!(
            "{fault} ({attempts_left} {attempts} left)\n{message}"
        ))
    }

    fn params_with(&self, message: &str) -> Value {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for field in &self.fields {
            properties.insert(
                field.name.clone(),
                property::question(field, self.is_single()),
            );
            if let Some(other) = &field.other {
                properties.insert(other.clone(), property::other(field, self.is_single()));
            } else if submitted_answer::needs_answer(field.question, self.is_single()) {
                required.push(field.name.as_str());
            }
        }
        let mut schema = json!({"type": "object", "properties": properties});
        if !required.is_empty() {
            schema["required"] = required.into();
        }
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
    /// form. Content is read generously. A choice counts by its constant, label, title or number.
    /// A choice with a text beside it is that choice with a note.
    ///
    /// # Errors
    /// A bad request with the path of the invalid member, relative to the result: an unknown
    /// action, or content that does not answer the questions. Content without a single answer is
    /// no answer, because some clients send it when they could not draw the form. The message
    /// does not repeat what the user typed.
    pub fn conclude(&self, result: &Value) -> Result<RequestOutcome, Error> {
        let Value::Object(result) = result else {
            let message = format!("expected an object, found {}", kind(result));
            return Err(Error::bad_request("result", message));
        };
        let action = result.get("action").unwrap_or(&Value::Null);
        let outcome = match action.as_str() {
            Some("accept") => Outcome::Answered(self.answers(result.get("content"))?),
            Some("decline") => Outcome::Declined(Decline::Client),
            Some("cancel") => Outcome::Cancelled,
            Some(_) | None => {
                let found = match action {
                    Value::Null => "nothing".to_owned(),
                    action => sanitize::excerpt(&json::line(action), MAX_ACTION_CHARS),
                };
                let message = format!("expected accept, decline or cancel, found {found}");
                return Err(Error::bad_request("action", message));
            }
        };
        Ok(RequestOutcome::not_asked(outcome))
    }

    fn answers(&self, content: Option<&Value>) -> Result<Answers, Error> {
        let none = Map::new();
        let content = match content {
            Some(Value::Object(content)) => content,
            None | Some(Value::Null) => &none,
            Some(other) => {
                let message = format!("expected an object, found {}", kind(other));
                return Err(Error::bad_request("content", message));
            }
        };
        let single = self.is_single();
        let answers = self
            .fields
            .iter()
            .map(|field| content::answer(field, content, single))
            .collect::<Result<Answers, Error>>()?;
        if answers.iter().all(Option::is_none) {
            return Err(Error::bad_request("content", "nothing was filled in"));
        }
        Ok(answers)
    }

    fn is_single(&self) -> bool {
        self.fields.len() == 1
    }

    fn message(&self) -> String {
        message::message(self.request.preface_texts(), &self.fields)
    }

    /// The question that a path of a result belongs to, in words for the user.
    fn place(&self, path: &str) -> Option<String> {
        let property = path.strip_prefix("content.")?;
        let property = property.split_once('[').map_or(property, |(name, _)| name);
        let field = self
            .fields
            .iter()
            .find(|field| field.name == property || field.other.as_deref() == Some(property));
        field?.short_name(self.is_single())
    }
}

fn fields(request: &Request, version: FormVersion, multi_as_text: bool) -> Vec<Field<'_>> {
    let questions = request.questions().iter().enumerate();
    questions
        .map(|(index, question)| Field::new(index, question, version, multi_as_text))
        .collect()
}
