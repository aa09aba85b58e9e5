//! A question and its choices as lines on the screen.
//!
//! Only rows that are shown are looked at, so that a menu of 100,000 choices
//! costs no more than one of [`SHOWN`].

use std::fmt::Write as _;

use super::grammar::{Grammar, full};
use super::number::Number;
use super::prompt::{BOLD, DIM, RESET, Surface};
use super::question::{Choice, Preset, Question};
use super::safe;
use super::wrap::{columns, push_wrapped};

/// How many choices are printed at once.
pub const SHOWN: usize = 200;

/// The label of the row for an answer of the operator's own.
pub const OTHER_LABEL: &str = "Other (type your own)";

/// A line without escapes and the same line as it appears in colour.
pub(crate) struct Styled {
    pub(crate) plain: String,
    pub(crate) styled: Option<String>,
}

impl Styled {
    fn plain(plain: String) -> Self {
        Self {
            plain,
            styled: None,
        }
    }
}

/// The question with its choices on one line, which is its own cue; `None` if
/// it has too much to say for that, or is too wide for a row of the surface.
pub(crate) fn compact(question: &Question, surface: Surface) -> Option<Styled> {
    if question.header_text().is_some()
        || question
            .choices()
            .iter()
            .take(SHOWN + 1)
            .any(has_description)
    {
        return None;
    }
    let line = one_line(question, surface, Some(surface.columns))?;
    // The answer has to fit on the row, too.
    let typed = digits(question.last_number()).max(1);
    (columns(&line.plain) + typed <= surface.columns).then_some(line)
}

/// The question with its choices on one line, however wide.
///
/// `None` if the question itself has several lines, or once the line is wider
/// than `limit`.
pub(crate) fn one_line(
    question: &Question,
    surface: Surface,
    limit: Option<usize>,
) -> Option<Styled> {
    if question.text().contains('\n') {
        return None;
    }
    let text = safe::line(question.text().trim());
    let mut rest = String::new();
    let limit = limit.unwrap_or(usize::MAX);
    let mut width = columns(&text);
    for (index, choice) in question.choices().iter().enumerate() {
        let at = rest.len();
        let gap = if index == 0 { " " } else { "  " };
        let _ = write!(rest, "{gap}{}) ", index + 1);
        push_label(&mut rest, question, Number::from_index(index), choice);
        width += columns(&rest[at..]);
        if width > limit {
            return None;
        }
    }
    if let Some(number) = question.other_number() {
        let gap = if question.choices().is_empty() {
            " "
        } else {
            "  "
        };
        let _ = write!(rest, "{gap}{number}) {OTHER_LABEL}");
    }
    push_preset(&mut rest, question);
    rest.push_str(" > ");
    let styled = surface.colour.then(|| format!("{BOLD}{text}{RESET}{rest}"));
    Some(Styled {
        plain: format!("{text}{rest}"),
        styled,
    })
}

/// Header and question, as lines.
pub(crate) fn push_question(out: &mut String, question: &Question, surface: Surface) {
    if let Some(header) = question.header_text() {
        push_wrapped(out, "", 0, &safe::line(header.trim()), surface.wrap_at());
    }
    let mut lines = String::new();
    let text = question.text().trim();
    if text.contains('\n') {
        push_barred(&mut lines, "", text, surface);
    } else {
        push_wrapped(&mut lines, "", 0, &safe::line(text), surface.wrap_at());
    }
    push_styled(out, BOLD, &lines, surface);
}

/// All rows: the choices, as many as are printed at once, then the Other row.
pub(crate) fn push_menu(out: &mut String, question: &Question, grammar: Grammar, surface: Surface) {
    let count = question.choices().len();
    let numbers = (0..count).map(Number::from_index);
    push_rows(out, question, numbers.take(SHOWN), surface);
    if count > SHOWN {
        push_more(out, question, grammar, count - SHOWN);
    }
    if let Some(number) = question.other_number() {
        let _ = writeln!(out, "  {number}) {OTHER_LABEL}");
    }
}

