//! Asks the client's user with an elicitation form, as the protocol version requires.
//!
//! Up to 2025-11-25 the server sends an `elicitation/create` request and waits for its result.
//! From 2026-07-28 on, the form is the result of the tool call. The client sends the answer with a
//! second call that has the same arguments. A request state, which only this process can create,
//! links the two calls. The state contains no answer.

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

/// How long the state of a 2026-07-28 form is valid.
const STATE_TTL: Duration = Duration::from_hours(24);

/// The key of the one form of a call, in the input requests and responses.
const FORM_KEY: &str = "form";

/// The sealed content of the request state.
const STATE_CONTENT: &[u8] = b"asked";

/// The result of asking the client.
pub(super) enum ElicitationResult {
    Finished(RequestOutcome),
    InputRequired(InputRequiredResult),
    /// The client cannot be asked this request, with the reason.
    Unavailable(&'static str),
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
    ) -> Result<ElicitationResult, Error> {
        request.check().map_err(|(index, fault)| {
            Error::bad_request(format!("questions[{index}]"), fault.to_string())
        })?;
        let declared = context.client_capabilities().and_then(|it| it.elicitation);
        // An empty declaration means forms: it dates from when there was nothing else.
        if !declared.is_some_and(|it| it.form.is_some() || it.url.is_none()) {
            return Ok(ElicitationResult::Unavailable(
                "the client does not declare that it shows forms",
            ));
        }
        let version = context.protocol_version().unwrap_or_default();
        let (form_version, by_result) = match version.as_str() {
            version if version < ProtocolVersion::V_2025_06_18.as_str() => {
                return Ok(ElicitationResult::Unavailable(
                    "the protocol version of the client knows no forms",
                ));
            }
            version if version < ProtocolVersion::V_2025_11_25.as_str() => {
                (FormVersion::EnumNames, false)
            }
            version => (
                FormVersion::TitledEnum,
                version >= ProtocolVersion::V_2026_07_28.as_str(),
            ),
        };
        let Some(form) = Form::new(request, form_version) else {
            return Ok(ElicitationResult::Unavailable(
                "a secret is never asked for by a form",
            ));
        };
        if by_result {
            self.ask_by_result(&form, params)
        } else {
            ask_by_request(&form, settings, context).await
        }
    }

    /// The response to a form of this server, if the call carries one with a valid state.
    pub(super) fn response<'p>(&self, params: &'p CallToolRequestParams) -> Option<&'p Value> {
        let state = params.request_state.as_deref()?;
        let opened = self
            .codec
            .get()?
            .open_with(state, &associated_data(params))
            .ok()?;
        let responses = params.input_responses.as_ref()?;
        responses.get(FORM_KEY).filter(|_| opened == STATE_CONTENT)
    }

    /// Concludes the form with the response in the call, or returns the form as the result.
    fn ask_by_result(
        &self,
        form: &Form<'_>,
        params: &CallToolRequestParams,
    ) -> Result<ElicitationResult, Error> {
        // A call without a valid response gets the form (again).
        if let Some(response) = self.response(params) {
            return form.conclude(response).map(ElicitationResult::Finished);
        }
        let codec = self.codec()?;
        let associated_data = associated_data(params);
        let request = json!({"method": METHOD, "params": form.params()});
        let request: InputRequest = serde_json::from_value(request)
            .map_err(|error| Error::device("making a form", std::io::Error::other(error)))?;
        let options = SealOptions::new()
            .associated_data(&associated_data)
            .ttl(STATE_TTL);
        let state = codec.seal_with(STATE_CONTENT, &options);
        let requests = BTreeMap::from([(FORM_KEY.to_owned(), request)]);
        Ok(ElicitationResult::InputRequired(InputRequiredResult::new(
            Some(requests),
            Some(state),
        )))
    }

    /// The codec of the request state. It is created at first use, with a random key that only
    /// this process knows.
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

/// The tool name and the arguments, to which a state is bound.
fn associated_data(params: &CallToolRequestParams) -> Vec<u8> {
    json!([params.name, params.arguments])
        .to_string()
        .into_bytes()
}

/// Sends the form to the client as a request and waits for its result, at most for the timeout.
async fn ask_by_request(
    form: &Form<'_>,
    settings: &Settings,
    context: &RequestContext<RoleServer>,
) -> Result<ElicitationResult, Error> {
    // Raw JSON, because the SDK's own type drops the members that it does not know.
    let request = CustomRequest::new(METHOD, Some(form.params()));
    let response = context
        .peer
        .send_request(ServerRequest::CustomRequest(request));
    let response = match settings.timeout {
        Some(limit) => match tokio::time::timeout(limit, response).await {
            Ok(response) => response,
            Err(_) => {
                return Ok(ElicitationResult::Finished(RequestOutcome::not_asked(
                    Outcome::TimedOut(limit),
                )));
            }
        },
        None => response.await,
    };
    let result: Value = response
        .map_err(|error| error.to_string())
        .and_then(|result| serde_json::to_value(result).map_err(|error| error.to_string()))
        .map_err(|error| Error::device("asking the client", std::io::Error::other(error)))?;
    form.conclude(&result).map(ElicitationResult::Finished)
}
