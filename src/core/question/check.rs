//! Validating a question.

use super::{FreeText, Question};
use crate::core::choice::Choice;
use crate::core::number::Number;
use crate::core::question_error::{OutOfRange, QuestionError};
use crate::core::sanitize::is_blank;

impl Question {
    /// Validates the question.
    ///
    /// # Errors
    /// The first problem found: a blank text, a blank label, a recommended or default number that is not
    /// on the menu, a default that this kind of question does not allow, a multi-select
    /// without a menu, or a wrong minimum or maximum number of picks.
    pub fn check(&self) -> Result<(), QuestionError> {
        if is_blank(&self.text) {
            return Err(QuestionError::BlankText);
        }
        let mut labels = self.choices.iter().map(Choice::label);
        if let Some(index) = labels.position(is_blank) {
            return Err(QuestionError::BlankChoice(Number::from_index(index)));
        }
        if let Some(off) = self
            .recommended
            .and_then(|number| self.out_of_range(number))
        {
            return Err(QuestionError::RecommendedOutOfRange(off));
        }
        self.check_default()?;
        self.check_picks()
    }

    fn check_default(&self) -> Result<(), QuestionError> {
        let numbers = self
            .invalid_default
            .into_iter()
            .chain(self.default_numbers.iter().map(|n| n.get()));
        if let Some(off) = numbers.clone().find_map(|number| self.out_of_range(number)) {
            return Err(QuestionError::DefaultOutOfRange(off));
        }
        if !self.multi && self.default_numbers.len() > 1 {
            return Err(QuestionError::SeveralDefaults);
        }
        let texts = self.default_text.iter().chain(&self.draft);
        if self.secret && (numbers.count() > 0 || texts.clone().count() > 0) {
            return Err(QuestionError::SecretDefault);
        }
        if self.has_menu() && texts.clone().count() > 0 {
            return Err(QuestionError::DefaultTextAtMenu);
        }
        if texts.into_iter().any(|text| text.trim().is_empty()) {
            return Err(QuestionError::BlankDefault);
        }
        Ok(())
    }

    fn check_picks(&self) -> Result<(), QuestionError> {
        if !self.multi {
            let bounded = self.min.is_some() || self.max.is_some();
            return if bounded {
                Err(QuestionError::BoundsWithoutMulti)
            } else {
                Ok(())
            };
        }
        if !self.has_menu() {
            return Err(QuestionError::MultiWithoutMenu);
        }
        let own_text = usize::from(self.free_text != FreeText::Never);
        let most = self
            .max
            .unwrap_or(usize::MAX)
            .min(self.choices.len() + own_text);
        let least = self.default_numbers.len().max(1);
        match (self.min, self.max) {
            (_, Some(max)) if max < least => Err(QuestionError::MaxTooLow { max, least }),
            (Some(min), _) if min > most => Err(QuestionError::MinTooHigh { min, most }),
            _ => Ok(()),
        }
    }

    fn out_of_range(&self, number: usize) -> Option<OutOfRange> {
        let count = self.choices.len();
        (!(1..=count).contains(&number)).then_some(OutOfRange { number, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(question: &Question, wanted: Result<(), &str>) {
        let got = question.check().map_err(|e| format!("{}: {e}", e.path()));
        assert_eq!(got.as_ref().map_err(String::as_str).copied(), wanted);
    }

    #[test]
    fn checks_text_recommended_and_default() {
        let q = || Question::new("Q?").choice("a").choice("b");
        check(&q(), Ok(()));
        check(
            &Question::new(" \t"),
            Err("question: expected a text, found only blanks"),
        );
        check(
            &q().choice("\u{a0}\u{3000}"),
            Err("choices[2].label: expected a text for choice 3, found only blanks"),
        );
        check(&q().recommended(2).default_choice(1), Ok(()));
        check(
            &q().recommended(3),
            Err("recommended: 3 is not on the menu: expected a number from 1 to 2"),
        );
        check(
            &q().default_choice(0),
            Err("default: 0 is not on the menu: expected a number from 1 to 2"),
        );
        check(
            &Question::new("Q?").default_choice(1),
            Err("default: 1 is not on the menu: there are no choices"),
        );
        check(
            &q().default_text("x"),
            Err("default: expected the number of a choice, found a text"),
        );
        check(&Question::new("Q?").default_text("x"), Ok(()));
        check(
            &Question::new("Q?").secret(true).default_text("x"),
            Err("default: a secret question takes none, since it would be shown"),
        );
    }

    #[test]
    fn checks_minimum_and_maximum() {
        let q = || Question::new("Q?").choice("a").choice("b").multi(true);
        check(
            &q().min(2).max(2).default_choice(1).default_choice(2),
            Ok(()),
        );
        check(&q().free_text(FreeText::Other).min(3), Ok(()));
        check(
            &q().min(3),
            Err("min: 3 cannot be picked: expected a minimum of at most 2"),
        );
        check(
            &q().min(2).max(1),
            Err("min: 2 cannot be picked: expected a minimum of at most 1"),
        );
        check(
            &q().max(0),
            Err("max: 0 is too low: expected a maximum of at least 1"),
        );
        check(
            &Question::new("Q?").multi(true),
            Err("multi: several choices may be picked, but there are none"),
        );
        check(
            &q().multi(false).min(1),
            Err("min: a minimum or maximum of picks needs a multi-select question"),
        );
        let twice = q().multi(false).default_choice(1).default_choice(2);
        check(
            &twice,
            Err(
                "default: expected one number, found several: only a multi-select question takes more",
            ),
        );
    }
}
