//! Rendering the prompt of a dialog: the lines above the cue, and the cue.

use super::{Dialog, NextPrompt, State};
use crate::core::grammar::Grammar;
use crate::core::menu::{self, Marks, Styled};
use crate::core::prompt::{Navigation, Prompt, Purpose};
use crate::core::settings::Layout;
use crate::core::wrap::push_wrapped;

impl Dialog<'_> {
    /// The prompt to show now.
    pub fn prompt(&self) -> Prompt {
        let mut body = self.notice.clone();
        let (cue, purpose, timed) = match &self.state {
            State::Question => {
                let menu = self.question.has_menu();
                let purpose = if menu { Purpose::Menu } else { Purpose::Text };
                (self.cue(&mut body), purpose, true)
            }
            State::Other => (Styled::plain("Other > ".to_owned()), Purpose::Other, false),
            State::More { other, .. } => {
                (Styled::plain("... > ".to_owned()), Purpose::More, !other)
            }
        };
        Prompt {
            body,
            cue: cue.plain,
            styled_cue: cue.styled,
            purpose,
            hidden: self.question.is_secret(),
            timed,
            navigation: self.navigation(),
        }
    }

    fn navigation(&self) -> Navigation {
        let at_question = matches!(self.state, State::Question) && !self.question.is_secret();
        if at_question && self.rules().navigates {
            Navigation::Both
        } else {
            Navigation::None
        }
    }

    /// The state of the answer that the menu shows.
    pub(super) fn marks(&self) -> Marks<'_> {
        let is_secret = self.question.is_secret();
        let has_help = self.settings.grammar == Grammar::Full && !is_secret;
        Marks {
            selection: (self.question.is_multi() && !is_secret).then_some(&self.selection),
            earlier: self.earlier.as_ref().filter(|_| self.is_untouched()),
            proposal: self.proposal.as_ref(),
            preview_hints: self.screen.hints && has_help,
        }
    }

    /// The question with its choices as the cue. `None` if it is shown as a list.
    pub(super) fn one_line(&self, marks: Marks<'_>) -> Option<Styled> {
        let question = self.question;
        match self.settings.layout {
            _ if self.place.is_some() || question.is_multi() => None,
            Layout::Auto => menu::compact(question, marks, self.screen),
            Layout::Line => menu::one_line(question, marks, self.screen, None),
            Layout::List => None,
        }
    }

    fn cue(&self, body: &mut String) -> Styled {
        let (question, screen) = (self.question, self.screen);
        let grammar = self.settings.grammar;
        let marks = self.marks();
        let one_line = self.one_line(marks);
        let is_long = || menu::is_long(question, marks, grammar, screen);
        let push_whole = |body: &mut String| {
            if one_line.is_none() {
                if let Some(place) = self.place {
                    menu::push_place(body, question, place, screen);
                }
                menu::push_question(body, question, self.place.is_none(), screen);
            }
        };
        match &self.next_prompt {
            NextPrompt::Whole if one_line.is_some() => {
                menu::push_header(body, question, screen);
            }
            NextPrompt::Whole => {
                push_whole(body);
                menu::push_menu(body, question, marks, grammar, screen);
                menu::push_draft(body, question, screen);
            }
            NextPrompt::Changed(before) if is_long() => {
                menu::push_changed(body, question, marks, before, grammar, screen);
            }
            NextPrompt::Changed(_) => {
                menu::push_menu(body, question, marks, grammar, screen);
            }
            NextPrompt::CueOnly => {}
            NextPrompt::Help(None) => {
                push_whole(body);
                menu::push_menu(body, question, marks, grammar, screen);
                menu::push_draft(body, question, screen);
                menu::push_help(body, question, self.rules().navigates, screen);
            }
            NextPrompt::Help(Some(number)) => {
                menu::push_details(body, question, marks, *number, screen);
            }
            NextPrompt::Find(text) => menu::push_found(body, question, marks, text, screen),
        }
        if let Some(line) = self.timeout_line() {
            push_wrapped(body, "", 0, &line, screen.wrap_at());
        }
        if let Some(hint) = self.hint() {
            menu::push_hint(body, &hint, screen);
        }
        match one_line {
            Some(line) => line,
            None if question.has_menu() => menu::list_cue(question, marks, is_long(), screen),
            None => menu::text_cue(question, marks),
        }
    }
}
