//! The operator's prompt for a request that can be postponed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ask_user::core::{Prompt, Purpose, Screen};
use ask_user::{Error, Grammar, Interaction, InterruptRead, PromptDriver, Reply};

/// The line that postpones a request.
const POSTPONE: &str = ">>";

/// What the console and its prompt tell each other about the request that stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    is_request: AtomicBool,
    is_strict: AtomicBool,
    postponed: AtomicBool,
}

impl Standing {
    /// A request with this grammar is asked from now on.
    pub(super) fn begin(&self, grammar: Grammar) {
        let strict = grammar == Grammar::Strict;
        self.0.is_strict.store(strict, Ordering::SeqCst);
        self.0.postponed.store(false, Ordering::SeqCst);
        self.0.is_request.store(true, Ordering::SeqCst);
    }

    /// The request is not asked any more. Gives whether it was postponed.
    pub(super) fn finish(&self) -> bool {
        self.0.is_request.store(false, Ordering::SeqCst);
        self.0.postponed.swap(false, Ordering::SeqCst)
    }
}

/// A driver whose requests end at a line `>>`.
pub(super) struct Postponable {
    driver: PromptDriver,
    standing: Standing,
    /// The request has been taken from the prompt, so what the library says about its end is
    /// not shown.
    is_silent: bool,
}

impl Postponable {
    pub(super) fn new(driver: PromptDriver, standing: Standing) -> Self {
        Self {
            driver,
            standing,
            is_silent: false,
        }
    }
}

impl Interaction for Postponable {
    fn read(&mut self, prompt: &Prompt, timeout: Option<Duration>) -> Result<Reply, Error> {
        let reply = self.driver.read(prompt, timeout)?;
        if !self.standing.0.is_request.load(Ordering::SeqCst) {
            return Ok(reply);
        }
        let strict = self.standing.0.is_strict.load(Ordering::SeqCst);
        let reply = match reply {
            Reply::Line(line) => {
                if let Some(line) = meaning(line, prompt.purpose(), strict) {
                    Reply::Line(line)
                } else {
                    self.standing.0.postponed.store(true, Ordering::SeqCst);
                    Reply::Withdrawn
                }
            }
            other => other,
        };
        self.is_silent = reply == Reply::Withdrawn;
        Ok(reply)
    }

    fn begin(&mut self) -> Result<(), Error> {
        self.is_silent = false;
        self.driver.begin()
    }

    fn show(&mut self, line: &str) -> Result<(), Error> {
        if self.is_silent {
            return Ok(());
        }
        self.driver.show(line)
    }

    fn finish(&mut self) {
        self.driver.finish();
    }

    fn screen(&self) -> Screen {
        self.driver.screen()
    }

    fn is_typed(&self) -> bool {
        self.driver.is_typed()
    }

    fn interrupt_handle(&self) -> Option<Arc<dyn InterruptRead>> {
        self.driver.interrupt_handle()
    }
}

/// The line for the question. `None` if it postpones the request. A text `>>` is typed `\>>`: the
/// full grammar takes off the backslash itself where it takes text.
fn meaning(line: String, purpose: Purpose, strict: bool) -> Option<String> {
    let typed = line.trim();
    if typed == POSTPONE {
        return None;
    }
    if typed.strip_prefix('\\') != Some(POSTPONE) {
        return Some(line);
    }
    let is_literal = match purpose {
        Purpose::Other | Purpose::More => true,
        Purpose::Menu | Purpose::Text | Purpose::Review => strict,
    };
    Some(if is_literal {
        POSTPONE.to_owned()
    } else {
        line
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, purpose: Purpose, strict: bool, wanted: Option<&str>) {
        let got = meaning(line.to_owned(), purpose, strict);
        assert_eq!(got.as_deref(), wanted, "{line:?} {purpose:?} {strict}");
    }

    #[test]
    fn the_sign_postpones_and_can_be_escaped() {
        for purpose in [
            Purpose::Menu,
            Purpose::Text,
            Purpose::Other,
            Purpose::More,
            Purpose::Review,
        ] {
            check(">>", purpose, false, None);
            check(" >> ", purpose, true, None);
            check(">", purpose, false, Some(">"));
            check(">> x", purpose, false, Some(">> x"));
            check("2", purpose, true, Some("2"));
        }
        check("\\>>", Purpose::Text, false, Some("\\>>"));
        check("\\>>", Purpose::Text, true, Some(">>"));
        check("\\>>", Purpose::Other, false, Some(">>"));
        check("\\>>", Purpose::More, true, Some(">>"));
        check("\\x", Purpose::Other, false, Some("\\x"));
    }
}
