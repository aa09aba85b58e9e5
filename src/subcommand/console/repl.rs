//! The operator's prompt of a hub: puts one request after the other, and reads commands between.

use std::path::Path;
use std::sync::Arc;

use ask_user::broker::{Inbox, RequestId};
use ask_user::{AskUser, DriverHandle, Error, Outcome, OutcomeKind, PromptDriver, Reply};

use super::command::{self, Command};
use super::lines;
use super::postponable::{Postponable, Standing};

/// How many commands Up and Down show again.
const HISTORY: usize = 500;

/// The prompt.
pub(super) struct Repl {
    inbox: Arc<Inbox>,
    /// Reads the commands.
    commands: PromptDriver,
    /// Asks the requests.
    ask: AskUser,
    standing: Standing,
    handle: DriverHandle,
    /// The requests of the list that was printed last.
    listed: Vec<RequestId>,
    /// How many requests waited when `quit` was typed.
    quit_at: Option<usize>,
}

/// How the prompt has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Quit,
    /// The terminal has gone, or the process is ending.
    Closed,
}

impl Repl {
    pub(super) fn new(inbox: Arc<Inbox>, driver: PromptDriver) -> Self {
        let standing = Standing::default();
        let handle = driver.handle();
        let ask = AskUser::new();
        ask.bind(Postponable::new(driver.clone(), standing.clone()))
            .keep();
        Self {
            inbox,
            commands: driver.history(HISTORY).type_ahead(true),
            ask,
            standing,
            handle,
            listed: Vec::new(),
            quit_at: None,
        }
    }

    /// Runs until the operator quits or the terminal goes.
    ///
    /// # Errors
    /// A device that fails.
    pub(super) fn run(&mut self, socket: &Path) -> Result<End, Error> {
        self.say(&format!(
            "listening at {}; help lists the commands",
            socket.display()
        ))?;
        loop {
            // From here on a change makes the idle prompt return at once.
            self.handle.yield_when_empty(false);
            for ended in self.inbox.take_ended_elsewhere() {
                self.say(&lines::ended_elsewhere(&ended))?;
            }
            if let Some(next) = self.inbox.next() {
                if self.put(next.id())? == Some(End::Closed) {
                    return Ok(End::Closed);
                }
                continue;
            }
            let cue = self.cue();
            let ended = match self.commands.read_line(&cue)? {
                Reply::Line(line) => self.command(&line)?,
                Reply::Closed if self.has_ended() => Some(End::Closed),
                Reply::Closed => self.quit()?,
                Reply::NoOperator | Reply::CannotHide => Some(End::Closed),
                Reply::Withdrawn
                | Reply::Cancelled
                | Reply::TimedOut
                | Reply::NotText
                | Reply::TooLong
                | Reply::Hidden(_) => None,
            };
            if let Some(ended) = ended {
                return Ok(ended);
            }
        }
    }

    fn cue(&self) -> String {
        match self.inbox.counts() {
            (_, 0) => "ask-user> ".to_owned(),
            (_, postponed) => format!("ask-user ({postponed} postponed)> "),
        }
    }

    /// The terminal has gone, or a signal ends the process.
    fn has_ended(&self) -> bool {
        self.handle.is_hung_up() || crate::cli::signals::termination_signal().is_some()
    }

    fn command(&mut self, line: &str) -> Result<Option<End>, Error> {
        let quit_at = self.quit_at.take();
        match command::parse(line) {
            Command::List => self.list()?,
            Command::Open(number) => return self.open(number),
            Command::History => self.say_all(&lines::history(&self.inbox.history()))?,
            Command::Help => {
                for line in command::HELP {
                    self.say(line)?;
                }
            }
            Command::Quit => {
                self.quit_at = quit_at;
                return self.quit();
            }
            Command::Unknown(line) => self.say(&format!(
                "unknown command {line}: expected list, history, help, quit or a number of the list"
            ))?,
        }
        Ok(None)
    }

    fn list(&mut self) -> Result<(), Error> {
        let waiting = self.inbox.waiting();
        self.listed = waiting
            .iter()
            .map(ask_user::broker::InboxRequest::id)
            .collect();
        self.say_all(&lines::list(&waiting, |request| request.since().elapsed()))
    }

    /// Opens a request of the list that was printed last, or of the one that would be printed now.
    fn open(&mut self, number: usize) -> Result<Option<End>, Error> {
        if self.listed.is_empty() {
            self.listed = self
                .inbox
                .waiting()
                .iter()
                .map(ask_user::broker::InboxRequest::id)
                .collect();
        }
        let Some(&id) = number
            .checked_sub(1)
            .and_then(|index| self.listed.get(index))
        else {
            self.say(&format!(
                "{number} is not on the list: type list to see what waits"
            ))?;
            return Ok(None);
        };
        self.put(id)
    }

    /// Puts a request.
    fn put(&mut self, id: RequestId) -> Result<Option<End>, Error> {
        let Some(open) = self.inbox.open(id) else {
            self.say(&format!("{id} does not wait any more"))?;
            return Ok(None);
        };
        let (waiting, postponed) = self.inbox.counts();
        let others = waiting.saturating_sub(postponed + 1);
        let request = open
            .request
            .request()
            .clone()
            .introduction(lines::heading(&open.request, others))
            .answered_before(open.answers);
        let settings = open.request.settings();
        self.standing.begin(settings.grammar);
        let asked = self
            .ask
            .ask_request(&request, settings, Some(&open.withdrawal));
        let postponed = self.standing.finish();
        let request_outcome = match asked {
            Ok(request_outcome) => request_outcome,
            Err(error) => {
                let closed = ask_user::RequestOutcome::not_asked(Outcome::Closed);
                self.inbox.resolve(&open.request, closed);
                return Err(error);
            }
        };
        if postponed {
            self.inbox.postpone(id, request_outcome.partial);
            return Ok(None);
        }
        let kind = request_outcome.outcome.kind();
        self.inbox.resolve(&open.request, request_outcome);
        Ok((kind == OutcomeKind::Closed && self.has_ended()).then_some(End::Closed))
    }

    /// Ends the console, if nothing waits or it is said twice.
    fn quit(&mut self) -> Result<Option<End>, Error> {
        let (waiting, _) = self.inbox.counts();
        if waiting == 0 || self.quit_at == Some(waiting) {
            return Ok(Some(End::Quit));
        }
        self.quit_at = Some(waiting);
        let requests = if waiting == 1 {
            "request waits"
        } else {
            "requests wait"
        };
        self.say(&format!(
            "{waiting} {requests} and would end as closed: type quit again to end"
        ))?;
        Ok(None)
    }

    fn say_all(&self, lines: &[String]) -> Result<(), Error> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn say(&self, line: &str) -> Result<(), Error> {
        self.ask.tell(line, None)
    }
}
