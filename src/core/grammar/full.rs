//! The full grammar: numbers, labels, text and commands.
//!
//! [`parse`] tries the rules in order. The first rule that matches wins.

use super::label::{self, Found};
use super::{ParsedLine, Proposal, choice, multi, not_on_menu, row};
use crate::core::invalid_line::InvalidLine;
use crate::core::number::{Number, ParsedNumber, parse_number};
use crate::core::question::Question;

/// Parses a line. `line` is trimmed and not empty.
pub(super) fn parse(question: &Question, navigates: bool, line: &str) -> ParsedLine {
    let command = escaped_text(question, line)
        .or_else(|| help(question, line))
        .or_else(|| find(question, line))
        .or_else(|| navigation(line).filter(|_| navigates))
        .or_else(|| decline_or_discuss(line))
        .or_else(|| multi::parse(question, line).filter(|_| question.is_multi()));
    if let Some(entry) = command {
        return entry;
    }
    if !question.has_menu() {
        return text(line);
    }
    match shown_number(line) {
        ParsedNumber::Number(number) => {
            return row(question, number, None).unwrap_or_else(|| not_on_menu(line));
        }
        ParsedNumber::OtherInteger => return not_on_menu(line),
        ParsedNumber::NotAnInteger => {}
    }
    if let Some(entry) = number_with_note(question, line) {
        return entry;
    }
    if question.takes_text_inline() {
        return text(line);
    }
    pick_by_label(question, line)
        // A yes or a no is never completed: it has to be typed.
        .or_else(|| propose(question, line).filter(|_| !question.is_confirm()))
        .unwrap_or_else(|| not_on_menu(line))
}

/// A number as it is typed, or as the screen shows it: `2)` or `2.`.
fn shown_number(text: &str) -> ParsedNumber {
    let text = text.trim_end();
    parse_number(text.strip_suffix([')', '.', '）', '．']).unwrap_or(text))
}

/// A number of the menu and a note. The Other row drops the note, the Done row takes none.
fn number_with_note(question: &Question, line: &str) -> Option<ParsedLine> {
    let (head, note) = line.split_once(NOTE)?;
    match shown_number(head) {
        ParsedNumber::Number(number) if question.done_number() != Some(number) => {
            row(question, number, Some(note.trim().to_owned()))
        }
        ParsedNumber::Number(_) | ParsedNumber::OtherInteger | ParsedNumber::NotAnInteger => None,
    }
}

/// A full label, with or without a note. If several parts of the line are labels, the
/// longest wins.
fn pick_by_label(question: &Question, line: &str) -> Option<ParsedLine> {
    let labelled = |typed: &str, note: Option<&str>| match label::in_full(question, typed) {
        Found::None => None,
        Found::One(number) => Some(choice(question, number, note.map(str::to_owned))),
        Found::Several(numbers) => Some(could_be(typed, numbers)),
    };
    labelled(line, None).or_else(|| {
        line.rmatch_indices(NOTE).find_map(|(at, _)| {
            labelled(line[..at].trim_end(), Some(line[at + NOTE.len()..].trim()))
        })
    })
}

/// The beginning of one label, or text where an Other row is offered.
fn propose(question: &Question, line: &str) -> Option<ParsedLine> {
    match label::beginning(question, line) {
        Found::Several(numbers) => return Some(could_be(line, numbers)),
        Found::One(number) if line.chars().nth(1).is_some() => {
            return Some(ParsedLine::Propose(Proposal::Pick(number)));
        }
        Found::One(_) | Found::None => {}
    }
    let is_text = question.other_number().is_some() && line.contains(char::is_alphabetic);
    is_text.then(|| ParsedLine::Propose(Proposal::Text(line.to_owned())))
}

fn could_be(typed: &str, numbers: Vec<Number>) -> ParsedLine {
    ParsedLine::Invalid(InvalidLine::CouldBe(typed.to_owned(), numbers))
}

/// The separator between a pick and its note.
const NOTE: &str = " # ";

