//! What an operator is told once in a call: what else can be typed, and a timeout that
//! takes the recommended choice.

use super::{Dialog, NextPrompt, State};
use crate::core::answer::Answer;
use crate::core::grammar::Grammar;
use crate::core::outcome::Outcome;
use crate::core::settings::OnTimeout;

/// What the operator was told already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    /// What else can be typed.
    hint: bool,
    /// That the timeout takes the recommended choice.
    timeout: bool,
}

impl Dialog<'_> {
    /// What the operator has been told after the present prompt.
    pub(super) fn told_with_prompt(&self) -> Told {
        let help = matches!(self.next_prompt, NextPrompt::Help(None));
        Told {
            hint: self.told.hint || help || self.hint().is_some(),
            timeout: self.told.timeout || self.timeout_line().is_some(),
        }
    }

    /// The line that says what else can be typed, if it belongs into the present prompt.
    ///
    /// It comes with the first cue of a list. A question on one line stays alone until a
    /// line is invalid.
    pub(super) fn hint(&self) -> Option<String> {
        if self.told.hint || !self.screen.hints || !matches!(self.state, State::Question) {
            return None;
        }
        if self.invalid == 0 && self.one_line(self.marks()).is_some() {
            return None;
        }
        let rules = self.rules();
        // A secret line is no command. In a form the hint waits for the next question.
        let has_commands = rules.grammar == Grammar::Full && !self.question.is_secret();
        if self.question.is_secret() && self.place.is_some() {
            return None;
        }
        let mut parts = Vec::new();
        if has_commands {
            parts.push("? for help".to_owned());
            parts.extend(rules.navigates.then(|| "< back".to_owned()));
        }
        if let Some(limit) = self.settings.timeout
            && !self.takes_recommended()
        {
            parts.push(format!("{} s to answer", limit.as_secs_f64()));
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// The line that says that the timeout takes the recommended choice, if it belongs
    /// into the present prompt.
    pub(super) fn timeout_line(&self) -> Option<String> {
        let limit = self.settings.timeout?;
        let is_due =
            !self.told.timeout && matches!(self.state, State::Question) && self.takes_recommended();
        let reason = Outcome::<Answer>::TimedOut(limit)
            .reason()
            .filter(|_| is_due)?;
        Some(format!("{reason} takes the recommended choice"))
    }

    fn takes_recommended(&self) -> bool {
        match self.settings.on_timeout {
            OnTimeout::Refuse => false,
            OnTimeout::Recommended => self.recommended().is_some(),
        }
    }
}
