//! The operator at a console: the call waits for the hub, and signals end it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ask_user::broker::Approval;
use ask_user::hub::{Client, Hangup};
use ask_user::{DriverHandle, Error, Outcome, Request, RequestOutcome, Settings};

use crate::cli::signals::{self, SignalTarget};

/// The operator at a console.
pub(crate) struct ConsoleOperator {
    client: Client,
    from: String,
    cancelled: Arc<AtomicBool>,
}

impl ConsoleOperator {
    /// Installs the signals that end the call.
    pub(super) fn new(client: Client, from: String) -> Result<Self, Error> {
        let hangup = || {
            client
                .hangup()
                .map_err(|error| Error::device("connecting to the hub", error))
        };
        let cancelled = Arc::new(AtomicBool::new(false));
        signals::install(Waiting {
            hangup: hangup()?,
            cancelled: Arc::clone(&cancelled),
        })?;
        let starter = hangup()?;
        signals::on_end_of_starter(move || starter.hang_up());
        Ok(Self {
            client,
            from,
            cancelled,
        })
    }

    /// Asks a request.
    pub(super) fn ask(
        &mut self,
        request: &Request,
        settings: &Settings,
    ) -> Result<RequestOutcome, Error> {
        let asked = self.client.ask(request, settings, &self.from)?;
        Ok(if self.is_cancelled(asked.outcome == Outcome::Closed) {
            RequestOutcome::not_asked(Outcome::Cancelled)
        } else {
            asked
        })
    }

    /// Asks for approval.
    pub(super) fn approve(
        &mut self,
        title: &str,
        default: Option<bool>,
        settings: &Settings,
    ) -> Result<Approval, Error> {
        let approval = self.client.approve(title, default, settings, &self.from)?;
        let closed = approval == Approval::NotDecided(Outcome::Closed);
        Ok(if self.is_cancelled(closed) {
            Approval::NotDecided(Outcome::Cancelled)
        } else {
            approval
        })
    }

    /// Whether a call that ended as closed was ended by SIGINT.
    fn is_cancelled(&self, closed: bool) -> bool {
        closed && self.cancelled.load(Ordering::SeqCst)
    }
}

/// A call that waits for the hub.
struct Waiting {
    hangup: Hangup,
    cancelled: Arc<AtomicBool>,
}

impl SignalTarget for Waiting {
    fn interrupt(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
        self.hangup.hang_up();
    }

    fn terminate(&self) {
        self.hangup.hang_up();
    }

    fn driver(&self) -> Option<DriverHandle> {
        None
    }
}
