//! The cue: the last line of a prompt, on which the operator types.

use std::fmt::Write as _;

use super::long::question_line;
use super::row::{digits, push_label};
use super::{Marks, OTHER_LABEL, SHOWN, Styled};
use crate::core::answer::{Answer, AnswerValue};
use crate::core::choice::Choice;
use crate::core::grammar::Proposal;
use crate::core::lookalike::{holds_a_row, reads_like_ours};
use crate::core::number::Number;
use crate::core::question::{DefaultAnswer, Question};
use crate::core::sanitize;
use crate::core::screen::{BOLD, RESET, Screen};
use crate::core::wrap::columns;

/// The maximum length of an earlier or a proposed text in the cue, in characters.
const MAX_EARLIER_CHARS: usize = 40;

/// The question with its choices on one line, used as the cue.
///
/// `None` if the question has a warning, a header, a draft, a choice with a description,
/// more than [`SHOWN`] choices or several lines. Also `None` if the line is too wide for a
/// row of the screen.
pub(crate) fn compact(question: &Question, marks: Marks<'_>, screen: Screen) -> Option<Styled> {
    let described = |choice: &Choice| choice.description_text().is_some();
    if question.warning_text().is_some()
        || question.header_text().is_some()
        || question.choices().iter().take(SHOWN + 1).any(described)
    {
        return None;
    }
    let line = one_line(question, marks, screen, Some(screen.columns))?;
    // The typed number must fit on the row, too.
    let typed = digits(question.last_number()).max(1);
    (columns(&line.plain) + typed <= screen.columns).then_some(line)
}

/// The question with its choices on one line.
///
/// `None` if the question has several lines or a draft, or if a text in it reads like a
/// line or a row of this program. If a `limit` in columns is given, also `None` if the
/// question and its choices are wider than the limit, or if there are more than
/// [`SHOWN`] choices. Without a limit, the line shows at most [`SHOWN`] choices.
pub(crate) fn one_line(
    question: &Question,
    marks: Marks<'_>,
    screen: Screen,
    limit: Option<usize>,
) -> Option<Styled> {
    if question.text().contains('\n')
        || reads_like_ours(question.text())
        || holds_a_row(question.text())
        || matches!(question.default_answer(), Some(DefaultAnswer::Draft(_)))
    {
        return None;
    }
    let text = sanitize::line(question.text().trim());
    let mut rest = String::new();
    let count = question.choices().len();
    if count > SHOWN && limit.is_some() {
        return None;
    }
    let limit = limit.unwrap_or(usize::MAX);
    let mut width = columns(&text);
    for (index, choice) in question.choices().iter().take(SHOWN).enumerate() {
        if holds_a_row(choice.label()) {
            return None;
        }
        let at = rest.len();
        let gap = if index == 0 { " " } else { "  " };
        let _ = write!(rest, "{gap}{}) ", index + 1);
        push_label(&mut rest, question, Number::from_index(index), choice);
        width += columns(&rest[at..]);
        if width > limit {
            return None;
        }
    }
    if count > SHOWN {
        let _ = write!(rest, "  ... {} more", count - SHOWN);
    }
    if let Some(number) = question.other_number() {
        let gap = if question.choices().is_empty() {
            " "
        } else {
            "  "
        };
        let _ = write!(rest, "{gap}{number}) {OTHER_LABEL}");
    }
    push_default(&mut rest, question, marks);
    rest.push_str(" > ");
    let styled = screen.colour.then(|| format!("{BOLD}{text}{RESET}{rest}"));
    Some(Styled {
        plain: format!("{text}{rest}"),
        styled,
    })
}

/// The cue below a list: the range of numbers, the default, and `>`.
///
/// Below a long menu it begins with the question, which may have left the screen, and
/// says how many choices are ticked.
pub(crate) fn list_cue(
    question: &Question,
    marks: Marks<'_>,
    is_long: bool,
    screen: Screen,
) -> Styled {
    let mut cue = format!("1-{}", question.last_number());
    if let Some(selection) = marks.selection.filter(|_| is_long) {
        let _ = write!(cue, ", {} picked", selection.count());
    }
    push_default(&mut cue, question, marks);
    cue.push_str(" > ");
    match question_line(question, screen).filter(|_| is_long) {
        Some(line) => Styled {
            styled: screen.colour.then(|| format!("{BOLD}{line}{RESET} {cue}")),
            plain: format!("{line} {cue}"),
        },
        None => Styled::plain(cue),
    }
}

/// The cue below a text question that is shown on its own lines.
pub(crate) fn text_cue(question: &Question, marks: Marks<'_>) -> Styled {
    let mut cue = String::new();
    push_default(&mut cue, question, marks);
    cue.push_str(" > ");
    Styled::plain(cue.trim_start().to_owned())
}

/// Appends what Enter takes: the proposal, else the earlier answer, else the default.
fn push_default(out: &mut String, question: &Question, marks: Marks<'_>) {
    let shown = match (marks.proposal, marks.earlier) {
        (Some(Proposal::Pick(number)), _) => Some(number.to_string()),
        (Some(Proposal::Text(text)), _) => Some(sanitize::excerpt(text, MAX_EARLIER_CHARS)),
        (None, Some(earlier)) => earlier_text(earlier),
        (None, None) => match question.default_answer() {
            Some(DefaultAnswer::Pick(number)) => Some(number.to_string()),
            Some(DefaultAnswer::Text(text)) => Some(sanitize::line(text.trim()).into_owned()),
            // Ticked rows and drafts are shown above the cue.
            Some(DefaultAnswer::Ticked(_) | DefaultAnswer::Draft(_)) | None => None,
        },
    };
    if let Some(shown) = shown {
        let _ = write!(out, " [{shown}]");
    }
}

fn earlier_text(earlier: &Answer) -> Option<String> {
    if earlier.is_secret() {
        return None;
    }
    match earlier.value() {
        AnswerValue::Pick(pick) => Some(pick.number.to_string()),
        AnswerValue::Text(text) => Some(format!(
            "\"{}\"",
            sanitize::excerpt(text, MAX_EARLIER_CHARS)
        )),
        AnswerValue::LeftOut => Some("left out".to_owned()),
        AnswerValue::Picks(picks) => {
            let numbers = picks
                .in_menu_order()
                .into_iter()
                .map(|pick| pick.number.to_string());
            let text = picks
                .text
                .iter()
                .map(|text| format!("\"{}\"", sanitize::excerpt(text, MAX_EARLIER_CHARS)));
            let all: Vec<_> = numbers.chain(text).collect();
            Some(if all.is_empty() {
                "none".to_owned()
            } else {
                all.join(",")
            })
        }
        AnswerValue::Secret(_) => None,
    }
}
