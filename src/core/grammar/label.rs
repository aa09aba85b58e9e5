//! Choices found by their label.

use crate::core::number::Number;
use crate::core::question::Question;

/// Whether any choice has this label, in any case.
pub(super) fn exists(question: &Question, typed: &str) -> bool {
    let mut labels = question
        .choices()
        .iter()
        .map(|choice| choice.label().trim());
    labels.any(|label| same(label, typed))
}

/// The one choice with this label, in any case; `None` if there is none or more than one.
pub(super) fn unique(question: &Question, typed: &str) -> Option<Number> {
    let mut found = None;
    for (index, choice) in question.choices().iter().enumerate() {
        if choice.words().any(|word| same(word.trim(), typed)) {
            if found.is_some() {
                return None;
            }
            found = Some(Number::from_index(index));
        }
    }
    found
}

fn same(a: &str, b: &str) -> bool {
    a == b || a.eq_ignore_ascii_case(b) || (!a.is_ascii() && folded(a).eq(folded(b)))
}

fn folded(text: &str) -> impl Iterator<Item = char> {
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
    fn labels_in_full_any_case_and_unique() {
        check(&["red", "green"], "GREEN", Some(2));
        check(&["red", "green"], "gre", None);
        check(&["AMEX", "amex"], "amex", None);
        check(&["Größe", "x"], "GRÖßE", Some(1));
        check(&[" padded "], "padded", Some(1));
        check(&[], "x", None);
    }
}
