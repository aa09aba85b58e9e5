//! Finding choices by label.

use crate::core::choice::{Choice, RECOMMENDED};
use crate::core::number::Number;
use crate::core::question::Question;

/// The choices that a typed text may mean.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    None,
    One(Number),
    /// Two or more, in the order of the menu.
    Several(Vec<Number>),
}

/// Whether any choice has this label, ignoring case. Aliases do not count.
pub(super) fn exists(question: &Question, typed: &str) -> bool {
    let mut labels = question
        .choices()
        .iter()
        .map(|choice| choice.label().trim());
    labels.any(|label| same_ignoring_case(label, typed))
}

/// The choice with this label or alias, ignoring case. `None` if no choice or more than
/// one choice matches.
pub(super) fn unique(question: &Question, typed: &str) -> Option<Number> {
    match found(question, |_, choice| has_word(choice, typed)) {
        Found::One(number) => Some(number),
        Found::None | Found::Several(_) => None,
    }
}

/// The choices with this label in full, ignoring case.
///
/// A label counts as it is and as the screen shows it, with the mark of a recommended
/// choice. If none matches, a label without the mark that the caller wrote counts, and
/// `y` and `n` count as `Yes` and `No`.
pub(super) fn in_full(question: &Question, typed: &str) -> Found {
    let recommended = question.recommended_number();
    let unmarked = without_mark(typed);
    let exact = found(question, |number, choice| {
        has_word(choice, typed)
            || (recommended == Some(number)
                && unmarked.is_some_and(|typed| same_ignoring_case(choice.label().trim(), typed)))
    });
    if exact != Found::None {
        return exact;
    }
    let word = match typed {
        "y" | "Y" => "yes",
        "n" | "N" => "no",
        typed => typed,
    };
    found(question, |_, choice| {
        let label = choice.label().trim();
        same_ignoring_case(label, word)
            || without_mark(label).is_some_and(|label| same_ignoring_case(label, typed))
    })
}

/// The choices whose label begins with this text, ignoring case.
pub(super) fn beginning(question: &Question, typed: &str) -> Found {
    found(question, |_, choice| {
        begins_ignoring_case(choice.label().trim_start(), typed)
    })
}

fn found(question: &Question, matches: impl Fn(Number, &Choice) -> bool) -> Found {
    let choices = question.choices().iter().enumerate();
    let mut numbers = choices
        .map(|(index, choice)| (Number::from_index(index), choice))
        .filter(|(number, choice)| matches(*number, choice))
        .map(|(number, _)| number);
    match (numbers.next(), numbers.next()) {
        (None, _) => Found::None,
        (Some(only), None) => Found::One(only),
        (Some(first), Some(second)) => {
            Found::Several([first, second].into_iter().chain(numbers).collect())
        }
    }
}

fn has_word(choice: &Choice, typed: &str) -> bool {
    choice
        .words()
        .any(|word| same_ignoring_case(word.trim(), typed))
}

/// The text before the mark of a recommended choice. `None` if it does not end with it.
fn without_mark(text: &str) -> Option<&str> {
    let at = text.len().checked_sub(RECOMMENDED.len())?;
    let (label, mark) = text.split_at_checked(at)?;
    let label = label.trim_end();
    (mark.eq_ignore_ascii_case(RECOMMENDED) && !label.is_empty()).then_some(label)
}

fn begins_ignoring_case(label: &str, typed: &str) -> bool {
    if differ_at_once(label, typed) {
        return false;
    }
    let mut letters = lowercase_chars(label);
    lowercase_chars(typed).all(|letter| letters.next() == Some(letter))
}

fn same_ignoring_case(a: &str, b: &str) -> bool {
    !differ_at_once(a, b)
        && (a.eq_ignore_ascii_case(b) || lowercase_chars(a).eq(lowercase_chars(b)))
}

