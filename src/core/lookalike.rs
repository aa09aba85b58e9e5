//! Untrusted text that reads like a line of this program.
//!
//! A caller could write a question that looks like a row of the menu, like an accepted
//! answer or like a cue. The menu shows such a text with a bar (`|`) in front.

use unicode_width::UnicodeWidthChar as _;

/// Whether an untrusted line reads like a line of this program: a row, a cue, an answer
/// or a message. Upper case, wide letters and blanks at the ends make no difference.
pub(crate) fn reads_like_ours(line: &str) -> bool {
    let line = skeleton(line);
    let line = line.trim();
    is_row(line)
        || is_place(line)
        || line.starts_with('|')
        || STARTS.iter().any(|start| line.starts_with(start))
        || PARTS.iter().any(|part| line.contains(part))
        || ENDS.iter().any(|end| line.ends_with(end))
}

/// Whether an untrusted text, in the middle of a line, reads like one more row: two
/// blanks in a row, or a number with a closing bracket.
pub(crate) fn holds_a_row(text: &str) -> bool {
    let text = skeleton(text);
    let text = text.trim();
    let mut brackets = text.match_indices(')');
    text.contains("  ") || brackets.any(|(at, _)| text[..at].trim_end().ends_with(char::is_numeric))
}

/// How our lines start, apart from rows and the position of a question. The lines about
/// an invalid line end with the attempts that are left.
const STARTS: [&str; 27] = [
    "answer:",
    "your answers:",
    "enter keeps this draft:",
    "enter sends",
    "this question needs an answer",
    "nothing typed:",
    "nothing is selected:",
    "several lines:",
    "did you mean",
    "no choice contains",
    "...",
    "? for help",
    "ask-user:",
    "host:",
    "asked by",
    "withdrawn:",
    "answered by",
    "no interactive operator in this session",
    "this session cannot hide",
    "no valid answer",
    "input closed before",
    "question withdrawn by",
    "no answer within",
    "operator cancelled",
    "operator declined",
    "operator wants to talk",
    "the client declined",
];

/// What stands in our lines, behind a text of the operator or the caller.
const PARTS: [&str; 3] = [
    " is not on the menu",
    ": type its number",
    " needs an answer: type ",
];

/// How our lines end. Every cue ends with `>`.
const ENDS: [&str; 7] = [
    ">",
    " s to answer",
    "attempt left)",
    "attempts left)",
    " asks:",
    "more waiting):",
    " asks for approval:",
];

/// `2) green`
fn is_row(line: &str) -> bool {
    let rest = line.trim_start_matches(char::is_numeric);
    rest.len() < line.len() && rest.trim_start().starts_with(')')
}

/// `[2/3] Store`
fn is_place(line: &str) -> bool {
    let mut parts = line.strip_prefix('[').unwrap_or_default().splitn(2, ']');
    let place = parts.next().unwrap_or_default();
    parts.next().is_some()
        && place.split_once('/').is_some_and(|(number, count)| {
            let is_number = |text: &str| text.trim().parse::<usize>().is_ok();
            is_number(number) && is_number(count)
        })
}

/// What a reader sees of a text: every blank is a space, wide letters are plain ones,
/// letters are lower case, and what has no width is left out.
fn skeleton(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ if c.is_whitespace() => ' ',
        _ => c,
    };
    let seen = text.chars().filter(|c| c.width() != Some(0));
    seen.map(plain).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::core::Answer;
    use crate::core::invalid_line::InvalidLine;
    use crate::core::outcome::{Decline, NoOperatorReason, Outcome};

    #[track_caller]
    fn check(line: &str, wanted: bool) {
        assert_eq!(reads_like_ours(line), wanted, "{line:?}");
    }

    #[test]
    fn rows_cues_and_answers() {
        for line in [
            "1) red",
            "  12) red",
            "\u{3000}２） red",
            "2\u{200d}) red",
            "1-2 >",
            "Other >",
            "Really? >\u{a0}",
            "really? ＞",
            "... >",
            "Answer: 2) no",
            "ANSWER: none",
            "Ａnswer： none",
            "[2/3]",
            "[2/3] Store",
            "| Answer: x",
            "builder asks:",
            "builder asks (2 more waiting):",
            "did you mean 2) green?",
            "\"x\" is not on the menu: Enter takes it as your own answer",
            "... 800 more: type a number",
        ] {
            check(line, true);
        }
    }

    #[test]
    fn our_messages() {
        let word = || "x".to_owned();
        for invalid in [
            InvalidLine::Nothing,
            InvalidLine::NotOnMenu(Some(word())),
            InvalidLine::NotOnMenu(None),
            InvalidLine::SeveralLines,
            InvalidLine::NotText,
            InvalidLine::TooLong,
            InvalidLine::NothingSelected,
            InvalidLine::TooFew(2),
            InvalidLine::TooMany(2),
            InvalidLine::WordIsLabel(word()),
            InvalidLine::Rule(word()),
            InvalidLine::Unanswered(1, word()),
        ] {
            check(&invalid.message(3, 2), true);
            check(&invalid.message(3, 1), true);
        }
        let outcomes: [Outcome<Answer>; 9] = [
            Outcome::NoOperator(NoOperatorReason::Nobody),
            Outcome::NoOperator(NoOperatorReason::CannotHide),
            Outcome::Exhausted,
            Outcome::Closed,
            Outcome::Declined(Decline::Operator(Some(word()))),
            Outcome::Declined(Decline::Client),
            Outcome::Discuss(None),
            Outcome::TimedOut(Duration::from_mins(1)),
            Outcome::Cancelled,
        ];
        for outcome in outcomes {
            check(&outcome.reason().unwrap_or_default(), true);
        }
    }

    #[test]
    fn ordinary_questions() {
        for line in [
            "Which colour?",
            "Is the answer yes?",
            "Deploy 2 of 3 (or all)?",
            "Warning: this deletes data. Go on?",
            "[x] or [y]?",
            "[docs/api] Which page?",
            "a -> b, or b -> a?",
            "(1 or 2)",
            "",
        ] {
            check(line, false);
        }
    }

    #[test]
    fn one_more_row_in_a_line() {
        for text in [
            "keep  2) stop",
            "a 2)b",
            "a\t\tb",
            "a\u{a0} b",
            "x（２）",
            "4 )",
            "²)",
        ] {
            assert!(holds_a_row(text), "{text:?}");
        }
        for text in ["keep", " a ", "a b", "(a)", "2 (b)", "2.", ""] {
            assert!(!holds_a_row(text), "{text:?}");
        }
    }
}
