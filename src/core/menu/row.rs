//! Rendering the rows of a menu, and untrusted text with several lines.

use std::fmt::Write as _;

use super::{Marks, OTHER_LABEL};
use crate::core::choice::{Choice, RECOMMENDED};
use crate::core::lookalike::reads_like_ours;
use crate::core::number::Number;
use crate::core::question::Question;
use crate::core::sanitize;
use crate::core::screen::{DIM, RESET, Screen};
use crate::core::wrap::{fits, push_wrapped};

/// Appends the choices with these numbers, each with its description.
pub(super) fn push_rows(
    out: &mut String,
    question: &Question,
    marks: Marks<'_>,
    numbers: impl Iterator<Item = Number>,
    screen: Screen,
) {
    for number in numbers {
        let Some(choice) = question.choices().get(number.index()) else {
            continue;
        };
        let tick = match marks.selection {
            Some(selection) if selection.contains(number) => "[x] ",
            Some(_) => "[ ] ",
            None => "",
        };
        let mut label = String::new();
        push_label(&mut label, question, number, choice);
        let first = format!("  {number}) {tick}");
        let indent = first.len();
        if marks.preview_hints && choice.preview_text().is_some() {
            push_with_hint(out, &first, &label, number, screen);
        } else {
            push_wrapped(out, &first, indent, &label, screen.wrap_at());
        }
        if let Some(description) = choice.description_text() {
            let mut lines = String::new();
            push_description(&mut lines, &" ".repeat(indent), description.trim(), screen);
            push_styled(out, DIM, &lines, screen);
        }
    }
}

fn push_description(out: &mut String, indent: &str, text: &str, screen: Screen) {
    let start = out.len();
    for line in sanitize::lines(text) {
        push_wrapped(out, indent, indent.len(), &line, screen.wrap_at());
    }
    if out[start..].lines().any(reads_like_ours) {
        out.truncate(start);
        push_with_bars(out, indent, text, screen);
    }
}

/// Appends a row that ends in a dim hint at the preview of its choice.
fn push_with_hint(out: &mut String, first: &str, label: &str, number: Number, screen: Screen) {
    // Blanks that no line is broken at keep the hint on one line.
    let unbroken = format!("(?\u{a0}{number}\u{a0}shows\u{a0}more)");
    let shown = unbroken.replace('\u{a0}', " ");
    let start = out.len();
    let text = format!("{label} {unbroken}");
    push_wrapped(out, first, first.len(), &text, screen.wrap_at());
    // On a terminal that is narrower than the hint, the hint is on several lines.
    if let Some(at) = out[start..].rfind(&unbroken) {
        out.truncate(start + at);
        if screen.colour {
            let _ = writeln!(out, "{DIM}{shown}{RESET}");
        } else {
            out.push_str(&shown);
            out.push('\n');
        }
    }
}

/// Appends the Other row. It shows the operator's own text if the selection has one.
pub(super) fn push_other(out: &mut String, question: &Question, marks: Marks<'_>, screen: Screen) {
    let Some(number) = question.other_number() else {
        return;
    };
    let mut label = OTHER_LABEL.to_owned();
    if let Some(text) = marks.selection.and_then(|selection| selection.text()) {
        let _ = write!(label, ": \"{}\"", sanitize::line(text));
    }
    push_wrapped(
        out,
        &format!("  {number}) "),
        indent_of(number),
        &label,
        screen.wrap_at(),
    );
}

pub(super) fn push_label(out: &mut String, question: &Question, number: Number, choice: &Choice) {
    let label = sanitize::line(choice.label());
    out.push_str(&label);
    if question.recommended_number() == Some(number) && !ends_with_mark(&label) {
        out.push(' ');
        out.push_str(RECOMMENDED);
    }
}

/// Whether the caller wrote the mark already, in upper or lower case.
fn ends_with_mark(label: &str) -> bool {
    let end = label
        .len()
        .checked_sub(RECOMMENDED.len())
        .and_then(|at| label.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(RECOMMENDED))
}

/// Appends an untrusted text on lines of its own.
///
/// A text with several lines, one that does not fit on a row, and one that reads like a
/// line of this program get a bar (`|`) in front of each row.
pub(super) fn push_text(out: &mut String, text: &str, screen: Screen) {
    let line = sanitize::line(text.trim());
    let wraps = screen
        .wrap_at()
        .is_some_and(|width| !fits("", &line, width));
    if text.trim().contains('\n') || wraps || reads_like_ours(&line) {
        push_with_bars(out, "", text.trim(), screen);
    } else {
        out.push_str(&line);
        out.push('\n');
    }
}

/// Appends an untrusted text as one line, for example a header. It gets a bar (`|`) in
/// front if it reads like a line of this program.
pub(super) fn push_line(out: &mut String, text: &str, screen: Screen) {
    let line = sanitize::line(text.trim());
    if reads_like_ours(&line) {
        push_with_bars(out, "", &line, screen);
    } else {
        push_wrapped(out, "", 0, &line, screen.wrap_at());
    }
}

/// Appends an untrusted text with several lines, each with a bar (`|`) in front.
///
/// The bar prevents such a line from looking like a line of this program.
pub(super) fn push_with_bars(out: &mut String, indent: &str, text: &str, screen: Screen) {
    let first = format!("{indent}| ");
    for line in sanitize::lines(text) {
        let mut wrapped = String::new();
        let room = screen
            .wrap_at()
            .map(|width| width.saturating_sub(first.len()).max(1));
        push_wrapped(&mut wrapped, "", 0, &line, room);
        for part in wrapped.lines() {
            out.push_str(format!("{first}{part}").trim_end());
            out.push('\n');
        }
    }
}

pub(super) fn push_styled(out: &mut String, style: &str, lines: &str, screen: Screen) {
    if !screen.colour {
        out.push_str(lines);
        return;
    }
    for line in lines.lines() {
        let _ = writeln!(out, "{style}{line}{RESET}");
    }
}

/// The number of columns before a label without a tick box.
pub(super) fn indent_of(number: Number) -> usize {
    digits(number.get()) + 4
}

pub(super) fn digits(number: usize) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}
