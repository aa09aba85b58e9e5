//! The full grammar. The first rule that matches wins; they stand here in order.

use super::{Entry, choice, label, multi, off_menu, row};
use crate::core::fault::Fault;
use crate::core::number::{Number, Reading, read};
use crate::core::question::Question;

/// `line` is trimmed and not empty.
pub(super) fn judge(question: &Question, moves: bool, line: &str) -> Entry {
    let command = literal(question, line)
        .or_else(|| help(question, line))
        .or_else(|| find(question, line))
        .or_else(|| movement(line).filter(|_| moves))
        .or_else(|| sign(line))
        .or_else(|| multi::judge(question, line).filter(|_| question.is_multi()));
    if let Some(entry) = command {
        return entry;
    }
    if !question.has_menu() {
        return text(line);
    }
    match read(line) {
        Reading::Number(number) => {
            return row(question, number, None).unwrap_or_else(|| off_menu(line));
        }
        Reading::OtherInteger => return off_menu(line),
        Reading::NotAnInteger => {}
    }
    if let Some(entry) = noted_number(question, line) {
        return entry;
    }
    if question.takes_text_inline() {
        return text(line);
    }
    labelled(question, line).unwrap_or_else(|| off_menu(line))
}

/// A number of the menu and a note. Several picks take notes by their labels only.
fn noted_number(question: &Question, line: &str) -> Option<Entry> {
    let (head, note) = line.split_once(NOTE).filter(|_| !question.is_multi())?;
    match read(head) {
        Reading::Number(number) => row(question, number, Some(note.trim().to_owned())),
        Reading::OtherInteger | Reading::NotAnInteger => None,
    }
}

/// A label in full, perhaps with a note; of several readings the longest label.
fn labelled(question: &Question, line: &str) -> Option<Entry> {
    if let Some(number) = label::unique(question, line) {
        return Some(choice(question, number, None));
    }
    line.rmatch_indices(NOTE).find_map(|(at, _)| {
        let number = label::unique(question, line[..at].trim_end())?;
        let note = line[at + NOTE.len()..].trim().to_owned();
        Some(choice(question, number, Some(note)))
    })
}

/// What stands between a pick and a note.
const NOTE: &str = " # ";

/// `\…`: text, whatever it looks like.
fn literal(question: &Question, line: &str) -> Option<Entry> {
    let rest = line.strip_prefix('\\')?.trim();
    question.takes_text_inline().then(|| match rest {
        "" => Entry::Invalid(Fault::Nothing),
        _ => Entry::Text(rest.to_owned()),
    })
}

/// `?`, and at a menu `? 2`. A number that is not on the menu asks for all of it.
fn help(question: &Question, line: &str) -> Option<Entry> {
    let rest = line.strip_prefix('?')?.trim();
    if rest.is_empty() {
        return Some(Entry::Help(None));
    }
    match read(rest) {
        Reading::Number(number) if question.has_menu() => {
            let on_menu = number.index() < question.choices().len();
            Some(Entry::Help(on_menu.then_some(number)))
        }
        Reading::OtherInteger if question.has_menu() => Some(Entry::Help(None)),
        Reading::Number(_) | Reading::OtherInteger | Reading::NotAnInteger => None,
    }
}

/// `/text`, at a menu where a line is never the answer itself.
fn find(question: &Question, line: &str) -> Option<Entry> {
    let rest = line.strip_prefix('/')?;
    (!question.takes_text_inline()).then(|| Entry::Find(rest.trim().to_owned()))
}

/// `<` and `>`, alone.
fn movement(line: &str) -> Option<Entry> {
    match line {
        "<" => Some(Entry::Back),
        ">" => Some(Entry::On),
        _ => None,
    }
}

/// `!` and `~`, alone or followed by a blank and words.
pub(crate) fn sign(line: &str) -> Option<Entry> {
    let rest = &line[line.chars().next()?.len_utf8()..];
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let words = Some(rest.trim().to_owned()).filter(|words| !words.is_empty());
    match line.chars().next()? {
        '!' => Some(Entry::Decline(words)),
        '~' => Some(Entry::Discuss(words)),
        _ => None,
    }
}

/// A text answer; one that ends in a backslash goes on.
fn text(line: &str) -> Entry {
    match line.strip_suffix('\\') {
        Some(first) => Entry::TextGoesOn(first.to_owned()),
        None => Entry::Text(line.to_owned()),
    }
}

/// The commands that apply at this question, for its help: lines that fit on 80 columns.
pub(crate) fn commands(question: &Question, moves: bool) -> String {
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
            "1,3-5: tick or untick; all; none: an empty answer; Enter: done; ? 2: all about 2\n\
             other text: add it and end; \\text: text, whatever it looks like\n"
        }
        (true, false, true) => {
            "1,3-5: tick or untick; all; none: an empty answer; Enter: done\n\
             ? 2: all about 2; /text: find\n"
        }
    };
    let leaves_out = question.is_optional() && !question.is_multi() && question.preset().is_none();
    let enter = if leaves_out {
        "Enter: leaves it out; "
    } else {
        ""
    };
    let moving = if moves { "<: back; >: on; " } else { "" };
    format!("{own}{enter}{moving}!: decline; ~: talk first; Ctrl+C: cancel\n")
}

