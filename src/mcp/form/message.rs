//! The message of a form: everything that it asks, for clients that draw little else.

use super::field::Field;
use super::property::{self, sanitized};
use crate::core::{Choice, Number, sanitize};

/// The most choices of a question that are listed.
const MAX_CHOICES: usize = 200;

/// The beginning of a preview: lines, and characters of each.
const PREVIEW_LINES: usize = 3;
const PREVIEW_CHARS: usize = 100;

/// The preface texts, then every question with its numbered choices.
pub(super) fn message(preface: &[String], fields: &[Field<'_>]) -> String {
    let mut lines: Vec<String> = preface.iter().map(|text| sanitized(text)).collect();
    for field in fields {
        push_question(&mut lines, field, fields.len());
    }
    lines.join("\n")
}

fn push_question(lines: &mut Vec<String>, field: &Field<'_>, count: usize) {
    let question = field.question;
    let place = (count > 1).then(|| format!("[{}/{count}]", field.index + 1));
    let header = question.header_text().map(sanitized);
    let title: Vec<_> = place.into_iter().chain(header).collect();
    if !title.is_empty() {
        lines.push(title.join(" "));
    }
    lines.extend(question.warning_text().map(sanitized));
    lines.push(sanitized(question.text()));
    let choices = question.choices();
    for (index, choice) in choices.iter().take(MAX_CHOICES).enumerate() {
        let number = Number::from_index(index);
        lines.push(format!(
            "  {number}) {}",
            property::title(question, number, choice)
        ));
        push_preview(lines, choice);
    }
    if let Some(more @ 1..) = choices.len().checked_sub(MAX_CHOICES) {
        lines.push(format!("  ... {more} more: type a number"));
    }
    lines.extend(property::how_to_answer(field).map(|hint| format!("  {hint}")));
}

fn push_preview(lines: &mut Vec<String>, choice: &Choice) {
    let Some(preview) = choice.preview_text() else {
        return;
    };
    let mut shown = preview.lines().filter(|line| !line.trim().is_empty());
    for line in shown.by_ref().take(PREVIEW_LINES) {
        let line = sanitize::excerpt(line.trim_end(), PREVIEW_CHARS);
        lines.push(format!("     | {line}"));
    }
    if shown.next().is_some() {
        lines.push("     | ...".to_owned());
    }
}
