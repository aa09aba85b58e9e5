//! The strict grammar: numbers, labels, and text where text is allowed.

use super::{ParsedLine, choice, label, multi, not_on_menu, row};
use crate::core::number::{ParsedNumber, parse_number};
use crate::core::question::Question;

/// Parses a line. `line` is trimmed and not empty.
pub(super) fn parse(question: &Question, line: &str) -> ParsedLine {
    if question.is_multi()
        && let Some(entry) = multi::parse(question, line)
    {
        return entry;
    }
    if question.has_menu() {
        match parse_number(line) {
            ParsedNumber::Number(number) => {
                return row(question, number, None).unwrap_or_else(|| not_on_menu(line));
            }
            ParsedNumber::OtherInteger => return not_on_menu(line),
            ParsedNumber::NotAnInteger => {}
        }
    }
    if question.takes_text_inline() {
        return ParsedLine::Text(line.to_owned());
    }
    match label::unique(question, line) {
        Some(number) => choice(question, number, None),
        None => not_on_menu(line),
    }
}

#[cfg(test)]
mod tests {
    use crate::core::grammar::{ParsedLine, Rules, parse};
    use crate::core::invalid_line::InvalidLine;
    use crate::core::number::Number;
    use crate::core::question::{FreeText, Question};

    fn menu() -> Question {
        Question::new("Q?").with_choices(["staging", "production"])
    }

    fn pick(number: usize) -> ParsedLine {
        ParsedLine::Pick(Number::from_index(number - 1), None)
    }

    fn text(text: &str) -> ParsedLine {
        ParsedLine::Text(text.to_owned())
    }

    fn off(line: &str) -> ParsedLine {
        ParsedLine::Invalid(InvalidLine::NotOnMenu(Some(line.to_owned())))
    }

    #[track_caller]
    fn check(question: &Question, line: &str, wanted: ParsedLine) {
        assert_eq!(
            parse(question, Rules::default(), line),
            wanted,
            "line {line:?}"
        );
    }

    #[test]
    fn a_menu_takes_numbers_and_whole_labels() {
        check(&menu(), " 2 ", pick(2));
        check(&menu(), "Staging", pick(1));
        for line in [
            "3", "0", "-1", "?", "<", "! no", "~", "/s", "2 # note", "\\2", "stag",
        ] {
            check(&menu(), line, off(line));
        }
        check(&menu(), "", ParsedLine::Empty);
        check(
            &menu(),
            "1\n2",
            ParsedLine::Invalid(InvalidLine::SeveralLines),
        );
    }

    #[test]
    fn with_inline_text_everything_but_integers_is_text() {
        let question = menu().free_text(FreeText::Inline);
        check(&question, "2", pick(2));
        for line in [
            "staging", "! no", "2 # note", "-", "1.5", "1)", "?", "\\9", "x\\",
        ] {
            check(&question, line, text(line));
        }
        for line in ["9", "0", "-1", "+2"] {
            check(&question, line, off(line));
        }
    }

    #[test]
    fn without_choices_everything_is_text() {
        let question = Question::new("Q?");
        for line in ["9", "-1", "! no", "?", "a\nb"] {
            check(&question, line, text(line));
        }
    }

    #[test]
    fn the_other_row() {
        let question = menu().free_text(FreeText::Other);
        check(&question, "3", ParsedLine::Other);
        check(&question, "4", off("4"));
        check(&question, "teal", off("teal"));
    }
}
