//! [`ElicitationHandler`]: asks the operator the forms and URLs of MCP servers.

use std::future;
use std::task::Poll;

use rmcp::model::{
    ClientCapabilities, ClientConfig, CustomRequest, CustomResult, ElicitRequestParams,
    ElicitResult, ElicitationAction, ElicitationCapability, ErrorCode, ErrorData,
    FormElicitationCapability, Implementation, ProtocolVersion, UrlElicitationCapability,
};
use rmcp::service::RequestContext;
use rmcp::{ClientHandler, RoleClient};
use serde_json::Value;

use super::raw_form::raw_form;
use crate::core::outcome::NoOperatorReason;
use crate::core::{Grammar, Outcome, RequestOutcome, Settings, sanitize};
use crate::dialect::DecodeMode;
use crate::error::Error;
use crate::mcp::elicitation::{self, METHOD};
use crate::mcp::operator_queue::{self, OperatorQueue};
use crate::mcp::shutdown::ShutdownSignal;
use crate::seam::{TRACING_TARGET, UserQuestionHandler, Withdrawal};

/// The maximum length of a server's name and of an error message about its form, in characters.
const MAX_NAME_CHARS: usize = 60;
const MAX_ERROR_CHARS: usize = 160;

/// Asks the operator the elicitation forms and URLs of MCP servers.
///
/// It is a complete client handler. A host with its own handler calls
/// [`create_elicitation`](Self::create_elicitation) from it and declares
/// [`capability`](Self::capability).
///
/// Clones share one queue, so only one prompt is open at a time, even with several servers. The
/// prompt ends if the server cancels its request or the host drops the call. If there is no
/// operator, the result is `cancel`.
///
/// ```
/// use ask_user::mcp::client::ElicitationHandler;
/// use ask_user::{AskUser, Scripted};
///
/// let ask = AskUser::new();
/// ask.bind(Scripted::lines(["1"])).keep();
/// let all = ElicitationHandler::new(ask.into());
/// let (mail, calendar) = (all.clone().server("mail"), all.server("calendar"));
/// ```
#[derive(Clone, Debug)]
pub struct ElicitationHandler {
    operator: UserQuestionHandler,
    settings: Settings,
    server: Option<String>,
    server_ended: Option<ShutdownSignal>,
    queue: OperatorQueue,
}

impl ElicitationHandler {
    /// Creates a handler that asks through this operator. A form with two or more fields ends with
    /// a review before it is sent.
    pub fn new(operator: UserQuestionHandler) -> Self {
        Self {
            operator,
            settings: Settings {
                grammar: Grammar::Full,
                ..Settings::default()
            },
            server: None,
            server_ended: None,
            queue: OperatorQueue::default(),
        }
    }

    /// Sets the settings for forms. The grammar is always [`Grammar::Full`].
    #[must_use]
    pub fn settings(self, mut settings: Settings) -> Self {
        settings.grammar = self.settings.grammar;
        Self { settings, ..self }
    }

    /// Sets the name of the server that the operator sees. Without it, the prompt shows the name
    /// that the server gives itself.
    #[must_use]
    pub fn server(self, name: impl Into<String>) -> Self {
        Self {
            server: Some(name.into()),
            ..self
        }
    }

    /// Withdraws the server's questions as soon as its output ends.
    #[must_use]
    pub fn until(self, ended: ShutdownSignal) -> Self {
        Self {
            server_ended: Some(ended),
            ..self
        }
    }

    /// The capability that a client with this handler declares: forms and URLs. `None` while
    /// nobody can be asked, so that servers ask in another way or not at all.
    pub fn capability(&self) -> Option<ElicitationCapability> {
        self.operator.is_attended().then(|| {
            ElicitationCapability::new()
                .with_form(FormElicitationCapability::default())
                .with_url(UrlElicitationCapability::default())
        })
    }

