//! Rendering a question and its menu as lines on the screen.
//!
//! To print a menu, only the rows that are shown are processed. A menu of 100,000
//! choices costs no more than a menu of [`SHOWN`] choices.

mod cue;
mod long;
mod row;

use std::fmt::Write as _;

pub(crate) use cue::{compact, list_cue, one_line, text_cue};
pub(crate) use long::{is_long, push_changed};
use row::{push_line, push_other, push_rows, push_styled, push_text, push_with_bars};

use super::answer::Answer;
use super::dialog::Place;
use super::grammar::{Grammar, Proposal, full};
use super::lookalike::reads_like_ours;
use super::number::Number;
use super::question::{DefaultAnswer, Question};
use super::sanitize;
use super::screen::{BOLD, DIM, Screen};
use super::selection::Selection;
use super::wrap::push_wrapped;

/// The maximum number of choices that are printed at once.
pub const SHOWN: usize = 200;

/// The label of the Other row, for the operator's own text.
pub const OTHER_LABEL: &str = "Other (type your own)";

/// The label of the Done row, which ends a multi-select.
pub const DONE_LABEL: &str = "Done selecting";

/// A line without escape sequences, and the same line with colour, if colour is used.
#[derive(Debug)]
pub(crate) struct Styled {
    pub(crate) plain: String,
    pub(crate) styled: Option<String>,
}

impl Styled {
    pub(crate) fn plain(plain: String) -> Self {
        Self {
            plain,
            styled: None,
        }
    }
}

/// The state of the answer that the menu shows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks<'d> {
    /// The ticked choices, if ticks are shown.
    pub(crate) selection: Option<&'d Selection>,
    /// The answer given earlier, if the operator comes back to the question.
    pub(crate) earlier: Option<&'d Answer>,
    /// What Enter takes at this line only.
    pub(crate) proposal: Option<&'d Proposal>,
    /// Whether a row with a preview says how to see it.
    pub(crate) preview_hints: bool,
}

/// Appends a preface text, which is shown above the first question. `own` is true for a
/// line of this program.
pub(crate) fn push_preface(out: &mut String, text: &str, own: bool, screen: Screen) {
    if own {
        push_wrapped(out, "", 0, &sanitize::line(text), screen.wrap_at());
    } else if !text.trim().is_empty() {
        push_text(out, text, screen);
    }
}

/// Appends the position of the question, for example `[2/3]`, with its header.
pub(crate) fn push_place(out: &mut String, question: &Question, place: Place, screen: Screen) {
    let first = format!("[{}/{}] ", place.number, place.count);
    match question.header_text() {
        Some(header) if !reads_like_ours(header) => {
            let header = sanitize::line(header.trim());
            push_wrapped(out, &first, first.len(), &header, screen.wrap_at());
        }
        header => {
            out.push_str(first.trim_end());
            out.push('\n');
            if let Some(header) = header {
                push_line(out, header, screen);
            }
        }
    }
}

/// Appends the header and the warning, as lines.
pub(crate) fn push_header(out: &mut String, question: &Question, screen: Screen) {
    if let Some(header) = question.header_text() {
        push_line(out, header, screen);
    }
    push_warning(out, question, screen);
}

fn push_warning(out: &mut String, question: &Question, screen: Screen) {
    if let Some(warning) = question.warning_text() {
        push_line(out, warning, screen);
    }
}

/// Appends the question text as lines. If `with_header` is true, the header comes first.
/// The warning is always included.
pub(crate) fn push_question(
    out: &mut String,
    question: &Question,
    with_header: bool,
    screen: Screen,
) {
    if with_header {
        push_header(out, question, screen);
    } else {
        push_warning(out, question, screen);
    }
    let mut lines = String::new();
    push_text(&mut lines, question.text(), screen);
    push_styled(out, BOLD, &lines, screen);
}

/// Appends all rows: at most [`SHOWN`] choices, then Done and Other.
pub(crate) fn push_menu(
    out: &mut String,
    question: &Question,
    marks: Marks<'_>,
    grammar: Grammar,
    screen: Screen,
) {
    let count = question.choices().len();
    let numbers = (0..count).map(Number::from_index);
    push_rows(out, question, marks, numbers.take(SHOWN), screen);
    if count > SHOWN {
        push_more(out, question, grammar, count - SHOWN);
    }
    if let Some(number) = question.done_number() {
        push_wrapped(
            out,
            &format!("  {number}) "),
            row::indent_of(number),
            DONE_LABEL,
            screen.wrap_at(),
        );
    }
    push_other(out, question, marks, screen);
}