/// `\text`: the rest of the line is text, even if it looks like a number or a command.
fn escaped_text(question: &Question, line: &str) -> Option<ParsedLine> {
    let rest = line.strip_prefix('\\')?.trim();
    question.takes_text_inline().then(|| match rest {
        "" => ParsedLine::Invalid(InvalidLine::Nothing),
        _ => ParsedLine::Text(rest.to_owned()),
    })
}

/// `?`, or `? 2` at a menu. A number that is not a choice means the whole menu.
fn help(question: &Question, line: &str) -> Option<ParsedLine> {
    let rest = line.strip_prefix('?')?.trim();
    if rest.is_empty() {
        return Some(ParsedLine::Help(None));
    }
    match shown_number(rest) {
        ParsedNumber::Number(number) if question.has_menu() => {
            let on_menu = number.index() < question.choices().len();
            Some(ParsedLine::Help(on_menu.then_some(number)))
        }
        ParsedNumber::OtherInteger if question.has_menu() => Some(ParsedLine::Help(None)),
        ParsedNumber::Number(_) | ParsedNumber::OtherInteger | ParsedNumber::NotAnInteger => None,
    }
}

/// `/text`: find choices. It works only at a menu without inline text.
fn find(question: &Question, line: &str) -> Option<ParsedLine> {
    let rest = line.strip_prefix('/')?;
    (!question.takes_text_inline()).then(|| ParsedLine::Find(rest.trim().to_owned()))
}

/// `<` or `>`, with nothing after it.
fn navigation(line: &str) -> Option<ParsedLine> {
    match line {
        "<" => Some(ParsedLine::Back),
        ">" => Some(ParsedLine::Forward),
        _ => None,
    }
}

/// `!` or `~`, alone or followed by whitespace and text.
pub(crate) fn decline_or_discuss(line: &str) -> Option<ParsedLine> {
    let rest = &line[line.chars().next()?.len_utf8()..];
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let words = Some(rest.trim().to_owned()).filter(|words| !words.is_empty());
    match line.chars().next()? {
        '!' => Some(ParsedLine::Decline(words)),
        '~' => Some(ParsedLine::Discuss(words)),
        _ => None,
    }
}

/// A text answer. If the line ends with a backslash, the text continues.
fn text(line: &str) -> ParsedLine {
    match line.strip_suffix('\\') {
        Some(first) => ParsedLine::TextContinues(first.to_owned()),
        None => ParsedLine::Text(line.to_owned()),
    }
}

/// The help text: the commands that work at this question.
pub(crate) fn commands(question: &Question, navigates: bool) -> String {
    let own = match (
        question.has_menu(),
        question.takes_text_inline(),
        question.is_multi(),
    ) {
        (false, _, _) => "a \\ at the end: one more line; \\text: text, whatever it looks like\n",
        (true, true, false) => {
            "number: pick; 2 # text: pick with a note; ? 2: all about 2\n\
             other text: the answer; \\text: text, whatever it looks like\n"
        }
        (true, false, false) => {
            "number: pick; 2 # text: pick with a note; ? 2: all about 2; /text: find\n"
        }
        (true, true, true) => {
            "1,3-5: tick or untick; 2 # text: tick with a note; ? 2: all about 2\n\
             all; none: an empty answer; Enter: done\n\
             other text: add it and end; \\text: text, whatever it looks like\n"
        }
        (true, false, true) => {
            "1,3-5: tick or untick; 2 # text: tick with a note; ? 2: all about 2; /text: find\n\
             all; none: an empty answer; Enter: done\n"
        }
    };
    let leaves_out =
        question.is_optional() && !question.is_multi() && question.default_answer().is_none();
    let enter = if leaves_out {
        "Enter: leaves it out; "
    } else {
        ""
    };
    let moving = if navigates { "<: back; >: on; " } else { "" };
    format!("{own}{enter}{moving}!: decline; ~: talk first; Ctrl+C: cancel\n")
}

