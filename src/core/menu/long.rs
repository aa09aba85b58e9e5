//! Long menus: what differs where a menu has more rows than the screen.

use super::row::{push_other, push_rows};
use super::{Marks, SHOWN, push_menu, push_more};
use crate::core::grammar::Grammar;
use crate::core::lookalike::{holds_a_row, reads_like_ours};
use crate::core::question::Question;
use crate::core::sanitize;
use crate::core::screen::Screen;
use crate::core::selection::Selection;
use crate::core::wrap::columns;

/// Whether the menu has more rows than the screen, so that its question is out of sight.
pub(crate) fn is_long(
    question: &Question,
    marks: Marks<'_>,
    grammar: Grammar,
    screen: Screen,
) -> bool {
    let height = screen.height();
    // Each choice has one row or more. So a menu of many choices is not rendered here.
    if question.choices().len().min(SHOWN) > height {
        return true;
    }
    let mut rows = String::new();
    push_menu(&mut rows, question, marks, grammar, screen);
    rows.lines().count() > height
}

/// The last line of the question, for the cue. `None` if it takes more than half a row of
/// the screen, or reads like a line or a row of this program.
pub(super) fn question_line(question: &Question, screen: Screen) -> Option<String> {
    let text = question.text().trim();
    let last = text.rsplit('\n').next().unwrap_or(text);
    let line = sanitize::line(last.trim());
    if reads_like_ours(&line) || holds_a_row(&line) {
        return None;
    }
    (!line.is_empty() && columns(&line) * 2 <= screen.columns).then(|| line.into_owned())
}

/// Appends only the rows that a line has changed, at most [`SHOWN`] of them.
pub(crate) fn push_changed(
    out: &mut String,
    question: &Question,
    marks: Marks<'_>,
    before: &Selection,
    grammar: Grammar,
    screen: Screen,
) {
    let Some(selection) = marks.selection else {
        return;
    };
    let changed = selection.changed(before);
    let count = changed.len();
    push_rows(
        out,
        question,
        marks,
        changed.into_iter().take(SHOWN),
        screen,
    );
    if count > SHOWN {
        push_more(out, question, grammar, count - SHOWN);
    }
    if selection.text() != before.text() {
        push_other(out, question, marks, screen);
    }
}

#[cfg(test)]
mod tests {
    use super::super::list_cue;
    use super::*;
    use crate::core::choice::Choice;
    use crate::core::number::Number;
    use crate::core::question::FreeText;

    const SMALL: Screen = Screen {
        columns: 40,
        rows: Some(5),
        wraps: true,
        ..Screen::off_terminal()
    };

    fn menu(text: &str, choices: usize) -> Question {
        let labels = (1..=choices).map(|n| format!("c{n}"));
        Question::new(text).with_choices(labels)
    }

    #[track_caller]
    fn check_long(question: &Question, screen: Screen, wanted: bool) {
        assert_eq!(
            is_long(question, Marks::default(), Grammar::Full, screen),
            wanted
        );
    }

    #[test]
    fn a_menu_with_more_rows_than_the_screen_is_long() {
        check_long(&menu("Q?", 5), SMALL, false);
        check_long(&menu("Q?", 6), SMALL, true);
        check_long(&menu("Q?", 5).free_text(FreeText::Other), SMALL, true);
        check_long(&menu("Q?", 4).multi(true), SMALL, false);
        let described = menu("Q?", 4).choice(Choice::new("x").description("y"));
        check_long(&described, SMALL, true);
        let wrapped = menu("Q?", 4).choice("long ".repeat(20));
        check_long(&wrapped, SMALL, true);
        check_long(&menu("Q?", 24), Screen::off_terminal(), false);
        check_long(&menu("Q?", 25), Screen::off_terminal(), true);
        let tall = Screen {
            rows: Some(300),
            ..SMALL
        };
        check_long(&menu("Q?", 250), tall, false);
    }

    #[test]
    fn its_cue_begins_with_the_last_line_of_the_question() {
        let cue = |question: &Question| list_cue(question, Marks::default(), true, SMALL).plain;
        assert_eq!(cue(&menu("Which store?", 60)), "Which store? 1-60 > ");
        assert_eq!(cue(&menu("Long story\nWhich?\n", 60)), "Which? 1-60 > ");
        assert_eq!(
            cue(&menu(&"x".repeat(20), 9)),
            "xxxxxxxxxxxxxxxxxxxx 1-9 > "
        );
        assert_eq!(cue(&menu(&"x".repeat(21), 9)), "1-9 > ");
        for forged in ["Answer: 2) no", "Go? 1) yes", "Go? 1-2 >", "a  b"] {
            assert_eq!(cue(&menu(forged, 9)), "1-9 > ", "{forged:?}");
        }
        assert_eq!(
            cue(&menu("a\u{1b}b", 9).default_choice(2)),
            "a\\u{1b}b 1-9 [2] > "
        );
    }

    fn marks(selection: &Selection) -> Marks<'_> {
        Marks {
            selection: Some(selection),
            ..Marks::default()
        }
    }

    #[test]
    fn only_the_changed_rows_are_printed() {
        let question = menu("Which?", 500).multi(true).free_text(FreeText::Other);
        let (before, mut selection) = (Selection::default(), Selection::default());
        let numbers = [7, 3].map(|n| Number::from_index(n - 1));
        selection.toggle(&question, &numbers, None).unwrap();
        let shown = |selection: &Selection, before: &Selection| {
            let mut out = String::new();
            push_changed(
                &mut out,
                &question,
                marks(selection),
                before,
                Grammar::Full,
                SMALL,
            );
            out
        };
        assert_eq!(shown(&selection, &before), "  3) [x] c3\n  7) [x] c7\n");
        assert_eq!(
            list_cue(&question, marks(&selection), true, SMALL).plain,
            "Which? 1-502, 2 picked > "
        );
        let before = selection.clone();
        selection.set_text(&question, Some("x".to_owned())).unwrap();
        assert_eq!(
            shown(&selection, &before),
            "  502) Other (type your own): \"x\"\n"
        );
        let mut all = before.clone();
        all.tick_all(&question).unwrap();
        let rows = shown(&all, &before);
        assert_eq!(rows.lines().count(), SHOWN + 1);
        assert!(rows.ends_with("... 298 more: type a number, or /text to find\n"));
    }
}
