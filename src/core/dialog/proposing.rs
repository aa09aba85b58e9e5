//! Proposals: a line says what Enter would take, and the next line decides.

use super::{Dialog, Step};
use crate::core::grammar::{ParsedLine, Proposal};
use crate::core::sanitize;

/// The maximum length of a proposed text in its line, in characters.
const MAX_PROPOSED_CHARS: usize = 60;

impl Dialog<'_> {
    /// Offers a proposal for the next line. It costs no attempt.
    pub(super) fn propose(&mut self, proposal: Proposal) -> Step {
        self.notice = match &proposal {
            Proposal::Pick(number) => {
                let choice = self.question.choices().get(number.index());
                let label = choice
                    .map(|choice| choice.label().trim())
                    .unwrap_or_default();
                format!("did you mean {number}) {}?\n", sanitize::line(label))
            }
            Proposal::Text(text) => format!(
                "\"{}\" is not on the menu: Enter takes it as your own answer\n",
                sanitize::excerpt(text, MAX_PROPOSED_CHARS)
            ),
        };
        self.proposal = Some(proposal);
        Step::Stay
    }

    /// Takes the proposal that the operator has confirmed.
    pub(super) fn take_proposal(&mut self, proposal: Proposal) -> Step {
        match proposal {
            Proposal::Pick(number) if self.question.is_multi() => {
                self.apply(ParsedLine::Toggle(vec![number], None))
            }
            Proposal::Pick(number) => self.apply(ParsedLine::Pick(number, None)),
            Proposal::Text(text) => self.text(&text, true),
        }
    }
}
