//! Where `ask-user mcp` keeps the questions of `post_question`: at a running console, or in this
//! process for its terminal.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ask_user::broker::{Broker, Inbox, Posting, RequestId, Resolution, TicketState};
use ask_user::hub::Client;
use ask_user::mcp::server::{PostedQuestion, TicketAnswer, TicketStore};
use ask_user::{Error, NoOperatorReason, Outcome, RequestOutcome, UserQuestionHandler};

/// How long a ticket lives.
const EXPIRES: Duration = Duration::from_hours(24);

/// What the tickets of this process begin with, so that they are told from those of a console.
const OWN: &str = "own-";

/// The places, in the order in which they are tried.
#[derive(Clone, Default)]
pub(super) struct Tickets(Arc<Vec<Box<dyn TicketStore>>>);

impl Tickets {
    pub(super) fn new(places: Vec<Box<dyn TicketStore>>) -> Self {
        Self(Arc::new(places))
    }
}

impl TicketStore for Tickets {
    fn post(&self, question: PostedQuestion<'_>) -> Result<String, Error> {
        // What the last place lacks is told.
        let mut nobody = Error::no_terminal("nobody can be asked later");
        for place in self.0.iter() {
            match place.post(question) {
                Err(error) if error.is_no_terminal() => nobody = error,
                posted => return posted,
            }
        }
        Err(nobody)
    }

    fn wait(&self, ticket: &str, at_most: Duration) -> Result<TicketAnswer, Error> {
        for place in self.0.iter() {
            match place.wait(ticket, at_most) {
                Err(error) if error.is_bad_request() => {}
                known => return known,
            }
        }
        Err(unknown(ticket))
    }
}

fn unknown(ticket: &str) -> Error {
    let ticket = ask_user::core::sanitize::excerpt(ticket, 60);
    let message = format!("unknown ticket `{ticket}`: it was not posted here, or it has expired");
    Error::bad_request("ticket", message)
}

/// A console, if one is running when a call comes. It keeps the tickets when this process ends.
pub(super) struct AtConsole {
    pub(super) socket: PathBuf,
    /// The name of who asks, instead of the client's.
    pub(super) from: Option<String>,
}

impl AtConsole {
    fn connect(&self) -> Result<Client, Error> {
        Client::connect(&self.socket)?.ok_or_else(|| Error::no_terminal("no console is running"))
    }
}

impl TicketStore for AtConsole {
    fn post(&self, question: PostedQuestion<'_>) -> Result<String, Error> {
        let PostedQuestion {
            request,
            settings,
            context,
            from,
        } = question;
        let from = self.from.as_deref().or(from).unwrap_or_default();
        let mut hub = self.connect()?;
        let ticket = hub.ask_detached(request, settings, from, EXPIRES, context.clone())?;
        Ok(ticket.to_string())
    }

    fn wait(&self, ticket: &str, at_most: Duration) -> Result<TicketAnswer, Error> {
        let id = RequestId::parse(ticket).ok_or_else(|| unknown(ticket))?;
        // A ticket ends with its console.
        let mut hub = self.connect().map_err(|_| unknown(ticket))?;
        Ok(match hub.wait(id, Some(at_most))? {
            None => TicketAnswer::Pending,
            Some(end) => answer(end.resolution, end.context),
        })
    }
}

fn answer(resolution: Resolution, context: serde_json::Value) -> TicketAnswer {
    match resolution {
        Resolution::Questions(request_outcome) => TicketAnswer::Ended {
            request_outcome,
            context,
        },
        // Not posted here: whoever asked for approval gets the decision.
        Resolution::Approval(_) => TicketAnswer::Ended {
            request_outcome: RequestOutcome::not_asked(Outcome::Closed),
            context,
        },
    }
}

/// The terminal of this process. Its tickets end with the process.
#[derive(Clone)]
pub(super) struct AtTerminal(Arc<Own>);

struct Own {
    broker: Broker,
    handler: UserQuestionHandler,
    /// Whether a question could be asked now.
    available: fn() -> Result<(), Error>,
    worker: Mutex<Option<JoinHandle<()>>>,
}

impl AtTerminal {
    /// Asks what is posted with this handler, one after the other, on a thread of its own.
    pub(super) fn new(handler: UserQuestionHandler, available: fn() -> Result<(), Error>) -> Self {
        Self(Arc::new(Own {
            broker: Broker::new(),
            handler,
            available,
            worker: Mutex::new(None),
        }))
    }

    /// Starts the thread with the first question. Threads must not start before the signals are
    /// taken.
    fn start(&self) -> Result<(), Error> {
        let worker = &self.0.worker;
        let mut worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
        if worker.is_some() {
            return Ok(());
        }
        let (sender, changed) = mpsc::channel();
        self.0.broker.on_change(move || {
            // At the end nobody listens any more.
            let _ = sender.send(());
        });
        let (inbox, handler) = (self.0.broker.inbox(), self.0.handler.clone());
        let started = thread::Builder::new()
            .name("posted questions".to_owned())
            .spawn(move || ask_all(&inbox, &handler, &changed));
        *worker = Some(started.map_err(|error| Error::device("starting a thread", error))?);
        Ok(())
    }

    /// Ends what is posted, and waits until the terminal is in order.
    pub(super) fn close(&self) {
        self.0.broker.shutdown();
        let worker = &self.0.worker;
        let worker = worker.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(worker) = worker {
            let _ = worker.join();
        }
    }
}

/// Asks until the broker is shut down.
fn ask_all(inbox: &Inbox, handler: &UserQuestionHandler, changed: &Receiver<()>) {
    loop {
        while let Some(next) = inbox.next() {
            let Some(open) = inbox.open(next.id()) else {
                continue;
            };
            let request = open.request.request();
            let settings = open.request.settings();
            let asked = handler.ask(request, settings, &open.withdrawal);
            let request_outcome = asked.unwrap_or_else(|error| {
                RequestOutcome::not_asked(if error.is_no_terminal() {
                    Outcome::NoOperator(NoOperatorReason::Nobody)
                } else {
                    Outcome::Closed
                })
            });
            inbox.resolve(&open.request, request_outcome);
        }
        if inbox.is_closed() || changed.recv().is_err() {
            return;
        }
    }
}

impl TicketStore for AtTerminal {
    fn post(&self, question: PostedQuestion<'_>) -> Result<String, Error> {
        (self.0.available)()?;
        self.start()?;
        let (request, from) = (question.request.clone(), question.from.unwrap_or_default());
        let request = if from.is_empty() {
            request
        } else {
            request.asker(from)
        };
        let posting = Posting::questions(from, request, question.settings.clone());
        let posting = posting.ticket(EXPIRES, question.context.clone());
        let posted = self.0.broker.post(posting, |_| {})?;
        let ended = || Error::no_terminal("this process is ending");
        posted.id().map(|id| format!("{OWN}{id}")).ok_or_else(ended)
    }

    fn wait(&self, ticket: &str, at_most: Duration) -> Result<TicketAnswer, Error> {
        let id = ticket.strip_prefix(OWN).and_then(RequestId::parse);
        let id = id.ok_or_else(|| unknown(ticket))?;
        match self.0.broker.wait_for_ticket(id, at_most) {
            TicketState::Unknown => Err(unknown(ticket)),
            TicketState::Waiting => Ok(TicketAnswer::Pending),
            TicketState::Ended(end) => Ok(answer(end.ended.resolution, end.context)),
        }
    }
}