    /// Answers an elicitation request of a server.
    ///
    /// A form whose rules contradict each other is declined (a minimum above the maximum, or a
    /// choice without options). The operator is told, if the handler supports it.
    ///
    /// # Errors
    /// "Invalid params" with the path if the form is not a valid elicitation form. An internal
    /// error if a device fails.
    pub async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        context: &RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let params = match raw_form(&params, context) {
            Some(raw) => raw.clone(),
            None => serde_json::to_value(&params)
                .map_err(|error| ErrorData::invalid_params(error.to_string(), None))?,
        };
        self.answer(params, context).await
    }

    /// Answers an elicitation request that the SDK could not decode.
    ///
    /// The SDK passes a form that does not fit its types as a custom request. This only happens
    /// without [`keep_raw_forms`](super::keep_raw_forms).
    ///
    /// # Errors
    /// The errors of [`create_elicitation`](Self::create_elicitation). "Method not found" for any
    /// method except `elicitation/create`.
    pub async fn custom_request(
        &self,
        request: CustomRequest,
        context: &RequestContext<RoleClient>,
    ) -> Result<CustomResult, ErrorData> {
        if request.method != METHOD {
            return Err(ErrorData::new(
                ErrorCode::METHOD_NOT_FOUND,
                request.method,
                None,
            ));
        }
        let params = request.params.unwrap_or_default();
        let result = self.answer(params, context).await?;
        let result = serde_json::to_value(result)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(CustomResult::new(result))
    }

    /// Waits until no prompt is open or queued.
    ///
    /// A host calls it before it exits, after it has closed its connections. When it returns, the
    /// open prompt has been withdrawn and the terminal has been restored.
    ///
    /// ```
    /// # async fn end(server: rmcp::service::RunningService<rmcp::RoleClient, ask_user::mcp::client::ElicitationHandler>)
    /// # -> Result<(), Box<dyn std::error::Error>> {
    /// let handler = server.service().clone();
    /// server.cancel().await?;
    /// handler.settled().await;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn settled(&self) {
        self.queue.acquire().await;
    }

    async fn answer(
        &self,
        params: Value,
        context: &RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let server = self.server_label(context);
        let call = match elicitation::method().decode(params, DecodeMode::Lenient) {
            Ok(call) => call,
            Err(error) => return self.refuse(&server, &error).await,
        };
        let request = call
            .request()
            .clone()
            .introduction(format!("Asked by {server}:"));
        let operator = self.operator.clone();
        let settings = self.settings.clone();
        let ask = move |withdrawal: &Withdrawal| operator.ask(&request, &settings, withdrawal);
        let request_outcome = match self.run_in_turn(context.ct.cancelled(), ask).await {
            Ok(None) => RequestOutcome::not_asked(Outcome::Withdrawn),
            Ok(Some(Ok(request_outcome))) => request_outcome,
            Ok(Some(Err(error))) if error.is_no_terminal() => {
                RequestOutcome::not_asked(Outcome::NoOperator(NoOperatorReason::Nobody))
            }
            Ok(Some(Err(error))) | Err(error) => return Err(error_data(&error)),
        };
        let result = call.encode(&request_outcome).json;
        serde_json::from_value(result)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }

    /// Handles a form that cannot be asked. If its rules contradict each other, declines it and
    /// tells the operator. Otherwise returns an error to the server, and the operator sees
    /// nothing.
    async fn refuse(&self, server: &str, error: &Error) -> Result<ElicitResult, ErrorData> {
        let fault = sanitize::excerpt(&error.to_string(), MAX_ERROR_CHARS);
        tracing::warn!(name: "elicitation:refused", target: TRACING_TARGET, fault, "elicitation:refused");
        if !error.is_contradiction() {
            return Err(error_data(error));
        }
        let line = format!("declined a form of {server} that contradicts itself: {fault}");
        // The line takes its place in the queue here, so that `settled` waits for it, also if the
        // connection ends right after the response.
        let queue = self.queue.clone();
        let mut turn = Box::pin(async move { queue.acquire().await });
        let at_once = future::poll_fn(|context| Poll::Ready(turn.as_mut().poll(context))).await;
        // A task of its own, so that the server does not wait for the operator's turn.
        let operator = self.operator.clone();
        tokio::spawn(async move {
            let turn = match at_once {
                Poll::Ready(turn) => turn,
                Poll::Pending => turn.await,
            };
            let tell = move |withdrawal: &Withdrawal| operator.tell(&line, withdrawal);
            let withdrawal = Withdrawal::new();
            let told = operator_queue::run(turn, withdrawal, tell, future::pending()).await;
            if let Ok((_, Err(error))) | Err(error) = told {
                tracing::debug!(name: "elicitation:not_told", target: TRACING_TARGET, %error, "elicitation:not_told");
            }
        });
        Ok(ElicitResult::new(ElicitationAction::Decline))
    }

    /// Runs `work` when it is its turn in the queue. Returns `None` if the call is cancelled, or
    /// the server's output ends, before the turn.
    async fn run_in_turn<T: Send + 'static>(
        &self,
        cancelled: impl Future<Output = ()>,
        work: impl FnOnce(&Withdrawal) -> T + Send + 'static,
    ) -> Result<Option<T>, Error> {
        let server_ended = async {
            match self.server_ended.clone() {
                Some(ended) => ended.wait().await,
                None => future::pending().await,
            }
        };
        let withdrawn = async {
            tokio::select! {
                () = cancelled => {}
                () = server_ended => {}
            }
        };
        tokio::pin!(withdrawn);
        let turn = tokio::select! {
            turn = self.queue.acquire() => turn,
            () = &mut withdrawn => return Ok(None),
        };
        let (_, result) = operator_queue::run(turn, Withdrawal::new(), work, withdrawn).await?;
        Ok(Some(result))
    }

    /// The description of the server that asks, for the operator.
    fn server_label(&self, context: &RequestContext<RoleClient>) -> String {
        let sanitized = |name: &str| sanitize::excerpt(name.trim(), MAX_NAME_CHARS);
        if let Some(name) = &self.server {
            return format!("the server {}", sanitized(name));
        }
        let peer = context.peer.peer_info();
        let info = peer.as_ref().and_then(|peer| peer.server_info.as_ref());
        match info.map(|info| info.title.as_deref().unwrap_or(&info.name)) {
            Some(name) if !name.trim().is_empty() => {
                format!("a server that calls itself {}", sanitized(name))
            }
            Some(_) | None => "a server without a name".to_owned(),
        }
    }
}

fn error_data(error: &Error) -> ErrorData {
    if error.is_bad_request() {
        ErrorData::invalid_params(error.to_string(), None)
    } else {
        ErrorData::internal_error(error.to_string(), None)
    }
}

impl ClientHandler for ElicitationHandler {
    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        Self::create_elicitation(self, params, &context).await
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleClient>,
    ) -> Result<CustomResult, ErrorData> {
        self.custom_request(request, &context).await
    }

    /// Uses the newest protocol version with an `initialize` handshake, which all servers support.
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = self.capability();
        let own = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        ClientConfig::new(capabilities, own)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }
}
