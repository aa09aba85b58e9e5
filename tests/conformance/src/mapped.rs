//! A handler that answers to the suite's names by handlers of ours.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ask_user::dialect::{DecodeMode, tool};
use ask_user::mcp::elicitation;
use ask_user::mcp::server::{Channel, Server};
use ask_user::{AskUser, Error, Scripted, UserQuestionHandler};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest,
    ErrorData, InputRequiredResult, InputResponses, JsonObject, ListToolsResult,
    PaginatedRequestParams, ServerConfig, ServerRequest, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};

use crate::schemas;

/// The tool of ours that does the work.
const OURS: &str = "ask_user";

/// How long an operator takes over an answer while the suite counts signs of
/// life: three of them, 8 seconds apart.
const THINKING: Duration = Duration::from_secs(25);

/// Our handler with three kinds of operators, and the suite's names for it.
pub struct Mapped<H> {
    /// The client's user, behind a form.
    form: H,
    /// Somebody who takes their time.
    slow: H,
    nobody: H,
}

/// The handlers of the library, under the names of the suite.
///
/// # Errors
/// None: the tool is in the table.
pub fn mapped() -> Result<Mapped<impl ServerHandler>, Error> {
    let over = |channels| Ok::<_, Error>(Server::new(vec![tool(OURS)?], channels).into_handler());
    Ok(Mapped {
        form: over(vec![Channel::Elicitation])?,
        slow: over(vec![Channel::Operator(slow())])?,
        nobody: over(Vec::new())?,
    })
}

fn slow() -> UserQuestionHandler {
    UserQuestionHandler::new(|request, settings, withdrawal| {
        let asked = Instant::now();
        while asked.elapsed() < THINKING && !withdrawal.is_withdrawn() {
            thread::sleep(Duration::from_millis(50));
        }
        let ask = AskUser::new();
        let _bound = ask.bind(Scripted::lines(["done"]));
        ask.ask_request(request, settings, Some(withdrawal))
    })
}

/// What the suite calls, and what it is for. The first one is also called
/// without anything that it could ask by.
const NAMES: [(&str, &str); 6] = [
    ("test_simple_text", "A text, here a refusal"),
    ("test_tool_with_progress", "Signs of life while it waits"),
    ("test_elicitation", "A question as a form"),
    ("test_elicitation_sep1034_defaults", "Fields with defaults"),
    ("test_elicitation_sep1330_enums", "Fields with choices"),
    (
        "test_input_required_result_elicitation",
        "A question as a result",
    ),
];

/// The suite's names for the form and its field, and ours.
const FORM: [&str; 2] = ["user_name", "form"];
const FIELD: [&str; 2] = ["name", "q1"];

impl<H: ServerHandler> ServerHandler for Mapped<H> {
    fn get_info(&self) -> ServerConfig {
        self.form.get_info()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut schema = JsonObject::new();
        schema.insert("type".to_owned(), "object".into());
        let schema = Arc::new(schema);
        let tools = NAMES.map(|(name, what)| Tool::new(name, what, Arc::clone(&schema)));
        Ok(ListToolsResult::with_all_items(tools.into()))
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match params.name.as_ref() {
            "test_simple_text" => {
                self.nobody
                    .call_tool(ask("Anybody?", params), context)
                    .await
            }
            "test_tool_with_progress" => self.slow.call_tool(ask("Done?", params), context).await,
            "test_elicitation" => {
                let message = params.arguments.as_ref().and_then(|all| all.get("message"));
                let question = message
                    .and_then(Value::as_str)
                    .unwrap_or("Who are you?")
                    .to_owned();
                self.form.call_tool(ask(&question, params), context).await
            }
            "test_elicitation_sep1034_defaults" => elicit(schemas::defaults(), &context).await,
            "test_elicitation_sep1330_enums" => elicit(schemas::choices(), &context).await,
            "test_input_required_result_elicitation" => {
                let mut params = ask("What is your name?", params);
                params.input_responses = params.input_responses.map(to_ours);
                let response = self.form.call_tool(params, context).await?;
                Ok(match response {
                    CallToolResponse::InputRequired(result) => to_theirs(result).into(),
                    other => other,
                })
            }
            unknown => Err(ErrorData::invalid_params(
                format!("unknown tool `{unknown}`"),
                None,
            )),
        }
    }
}

/// The call of ours that stands behind one of the suite's.
fn ask(question: &str, mut params: CallToolRequestParams) -> CallToolRequestParams {
    let mut arguments = JsonObject::new();
    arguments.insert("question".to_owned(), question.into());
    params.name = OURS.into();
    params.arguments = Some(arguments);
    params
}

fn to_ours(responses: InputResponses) -> InputResponses {
    let mapped = responses.into_iter().map(|(key, mut response)| {
        let content = response.get_mut("content").and_then(Value::as_object_mut);
        if let Some(content) = content
            && let Some(value) = content.remove(FIELD[0])
        {
            content.insert(FIELD[1].to_owned(), value);
        }
        let key = if key == FORM[0] {
            FORM[1].to_owned()
        } else {
            key
        };
        (key, response)
    });
    mapped.collect()
}

fn to_theirs(mut result: InputRequiredResult) -> InputRequiredResult {
    let requests = result.input_requests.take().map(|requests| {
        let name = |key: String| {
            if key == FORM[1] {
                FORM[0].to_owned()
            } else {
                key
            }
        };
        requests
            .into_iter()
            .map(|(key, request)| (name(key), request))
            .collect()
    });
    result.input_requests = requests;
    result
}

/// Sends a form as it is. The answering side has to understand it, too.
async fn elicit(
    schema: Value,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let params =
        json!({"mode": "form", "message": "Please fill this in", "requestedSchema": schema});
    elicitation::method()
        .decode(params.clone(), DecodeMode::Strict)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    let request = CustomRequest::new(elicitation::METHOD, Some(params));
    let request = ServerRequest::CustomRequest(request);
    let response = context.peer.send_request(request).await;
    let response = response.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    let text = serde_json::to_string(&response)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
}
