//! What happens when the timeout has passed.

use super::{Dialog, Step};
use crate::core::answer::Answer;
use crate::core::outcome::Outcome;
use crate::core::selection::Selection;
use crate::core::settings::OnTimeout;

impl Dialog<'_> {
    pub(super) fn timed_out(&mut self) -> Step {
        let answer = match self.settings.on_timeout {
            OnTimeout::Refuse => None,
            OnTimeout::Recommended => self.earlier.take().or_else(|| self.recommended()),
        };
        match answer {
            Some(answer) => Step::Answered(answer),
            None => Step::Ended(Outcome::TimedOut(self.settings.timeout.unwrap_or_default())),
        }
    }

    /// The answer with the recommended choice, marked as taken at the timeout.
    pub(super) fn recommended(&self) -> Option<Answer> {
        let number = self.question.recommended_number()?;
        if !self.question.is_multi() {
            return Some(self.pick(number)?.at_timeout());
        }
        let mut selection = Selection::default();
        selection.toggle(self.question, &[number], None).ok()?;
        Some(selection.answer(self.question, false).ok()?.at_timeout())
    }
}
