//! Asks the client's user with an elicitation form, as the protocol version requires.
//!
//! Up to 2025-11-25 the server sends an `elicitation/create` request and waits for its result.
//! From 2026-07-28 on, the form is the result of the tool call. The client sends the answer with a
//! second call that has the same arguments. A request state links the two calls.
//!
//! A result that does not answer the form is asked again, with the fault in its message, as often
//! as the attempts allow.

use std::collections::BTreeMap;

use rmcp::RoleServer;
use rmcp::model::{
    CallToolRequestParams, ClientResult, CustomRequest, InputRequest, InputRequiredResult,
    ProtocolVersion, ServerRequest,
};
use rmcp::service::{PeerRequestOptions, RequestContext, RequestHandle, ServiceError};
use serde_json::{Value, json};

use super::request_state::RequestState;
use crate::core::{OnTimeout, Outcome, Request, RequestOutcome, Settings, sanitize};
use crate::error::Error;
use crate::mcp::elicitation::METHOD;
use crate::mcp::form::{Form, FormVersion};
use crate::mcp::shutdown::ShutdownHandle;

/// The key of the one form of a call, in the input requests and responses.
const FORM_KEY: &str = "form";

/// The length of a client's error message, and of a client's name, in characters.
const MAX_MESSAGE_CHARS: usize = 160;
const MAX_NAME_CHARS: usize = 60;

/// The result of asking the client.
pub(super) enum ElicitationResult {
    Finished(RequestOutcome),
    /// No result of the client answered the form. This is what was wrong with the last one.
    NoAnswer(Error),
    InputRequired(InputRequiredResult),
    /// The client cannot be asked this request, with the reason.
    Unavailable(String),
}

/// The client as a channel.
#[derive(Debug, Default)]
pub(super) struct Elicitation {
    state: RequestState,
    /// The name of who asks, from the launcher.
    pub(super) from: Option<String>,
    /// Whether several choices are asked for as a text in every version.
    pub(super) multi_as_text: bool,
}

/// One call at the client.
pub(super) struct ClientCall<'c> {
    pub(super) settings: &'c Settings,
    pub(super) params: &'c CallToolRequestParams,
    pub(super) context: &'c RequestContext<RoleServer>,
    pub(super) shutdown: &'c ShutdownHandle,
}

/// The manner in which a client is asked.
struct Manner {
    forms: FormVersion,
    by_result: bool,
}

impl Elicitation {
    /// Asks the client. If `cancelled` completes first, the form is cancelled at the client, too.
    pub(super) async fn ask(
        &self,
        request: &Request,
        call: &ClientCall<'_>,
        cancelled: impl Future<Output = ()>,
    ) -> Result<ElicitationResult, Error> {
        request.check().map_err(|(index, fault)| {
            Error::bad_request(format!("questions[{index}]"), fault.to_string())
        })?;
        let manner = match manner(call.context) {
            Ok(manner) => manner,
            Err(reason) => return Ok(ElicitationResult::Unavailable(reason.to_owned())),
        };
        let request = self.introduced(request, call, manner.by_result);
        let Some(form) = Form::new(&request, manner.forms) else {
            let reason = "a secret is never asked for by a form";
            return Ok(ElicitationResult::Unavailable(reason.to_owned()));
        };
        let form = form.multi_as_text(self.multi_as_text);
        if manner.by_result {
            self.ask_by_result(&form, call)
        } else {
            ask_by_request(&form, &request, call, cancelled).await
        }
    }

    /// Whether the call carries a response to a form of this server.
    pub(super) fn has_response(&self, params: &CallToolRequestParams) -> bool {
        self.response(params).is_some()
    }

    /// The response to a form of this server, and how often the form was sent. `None` if the call
    /// carries none with a valid state.
    fn response<'p>(&self, params: &'p CallToolRequestParams) -> Option<(&'p Value, usize)> {
        let response = params.input_responses.as_ref()?.get(FORM_KEY)?;
        Some((response, self.state.open(params)?))
    }

    /// Concludes the form with the response in the call, or returns the form as the result.
    fn ask_by_result(
        &self,
        form: &Form<'_>,
        call: &ClientCall<'_>,
    ) -> Result<ElicitationResult, Error> {
        let (form_params, attempt) = match self.response(call.params) {
            // A call without a valid response gets the form (again).
            None => (form.params(), 1),
            Some((response, sent)) => match form.conclude(response) {
                Ok(request_outcome) => return Ok(ElicitationResult::Finished(request_outcome)),
                Err(fault) => match call.settings.attempts.get().saturating_sub(sent) {
                    0 => return Ok(ElicitationResult::NoAnswer(fault)),
                    left => (form.params_after(&fault, left), sent + 1),
                },
            },
        };
        let state = self.state.seal(call.params, attempt)?;
        let request = json!({"method": METHOD, "params": form_params});
        let request: InputRequest = serde_json::from_value(request)
            .map_err(|error| Error::device("making a form", std::io::Error::other(error)))?;
        let requests = BTreeMap::from([(FORM_KEY.to_owned(), request)]);
        Ok(ElicitationResult::InputRequired(InputRequiredResult::new(
            Some(requests),
            Some(state),
        )))
    }

    /// The name of who asks: set by the host, or the client's own.
    pub(super) fn asker(&self, context: &RequestContext<RoleServer>) -> Option<String> {
        self.from.clone().or_else(|| {
            let client = context.client_info()?;
            Some(client.title.unwrap_or(client.name))
        })
    }

    /// The request with who asks, and with the timeout if that answers for the user.
    fn introduced(&self, request: &Request, call: &ClientCall<'_>, by_result: bool) -> Request {
        let mut request = request.clone();
        let settings = call.settings;
        let takes_recommended = settings.on_timeout == OnTimeout::Recommended && !by_result;
        if let Some(limit) = settings.timeout.filter(|_| takes_recommended) {
            let reason = Outcome::<()>::TimedOut(limit).reason().unwrap_or_default();
            request = request.introduction(format!("{reason} takes the recommended choice"));
        }
        let name = self.asker(call.context);
        match name.as_deref().map(str::trim) {
            None | Some("") => request,
            Some(name) => {
                let name = sanitize::excerpt(name, MAX_NAME_CHARS);
                request.introduction(format!("{name} asks:"))
            }
        }
    }
}