/// The rows whose label contains `text`, numbers unchanged.
pub(crate) fn push_found(out: &mut String, question: &Question, text: &str, surface: Surface) {
    let mut found = full::matches(question, text).peekable();
    if found.peek().is_none() {
        let _ = writeln!(out, "no choice contains \"{}\"", safe::excerpt(text, 60));
        return;
    }
    push_rows(out, question, found.by_ref().take(SHOWN), surface);
    let more = found.count();
    if more > 0 {
        push_more(out, question, Grammar::Full, more);
    }
}

/// One choice with its description and its preview.
pub(crate) fn push_details(
    out: &mut String,
    question: &Question,
    number: Number,
    surface: Surface,
) {
    push_rows(out, question, std::iter::once(number), surface);
    let choice = question.choices().get(number.index());
    if let Some(preview) = choice.and_then(Choice::preview_text) {
        let indent = " ".repeat(indent_of(number));
        push_barred(out, &indent, preview, surface);
    }
}

/// The cue below a list: the range of numbers, the default, the mark.
pub(crate) fn list_cue(question: &Question) -> Styled {
    let mut cue = format!("1-{}", question.last_number());
    push_preset(&mut cue, question);
    cue.push_str(" > ");
    Styled::plain(cue)
}

/// The cue below a question for text that stands on lines of its own.
pub(crate) fn text_cue(question: &Question) -> Styled {
    let mut cue = String::new();
    push_preset(&mut cue, question);
    let cue = format!("{} > ", cue.trim_start());
    Styled::plain(if cue.trim() == ">" {
        "> ".to_owned()
    } else {
        cue
    })
}

fn push_rows(
    out: &mut String,
    question: &Question,
    numbers: impl Iterator<Item = Number>,
    surface: Surface,
) {
    for number in numbers {
        let Some(choice) = question.choices().get(number.index()) else {
            continue;
        };
        let mut label = String::new();
        push_label(&mut label, question, number, choice);
        let indent = indent_of(number);
        push_wrapped(
            out,
            &format!("  {number}) "),
            indent,
            &label,
            surface.wrap_at(),
        );
        if let Some(description) = choice.description_text() {
            let first = " ".repeat(indent);
            let mut lines = String::new();
            for line in safe::lines(description.trim()) {
                push_wrapped(&mut lines, &first, indent, &line, surface.wrap_at());
            }
            push_styled(out, DIM, &lines, surface);
        }
    }
}

fn push_label(out: &mut String, question: &Question, number: Number, choice: &Choice) {
    const MARK: &str = "(Recommended)";
    out.push_str(&safe::line(choice.label()));
    if question.recommended_number() == Some(number) && !choice.label().trim_end().ends_with(MARK) {
        out.push(' ');
        out.push_str(MARK);
    }
}

fn push_more(out: &mut String, question: &Question, grammar: Grammar, more: usize) {
    let how = if grammar == Grammar::Full && full::can_find(question) {
        "type a number, or /text to find"
    } else {
        "type a number"
    };
    let _ = writeln!(out, "  ... {more} more: {how}");
}

fn push_preset(out: &mut String, question: &Question) {
    let shown = match question.preset() {
        Some(Preset::Pick(number)) => number.to_string(),
        Some(Preset::Text(text)) => safe::line(text.trim()).into_owned(),
        None => return,
    };
    let _ = write!(out, " [{shown}]");
}

/// A foreign text of several lines, a bar before each, so that none of them
/// can pass for a line of ours.
fn push_barred(out: &mut String, indent: &str, text: &str, surface: Surface) {
    let first = format!("{indent}| ");
    for line in safe::lines(text) {
        let mut wrapped = String::new();
        let room = surface
            .wrap_at()
            .map(|width| width.saturating_sub(first.len()).max(1));
        push_wrapped(&mut wrapped, "", 0, &line, room);
        for part in wrapped.lines() {
            out.push_str(format!("{first}{part}").trim_end());
            out.push('\n');
        }
    }
}

