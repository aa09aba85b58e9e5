//! Rendering the prompt of a dialog: the lines above the cue, and the cue.

use super::{Dialog, NextPrompt, State};
use crate::core::grammar::full;
use crate::core::menu::{self, Marks, Styled};
use crate::core::prompt::{Navigation, Prompt, Purpose};
use crate::core::settings::Layout;

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

    fn cue(&self, body: &mut String) -> Styled {
        let question = self.question;
        let marks = Marks {
            selection: (question.is_multi() && !question.is_secret()).then_some(&self.selection),
            earlier: self.earlier.as_ref().filter(|_| self.is_untouched()),
        };
        let one_line = match self.settings.layout {
            _ if self.place.is_some() || question.is_multi() => None,
            Layout::Auto => menu::compact(question, marks, self.screen),
            Layout::Line => menu::one_line(question, marks, self.screen, None),
            Layout::List => None,
        };
        let grammar = self.settings.grammar;
        let push_whole = |body: &mut String| {
            if one_line.is_none() {
                if let Some(place) = self.place {
                    menu::push_place(body, question, place, self.screen);
                }
                menu::push_question(body, question, self.place.is_none(), self.screen);
            }
        };
        match &self.next_prompt {
            NextPrompt::Whole if one_line.is_some() => {
                menu::push_header(body, question, self.screen);
            }
            NextPrompt::Whole => {
                push_whole(body);
                menu::push_menu(body, question, marks, grammar, self.screen);
                menu::push_draft(body, question, self.screen);
            }
            NextPrompt::Menu => menu::push_menu(body, question, marks, grammar, self.screen),
            NextPrompt::CueOnly => {}
            NextPrompt::Help(None) => {
                push_whole(body);
                menu::push_menu(body, question, marks, grammar, self.screen);
                menu::push_draft(body, question, self.screen);
                body.push_str(&full::commands(question, self.rules().navigates));
            }
            NextPrompt::Help(Some(number)) => {
                menu::push_details(body, question, marks, *number, self.screen);
            }
            NextPrompt::Find(text) => menu::push_found(body, question, marks, text, self.screen),
        }
        match one_line {
            Some(line) => line,
            None if question.has_menu() => menu::list_cue(question, marks),
            None => menu::text_cue(question, marks),
        }
    }
}
