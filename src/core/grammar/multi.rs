//! Parsing the lines of a multi-select: numbers, ranges, `all` and `none`.

use std::collections::HashSet;

use super::{ParsedLine, label, not_on_menu, row};
use crate::core::invalid_line::InvalidLine;
use crate::core::number::{Number, ParsedNumber, parse_number};
use crate::core::question::Question;

/// Parses a line. `line` is trimmed and not empty. `None` if it has another form.
pub(super) fn parse(question: &Question, line: &str) -> Option<ParsedLine> {
    numbers(question, line).or_else(|| word(question, line))
}

/// Numbers and ranges, for example `1,3-5` or `1 3`.
///
/// Every part must name choices. The Done or Other row must be the only number on the line.
fn numbers(question: &Question, line: &str) -> Option<ParsedLine> {
    let parts = || {
        line.split(|c: char| c == ',' || c == '、' || c == '，' || c.is_whitespace())
            .filter(|part| !part.is_empty())
    };
    if line.contains('\n') || !parts().all(looks_numeric) || parts().next().is_none() {
        return None;
    }
    if let ParsedNumber::Number(number) = parse_number(line) {
        return Some(row(question, number, None).unwrap_or_else(|| not_on_menu(line)));
    }
    let mut named = Vec::new();
    let mut seen = HashSet::new();
    for part in parts() {
        let Some(range) = range(question, part) else {
            return Some(not_on_menu(line));
        };
        for index in range {
            let number = Number::from_index(index);
            if seen.insert(number) {
                named.push(number);
            }
        }
    }
    Some(ParsedLine::Toggle(named, None))
}

fn looks_numeric(part: &str) -> bool {
    let is_part = |text: &str| {
        !matches!(parse_number(text), ParsedNumber::NotAnInteger) && !text.starts_with(['+', '-'])
    };
    match part.split_once('-') {
        Some((from, to)) => is_part(from) && is_part(to),
        None => is_part(part),
    }
}

/// The indices that a part names. `None` if one of them is not a choice, or if the range
/// is reversed.
fn range(question: &Question, part: &str) -> Option<std::ops::RangeInclusive<usize>> {
    let (from, to) = part.split_once('-').unwrap_or((part, part));
    let index = |text: &str| match parse_number(text) {
        ParsedNumber::Number(number) => {
            Some(number.index()).filter(|&index| index < question.choices().len())
        }
        ParsedNumber::OtherInteger | ParsedNumber::NotAnInteger => None,
    };
    let (from, to) = (index(from)?, index(to)?);
    (from <= to).then_some(from..=to)
}

/// `all` or `none`, ignoring case. It is an error if a choice has that label.
fn word(question: &Question, line: &str) -> Option<ParsedLine> {
    let entry = if line.eq_ignore_ascii_case("all") {
        ParsedLine::All
    } else if line.eq_ignore_ascii_case("none") {
        ParsedLine::SelectNone
    } else {
        return None;
    };
    if label::exists(question, line) {
        return Some(ParsedLine::Invalid(InvalidLine::WordIsLabel(
            line.to_owned(),
        )));
    }
    Some(entry)
}

#[cfg(test)]
mod tests {
    use crate::core::grammar::{Grammar, ParsedLine, Rules, parse};
    use crate::core::invalid_line::InvalidLine;
    use crate::core::number::Number;
    use crate::core::question::{FreeText, Question};

    fn question() -> Question {
        let labels = (1..=12).map(|n| format!("item {n}"));
        Question::new("Q?")
            .with_choices(labels)
            .multi(true)
            .free_text(FreeText::Other)
    }

    #[track_caller]
    fn check(line: &str, wanted: ParsedLine) {
        for grammar in [Grammar::Full, Grammar::Strict] {
            let rules = Rules {
                grammar,
                navigates: false,
            };
            assert_eq!(parse(&question(), rules, line), wanted, "line {line:?}");
        }
    }

    fn toggle(numbers: &[usize]) -> ParsedLine {
        ParsedLine::Toggle(
            numbers.iter().map(|n| Number::from_index(n - 1)).collect(),
            None,
        )
    }

    #[test]
    fn numbers_and_ranges() {
        check("1", toggle(&[1]));
        check("1,3", toggle(&[1, 3]));
        check("3, 1", toggle(&[3, 1]));
        check("1 3", toggle(&[1, 3]));
        check("2-4, 9", toggle(&[2, 3, 4, 9]));
        check("1,1", toggle(&[1]));
        check("1-3 2", toggle(&[1, 2, 3]));
        check("１，３", toggle(&[1, 3]));
        check("item 2", toggle(&[2]));
    }

    #[test]
    fn done_and_other_must_be_the_only_number() {
        check("13", ParsedLine::Done);
        check("14", ParsedLine::Other);
        for line in [
            "1,13",
            "14 1",
            "15",
            "0",
            "1,99",
            "1,0",
            "4-2",
            "12-13",
            "-1",
            "+1",
            "99999999999999999999",
        ] {
            check(
                line,
                ParsedLine::Invalid(InvalidLine::NotOnMenu(Some(line.to_owned()))),
            );
        }
    }

    #[test]
    fn words() {
        check("all", ParsedLine::All);
        check("None", ParsedLine::SelectNone);
        let named = Question::new("Q?")
            .with_choices(["None", "some"])
            .multi(true);
        let invalid_line = ParsedLine::Invalid(InvalidLine::WordIsLabel("none".to_owned()));
        assert_eq!(
            parse(
                &named,
                Rules {
                    grammar: Grammar::Full,
                    navigates: false
                },
                "none"
            ),
            invalid_line
        );
    }
}
