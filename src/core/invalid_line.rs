//! What is wrong with a line, and the line that tells the operator.

use super::sanitize;

/// Why a line is an invalid attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidLine {
    /// The line is empty.
    Nothing,
    /// The line names no row of the menu. The line itself, unless it is secret.
    NotOnMenu(Option<String>),
    /// A paste of several lines where one number is wanted.
    SeveralLines,
    /// The line is not UTF-8.
    NotText,
    /// A multi-select is to end, but nothing is selected.
    NothingSelected,
    /// Fewer picks than the minimum, which is this.
    TooFew(usize),
    /// More picks than the maximum, which is this.
    TooMany(usize),
    /// `all` or `none` where a choice has that label.
    WordIsLabel(String),
    /// The text breaks the rule of the question: what was expected.
    Rule(String),
    /// The answers are to be sent, but this question needs one. Its number and its name.
    Unanswered(usize, String),
}

/// How much of a wrong line is repeated, in characters.
const REPEATED: usize = 60;

impl InvalidLine {
    /// The line to show: what was wrong, what is accepted, how many attempts
    /// remain. `last` is the highest number of the menu, 0 without one.
    pub fn message(&self, last: usize, left: usize) -> String {
        let attempts = if left == 1 { "attempt" } else { "attempts" };
        format!("{} ({left} {attempts} left)", self.text(last))
    }

    /// The same where it costs no attempt.
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
                    sanitize::excerpt(line, REPEATED)
                )
            }
            Self::NotOnMenu(None) => format!("that is not on the menu: {wanted}"),
            Self::SeveralLines => "several lines: type one number".to_owned(),
            Self::NotText => format!("the line is not UTF-8: {wanted}"),
            Self::NothingSelected => {
                "nothing is selected: type none for an empty answer".to_owned()
            }
            Self::TooFew(min) => format!("select at least {min}"),
            Self::TooMany(max) => format!("select at most {max}"),
            Self::WordIsLabel(word) => {
                format!(
                    "{} is a choice here: type its number",
                    sanitize::excerpt(word, REPEATED)
                )
            }
            Self::Rule(expected) => sanitize::excerpt(expected, 200),
            Self::Unanswered(number, name) => {
                format!(
                    "{} needs an answer: type {number}",
                    sanitize::excerpt(name, REPEATED)
                )
            }
        }
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
    fn messages_at_a_text_question() {
        assert_eq!(
            InvalidLine::Nothing.message(0, 2),
            "nothing typed: type an answer (2 attempts left)"
        );
    }
}
