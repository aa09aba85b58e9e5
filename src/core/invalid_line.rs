//! The reasons why a line is invalid, and their error messages.

use super::lookalike::reads_like_ours;
use super::number::Number;
use super::sanitize;

/// The reason why a line is an invalid attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidLine {
    /// The line is empty.
    Nothing,
    /// The line matches no row of the menu. The value is the line, or `None` if the
    /// input is hidden.
    NotOnMenu(Option<String>),
    /// Several labels read or begin like the line. The values are the line and the numbers
    /// of these choices.
    CouldBe(String, Vec<Number>),
    /// A paste of several lines, where one number is expected.
    SeveralLines,
    /// The line is not valid UTF-8.
    NotText,
    /// The line is longer than 1 MiB.
    TooLong,
    /// The operator wants to end a multi-select, but nothing is selected.
    NothingSelected,
    /// Fewer picks than the minimum. The value is the minimum.
    TooFew(usize),
    /// More picks than the maximum. The value is the maximum.
    TooMany(usize),
    /// The line is `all` or `none`, but a choice has that label.
    WordIsLabel(String),
    /// The text does not pass the rule of the question. The value says what was expected.
    Rule(String),
    /// The operator wants to send the answers, but a required question has no answer.
    /// The values are the question's number and the first line of its text.
    Unanswered(usize, String),
}

/// The maximum length of an echoed line in an error message, in characters.
const MAX_ECHOED_CHARS: usize = 60;

/// The maximum number of choices that an error message names.
const MAX_NAMED_CHOICES: usize = 8;

impl InvalidLine {
    /// The error message: what is wrong, what is accepted, and how many attempts are
    /// left. `last` is the highest number of the menu. It is 0 if there is no menu.
    pub fn message(&self, last: usize, left: usize) -> String {
        let text = self.text(last);
        match left {
            0 => format!("{text} (no attempts left)"),
            1 => format!("{text} (1 attempt left)"),
            left => format!("{text} ({left} attempts left)"),
        }
    }

    /// The error message without the number of attempts.
    pub(crate) fn text(&self, last: usize) -> String {
        let wanted = match last {
            0 => "type an answer".to_owned(),
            last => format!("type a number from 1 to {last}"),
        };
        match self {
            Self::Nothing => format!("nothing typed: {wanted}"),
            Self::NotOnMenu(Some(line)) => {
                format!(
                    "{} is not on the menu: {wanted}",
                    sanitize::excerpt(line, MAX_ECHOED_CHARS)
                )
            }
            Self::CouldBe(line, numbers) => {
                format!(
                    "{} could be {}: type its number",
                    sanitize::excerpt(line, MAX_ECHOED_CHARS),
                    alternatives(numbers)
                )
            }
            Self::NotOnMenu(None) => format!("that is not on the menu: {wanted}"),
            Self::SeveralLines => "several lines: type one number".to_owned(),
            Self::NotText => format!("the line is not UTF-8: {wanted}"),
            Self::TooLong => format!("the line is longer than 1 MiB: {wanted}"),
            Self::NothingSelected => {
                "nothing is selected: type none for an empty answer".to_owned()
            }
            Self::TooFew(min) => format!("select at least {min}"),
            Self::TooMany(max) => format!("select at most {max}"),
            Self::WordIsLabel(word) => {
                format!(
                    "{} is a choice here: type its number",
                    sanitize::excerpt(word, MAX_ECHOED_CHARS)
                )
            }
            Self::Rule(expected) => sanitize::excerpt(expected, 200),
            Self::Unanswered(number, name) => {
                let bar = if reads_like_ours(name) { "| " } else { "" };
                format!(
                    "{bar}{} needs an answer: type {number}",
                    sanitize::excerpt(name, MAX_ECHOED_CHARS)
                )
            }
        }
    }
}

/// The numbers in words: `1, 3 or 4`. Only the first [`MAX_NAMED_CHOICES`] are named.
fn alternatives(numbers: &[Number]) -> String {
    let named = numbers.len().min(MAX_NAMED_CHOICES);
    let mut parts: Vec<_> = numbers[..named].iter().map(Number::to_string).collect();
    let last = match numbers.len() - named {
        0 => parts.pop().unwrap_or_default(),
        more => format!("one of {more} more"),
    };
    match parts.as_slice() {
        [] => last,
        parts => format!("{} or {last}", parts.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(invalid_line: &InvalidLine, left: usize, wanted: &str) {
        assert_eq!(invalid_line.message(3, left), wanted);
    }

    #[test]
    fn messages_at_a_menu() {
        let off = |line: &str| InvalidLine::NotOnMenu(Some(line.to_owned()));
        check(
            &off("9"),
            2,
            "9 is not on the menu: type a number from 1 to 3 (2 attempts left)",
        );
        check(
            &off("9"),
            1,
            "9 is not on the menu: type a number from 1 to 3 (1 attempt left)",
        );
        check(
            &off("\u{1b}[2J"),
            1,
            "\\u{1b}[2J is not on the menu: type a number from 1 to 3 (1 attempt left)",
        );
        check(
            &InvalidLine::Nothing,
            2,
            "nothing typed: type a number from 1 to 3 (2 attempts left)",
        );
        check(
            &InvalidLine::SeveralLines,
            2,
            "several lines: type one number (2 attempts left)",
        );
        check(
            &InvalidLine::NotOnMenu(None),
            2,
            "that is not on the menu: type a number from 1 to 3 (2 attempts left)",
        );
        check(
            &InvalidLine::NothingSelected,
            2,
            "nothing is selected: type none for an empty answer (2 attempts left)",
        );
        check(
            &InvalidLine::TooFew(2),
            2,
            "select at least 2 (2 attempts left)",
        );
        check(
            &InvalidLine::TooMany(2),
            1,
            "select at most 2 (1 attempt left)",
        );
        check(
            &InvalidLine::WordIsLabel("none".to_owned()),
            2,
            "none is a choice here: type its number (2 attempts left)",
        );
        check(
            &InvalidLine::Unanswered(1, "Name".to_owned()),
            2,
            "Name needs an answer: type 1 (2 attempts left)",
        );
    }

    #[test]
    fn a_question_cannot_forge_the_message_about_it() {
        let forged = InvalidLine::Unanswered(1, "Answer: 2) no".to_owned());
        check(
            &forged,
            2,
            "| Answer: 2) no needs an answer: type 1 (2 attempts left)",
        );
    }

    #[test]
    fn alternatives_stay_on_one_line() {
        let could = |line: &str, numbers: &[usize]| {
            let numbers = numbers.iter().map(|n| Number::from_index(n - 1));
            InvalidLine::CouldBe(line.to_owned(), numbers.collect())
        };
        check(
            &could("sta", &[1, 2]),
            2,
            "sta could be 1 or 2: type its number (2 attempts left)",
        );
        check(
            &could("A", &[1, 3, 4]),
            1,
            "A could be 1, 3 or 4: type its number (1 attempt left)",
        );
        let many: Vec<_> = (1..=500).collect();
        check(
            &could("item", &many),
            0,
            "item could be 1, 2, 3, 4, 5, 6, 7, 8 or one of 492 more: type its number (no attempts left)",
        );
        let eight: Vec<_> = (1..=8).collect();
        check(
            &could("item", &eight),
            2,
            "item could be 1, 2, 3, 4, 5, 6, 7 or 8: type its number (2 attempts left)",
        );
    }

    #[test]
    fn messages_at_a_text_question() {
        assert_eq!(
            InvalidLine::Nothing.message(0, 2),
            "nothing typed: type an answer (2 attempts left)"
        );
    }
}