/// Appends the draft that Enter keeps, if there is one.
pub(crate) fn push_draft(out: &mut String, question: &Question, screen: Screen) {
    if let Some(DefaultAnswer::Draft(draft)) = question.default_answer() {
        out.push_str("Enter keeps this draft:\n");
        push_with_bars(out, "", draft, screen);
    }
}

/// Appends the choices whose label contains `text`. Their numbers do not change.
pub(crate) fn push_found(
    out: &mut String,
    question: &Question,
    marks: Marks<'_>,
    text: &str,
    screen: Screen,
) {
    let mut found = full::matches(question, text).peekable();
    if found.peek().is_none() {
        let _ = writeln!(
            out,
            "no choice contains \"{}\"",
            sanitize::excerpt(text, 60)
        );
        return;
    }
    push_rows(out, question, marks, found.by_ref().take(SHOWN), screen);
    let more = found.count();
    if more > 0 {
        push_more(out, question, Grammar::Full, more);
    }
}

/// Appends one choice with its description and its preview.
pub(crate) fn push_details(
    out: &mut String,
    question: &Question,
    marks: Marks<'_>,
    number: Number,
    screen: Screen,
) {
    let marks = Marks {
        preview_hints: false,
        ..marks
    };
    push_rows(out, question, marks, std::iter::once(number), screen);
    let choice = question.choices().get(number.index());
    if let Some(preview) = choice.and_then(|choice| choice.preview_text()) {
        let indent = " ".repeat(row::indent_of(number));
        push_with_bars(out, &indent, preview, screen);
    }
}

/// Appends a line of this program that only helps: dim, and wrapped at words.
pub(crate) fn push_hint(out: &mut String, text: &str, screen: Screen) {
    let mut lines = String::new();
    push_wrapped(&mut lines, "", 0, text, screen.wrap_at());
    push_styled(out, DIM, &lines, screen);
}

/// Appends the help: the commands that work at this question.
pub(crate) fn push_help(out: &mut String, question: &Question, navigates: bool, screen: Screen) {
    for line in full::commands(question, navigates).lines() {
        push_wrapped(out, "", 0, line, screen.wrap_at());
    }
}