/// Whether `/text` works at this question.
pub(crate) fn can_find(question: &Question) -> bool {
    question.has_menu() && !question.takes_text_inline()
}

/// The numbers of the choices whose label contains `text`, in any case.
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
    use crate::core::fault::Fault;
    use crate::core::grammar::{Entry, Grammar, Rules, judge};
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

    fn off(line: &str) -> Entry {
        Entry::Invalid(Fault::NotOnMenu(some(line)))
    }

    #[track_caller]
    fn check(question: &Question, line: &str, wanted: Entry) {
        let rules = Rules {
            grammar: Grammar::Full,
            moves: false,
        };
        assert_eq!(judge(question, rules, line), wanted, "line {line:?}");
    }

    #[test]
    fn picks_notes_and_labels() {
        check(&menu(), "2", Entry::Pick(n(2), None));
        check(
            &menu(),
            "2 # only on staging",
            Entry::Pick(n(2), some("only on staging")),
        );
        check(&menu(), "2 # a # b", Entry::Pick(n(2), some("a # b")));
        check(&menu(), "GREEN", Entry::Pick(n(2), None));
        check(&menu(), "Green # x", Entry::Pick(n(2), some("x")));
        for line in [
            "0", "-1", "+2", "9", "2.0", "x", "2#x", "9 # x", "1 2", "\\2",
        ] {
            check(&menu(), line, off(line));
        }
        let hash = Question::new("Q?").with_choices(["a # b", "a"]);
        check(&hash, "a # b", Entry::Pick(n(1), None));
        check(&hash, "a # b # c", Entry::Pick(n(1), some("c")));
        check(&hash, "a # c", Entry::Pick(n(2), some("c")));
    }

    #[test]
    fn commands() {
        check(&menu(), "?", Entry::Help(None));
        check(&menu(), "? 2", Entry::Help(Some(n(2))));
        check(&menu(), "?2", Entry::Help(Some(n(2))));
        check(&menu(), "? 9", Entry::Help(None));
        check(&menu(), "? -1", Entry::Help(None));
        check(&menu(), "? what", off("? what"));
        check(&menu(), "/re", Entry::Find("re".to_owned()));
        check(&menu(), "!", Entry::Decline(None));
        check(&menu(), "! not mine", Entry::Decline(some("not mine")));
        check(&menu(), "!x", off("!x"));
        check(&menu(), "~", Entry::Discuss(None));
        check(&menu(), "~ why", Entry::Discuss(some("why")));
        check(&menu(), "<", off("<"));
        check(&menu(), ">", off(">"));
    }

    #[test]
    fn moving_is_a_command_among_several_questions_only() {
        let rules = Rules {
            grammar: Grammar::Full,
            moves: true,
        };
        for question in [
            menu(),
            Question::new("Q?"),
            menu().free_text(FreeText::Inline),
        ] {
            assert_eq!(judge(&question, rules, " < "), Entry::Back);
            assert_eq!(judge(&question, rules, ">"), Entry::On);
            assert_ne!(judge(&question, rules, "> x"), Entry::On);
        }
    }

    #[test]
    fn inline_text() {
        let question = menu().free_text(FreeText::Inline);
        check(&question, "teal", Entry::Text("teal".to_owned()));
        check(&question, "red", Entry::Text("red".to_owned()));
        check(&question, "<", Entry::Text("<".to_owned()));
        check(&question, "/re", Entry::Text("/re".to_owned()));
        check(&question, "\\8080", Entry::Text("8080".to_owned()));
        check(&question, "\\! x", Entry::Text("! x".to_owned()));
        check(&question, "8080", off("8080"));
        check(&question, "2 # x", Entry::Pick(n(2), some("x")));
        check(&question, "9 # x", Entry::Text("9 # x".to_owned()));
        let several = question.clone().multi(true);
        check(&several, "2 # x", Entry::Text("2 # x".to_owned()));
        check(&menu().multi(true), "2 # x", off("2 # x"));
        check(
            &menu().multi(true),
            "red # x",
            Entry::Toggle(vec![n(1)], some("x")),
        );
        check(&question, "a\\", Entry::TextGoesOn("a".to_owned()));
        check(&question, "? 2", Entry::Help(Some(n(2))));
    }

    #[test]
    fn a_text_question() {
        let question = Question::new("Q?");
        check(&question, "2", Entry::Text("2".to_owned()));
        check(&question, "? 2", Entry::Text("? 2".to_owned()));
        check(&question, "/x", Entry::Text("/x".to_owned()));
        check(&question, "<", Entry::Text("<".to_owned()));
        check(&question, "?", Entry::Help(None));
        check(&question, "\\?", Entry::Text("?".to_owned()));
        check(&question, "\\", Entry::Invalid(Fault::Nothing));
        check(&question, "first\\", Entry::TextGoesOn("first".to_owned()));
        check(&question, "\\first\\", Entry::Text("first\\".to_owned()));
        check(&question, "a\nb", Entry::Text("a\nb".to_owned()));
    }

    #[test]
    fn the_other_row_drops_a_note() {
        let question = menu().free_text(FreeText::Other);
        check(&question, "4", Entry::Other);
        check(&question, "4 # x", Entry::Other);
        check(&question, "teal", off("teal"));
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