/// How the client of this call is asked, or why it cannot be.
fn manner(context: &RequestContext<RoleServer>) -> Result<Manner, &'static str> {
    let declared = context.client_capabilities().and_then(|it| it.elicitation);
    // An empty declaration means forms: it dates from when there was nothing else.
    if !declared.is_some_and(|it| it.form.is_some() || it.url.is_none()) {
        return Err("the client does not declare that it shows forms");
    }
    let version = context.protocol_version().unwrap_or_default();
    match version.as_str() {
        version if version < ProtocolVersion::V_2025_06_18.as_str() => {
            Err("the protocol version of the client knows no forms")
        }
        version if version < ProtocolVersion::V_2025_11_25.as_str() => Ok(Manner {
            forms: FormVersion::EnumNames,
            by_result: false,
        }),
        version => Ok(Manner {
            forms: FormVersion::TitledEnum,
            by_result: version >= ProtocolVersion::V_2026_07_28.as_str(),
        }),
    }
}

/// Sends the form to the client as a request and waits for its result, each time at most for the
/// timeout.
async fn ask_by_request(
    form: &Form<'_>,
    request: &Request,
    call: &ClientCall<'_>,
    cancelled: impl Future<Output = ()>,
) -> Result<ElicitationResult, Error> {
    tokio::pin!(cancelled);
    let mut params = form.params();
    let mut left = call.settings.attempts.get();
    loop {
        let result = match send(params, call, &mut cancelled).await? {
            Sent::Result(result) => result,
            Sent::Refused(reason) => return Ok(ElicitationResult::Unavailable(reason)),
            Sent::TimedOut => {
                let request_outcome = RequestOutcome::at_timeout(request, call.settings);
                return Ok(ElicitationResult::Finished(request_outcome));
            }
            Sent::Cancelled => {
                let withdrawn = RequestOutcome::not_asked(Outcome::Withdrawn);
                return Ok(ElicitationResult::Finished(withdrawn));
            }
        };
        match form.conclude(&result) {
            Ok(request_outcome) => return Ok(ElicitationResult::Finished(request_outcome)),
            Err(fault) => {
                left -= 1;
                if left == 0 {
                    return Ok(ElicitationResult::NoAnswer(fault));
                }
                params = form.params_after(&fault, left);
            }
        }
    }
}

/// What became of a form that was sent.
enum Sent {
    Result(Value),
    /// The client answered with an error, which is described here.
    Refused(String),
    TimedOut,
    Cancelled,
}

async fn send(
    params: Value,
    call: &ClientCall<'_>,
    cancelled: impl Future<Output = ()>,
) -> Result<Sent, Error> {
    // Raw JSON, because the SDK's own type drops the members that it does not know.
    let request = ServerRequest::CustomRequest(CustomRequest::new(METHOD, Some(params)));
    let options = PeerRequestOptions::no_options();
    let peer = &call.context.peer;
    let mut handle = peer
        .send_cancellable_request(request, options)
        .await
        .map_err(disconnected)?;
    let timeout = async {
        match call.settings.timeout.filter(|limit| !limit.is_zero()) {
            Some(limit) => tokio::time::sleep(limit).await,
            None => std::future::pending().await,
        }
    };
    let response = tokio::select! {
        biased;
        response = &mut handle.rx => response,
        () = timeout => {
            cancel(handle, call.shutdown, "no answer in time").await;
            return Ok(Sent::TimedOut);
        }
        () = cancelled => {
            cancel(handle, call.shutdown, "the question was withdrawn").await;
            return Ok(Sent::Cancelled);
        }
    };
    match response.map_err(|_| disconnected(ServiceError::TransportClosed))? {
        Ok(result) => to_json(&result).map(Sent::Result),
        Err(ServiceError::McpError(error)) => {
            let message = sanitize::excerpt(&error.message, MAX_MESSAGE_CHARS);
            Ok(Sent::Refused(format!(
                "the client declares that it shows forms, and answered one with the error {} ({message})",
                error.code.0
            )))
        }
        Err(error) => Err(disconnected(error)),
    }
}

/// Tells the client that nobody waits for its form any more, so that it closes the form.
async fn cancel(handle: RequestHandle<RoleServer>, shutdown: &ShutdownHandle, reason: &str) {
    // The SDK would wait for a connection that no longer sends.
    if shutdown.is_connected() {
        // If this fails, the client has gone, and its form with it.
        let _ = handle.cancel(Some(reason.to_owned())).await;
    }
}

fn to_json(result: &ClientResult) -> Result<Value, Error> {
    serde_json::to_value(result)
        .map_err(|error| Error::device("asking the client", std::io::Error::other(error)))
}

fn disconnected(error: ServiceError) -> Error {
    Error::device("asking the client", std::io::Error::other(error))
}
