//! A server's form, put to the operator.

use std::future;

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

/// Columns of a server's name, and of what was wrong with its form.
const NAME_COLUMNS: usize = 60;
const FAULT_COLUMNS: usize = 160;

/// Answers the forms and addresses of MCP servers at the operator's prompt.
///
/// Served as it is, it is a whole client. A host with a handler of its own calls
/// [`create_elicitation`](Self::create_elicitation) from it and declares
/// [`capability`](Self::capability).
///
/// Clones share one queue: one prompt stands at a time, whichever server asks.
/// A server that takes its request back ends the prompt, and so does a host
/// that drops the call. Where nobody can be asked the answer is `cancel`.
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
    ended: Option<ShutdownSignal>,
    queue: OperatorQueue,
}

impl ElicitationHandler {
    /// Answers by this operator, with a last look before a form of two or more
    /// fields is sent.
    pub fn new(operator: UserQuestionHandler) -> Self {
        Self {
            operator,
            settings: Settings {
                grammar: Grammar::Full,
                ..Settings::default()
            },
            server: None,
            ended: None,
            queue: OperatorQueue::default(),
        }
    }

    /// How forms are put. The grammar stays the full one.
    #[must_use]
    pub fn settings(self, mut settings: Settings) -> Self {
        settings.grammar = self.settings.grammar;
        Self { settings, ..self }
    }

    /// The name by which the operator knows the server. Without it the prompt
    /// says what the server calls itself.
    #[must_use]
    pub fn server(self, name: impl Into<String>) -> Self {
        Self {
            server: Some(name.into()),
            ..self
        }
    }

    /// Takes back what the server asks as soon as its output ends.
    #[must_use]
    pub fn until(self, ended: ShutdownSignal) -> Self {
        Self {
            ended: Some(ended),
            ..self
        }
    }

    /// What a client with this handler declares: forms and addresses.
    pub fn capability() -> ElicitationCapability {
        ElicitationCapability::new()
            .with_form(FormElicitationCapability::default())
            .with_url(UrlElicitationCapability::default())
    }

    /// Answers one request of a server.
    ///
    /// A form that contradicts itself (a minimum above its maximum, a choice among
    /// nothing) is declined, and the operator is told where they can be.
    ///
    /// # Errors
    /// Invalid parameters for a form outside the shapes that forms may have,
    /// with its path; an internal error for a broken device.
    pub async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        context: &RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let params = match raw_form(&params, context) {
            Some(written) => written.clone(),
            None => serde_json::to_value(&params)
                .map_err(|error| ErrorData::invalid_params(error.to_string(), None))?,
        };
        self.answer(params, context).await
    }

    /// Answers a request that the SDK knows by its method alone, as it does with
    /// forms that its types cannot hold. Without [`keep_raw_forms`](super::raw_form_reader).
    ///
    /// # Errors
    /// As [`create_elicitation`](Self::create_elicitation); an unknown method for
    /// any but `elicitation/create`.
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

    /// Returns when no prompt stands and none waits. A host that ends waits for
    /// it once its connections are closed: what stood is withdrawn by then, and
    /// the terminal is put back.
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
        self.queue.next().await;
    }

    async fn answer(
        &self,
        params: Value,
        context: &RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let who = self.asker(context);
        let call = match elicitation::method().decode(params, DecodeMode::Lenient) {
            Ok(call) => call,
            Err(error) => return self.refuse(&who, &error),
        };
        let request = call
            .request()
            .clone()
            .introduction(format!("Asked by {who}:"));
        let operator = self.operator.clone();
        let settings = self.settings.clone();
        let asking = move |withdrawal: &Withdrawal| operator.ask(&request, &settings, withdrawal);
        let request_outcome = match self.in_turn(context.ct.cancelled(), asking).await {
            Ok(None) => RequestOutcome::not_asked(Outcome::Withdrawn),
            Ok(Some(Ok(request_outcome))) => request_outcome,
            Ok(Some(Err(error))) if error.is_no_terminal() => {
                RequestOutcome::not_asked(Outcome::NoOperator(NoOperatorReason::Nobody))
            }
            Ok(Some(Err(error))) | Err(error) => return Err(refused(&error)),
        };
        let result = call.encode(&request_outcome).json;
        serde_json::from_value(result)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }

    /// Declines what contradicts itself, and tells the operator. What is no form
    /// at all is between the programs: the operator sees nothing of it.
    fn refuse(&self, who: &str, error: &Error) -> Result<ElicitResult, ErrorData> {
        let fault = sanitize::excerpt(&error.to_string(), FAULT_COLUMNS);
        tracing::warn!(name: "elicitation:refused", target: TRACING_TARGET, fault, "elicitation:refused");
        if !error.is_contradiction() {
            return Err(refused(error));
        }
        let line = format!("declined a form of {who} that contradicts itself: {fault}");
        // The server need not wait until the operator has read it.
        let (this, operator) = (self.clone(), self.operator.clone());
        tokio::spawn(async move {
            let telling = move |withdrawal: &Withdrawal| operator.tell(&line, withdrawal);
            let told = this.in_turn(future::pending(), telling).await;
            if let Ok(Some(Err(error))) | Err(error) = told {
                tracing::debug!(name: "elicitation:not_told", target: TRACING_TARGET, %error, "elicitation:not_told");
            }
        });
        Ok(ElicitResult::new(ElicitationAction::Decline))
    }

    /// Does this when nothing else stands; `None` if it is given up before, or
    /// the server is gone.
    async fn in_turn<T: Send + 'static>(
        &self,
        given_up: impl Future<Output = ()>,
        work: impl FnOnce(&Withdrawal) -> T + Send + 'static,
    ) -> Result<Option<T>, Error> {
        let gone = async {
            match self.ended.clone() {
                Some(ended) => ended.wait().await,
                None => future::pending().await,
            }
        };
        let over = async {
            tokio::select! {
                () = given_up => {}
                () = gone => {}
            }
        };
        tokio::pin!(over);
        let turn = tokio::select! {
            turn = self.queue.next() => turn,
            () = &mut over => return Ok(None),
        };
        let (_, done) = operator_queue::run(turn, work, over).await?;
        Ok(Some(done))
    }

    /// Who asks, as far as it is known.
    fn asker(&self, context: &RequestContext<RoleClient>) -> String {
        let shown = |name: &str| sanitize::excerpt(name.trim(), NAME_COLUMNS);
        if let Some(name) = &self.server {
            return format!("the server {}", shown(name));
        }
        let peer = context.peer.peer_info();
        let own = peer.as_ref().and_then(|peer| peer.server_info.as_ref());
        match own.map(|own| own.title.as_deref().unwrap_or(&own.name)) {
            Some(name) if !name.trim().is_empty() => {
                format!("a server that calls itself {}", shown(name))
            }
            Some(_) | None => "a server without a name".to_owned(),
        }
    }
}

fn refused(error: &Error) -> ErrorData {
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

    /// The newest version with a handshake: every server knows that.
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(Self::capability());
        let own = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        ClientConfig::new(capabilities, own)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }
}
