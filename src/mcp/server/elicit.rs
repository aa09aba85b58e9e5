//! The client as the way to its user: a form, in the manner of its version.
//!
//! Up to 2025-11-25 the server sends `elicitation/create` and waits. From
//! 2026-07-28 on the form goes out as the result of the call, and the answer
//! comes with a second call of the same arguments; a state that only this
//! process can make ties the two together. It carries no answer.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{
    CallToolRequestParams, CustomRequest, InputRequest, InputRequiredResult, ProtocolVersion,
    RequestStateCodec, SealOptions, ServerRequest,
};
use rmcp::service::RequestContext;
use serde_json::{Value, json};

use crate::core::{Outcome, Request, RequestOutcome, Settings};
use crate::error::Error;
use crate::mcp::elicitation::METHOD;
use crate::mcp::form::{Form, FormVersion};

/// How long a client may take over a form of 2026-07-28.
const STATE_LASTS: Duration = Duration::from_hours(24);

/// The name of the one form of a call.
const FORM: &str = "form";

const STATE: &[u8] = b"asked";

/// What came of it.
pub(super) enum Reached {
    Finished(RequestOutcome),
    InputRequired(InputRequiredResult),
    /// The client cannot be asked this, and why.
    Nobody(&'static str),
}

/// The client as a channel.
#[derive(Debug, Default)]
pub(super) struct Elicitation {
    codec: OnceLock<RequestStateCodec>,
}

impl Elicitation {
    pub(super) async fn ask(
        &self,
        request: &Request,
        settings: &Settings,
        params: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<Reached, Error> {
        request.check().map_err(|(index, fault)| {
            Error::bad_request(format!("questions[{index}]"), fault.to_string())
        })?;
        let declared = context.client_capabilities().and_then(|it| it.elicitation);
        // An empty declaration is from before there was anything but forms.
        if !declared.is_some_and(|it| it.form.is_some() || it.url.is_none()) {
            return Ok(Reached::Nobody(
                "the client does not declare that it shows forms",
            ));
        }
        let version = context.protocol_version().unwrap_or_default();
        let (schemas, by_result) = match version.as_str() {
            old if old < ProtocolVersion::V_2025_06_18.as_str() => {
                return Ok(Reached::Nobody(
                    "the protocol version of the client knows no forms",
                ));
            }
            named if named < ProtocolVersion::V_2025_11_25.as_str() => {
                (FormVersion::EnumNames, false)
            }
            titled => (
                FormVersion::TitledEnum,
                titled >= ProtocolVersion::V_2026_07_28.as_str(),
            ),
        };
        let Some(form) = Form::new(request, schemas) else {
            return Ok(Reached::Nobody("a secret is never asked for by a form"));
        };
        if by_result {
            self.by_result(&form, params)
        } else {
            by_request(&form, settings, context).await
        }
    }

    /// The answer that a call brings to a form of ours.
    pub(super) fn response<'p>(&self, params: &'p CallToolRequestParams) -> Option<&'p Value> {
        let state = params.request_state.as_deref()?;
        let opened = self.codec.get()?.open_with(state, &bound_to(params)).ok()?;
        let responses = params.input_responses.as_ref()?;
        responses.get(FORM).filter(|_| opened == STATE)
    }

    fn by_result(&self, form: &Form<'_>, params: &CallToolRequestParams) -> Result<Reached, Error> {
        // What is no answer to a form of ours is not looked at: the form goes out again.
        if let Some(response) = self.response(params) {
            return form.conclude(response).map(Reached::Finished);
        }
        let codec = self.codec()?;
        let bound_to = bound_to(params);
        let request = json!({"method": METHOD, "params": form.params()});
        let request: InputRequest = serde_json::from_value(request)
            .map_err(|error| Error::device("making a form", std::io::Error::other(error)))?;
        let options = SealOptions::new()
            .associated_data(&bound_to)
            .ttl(STATE_LASTS);
        let state = codec.seal_with(STATE, &options);
        let requests = BTreeMap::from([(FORM.to_owned(), request)]);
        Ok(Reached::InputRequired(InputRequiredResult::new(
            Some(requests),
            Some(state),
        )))
    }

    /// Made at first need, with a key that only this process knows.
    fn codec(&self) -> Result<&RequestStateCodec, Error> {
        if let Some(codec) = self.codec.get() {
            return Ok(codec);
        }
        let mut key = [0; 32];
        getrandom::fill(&mut key)
            .map_err(|error| Error::device("making a key", std::io::Error::other(error)))?;
        let codec = RequestStateCodec::try_new(key)
            .map_err(|error| Error::device("making a key", std::io::Error::other(error)))?;
        Ok(self.codec.get_or_init(|| codec))
    }
}

/// The call that a state belongs to.
fn bound_to(params: &CallToolRequestParams) -> Vec<u8> {
    json!([params.name, params.arguments])
        .to_string()
        .into_bytes()
}

async fn by_request(
    form: &Form<'_>,
    settings: &Settings,
    context: &RequestContext<RoleServer>,
) -> Result<Reached, Error> {
    // Raw JSON: the SDK's own type drops what it does not know.
    let request = CustomRequest::new(METHOD, Some(form.params()));
    let answered = context
        .peer
        .send_request(ServerRequest::CustomRequest(request));
    let answered = match settings.timeout {
        Some(limit) => match tokio::time::timeout(limit, answered).await {
            Ok(answered) => answered,
            Err(_) => {
                return Ok(Reached::Finished(RequestOutcome::not_asked(
                    Outcome::TimedOut(limit),
                )));
            }
        },
        None => answered.await,
    };
    let result: Value = answered
        .map_err(|error| error.to_string())
        .and_then(|result| serde_json::to_value(result).map_err(|error| error.to_string()))
        .map_err(|error| Error::device("asking the client", std::io::Error::other(error)))?;
    form.conclude(&result).map(Reached::Finished)
}