/// Whether `/text` works at this question.
pub(crate) fn can_find(question: &Question) -> bool {
    question.has_menu() && !question.takes_text_inline()
}

/// The numbers of the choices whose label contains `text`, ignoring case.
pub(crate) fn matches<'q>(question: &'q Question, text: &str) -> impl Iterator<Item = Number> + 'q {
    let wanted = text.to_lowercase();
    question
        .choices()
        .iter()
        .enumerate()
        .filter_map(move |(index, choice)| {
            let label = choice.label();
            let found = if label.is_ascii() {
                contains_ascii(label.as_bytes(), wanted.as_bytes())
            } else {
                label.to_lowercase().contains(&wanted)
            };
            found.then(|| Number::from_index(index))
        })
}

fn contains_ascii(label: &[u8], wanted: &[u8]) -> bool {
    wanted.is_empty()
        || label
            .windows(wanted.len())
            .any(|part| part.eq_ignore_ascii_case(wanted))
}

#[cfg(test)]
mod tests {
    use super::matches;
    use crate::core::grammar::{Grammar, ParsedLine, Proposal, Rules, parse};
    use crate::core::invalid_line::InvalidLine;
    use crate::core::number::Number;
    use crate::core::question::{FreeText, Question};

    fn menu() -> Question {
        Question::new("Q?").with_choices(["red", "green", "blue"])
    }