fn push_styled(out: &mut String, style: &str, lines: &str, surface: Surface) {
    if !surface.colour {
        out.push_str(lines);
        return;
    }
    for line in lines.lines() {
        let _ = writeln!(out, "{style}{line}{RESET}");
    }
}

fn indent_of(number: Number) -> usize {
    digits(number.get()) + 4
}

fn digits(number: usize) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

fn has_description(choice: &Choice) -> bool {
    choice.description_text().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::question::FreeText;

    const NARROW: Surface = Surface {
        columns: 20,
        wraps: true,
        colour: false,
    };

    #[track_caller]
    fn check_compact(question: &Question, surface: Surface, wanted: Option<&str>) {
        let line = compact(question, surface).map(|line| line.plain);
        assert_eq!(line.as_deref(), wanted);
    }

    #[track_caller]
    fn check_menu(question: &Question, surface: Surface, wanted: &str) {
        let mut out = String::new();
        push_question(&mut out, question, surface);
        push_menu(&mut out, question, Grammar::Full, surface);
        assert_eq!(out, wanted);
    }

    #[test]
    fn one_plain_question_is_one_line() {
        let q = Question::new("Which colour?").with_choices(["red", "green", "blue"]);
        let off = Surface::off_terminal();
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
    fn a_row_is_full_when_the_answer_would_not_fit() {
        let q = Question::new("Q?").choice("ab");
        let wide = columns("Q? 1) ab > ");
        let surface = |columns| Surface { columns, ..NARROW };
        assert!(compact(&q, surface(wide)).is_none());
        assert!(compact(&q, surface(wide + 1)).is_some());
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
        check_menu(&q, Surface::off_terminal(), wanted);
        assert_eq!(list_cue(&q).plain, "1-3 > ");
        assert_eq!(list_cue(&q.default_choice(2)).plain, "1-3 [2] > ");
    }

    #[test]
    fn f88_recommended_is_not_marked_twice() {
        let q = Question::new("Q?")
            .with_choices(["A (Recommended)", "B"])
            .recommended(1);
        check_menu(
            &q,
            Surface::off_terminal(),
            "Q?\n  1) A (Recommended)\n  2) B\n",
        );
    }

    #[test]
    fn hostile_text_forges_no_row_and_no_cue() {
        let q = Question::new("Go?\n1-2 > ")
            .choice("a\n  2) rm")
            .choice("b > ");
        check_menu(
            &q,
            Surface::off_terminal(),
            "| Go?\n| 1-2 >\n  1) a\\n  2) rm\n  2) b >\n",
        );
    }

    #[test]
    fn long_lists_are_cut() {
        let q = Question::new("Q?").with_choices((1..=1000).map(|n| format!("c{n}")));
        let mut out = String::new();
        push_menu(&mut out, &q, Grammar::Full, Surface::off_terminal());
        assert_eq!(out.lines().count(), SHOWN + 1);
        assert!(out.ends_with("  200) c200\n  ... 800 more: type a number, or /text to find\n"));
        out.clear();
        push_menu(&mut out, &q, Grammar::Strict, Surface::off_terminal());
        assert!(out.ends_with("  ... 800 more: type a number\n"));
    }

    #[test]
    fn colour_is_bold_and_dim_only() {
        let surface = Surface {
            colour: true,
            ..Surface::off_terminal()
        };
        let q = Question::new("Q?").choice(Choice::new("a").description("b"));
        check_menu(
            &q,
            surface,
            "\u{1b}[1mQ?\u{1b}[0m\n  1) a\n\u{1b}[2m     b\u{1b}[0m\n",
        );
    }

    #[test]
    fn text_questions_that_do_not_fit_stand_above_their_cue() {
        assert_eq!(text_cue(&Question::new("Q?")).plain, "> ");
        assert_eq!(
            text_cue(&Question::new("Q?").default_text("x")).plain,
            "[x] > "
        );
    }
}