fn push_more(out: &mut String, question: &Question, grammar: Grammar, more: usize) {
    let how = if grammar == Grammar::Full && full::can_find(question) {
        "type a number, or /text to find"
    } else {
        "type a number"
    };
    let _ = writeln!(out, "... {more} more: {how}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::choice::Choice;
    use crate::core::question::FreeText;
    use crate::core::wrap::columns;

    const NARROW: Screen = Screen {
        columns: 20,
        wraps: true,
        ..Screen::off_terminal()
    };

    #[track_caller]
    fn check_compact(question: &Question, screen: Screen, wanted: Option<&str>) {
        let line = compact(question, Marks::default(), screen).map(|line| line.plain);
        assert_eq!(line.as_deref(), wanted);
    }

    #[track_caller]
    fn check_menu(question: &Question, screen: Screen, wanted: &str) {
        let mut out = String::new();
        push_question(&mut out, question, true, screen);
        push_menu(&mut out, question, Marks::default(), Grammar::Full, screen);
        assert_eq!(out, wanted);
    }

    #[test]
    fn a_plain_question_fits_on_one_line() {
        let q = Question::new("Which colour?").with_choices(["red", "green", "blue"]);
        let off = Screen::off_terminal();
        check_compact(&q, off, Some("Which colour? 1) red  2) green  3) blue > "));
        check_compact(
            &q.clone().default_choice(3),
            off,
            Some("Which colour? 1) red  2) green  3) blue [3] > "),
        );
        check_compact(
            &Question::new("Commit subject?"),
            off,
            Some("Commit subject? > "),
        );
        check_compact(
            &Question::new("Name?").default_text("Ann"),
            off,
            Some("Name? [Ann] > "),
        );
        check_compact(&q, NARROW, None);
        check_compact(&q.clone().header("Colour"), off, None);
        check_compact(&Question::new("a\nb"), off, None);
        let described = Question::new("Q?").choice(Choice::new("a").description("b"));
        check_compact(&described, off, None);
        let other = Question::new("Q?").free_text(FreeText::Other);
        check_compact(&other, off, Some("Q? 1) Other (type your own) > "));
    }

    #[test]
    fn one_line_must_leave_room_for_the_typed_answer() {
        let q = Question::new("Q?").choice("ab");
        let wide = columns("Q? 1) ab > ");
        let screen = |columns| Screen { columns, ..NARROW };
        assert!(compact(&q, Marks::default(), screen(wide)).is_none());
        assert!(compact(&q, Marks::default(), screen(wide + 1)).is_some());
    }

    #[test]
    fn a_list() {
        let q = Question::new("Which database?")
            .header("Store")
            .choice(Choice::new("postgres").description("shared, replicated"))
            .choice("sqlite")
            .free_text(FreeText::Other)
            .recommended(1);
        let wanted = "Store\nWhich database?\n  1) postgres (Recommended)\n     shared, replicated\n  2) sqlite\n  3) Other (type your own)\n";
        check_menu(&q, Screen::off_terminal(), wanted);
        let cue = |q: &Question| list_cue(q, Marks::default(), false, Screen::off_terminal()).plain;
        assert_eq!(cue(&q), "1-3 > ");
        assert_eq!(cue(&q.default_choice(2)), "1-3 [2] > ");
    }

    #[test]
    fn f88_recommended_is_not_marked_twice() {
        for label in [
            "A (Recommended)",
            "A (recommended)",
            "(RECOMMENDED)",
            "é (Recommended)\u{3000}",
        ] {
            let q = Question::new("Q?")
                .with_choices([label, "B"])
                .recommended(1);
            let wanted = format!("Q?\n  1) {}\n  2) B\n", label.trim());
            check_menu(&q, Screen::off_terminal(), &wanted);
        }
    }

    #[test]
    fn untrusted_text_cannot_forge_a_row_or_a_cue() {
        let q = Question::new("Go?\n1-2 > ")
            .choice("a\n  2) rm")
            .choice("b > ");
        check_menu(
            &q,
            Screen::off_terminal(),
            "| Go?\n| 1-2 >\n  1) a\\n  2) rm\n  2) b >\n",
        );
    }

    #[test]
    fn a_preface_and_a_warning_cannot_forge_a_line() {
        let check = |text: &str, own: bool, wanted: &str| {
            let mut out = String::new();
            push_preface(&mut out, text, own, NARROW);
            assert_eq!(out, wanted);
        };
        check("Release details", false, "Release details\n");
        check("host: a.example", false, "| host: a.example\n");
        check("host: a.example", true, "host: a.example\n");
        check("Answer:\t2) no ", false, "| Answer: 2) no\n");
        check(
            "the whole release at once",
            false,
            "| the whole release\n| at once\n",
        );
        check("a\nb > ", false, "| a\n| b >\n");
        let q = Question::new("Q?").choice("a").warning("Your answers:");
        check_menu(&q, Screen::off_terminal(), "| Your answers:\nQ?\n  1) a\n");
    }

    #[test]
    fn long_lists_are_cut() {
        let q = Question::new("Q?").with_choices((1..=1000).map(|n| format!("c{n}")));
        let mut out = String::new();
        push_menu(
            &mut out,
            &q,
            Marks::default(),
            Grammar::Full,
            Screen::off_terminal(),
        );
        assert_eq!(out.lines().count(), SHOWN + 1);
        assert!(out.ends_with("  200) c200\n... 800 more: type a number, or /text to find\n"));
        out.clear();
        push_menu(
            &mut out,
            &q,
            Marks::default(),
            Grammar::Strict,
            Screen::off_terminal(),
        );
        assert!(out.ends_with("\n... 800 more: type a number\n"));
    }

    #[test]
    fn colour_uses_only_bold_and_dim() {
        let screen = Screen {
            colour: true,
            ..Screen::off_terminal()
        };
        let q = Question::new("Q?").choice(Choice::new("a").description("b"));
        check_menu(
            &q,
            screen,
            "\u{1b}[1mQ?\u{1b}[0m\n  1) a\n\u{1b}[2m     b\u{1b}[0m\n",
        );
    }

    #[test]
    fn text_cue_shows_only_the_default() {
        assert_eq!(text_cue(&Question::new("Q?"), Marks::default()).plain, "> ");
        assert_eq!(
            text_cue(&Question::new("Q?").default_text("x"), Marks::default()).plain,
            "[x] > "
        );
    }
}