/// Whether the first letters differ already, as far as one look tells. Most labels of a long menu
/// are told apart by it, for every line that is typed.
fn differ_at_once(a: &str, b: &str) -> bool {
    match (a.as_bytes().first(), b.as_bytes().first()) {
        (Some(a), Some(b)) if a.is_ascii() && b.is_ascii() => !a.eq_ignore_ascii_case(b),
        (Some(_) | None, Some(_) | None) => false,
    }
}

fn lowercase_chars(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(labels: &[&str], typed: &str, wanted: Option<usize>) {
        let question = Question::new("Q?").with_choices(labels.iter().copied());
        assert_eq!(unique(&question, typed).map(Number::get), wanted);
    }

    #[test]
    fn matches_full_unique_labels_ignoring_case() {
        check(&["red", "green"], "GREEN", Some(2));
        check(&["red", "green"], "gre", None);
        check(&["AMEX", "amex"], "amex", None);
        check(&["Größe", "x"], "GRÖßE", Some(1));
        check(&["größe", "x"], "GRÖßE", Some(1));
        // The sign of Kelvin is a capital k, and a letter that is no single byte.
        check(&["\u{212a}elvin", "x"], "kelvin", Some(1));
        check(&["kelvin", "x"], "\u{212a}elvin", Some(1));
        check(&["", "x"], "x", Some(2));
        check(&[" padded "], "padded", Some(1));
        check(&[], "x", None);
    }

    #[track_caller]
    fn check_found(question: &Question, typed: &str, full: &[usize], begin: &[usize]) {
        let numbers = |found| match found {
            Found::None => Vec::new(),
            Found::One(number) => vec![number.get()],
            Found::Several(numbers) => numbers.into_iter().map(Number::get).collect(),
        };
        assert_eq!(numbers(in_full(question, typed)), full, "{typed:?} in full");
        assert_eq!(
            numbers(beginning(question, typed)),
            begin,
            "{typed:?} as a beginning"
        );
    }

    #[test]
    fn labels_in_full_and_their_beginnings() {
        let q = |labels: &[&str]| Question::new("Q?").with_choices(labels.iter().copied());
        let plain = q(&["stage-eu", "stage-us", "Überall"]);
        check_found(&plain, "STA", &[], &[1, 2]);
        check_found(&plain, "stage-u", &[], &[2]);
        check_found(&plain, "üB", &[], &[3]);
        check_found(&plain, "stage-us!", &[], &[]);
        let equal = q(&["a", "b", "A", " a ", "ab"]);
        check_found(&equal, "a", &[1, 3, 4], &[1, 3, 4, 5]);
        check_found(&equal, "AB", &[5], &[5]);
    }

    #[test]
    fn the_mark_of_a_recommended_choice_may_be_typed_or_left_out() {
        let ours = Question::new("Q?")
            .with_choices(["postgres", "sqlite"])
            .recommended(1);
        check_found(&ours, "postgres (recommended)", &[1], &[]);
        check_found(&ours, "Postgres", &[1], &[1]);
        check_found(&ours, "sqlite (Recommended)", &[], &[]);
        let theirs = Question::new("Q?").with_choices(["A (Recommended)", "B", "(Recommended)"]);
        check_found(&theirs, "a", &[1], &[1]);
        check_found(&theirs, "b (recommended)", &[], &[]);
        check_found(&theirs, "(recommended)", &[3], &[3]);
        let both = Question::new("Q?")
            .with_choices(["A", "A (Recommended)"])
            .recommended(1);
        check_found(&both, "A", &[1], &[1, 2]);
        check_found(&both, "a (recommended)", &[1, 2], &[2]);
    }

    #[test]
    fn y_and_n_stand_for_yes_and_no() {
        let q = |labels: &[&str]| Question::new("Q?").with_choices(labels.iter().copied());
        check_found(&q(&["Yes", "No"]), "y", &[1], &[1]);
        check_found(&q(&["Yes", "No"]), "N", &[2], &[2]);
        check_found(&q(&["yes", "YES", "no"]), "Y", &[1, 2], &[1, 2]);
        check_found(&q(&["Yes", "y"]), "y", &[2], &[1, 2]);
        check_found(&q(&["Yes, all", "No"]), "y", &[], &[1]);
    }
}
