//! Finding choices by label.

use crate::core::number::Number;
use crate::core::question::Question;

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
    let mut found = None;
    for (index, choice) in question.choices().iter().enumerate() {
        if choice
            .words()
            .any(|word| same_ignoring_case(word.trim(), typed))
        {
            if found.is_some() {
                return None;
            }
            found = Some(Number::from_index(index));
        }
    }
    found
}

fn same_ignoring_case(a: &str, b: &str) -> bool {
    a == b
        || a.eq_ignore_ascii_case(b)
        || (!a.is_ascii() && lowercase_chars(a).eq(lowercase_chars(b)))
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
        check(&[" padded "], "padded", Some(1));
        check(&[], "x", None);
    }
}
