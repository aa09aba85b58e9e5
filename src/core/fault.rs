//! What is wrong with a line, and the line that tells the operator.

use super::question::Question;
use super::safe;

/// Why a line is an invalid attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The line is empty.
    Nothing,
    /// The line names no row of the menu. The line itself, unless it is secret.
    NotOnMenu(Option<String>),
    /// A paste of several lines where one number is wanted.
    SeveralLines,
    /// The line is not UTF-8.
    NotText,
}

/// How much of a wrong line is repeated, in characters.
const REPEATED: usize = 60;

impl Fault {
    /// The line to show: what was wrong, what is accepted, how many attempts remain.
    pub fn message(&self, question: &Question, left: usize) -> String {
        let wanted = if question.has_menu() {
            format!("type a number from 1 to {}", question.last_number())
        } else {
            "type an answer".to_owned()
        };
        let text = match self {
            Self::Nothing => format!("nothing typed: {wanted}"),
            Self::NotOnMenu(Some(line)) => {
                format!(
                    "{} is not on the menu: {wanted}",
                    safe::excerpt(line, REPEATED)
                )
            }
            Self::NotOnMenu(None) => format!("that is not on the menu: {wanted}"),
            Self::SeveralLines => "several lines: type one number".to_owned(),
            Self::NotText => format!("the line is not UTF-8: {wanted}"),
        };
        let attempts = if left == 1 { "attempt" } else { "attempts" };
        format!("{text} ({left} {attempts} left)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fault: &Fault, left: usize, wanted: &str) {
        let menu = Question::new("Q?").with_choices(["a", "b", "c"]);
        assert_eq!(fault.message(&menu, left), wanted);
    }

    #[test]
    fn messages_at_a_menu() {
        let off = |line: &str| Fault::NotOnMenu(Some(line.to_owned()));
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
            &Fault::Nothing,
            2,
            "nothing typed: type a number from 1 to 3 (2 attempts left)",
        );
        check(
            &Fault::SeveralLines,
            2,
            "several lines: type one number (2 attempts left)",
        );
        check(
            &Fault::NotOnMenu(None),
            2,
            "that is not on the menu: type a number from 1 to 3 (2 attempts left)",
        );
    }

    #[test]
    fn messages_at_a_text_question() {
        let text = Question::new("Q?");
        assert_eq!(
            Fault::Nothing.message(&text, 2),
            "nothing typed: type an answer (2 attempts left)"
        );
    }
}