    fn n(number: usize) -> Number {
        Number::from_index(number - 1)
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn off(line: &str) -> ParsedLine {
        ParsedLine::Invalid(InvalidLine::NotOnMenu(some(line)))
    }

    #[track_caller]
    fn check(question: &Question, line: &str, wanted: ParsedLine) {
        let rules = Rules {
            grammar: Grammar::Full,
            navigates: false,
        };
        assert_eq!(parse(question, rules, line), wanted, "line {line:?}");
    }

    #[test]
    fn picks_notes_and_labels() {
        check(&menu(), "2", ParsedLine::Pick(n(2), None));
        check(
            &menu(),
            "2 # only on staging",
            ParsedLine::Pick(n(2), some("only on staging")),
        );
        check(&menu(), "2 # a # b", ParsedLine::Pick(n(2), some("a # b")));
        check(&menu(), "GREEN", ParsedLine::Pick(n(2), None));
        check(&menu(), "Green # x", ParsedLine::Pick(n(2), some("x")));
        for line in [
            "0", "-1", "+2", "9", "2.0", "x", "2#x", "9 # x", "1 2", "\\2",
        ] {
            check(&menu(), line, off(line));
        }
        let hash = Question::new("Q?").with_choices(["a # b", "a"]);
        check(&hash, "a # b", ParsedLine::Pick(n(1), None));
        check(&hash, "a # b # c", ParsedLine::Pick(n(1), some("c")));
        check(&hash, "a # c", ParsedLine::Pick(n(2), some("c")));
    }

    fn could_be(line: &str, numbers: &[usize]) -> ParsedLine {
        let numbers = numbers.iter().map(|&number| n(number)).collect();
        ParsedLine::Invalid(InvalidLine::CouldBe(line.to_owned(), numbers))
    }

    fn proposed(number: usize) -> ParsedLine {
        ParsedLine::Propose(Proposal::Pick(n(number)))
    }

    fn own(text: &str) -> ParsedLine {
        ParsedLine::Propose(Proposal::Text(text.to_owned()))
    }

    #[test]
    fn numbers_as_the_screen_shows_them() {
        for line in ["2)", "2.", " 2) ", "02)", "２）"] {
            check(&menu(), line, ParsedLine::Pick(n(2), None));
        }
        check(&menu(), "2) # x", ParsedLine::Pick(n(2), some("x")));
        check(&menu(), "? 2)", ParsedLine::Help(Some(n(2))));
        for line in ["9)", "0.", "2))", "(2)", "2.0", "-2)"] {
            check(&menu(), line, off(line));
        }
        let several = menu().multi(true);
        check(&several, "2)", ParsedLine::Toggle(vec![n(2)], None));
        check(&several, "4)", ParsedLine::Done);
        check(
            &Question::new("Q?"),
            "2)",
            ParsedLine::Text("2)".to_owned()),
        );
        let inline = menu().free_text(FreeText::Inline);
        check(&inline, "2)", ParsedLine::Pick(n(2), None));
        check(&inline, "9)", off("9)"));
    }

    #[test]
    fn the_beginning_of_one_label_is_a_proposal() {
        check(&menu(), "gre", proposed(2));
        check(&menu(), "BL", proposed(3));
        for line in ["g", "grn", "reen"] {
            check(&menu(), line, off(line));
        }
        check(&menu().multi(true), "gre", proposed(2));
        let inline = menu().free_text(FreeText::Inline);
        check(&inline, "gre", ParsedLine::Text("gre".to_owned()));
        let other = menu().free_text(FreeText::Other);
        check(&other, "gre", proposed(2));
        check(&other, "g", own("g"));
    }

    #[test]
    fn labels_that_read_or_begin_alike_are_named() {
        let stages = Question::new("Q?").with_choices(["stage-eu", "stage-us", "prod"]);
        check(&stages, "sta", could_be("sta", &[1, 2]));
        check(&stages, "S", could_be("S", &[1, 2]));
        check(&stages, "p", off("p"));
        let other = stages.free_text(FreeText::Other);
        check(&other, "sta", could_be("sta", &[1, 2]));
        let equal = Question::new("Q?").with_choices(["A", "b", "a", "A"]);
        check(&equal, "A", could_be("A", &[1, 3, 4]));
        check(&equal, "a # why", could_be("a", &[1, 3, 4]));
    }

    #[test]
    fn own_words_are_a_proposal_where_an_other_row_is_offered() {
        let other = menu().free_text(FreeText::Other);
        check(&other, "teal", own("teal"));
        check(&other, "0x2", own("0x2"));
        check(&other, "山", own("山"));
        for line in ["9", "2.0", "-1", "---", "1 2"] {
            check(&other, line, off(line));
        }
        check(&other.clone().multi(true), "teal", own("teal"));
        check(&menu(), "teal", off("teal"));
    }

    #[test]
    fn marks_of_recommended_choices_and_yes_and_no() {
        let marked = menu().recommended(2);
        check(&marked, "green (Recommended)", ParsedLine::Pick(n(2), None));
        check(&marked, "red (Recommended)", off("red (Recommended)"));
        let go = Question::new("Q?").with_choices(["Yes", "No"]);
        check(&go, "y", ParsedLine::Pick(n(1), None));
        check(&go, "N # not now", ParsedLine::Pick(n(2), some("not now")));
    }

    #[test]
    fn a_yes_is_never_completed() {
        let go = Question::confirm("Q?");
        for line in ["yes", "Y", "1", "1)"] {
            check(&go, line, ParsedLine::Pick(n(1), None));
        }
        check(&go, "n # not now", ParsedLine::Pick(n(2), some("not now")));
        check(&go, "! no", ParsedLine::Decline(some("no")));
        for line in ["ye", "yeah", "nope", "3", "ok"] {
            check(&go, line, off(line));
        }
    }

    #[test]
    fn a_note_at_a_multi_select_needs_a_single_number_or_label() {
        let several = menu().multi(true);
        check(&several, "2 # x", ParsedLine::Toggle(vec![n(2)], some("x")));
        check(
            &several,
            "red # x",
            ParsedLine::Toggle(vec![n(1)], some("x")),
        );
        for line in ["1,2 # x", "1-2 # x", "4 # x", "all # x", "9 # x"] {
            check(&several, line, off(line));
        }
        let other = several.free_text(FreeText::Other);
        check(&other, "5 # x", ParsedLine::Other);
    }

    #[test]
    fn commands() {
        check(&menu(), "?", ParsedLine::Help(None));
        check(&menu(), "? 2", ParsedLine::Help(Some(n(2))));
        check(&menu(), "?2", ParsedLine::Help(Some(n(2))));
        check(&menu(), "? 9", ParsedLine::Help(None));
        check(&menu(), "? -1", ParsedLine::Help(None));
        check(&menu(), "? what", off("? what"));
        check(&menu(), "/re", ParsedLine::Find("re".to_owned()));
        check(&menu(), "!", ParsedLine::Decline(None));
        check(&menu(), "! not mine", ParsedLine::Decline(some("not mine")));
        check(&menu(), "!x", off("!x"));
        check(&menu(), "~", ParsedLine::Discuss(None));
        check(&menu(), "~ why", ParsedLine::Discuss(some("why")));
        check(&menu(), "<", off("<"));
        check(&menu(), ">", off(">"));
    }

    #[test]
    fn navigation_works_only_with_several_questions() {
        let rules = Rules {
            grammar: Grammar::Full,
            navigates: true,
        };
        for question in [
            menu(),
            Question::new("Q?"),
            menu().free_text(FreeText::Inline),
        ] {
            assert_eq!(parse(&question, rules, " < "), ParsedLine::Back);
            assert_eq!(parse(&question, rules, ">"), ParsedLine::Forward);
            assert_ne!(parse(&question, rules, "> x"), ParsedLine::Forward);
        }
    }

    #[test]
    fn inline_text() {
        let question = menu().free_text(FreeText::Inline);
        check(&question, "teal", ParsedLine::Text("teal".to_owned()));
        check(&question, "red", ParsedLine::Text("red".to_owned()));
        check(&question, "<", ParsedLine::Text("<".to_owned()));
        check(&question, "/re", ParsedLine::Text("/re".to_owned()));
        check(&question, "\\8080", ParsedLine::Text("8080".to_owned()));
        check(&question, "\\! x", ParsedLine::Text("! x".to_owned()));
        check(&question, "8080", off("8080"));
        check(&question, "2 # x", ParsedLine::Pick(n(2), some("x")));
        check(&question, "9 # x", ParsedLine::Text("9 # x".to_owned()));
        let several = question.clone().multi(true);
        check(&several, "2 # x", ParsedLine::Toggle(vec![n(2)], some("x")));
        check(&question, "a\\", ParsedLine::TextContinues("a".to_owned()));
        check(&question, "? 2", ParsedLine::Help(Some(n(2))));
    }

    #[test]
    fn a_text_question() {
        let question = Question::new("Q?");
        check(&question, "2", ParsedLine::Text("2".to_owned()));
        check(&question, "? 2", ParsedLine::Text("? 2".to_owned()));
        check(&question, "/x", ParsedLine::Text("/x".to_owned()));
        check(&question, "<", ParsedLine::Text("<".to_owned()));
        check(&question, "?", ParsedLine::Help(None));
        check(&question, "\\?", ParsedLine::Text("?".to_owned()));
        check(&question, "\\", ParsedLine::Invalid(InvalidLine::Nothing));
        check(
            &question,
            "first\\",
            ParsedLine::TextContinues("first".to_owned()),
        );
        check(
            &question,
            "\\first\\",
            ParsedLine::Text("first\\".to_owned()),
        );
        check(&question, "a\nb", ParsedLine::Text("a\nb".to_owned()));
    }

    #[test]
    fn the_other_row_drops_a_note() {
        let question = menu().free_text(FreeText::Other);
        check(&question, "4", ParsedLine::Other);
        check(&question, "4 # x", ParsedLine::Other);
    }

    #[test]
    fn finding() {
        let question = Question::new("Q?").with_choices(["Apple", "grape", "ÄPFEL", ""]);
        let found = |text: &str| {
            matches(&question, text)
                .map(Number::get)
                .collect::<Vec<_>>()
        };
        assert_eq!(found("AP"), [1, 2]);
        assert_eq!(found("äpf"), [3]);
        assert_eq!(found(""), [1, 2, 3, 4]);
        assert_eq!(found("nothing like it"), [] as [usize; 0]);
    }
}
